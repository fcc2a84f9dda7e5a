"""Chapter 3: the scramble."""

from __future__ import annotations

import pytest

from erre.core.errors import IllegalMove
from erre.games.rok import GAME
from erre.games.rok.components import PRESS_GAP
from erre.games.rok.events import PairTaken, RuneGrabbed, ScrambleEnded, SeatDone
from erre.race.fairness import USUAL
from erre.race.grabs import GrabHeld, RacerBusy, Refused, Verdict
from erre.race.race import Race
from tests.games.rok.table import lay, moves, new, only, play, shown, treasures

MORE = " B8a B8b"  # a pair that keeps the scramble open


def test_3_1_one_rune_is_taken_at_a_time_in_any_order_of_seats() -> None:
    played = play(lay("W1a W1b G2a G2b" + MORE), "2 grab W1a", "0 grab G2a", "2 grab W1b", "1 grab G2b")
    assert [(e.seat, e.rune) for e in only(played.events, RuneGrabbed)] == [
        (2, "W1a"),
        (0, "G2a"),
        (2, "W1b"),
        (1, "G2b"),
    ]
    assert shown(played.position, "held") == [["G2a"], ["G2b"], []]
    assert played.position.turn == [0, 1, 2]


def test_3_1_who_comes_first_has_it() -> None:
    position = play(lay("W1a W1b" + MORE), "1 grab W1a").position
    with pytest.raises(IllegalMove) as refusal:
        position.play(0, "grab W1a")
    assert refusal.value.rule == "§3.3"
    assert "before seat 1" in refusal.value.why


def test_3_1_runes_left_over_from_earlier_rounds_are_taken_as_well() -> None:
    """A14: two identical runes that nobody took stay; A16: a leftover can be the twin of a new Balance Rune."""
    position = lay("W1a@3,0 W1b@5,0 G2a G2b", bag="B1a B2a B3a B4a", seats=3, balance="G8a B8a W8a")
    after = play(position, "0 grab G2a", "done").position  # nobody takes the white pair
    assert {"grab W1a", "grab W1b"} <= set(moves(after, 1))
    position = lay("W1a@3,0 W1b@5,0 G2a G2b", bag="B1a B2a B3a B4a", seats=3, balance=". B8a W8a")
    after = play(position, "0 grab G2a", "0 grab G2b", "done").position
    assert shown(after, "balance")[0] == "W1a"
    assert play(after, "1 grab W1b").position.to_json()["treasure"][1] == ["W1a", "W1b"]


@pytest.mark.parametrize("rune", ["W1a", "W3a", "W4a"])
def test_3_2_what_does_not_lie_face_up_cannot_be_taken(rune: str) -> None:
    """Face down, in the bag or out of play: the refusal is the same, so that it tells nothing."""
    position = lay("-W1a G2a G2b", bag="W3a")
    with pytest.raises(IllegalMove) as refusal:
        position.play(0, f"grab {rune}")
    assert str(refusal.value) == f"§3.2: {rune} does not lie face up on the table"


@pytest.mark.parametrize(("rune", "owner"), [("W1a", 0), ("G1a", 1), ("B2a", 2), ("B3a", 1)])
def test_3_3_nothing_is_taken_from_before_a_seat(rune: str, owner: int) -> None:
    position = lay("G2a G2b", balance="W1a G1a", treasure=("", "", "B2a B2b"), held=("", "B3a"))
    for seat in range(3):
        with pytest.raises(IllegalMove) as refusal:
            position.play(seat, f"grab {rune}")
        assert (refusal.value.rule, f"seat {owner}" in refusal.value.why) == ("§3.3", True)


def test_3_4_two_identical_runes_are_treasure() -> None:
    """RK-1."""
    played = play(lay("W1a W1b" + MORE), "0 grab W1a", "0 grab W1b")
    assert treasures(played.position) == ["W1a W1b", "", ""]
    assert only(played.events, PairTaken) == [PairTaken(0, ["W1a", "W1b"], False)]
    assert played.position.scores == [2, 0, 0]


def test_3_4_pairs_need_not_be_taken_one_after_the_other() -> None:
    played = play(lay("W1a W1b G1a G1b" + MORE), "0 grab W1a", "0 grab G1a", "0 grab W1b", "0 grab G1b")
    assert treasures(played.position) == ["W1a W1b G1a G1b", "", ""]


def test_3_5_the_twin_of_ones_own_balance_rune_makes_a_pair_with_it() -> None:
    """RK-2."""
    played = play(lay("G4b" + MORE, balance="W1a G4a B1a"), "1 grab G4b")
    assert treasures(played.position)[1] == "G4a G4b"
    assert shown(played.position, "balance") == ["W1a", None, "B1a"]
    assert only(played.events, PairTaken) == [PairTaken(1, ["G4a", "G4b"], True)]


def test_3_6_the_twin_of_anothers_balance_rune_is_kept_aside() -> None:
    played = play(lay("G4b" + MORE, balance="W1a G4a B1a"), "2 grab G4b")
    assert shown(played.position, "held") == [[], [], ["G4b"]]
    assert shown(played.position, "balance") == ["W1a", "G4a", "B1a"]
    assert treasures(played.position) == ["", "", ""]


def test_3_7_who_is_done_takes_nothing_more() -> None:
    played = play(lay("W1a W1b" + MORE), "1 done")
    assert only(played.events, SeatDone) == [SeatDone(1)]
    assert played.position.turn == [0, 2]
    assert moves(played.position, 1) == []
    for text in ("grab W1a", "done"):
        with pytest.raises(IllegalMove, match="you are done for this round") as caught:
            played.position.play(1, text)
        assert caught.value.rule == "§3.7"


@pytest.mark.parametrize(
    ("table", "more", "grabs"),
    [
        ("W1a W1b G2a", {}, ["0 grab W1a", "0 grab W1b"]),
        ("W1a W1b -G2a G2b", {}, ["0 grab W1a", "0 grab W1b"]),  # a face-down twin is not visible
        ("W1a W1b", {}, ["0 grab W1a", "1 grab W1b"]),  # torn between two
        ("W1b G2a", {"balance": "W1a"}, ["0 grab W1b"]),  # one's own Balance Rune
        ("W1b G2a", {"balance": "W1a"}, ["2 grab W1b"]),  # another's
        ("W1b", {"held": ("", "W1a")}, ["2 grab W1b"]),  # a twin that somebody holds is still to be had
    ],
)
def test_3_8_the_scramble_ends_when_nothing_is_left(table: str, more: dict[str, str], grabs: list[str]) -> None:
    *first, last = grabs
    position = play(lay(table, **more), *first).position
    assert position.phase == "grab"
    assert only(play(position, last).events, ScrambleEnded) == [ScrambleEnded("nothing left")]


def test_3_8_or_when_all_are_done() -> None:
    played = play(lay("W1a W1b"), "2 done", "0 done")
    assert played.position.phase == "grab"
    played = play(played.position, "1 done")
    assert only(played.events, ScrambleEnded) == [ScrambleEnded("all done")]


@pytest.mark.parametrize("end", ["allDone", "timer"])
def test_3_8_by_option_only_when_all_are_done(end: str) -> None:
    position = lay("W1a W1b G2a", options={"grabEnd": end})
    position = play(position, "0 grab W1a", "0 grab W1b").position
    assert (position.phase, moves(position, 1)) == ("grab", ["grab G2a", "done"])
    position = play(position, "1 grab G2a", "0 done", "1 done").position
    assert (position.phase, position.turn) == ("grab", [2])
    assert only(play(position, "2 done").events, ScrambleEnded) == [ScrambleEnded("all done")]


def test_3_8_a_time_limit_is_the_live_tables_affair() -> None:
    assert shown(new(2, grabEnd="timer", grabSeconds=20), "options")["grabSeconds"] == 20


def test_in_the_scramble_other_moves_are_refused() -> None:
    for text in ("give W1", "slide 0 0.5", "order 0 1"):
        with pytest.raises(IllegalMove, match="the scramble is on"):
            new(3, seed=1).play(0, text)


def test_3_9_one_hand_needs_time_from_rune_to_rune() -> None:
    assert GAME.table_profile(GAME.read_options({})).press_gap == PRESS_GAP == 120
    assert GAME.table_profile(GAME.read_options({"pressGapMs": 0})).press_gap == 0
    race: Race[None] = Race(2, 0.0, 0.0, PRESS_GAP)
    race.show(1, [3, 5, 7], 0, USUAL, 0.0, 0.0, 0.0)
    assert isinstance(race.grab(0, 1, 3, 400.0, race.t0 + 400)[-1], GrabHeld)
    assert [one.winner for one in race.tick(race.t0 + 700) if isinstance(one, Verdict)] == [0]
    (refused,) = race.grab(0, 1, 5, 519.0, race.t0 + 700)
    assert isinstance(refused, Refused)
    assert refused.code == RacerBusy.code
    assert refused.why == "119 ms after your last press: one hand needs 120 ms from piece to piece"
    for seat, piece, reaction in ((0, 7, 520.0), (1, 5, 521.0)):  # late enough, and another hand
        rulings = race.grab(seat, 1, piece, reaction, race.t0 + 700)
        assert not any(isinstance(one, Refused) for one in rulings)
