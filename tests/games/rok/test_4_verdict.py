"""Chapter 4: the verdict, up to the split pairs, and after the captures."""

from __future__ import annotations

import pytest

from erre.core.errors import IllegalMove
from erre.core.game import Position
from erre.games.rok.events import (
    BalanceTaken,
    LoneRunesReturned,
    PairGiven,
    PairSplit,
    RunesReturned,
    RunesThrown,
    WrongPairReturned,
)
from tests.games.rok.table import lay, moves, on_table, only, play, shown, treasures

MANY = "B2a B3a B4a B5a B6a B7a"  # enough in the bag for another round


def in_bag(position: Position) -> set[str]:
    """The runes in the bag, or, where the next throw has been, on the table."""
    return set(shown(position, "bag")) | {one["rune"] for one in shown(position, "table")}


def test_4_1_a_wrong_pair_goes_back() -> None:
    """RK-6: the treasure is empty, so only the wrong pair does."""
    played = play(lay("G1a G2a B8a B8b"), "0 grab G1a", "0 grab G2a", "done")
    assert only(played.events, WrongPairReturned) == [WrongPairReturned(0, ["G1a", "G2a"], 1)]
    assert only(played.events, PairGiven) == []
    assert {"G1a", "G2a"} <= in_bag(played.position)


def test_4_2_a_pair_of_the_treasure_goes_back_too() -> None:
    """RK-5: there is no choice, so nobody is asked."""
    played = play(
        lay("G1a G2a B8a B8b", treasure=("B1a B1b",), balance="W8a G8a W7a"), "0 grab G1a", "0 grab G2a", "done"
    )
    assert only(played.events, PairGiven) == [PairGiven(0, ["B1a", "B1b"])]
    assert treasures(played.position) == ["", "", ""]
    assert in_bag(played.position) >= {"G1a", "G2a", "B1a", "B1b"}


def test_4_2_the_player_chooses_the_pair() -> None:
    """A6; pairs of this round count as treasure."""
    position = lay("G1a G2a W3a W3b B8a B8b", treasure=("", "W1a W1b"), balance="W8a G8a W7a")
    position = play(position, "1 grab G1a", "1 grab G2a", "1 grab W3a", "1 grab W3b", "done").position
    assert (position.phase, position.turn) == ("penalty", [1])
    assert moves(position, 1) == ["give W1", "give W3"]
    for text, why in (("give W2", "no pair of W2"), ("grab B8a", "you owe a pair"), ("done", "you owe a pair")):
        with pytest.raises(IllegalMove, match=why) as refusal:
            position.play(1, text)
        assert refusal.value.rule == "§4.2"
    after = position.play(1, "give W3").position
    assert treasures(after)[1] == "W1a W1b"
    assert {"W3a", "W3b", "G1a", "G2a"} <= in_bag(after)


@pytest.mark.parametrize(
    ("wrong", "penalty"),
    [
        ("G1a", 1),  # an odd one counts as one too
        ("G1a G2a", 1),
        ("G1a G2a G3a", 2),
        ("G1a G2a G3a G4a", 2),
    ],
)
def test_4_2_once_for_every_wrong_pair(wrong: str, penalty: int) -> None:
    treasure = "W1a W1b W2a W2b W3a W3b"
    position = lay(wrong + " B8a B8b", treasure=(treasure,), options={"penaltyChoice": "oldest"})
    played = play(position, *(f"0 grab {rune}" for rune in wrong.split()), "done")
    assert only(played.events, WrongPairReturned) == [WrongPairReturned(0, wrong.split(), penalty)]
    assert len(only(played.events, PairGiven)) == penalty
    assert len(treasures(played.position)[0].split()) == 6 - 2 * penalty


def test_4_2_no_more_than_there_is() -> None:
    position = lay("G1a G2a G3a B8a B8b", treasure=("W1a W1b",))
    played = play(position, "0 grab G1a", "0 grab G2a", "0 grab G3a", "done")
    assert only(played.events, WrongPairReturned)[0].penalty == 2
    assert only(played.events, PairGiven) == [PairGiven(0, ["W1a", "W1b"])]


def test_4_2_by_option_the_oldest_pair() -> None:
    position = lay(
        "G1a G2a B8a B8b",
        treasure=("W1a W1b B1a B1b G8a G8b",),
        since=[[5, 5, 2, 2, 3, 3], [], []],
        round=6,
        options={"penaltyChoice": "oldest"},
    )
    played = play(position, "0 grab G1a", "0 grab G2a", "done")
    assert only(played.events, PairGiven) == [PairGiven(0, ["B1a", "B1b"])]


def test_4_2_several_seats_are_asked_from_the_first_player() -> None:
    treasure = ("W1a W1b W2a W2b", "W3a W3b W4a W4b", "W5a W5b W6a W6b")
    position = lay("G1a G2a G3a B8a B8b", treasure=treasure, first=2)
    position = play(position, "0 grab G1a", "2 grab G2a", "1 grab G3a", "done").position
    asked = []
    while position.phase == "penalty":
        asked += position.turn
        position = position.play(position.turn[0], moves(position, position.turn[0])[0]).position
    assert asked == [2, 0, 1]


def test_4_3_a_pair_torn_between_two_goes_back_without_penalty() -> None:
    """RK-8."""
    position = lay("B7a B7b", treasure=("W1a W1b", "", "W2a W2b"))
    played = play(position, "0 grab B7a", "2 grab B7b")
    assert only(played.events, PairSplit) == [PairSplit([0, 2], ["B7a", "B7b"])]
    assert only(played.events, WrongPairReturned) == []
    assert {"B7a", "B7b"} <= in_bag(played.position)
    assert treasures(played.position) == ["W1a W1b", "", "W2a W2b"]


def test_4_7_the_nearest_face_up_rune_is_the_new_balance_rune() -> None:
    """RK-12: A and B have none, B is first player."""
    position = lay("G2a@-5,0 G1a@3,0 -W5a@2.5,0 W1a@9,9 W1b@9,-9", seats=2, first=1, bag=MANY)
    played = play(position, "0 grab W1a", "0 grab W1b")
    assert only(played.events, BalanceTaken) == [BalanceTaken(1, "G1a"), BalanceTaken(0, "G2a")]
    assert shown(played.position, "balance") == ["G2a", "G1a"]


@pytest.mark.parametrize(("first", "order"), [(0, [0, 1, 2, 3, 4]), (2, [2, 3, 4, 0, 1]), (4, [4, 0, 1, 2, 3])])
def test_4_7_from_the_first_player_clockwise(first: int, order: list[int]) -> None:
    table = " ".join(f"G{k + 1}a@{3 * k + 3},0" for k in range(5)) + " W1a@0,9 W1b@0,-9"
    played = play(lay(table, seats=5, first=first), "0 grab W1a", "0 grab W1b")
    taken = only(played.events, BalanceTaken)
    assert taken == [BalanceTaken(seat, f"G{k + 1}a") for k, seat in enumerate(order)]


def test_4_7_who_paired_the_own_balance_rune_takes_a_new_one() -> None:
    """A11, and the rest of RK-2."""
    played = play(lay("G4b B5a", balance="W1a G4a B1a"), "1 grab G4b")
    assert only(played.events, BalanceTaken) == [BalanceTaken(1, "B5a")]


def test_4_7_of_two_equally_near_runes_the_lower_is_taken() -> None:
    """A2."""
    played = play(lay("B5a@3,4 G5a@-4,3 W1a@9,9 W1b@9,-9", balance="W8a G8a ."), "0 grab W1a", "0 grab W1b")
    assert only(played.events, BalanceTaken) == [BalanceTaken(2, "G5a")]


def test_4_8_a_new_balance_rune_differs_from_all_others() -> None:
    """A10: G1's twin is kept by seat 2; and two seats cannot take G2's twins."""
    options = {"grabEnd": "allDone"}
    position = lay("G1b@3,0 G2a@4,4 G2b@-5,5 G3a@9,0 W1a@0,9 W1b@0,-9", balance=". . G1a", options=options)
    played = play(position, "0 grab W1a", "0 grab W1b", "done")
    assert only(played.events, BalanceTaken) == [BalanceTaken(0, "G2a"), BalanceTaken(1, "G3a")]


def test_4_9_who_finds_none_plays_without() -> None:
    """A13: nobody can capture from him, and he looks again after the next round."""
    options = {"faceUpProbability": 1}
    position = lay("G1a@3,0 W1a W1b", seats=3, bag="B1a B1b B2a B3a", options=options)
    played = play(position, "0 grab W1a", "0 grab W1b")
    assert only(played.events, BalanceTaken) == [BalanceTaken(0, "G1a")]
    assert shown(played.position, "balance") == ["G1a", None, None]
    assert played.position.phase == "grab"
    later = play(played.position, "0 grab B1a", "0 grab B1b")
    assert [event.seat for event in only(later.events, BalanceTaken)] == [1, 2]


def test_4_10_face_down_runes_go_back_and_face_up_ones_stay() -> None:
    position = lay("-G1a -G2a G3a@2,3 W1a W1b", balance="W8a G8a B8a")
    played = play(position, "0 grab W1a", "0 grab W1b")
    assert only(played.events, RunesReturned) == [RunesReturned(2, 2)]
    assert on_table(played.position) == {"G3a"}
    assert set(shown(played.position, "bag")) == {"G1a", "G2a"}


@pytest.mark.parametrize(("first", "following"), [(0, 1), (1, 2), (2, 0)])
def test_4_11_the_left_neighbour_is_first_player_of_the_next_round(first: int, following: int) -> None:
    played = play(lay("W1a W1b", first=first, round=4, bag=MANY), "0 grab W1a", "0 grab W1b")
    thrown = only(played.events, RunesThrown)[0]
    assert (thrown.first, thrown.round) == (following, 5)


def test_the_verdict_follows_the_order_of_the_rulebook() -> None:
    """A wrong pair, a split one, a lone rune, a capture, a new Balance Rune, and the face-down runes."""
    position = lay(
        "G1a G2a B7a B7b W1b W5a W5b B6a -B5a",
        balance="W1a G8a B8a",
        treasure=("", "W2a W2b"),
        options={"grabEnd": "allDone"},
    )
    grabs = ["1 grab G1a", "1 grab G2a", "0 grab B7a", "2 grab B7b", "2 grab W1b", "0 grab W5a", "done"]
    told = [type(event).__name__ for event in play(position, *grabs).events]
    verdict = told[told.index("ScrambleEnded") + 1 :]
    assert verdict[:7] == [
        "LoneRunesReturned",
        "WrongPairReturned",
        "PairGiven",
        "PairSplit",
        "TreasureCaptured",
        "BalanceTaken",
        "RunesReturned",
    ]
    assert only(play(position, *grabs).events, LoneRunesReturned) == [LoneRunesReturned(0, ["W5a"])]
