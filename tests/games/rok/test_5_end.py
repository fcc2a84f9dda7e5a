"""Chapter 5: the end."""

from __future__ import annotations

from typing import Any

import pytest

from erre.core.errors import GameOver, IllegalMove
from erre.core.game import Position
from erre.games.rok import GAME
from erre.games.rok.events import ContestOpened, ContestWon, GameEnded, RuneSlid, RunesThrown
from tests.games.rok.table import lay, only, play, shown, written

EIGHTEEN = " ".join(f"{c}{k}{x}" for c in "WG" for k in range(1, 6) for x in "ab")[: 18 * 4 - 1]
OTHERS = " ".join(f"{c}{k}{x}" for c in "BG" for k in (6, 7, 8) for x in "ab") + " B1a B1b B2a B2b B3a B3b"
SIX = "W6a W6b W7a W7b W8a W8b"


@pytest.mark.parametrize(
    ("seats", "bag", "ends"),
    [
        (4, 4, True),  # RK-15
        (4, 5, False),
        (2, 2, True),
        (2, 3, False),
        (5, 5, True),
        (5, 6, False),
        (3, 0, True),
    ],
)
def test_5_1_the_game_ends_when_the_bag_has_no_more_runes_than_there_are_seats(
    seats: int, bag: int, ends: bool
) -> None:
    names = " ".join(f"B{k}a" for k in range(1, bag + 1))
    options = {"tieBreak": "shared", "faceUpProbability": 1}
    played = play(lay("W1a W1b", seats=seats, bag=names, options=options), "0 grab W1a", "0 grab W1b")
    position = played.position
    assert [len(event.runes) for event in only(played.events, RunesThrown)] == ([] if ends else [bag])
    if ends:
        assert position.outcome is not None
        assert position.outcome.ending.startswith("§5.1")
        with pytest.raises(GameOver):
            position.play(0, "done")


def test_5_1_the_face_down_runes_count_as_well() -> None:
    position = lay("W1a W1b -B3a -B4a", seats=2, bag="B1a", options={"tieBreak": "shared"})
    assert play(position, "0 grab W1a", "0 grab W1b").position.to_json()["round"] > 1


def ended(*treasure: str, **more: Any) -> Position:
    """A game that ends with these treasures."""
    return lay("B4a B4b", seats=len(treasure), treasure=treasure, **more)


def finish(position: Position) -> Position:
    """Nobody takes the last pair."""
    return play(position, "done").position


def test_5_2_the_richest_wins() -> None:
    position = finish(ended("W1a W1b", "G1a G1b G2a G2b", ""))
    assert position.outcome is not None
    assert (position.outcome.scores, position.outcome.winners) == ([2, 4, 0], [1])
    assert position.turn == []


@pytest.mark.parametrize(("count", "scores", "winners"), [(False, [2, 2], [0, 1]), (True, [2, 3], [1])])
def test_5_2_the_balance_rune_counts_only_by_option(count: bool, scores: list[int], winners: list[int]) -> None:
    """A17; and A18: what is left over belongs to nobody."""
    options = {"countBalanceAtEnd": count, "tieBreak": "shared"}
    position = ended("W1a W1b", "G1a G1b", balance=". B1a", options=options)
    said = position.to_json() | {"table": []}
    outcome = finish(Position.from_json(GAME, said)).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == (scores, winners)


def tied() -> Position:
    """RK-17: 18, 18 and 6."""
    return finish(ended(EIGHTEEN, OTHERS, SIX))


def test_5_3_the_tied_slide_and_the_nearest_wins() -> None:
    position = tied()
    assert (position.phase, position.turn, position.scores) == ("slide", [0], [18, 18, 6])
    played = play(position, "0 slide 0 0.5", "1 slide 0 0.6")
    assert [event.seat for event in only(played.events, RuneSlid)] == [0, 1]
    assert only(played.events, ContestWon) == [ContestWon(None, 1)]
    assert only(played.events, GameEnded) == [GameEnded([18, 18, 6], [1])]
    outcome = played.position.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ending) == ([1], "§5.3 the tie-break")


@pytest.mark.parametrize("text", ["grab W1a", "done", "give W1", "order 0 1"])
def test_5_3_a_wrong_move_in_the_tie_break_names_its_rule(text: str) -> None:
    with pytest.raises(IllegalMove, match="tied for the victory") as caught:
        tied().play(0, text)
    assert caught.value.rule == "§5.3"


def test_5_3_the_table_is_cleared_for_the_slide() -> None:
    position = tied()
    assert shown(position, "table") == []
    assert {"B4a", "B4b"} == {*shown(position, "bag"), *shown(position, "balance")} - {None}


def test_5_3_who_touches_destiny_is_out() -> None:
    played = play(tied(), "0 slide 0 0.8", "1 slide 90 0.1")
    assert only(played.events, GameEnded)[0].winners == [1]


def test_5_3_all_who_are_tied_slide() -> None:
    """A20; three of four, from the first player on."""
    position = finish(ended("W1a W1b", "", "G1a G1b", "B1a B1b", first=2))
    assert position.turn == [2]
    played = play(position, "2 slide 0 0.5", "3 slide 0 0.6", "0 slide 0 0.55")
    assert only(played.events, GameEnded)[0].winners == [3]


def test_5_3_players_without_any_treasure_can_be_tied_too() -> None:
    position = finish(ended("", ""))
    assert play(position, "0 slide 0 0.6", "1 slide 0 0.5").position.outcome is not None


@pytest.mark.parametrize("tie_break", ["shared", "random"])
def test_5_3_by_option_the_victory_is_shared_or_a_lot_is_drawn(tie_break: str) -> None:
    found = set()
    for seed in range(10):
        said = written("B4a B4b", seats=2, treasure=("W1a W1b", "G1a G1b"), options={"tieBreak": tie_break})
        said["chance"] = {"key": f"{seed:02x}" * 32, "drawn": 0}
        outcome = finish(Position.from_json(GAME, said)).outcome
        assert outcome is not None
        found.add(tuple(outcome.winners))
    assert found == ({(0, 1)} if tie_break == "shared" else {(0,), (1,)})


def test_5_3_no_slide_where_one_alone_is_richest() -> None:
    played = play(ended("W1a W1b", ""), "done")
    assert only(played.events, ContestOpened) == []
