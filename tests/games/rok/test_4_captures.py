"""Chapter 4: captures, and the contest over their order."""

from __future__ import annotations

from typing import Any

import pytest

from erre.core.errors import IllegalMove
from erre.core.game import Position
from erre.games.rok.events import ContestOpened, ContestWon, OrderChosen, RuneSlid, TreasureCaptured
from tests.games.rok.table import lay, look, moves, only, play, shown, treasures

GOOD, POOR, TOUCH = "slide 0 0.6", "slide 0 0.5", "slide 0 0.8"


def test_4_4_the_taker_gets_the_balance_rune_and_all_treasure_of_its_colour() -> None:
    """RK-3."""
    played = play(lay("W1b", balance="W1a G1a B1a", treasure=("W2a W2b B3a B3b",)), "2 grab W1b")
    assert only(played.events, TreasureCaptured) == [TreasureCaptured(2, 0, ["W1a", "W1b"], ["W2a", "W2b"])]
    assert treasures(played.position) == ["B3a B3b", "", "W1a W1b W2a W2b"]
    assert shown(played.position, "balance") == [None, "G1a", "B1a"]


def test_4_4_what_was_won_in_the_same_round_is_captured_too() -> None:
    """A7, as it is by default."""
    position = lay("W1b W2a W2b", balance="W1a G1a B1a")
    played = play(position, "0 grab W2a", "0 grab W2b", "1 grab W1b")
    assert treasures(played.position) == ["", "W1a W1b W2a W2b", ""]


def test_4_4_captures_of_two_colours_are_made_both() -> None:
    """A12: the victim of a capture has captured as well."""
    position = lay("W1b G1b", balance="W1a G1a B1a", treasure=("W2a W2b G3a G3b", "G2a G2b W3a W3b"))
    played = play(position, "0 grab G1b", "1 grab W1b")
    assert [(event.taker, event.owner) for event in only(played.events, TreasureCaptured)] == [(1, 0), (0, 1)]
    assert treasures(played.position) == [
        "G1a G1b G2a G2b G3a G3b",
        "W1a W1b W2a W2b W3a W3b",
        "",
    ]


def chain(**options: Any) -> Position:
    """Seat 0 captures from 1, seat 1 captures from 2, both white: the order decides who gets W6."""
    return lay(
        "W2b W3b",
        balance="W1a W2a W3a",
        treasure=("", "W5a W5b", "W6a W6b"),
        options=options,
    )


GRABS = ("0 grab W2b", "1 grab W3b")


def test_4_5_capturers_of_one_colour_slide_the_captured_balance_rune() -> None:
    played = play(chain(), *GRABS)
    assert (played.position.phase, played.position.turn) == ("slide", [0])
    assert only(played.events, ContestOpened) == [ContestOpened("W", [0, 1], 1)]
    assert [(c.taker, c.owner, c.rune) for c in look(played.position).captures] == [(0, 1, "W2b"), (1, 2, "W3b")]
    slid = play(played.position, f"0 {POOR}", f"1 {GOOD}")
    assert [(event.seat, event.rune, event.touched) for event in only(slid.events, RuneSlid)] == [
        (0, "W2a", False),
        (1, "W3a", False),
    ]
    assert only(slid.events, ContestWon) == [ContestWon("W", 1)]
    assert (slid.position.phase, slid.position.turn) == ("order", [1])


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [(GOOD, POOR, 0), (POOR, GOOD, 1), (TOUCH, POOR, 1), (POOR, TOUCH, 0), (GOOD, TOUCH, 0)],
)
def test_4_5_the_nearest_that_has_not_touched_destiny_wins(first: str, second: str, winner: int) -> None:
    played = play(chain(), *GRABS, f"0 {first}", f"1 {second}")
    assert only(played.events, ContestWon) == [ContestWon("W", winner)]


def test_4_5_a_single_capturer_need_not_slide() -> None:
    position = lay("W2b W3b", balance="W1a W2a W3a", treasure=("", "W5a W5b", "W6a W6b"))
    played = play(position, "0 grab W2b", "0 grab W3b")
    assert (played.position.phase, played.position.turn) == ("order", [0])
    assert moves(played.position, 0) == ["order 2 1", "order 1 2"]
    assert treasures(played.position.play(0, "order 2 1").position)[0] == "W2a W2b W3a W3b W5a W5b W6a W6b"


@pytest.mark.parametrize("first", [0, 1, 2])
def test_4_5_by_option_the_first_capturer_in_seat_order_chooses(first: int) -> None:
    position = lay(
        "W2b W3b",
        balance="W1a W2a W3a",
        first=first,
        options={"orderContest": "seat"},
    )
    played = play(position, *GRABS)
    assert only(played.events, ContestWon) == [ContestWon("W", 1 if first == 1 else 0)]


def test_4_5_by_option_a_lot_decides_who_chooses() -> None:
    winners = set()
    for seed in range(12):
        said = chain(orderContest="random").to_json() | {"chance": {"key": f"{seed:02x}" * 32, "drawn": 0}}
        played = play(Position.from_json(chain().game, said), *GRABS)
        assert played.position.phase == "order"
        winners.add(only(played.events, ContestWon)[0].seat)
    assert winners == {0, 1}


@pytest.mark.parametrize(
    ("order", "result"),
    [
        # Seat 0 takes from 1 first: then 1 keeps what it gets from 2.
        ("1 2", ["W2a W2b W5a W5b", "W3a W3b W6a W6b", ""]),
        # Seat 1 takes from 2 first: all of it is taken from 1 afterwards.
        ("2 1", ["W2a W2b W3a W3b W5a W5b W6a W6b", "", ""]),
    ],
)
def test_4_6_the_winner_chooses_the_order(order: str, result: list[str]) -> None:
    position = play(chain(), *GRABS, f"0 {GOOD}", f"1 {POOR}").position
    played = play(position, f"0 order {order}")
    assert only(played.events, OrderChosen) == [OrderChosen(0, [int(seat) for seat in order.split()])]
    assert [event.owner for event in only(played.events, TreasureCaptured)] == [int(seat) for seat in order.split()]
    assert treasures(played.position) == result


@pytest.mark.parametrize("text", ["order 1", "order 1 1", "order 2", "order 0 1", "order 1 2 0", "order 99 2"])
def test_4_6_an_order_names_every_victim_once(text: str) -> None:
    position = play(chain(), *GRABS, f"0 {GOOD}", f"1 {POOR}").position
    with pytest.raises(IllegalMove, match="1 2") as refusal:
        position.play(0, text)
    assert refusal.value.rule == "§4.6"


def test_4_6_five_victims_can_be_ordered_in_120_ways() -> None:
    position = lay(
        "W1b W2b W3b W4b W5b",
        seats=5,
        balance="W1a W2a W3a W4a W5a",
    )
    grabs = [f"{seat} grab W{(seat + 1) % 5 + 1}b" for seat in range(5)]
    position = play(position, *grabs).position
    assert position.turn == [0]
    position = play(position, f"0 {GOOD}", *(f"{seat} {POOR}" for seat in range(1, 5))).position
    listed = moves(position, 0)
    assert len(set(listed)) == 120
    assert "order 4 3 2 1 0" in listed
    after = position.play(0, "order 1 2 3 4 0").position
    assert [len(text.split()) for text in treasures(after)] == [0, 2, 2, 2, 4]  # seat 0 loses its spoils at the end
    after = position.play(0, "order 0 4 3 2 1").position
    assert [len(text.split()) for text in treasures(after)] == [10, 0, 0, 0, 0]
