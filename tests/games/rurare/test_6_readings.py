"""Chapter 6: readings that have a rule of their own, and their options."""

from __future__ import annotations

from typing import Any

import pytest

from erre.core.errors import BadOptions
from erre.games.rurare.components import DECKS, Options
from erre.games.rurare.events import CardsDiscarded, CardsScored, GameEnded
from tests.games.rurare.table import choose, display, look, new, only, shown, table

SIX = ("king pig cow", "church house wife", "3 knight", "goat goose rabbit", "2 sheep horse", "farmer points2 points3")


@pytest.mark.parametrize("displays", [("2 king church", "farmer"), ("2 king church 4 chicken 4 horse", "farmer")])
def test_6_1_a_missed_first_scoring_is_not_made_up(displays: tuple[str, str]) -> None:
    """Nobody has thirteen cards; or somebody has them for the first time after the last turn."""
    played = choose(table(*SIX, displays=displays, last_turn=True), 1, 2)
    assert [event.scoring for event in only(played.events, CardsScored)] == [2]
    assert only(played.events, CardsDiscarded) == []
    view = look(played.position)
    assert (view.first_scores, view.scorings[0], len(view.scorings)) == (None, None, 2)
    assert view.totals == [line.total for line in view.standing]


@pytest.mark.parametrize("more", ["", " 4 chicken 4 horse"])
def test_6_1_by_option_both_scorings_are_made_after_the_last_turn(more: str) -> None:
    options = {"missedFirstScoring": "both"}
    position = table(*SIX, displays=("2 king church" + more, "farmer"), last_turn=True, options=options)
    played = choose(position, 1, 2)
    first, second = only(played.events, CardsScored)
    animals = 20 if more else 0
    assert [line.total for line in first.points] == [4 + 10 + 2 + animals, 10 + 14]
    assert only(played.events, CardsDiscarded) == [
        CardsDiscarded([display("church"), display("church house wife farmer")])
    ]
    assert [line.total for line in second.points] == [4 + 2 + animals, 0]
    totals = [22 + 2 * animals, 24]
    assert only(played.events, GameEnded) == [GameEnded(totals, [0 if more else 1])]
    assert look(played.position).first_scores == [16 + animals, 24]
    assert look(played.position).scorings == [first.points, second.points]


def test_6_1_a_first_scoring_that_was_made_is_not_made_again() -> None:
    options = {"missedFirstScoring": "both"}
    played = choose(table(*SIX, last_turn=True, first_scores=[1, 2], options=options), 1, 2)
    assert [event.scoring for event in only(played.events, CardsScored)] == [2]


def test_6_1_thirteen_cards_before_the_last_turn_are_scored_as_always() -> None:
    options = {"missedFirstScoring": "both"}
    position = table(*SIX, displays=("5 chicken 4 goat king", ""), options=options)
    played = choose(position.play(0, "row 3").position, None, 1)
    assert [event.scoring for event in only(played.events, CardsScored)] == [1]


@pytest.mark.parametrize(
    ("total", "seats", "used"),
    [
        (160, 2, 114),
        (160, 3, 145),
        (160, 4, 160),
        (113, 2, 80),
        (56, 2, 40),
        (56, 3, 51),
        (24, 2, 18),  # the rows need 18, the share would be 17
        (24, 3, 21),
        (24, 4, 24),
    ],
)
def test_6_2_a_deck_of_ones_own_is_used_in_the_same_shares(total: int, seats: int, used: int) -> None:
    kept = min(total - 1, 112 - 10)
    counts = {kind: count if kind == "king" else 0 for kind, count in DECKS["reconstructed-a"].items()}
    counts |= {"king": total - kept, "knight": kept}
    position = new(seats, counts=counts, allowCustomTotal=True)
    view = look(position)
    assert view.pile + 3 * len(view.rows) == used
    assert view.box == total - used


def test_6_2_small_and_large_decks_can_be_played_to_the_end() -> None:
    for total in (24, 160):
        counts: dict[str, int] = dict.fromkeys(DECKS["reconstructed-a"], 0) | {"king": total // 2, "church": total // 2}
        for seats in (2, 3, 4):
            position = new(seats, counts=counts, allowCustomTotal=True)
            while position.outcome is None:
                for seat in position.turn:
                    if seat in position.turn:
                        position = position.play(seat, position.legal(seat)[seat]).position
            assert (
                sum(len(row) for row in shown(position, "rows"))
                + look(position).box
                + sum(look(position).display_counts)
                == total
            )


@pytest.mark.parametrize("seconds", [0, 1, 30, 3600])
def test_6_3_a_table_may_set_a_time_for_choosing(seconds: int) -> None:
    assert look(new(2, choiceTimeoutSec=seconds)).options.choice_timeout_sec == seconds


def test_6_3_there_is_no_limit_unless_the_table_sets_one() -> None:
    assert Options().choice_timeout_sec == 0


@pytest.mark.parametrize("seconds", [-1, 3601, 10**40, 1.5, "30", None])
def test_6_3_other_times_are_refused(seconds: Any) -> None:
    with pytest.raises(BadOptions):
        new(2, choiceTimeoutSec=seconds)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"tieBreak": "kings"}, "kings"),
        ({"missedFirstScoring": "never"}, "never"),
        ({"allowCustomTotal": 1}, "true or false is expected"),
        ({"cards": 112}, "no option 'cards'"),
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        new(2, **options)


def test_options_survive_the_record() -> None:
    given: dict[str, Any] = {
        "deck": "reconstructed-d",
        "counts": {"king": 12},
        "allowCustomTotal": True,
        "missedFirstScoring": "both",
        "cutShortTurn": "counts",
        "tieBreak": "shared",
        "choiceTimeoutSec": 45,
    }
    assert shown(new(3, **given), "options") == given
