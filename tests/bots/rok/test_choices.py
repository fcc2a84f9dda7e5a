"""What bots choose: what is worth most, the richest victim, a steady slide, the best order; and why."""

from __future__ import annotations

from collections import Counter

import pytest

from erre.bots import BOTS
from erre.bots.contract import LEVELS
from erre.bots.kernel_bot import fresh_luck
from erre.bots.rok import REASONS, advise, next_grab
from erre.bots.rok.contests import slide, value_of_order, way_left
from erre.bots.rok.targets import lookalike, worth
from erre.core.game import Position
from erre.core.record import NONE
from erre.games.rok import GAME
from erre.games.rok.components import ORDER_BASE
from erre.games.rok.moves import Grab, Order, encode
from erre.games.rok.notation import parse_rune
from tests.games.rok.table import lay, look, new, record

NAIVE, PRACTICAL, KEEN, SHREWD = range(4)


@pytest.mark.parametrize(
    ("insight", "rune", "expected"),
    [
        (NAIVE, "W1a", 100),  # a pair on the table
        (NAIVE, "G1a", 100),  # another's Balance Rune: just as good
        (PRACTICAL, "W1a", 100),  # two grabs for two runes
        (PRACTICAL, "G1a", 200),
        (PRACTICAL, "B1a", 200),  # the own one
        (KEEN, "G1a", 400),  # two of its colour are in that treasure
        (KEEN, "B1a", 200),
        (SHREWD, "G1a", 600),  # and its owner, one of two others, loses as much
        (SHREWD, "W8a", 0),
    ],
)
def test_what_a_rune_is_worth(insight: int, rune: str, expected: int) -> None:
    s = record(lay("W1a W1b G1a B1a W8a", balance="B1b G1b G2b", treasure=("", "G5a G5b W5a W5b")))
    assert worth(s, 0, parse_rune(rune), insight) == expected


def choices(position: Position, level: str, times: int = 60) -> Counter[str]:
    """What a level grabs, how often."""
    luck = fresh_luck(11)
    reaches = [next_grab(look(position), level, luck) for _ in range(times)]
    return Counter(GAME.format_move(reach.move) for reach in reaches)


def test_the_better_ones_rob_the_richest() -> None:
    treasure = ("", "W5a W5b", "G3a G3b G4a G4b G5a G5b G6a G6b")
    table = lay("W1a@5,0 G1a@-5,0", balance="B1a W1b G1b", treasure=treasure)
    for level in ("solid", "strong", "champion"):
        assert choices(table, level)["grab G1a"] >= 50
    assert 15 < choices(table, "beginner")["grab G1a"] < 45


def test_beginners_take_one_rune_for_another_and_champions_never() -> None:
    table = lay("W1a@5,0 G1a@-5,0 W2a W2b", balance="B3a B4a B5a")
    wrong = {level: sum(choices(table, level, 400)[f"grab {rune}"] for rune in ("W1a", "G1a")) for level in LEVELS}
    assert wrong["beginner"] > wrong["casual"] > wrong["champion"] == 0
    assert lookalike(record(lay("W1a G2a")), 0, fresh_luck(1)) == NONE


def contest() -> Position:
    """Two captures of white: seat 0 takes from 1, seat 1 from 2; both slide."""
    return lay(
        "B5a@3,9",
        balance="B1a W1a W2a",
        held=("W1b", "W2b"),
        treasure=("", "W3a W3b", "W4a W4b W5a W5b"),
        phase="slide",
    )


def test_the_better_slide_nearer_to_destiny() -> None:
    s, luck = record(contest()), fresh_luck(8)
    before = s.to_bytes()
    nearness = []
    for level in LEVELS:
        ways = [way_left(s, 0, slide(s, 0, BOTS[level], luck)) for _ in range(120)]
        # A slide that touches is as bad as one that stops at the edge.
        nearness.append(sum(20.0 if way == NONE else way**0.5 / 1000 for way in ways) / len(ways))
    assert nearness == sorted(nearness, reverse=True)
    assert s.to_bytes() == before


def test_the_best_order_lets_the_victim_grow_first() -> None:
    position = lay(
        "",
        balance="B1a W1a W2a",
        held=("W1b", "W2b"),
        treasure=("", "W3a W3b", "W4a W4b"),
        phase="order",
        options={"orderContest": "seat"},
    )
    s = record(position)
    # From 2 first: seat 1 has 2 + 4 runes of white, all of which seat 0 then takes with the pair.
    assert value_of_order(s, 0, encode(Order([2, 1])) - ORDER_BASE) == 8
    assert value_of_order(s, 0, encode(Order([1, 2])) - ORDER_BASE) == 0
    advice = advise(look(position), "champion", None, fresh_luck(1))
    assert advice.move == Order([2, 1])
    assert advice.why == "from seat 2, then 1: 8 runes of that colour ahead of the next"


@pytest.mark.parametrize(
    ("table", "more", "reason", "why"),
    [
        ("W1b@3,0", {"held": ("W1a",)}, "rok.finish", "take W1b: you hold its twin"),
        ("B1b@3,0", {"treasure": ("B5a B5b",)}, "rok.balance", "2 black ones of yours are safe"),
        ("G1b@3,0", {"treasure": ("", "G5a G5b")}, "rok.capture", "captures 4 runes from seat 1, 2 of them treasure"),
        ("W1a@3,0 W1b@3,4", {}, "rok.pair", "2 runes, 4.0 radii apart"),
        ("W1a@3,0", {"held": ("", "W1b")}, "rok.split", "seat 1 holds its twin"),
        ("W1a@3,0", {"options": {"grabEnd": "allDone"}}, "rok.done", "1 runes lie face up"),
    ],
)
def test_a_champion_says_why(table: str, more: dict[str, object], reason: str, why: str) -> None:
    position = lay(table, balance="B1a G1a G2a", **more)
    advice = advise(look(position), "champion", None, fresh_luck(1))
    assert advice.reason == reason
    assert why in advice.why
    assert GAME.parse_move(advice.choices[0].move) == advice.move


def test_bots_play_legal_moves_with_reasons_in_every_position_of_a_game() -> None:
    met = set()
    for seed, level in enumerate(LEVELS * 2):
        luck = fresh_luck(seed)
        position = new(2 + seed % 4, seed=seed)
        for step in range(300):
            if position.outcome is not None:
                break
            seat = position.turn[step % len(position.turn)]
            advice = advise(look(position, seat), level, None, luck)
            met.add(advice.reason)
            assert REASONS[advice.reason].format(**advice.numbers) == advice.why
            position.check(seat, advice.move)
            position = position.play(seat, advice.move).position
    assert {"rok.finish", "rok.balance", "rok.capture", "rok.pair", "rok.done", "rok.slide"} <= met


def test_the_same_luck_gives_the_same_advice() -> None:
    view = look(new(3, seed=4))
    assert advise(view, "beginner", None, fresh_luck(3)) == advise(view, "beginner", None, fresh_luck(3))
    assert isinstance(next_grab(view, "champion", fresh_luck(3)).move, Grab)
