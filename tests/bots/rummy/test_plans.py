"""Rummy's bots: what they notice, and how they choose between laying and waiting."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from erre.bots import BEGINNER, CASUAL, CHAMPION, CHAMPION_0_1, SOLID, STRONG
from erre.bots.contract import Budget
from erre.bots.kernel_bot import fresh_luck
from erre.bots.roster import make_bot
from erre.bots.rummy import WORK
from erre.bots.rummy.kept import ALL, FEWEST, HOLD, LAID, NO_JOKER, ONLY_LOOSE, OWN_PLANS, USUAL, WORTH
from erre.bots.rummy.lays import EVERY, lay
from erre.bots.rummy.level_settings import LATE, NOTICES, SEES
from erre.bots.rummy.opening import lay_least_opening, lay_one_meld
from erre.bots.rummy.plans import list_plans
from erre.bots.rummy.policy import noticed_melds
from erre.bots.rummy.search import is_alarmed, looks_ahead, would_pass
from erre.core.interpreter import interpreted
from erre.core.record import IntArray, ints
from erre.games.rummy import GAME
from erre.games.rummy.moves import Lay
from erre.games.rummy.tables import table_text
from tests.games.rummy.table import Table, laid_out

BEFORE = "[R6 R7 R8] [B1 G1 Y1]"


def work() -> IntArray:
    """A workspace."""
    return ints(WORK, np.int64)


def plans(table: Table) -> dict[int, int]:
    """The plans of seat 0, with the tiles that each lays."""
    space, s = work(), table.truth
    before = s.to_bytes()
    list_plans(s, 0, CHAMPION, EVERY, space)
    assert s.to_bytes() == before
    return {plan: int(space[LAID + plan]) for plan in range(OWN_PLANS) if space[WORTH + plan]}


@pytest.mark.parametrize(
    ("rack", "expected"),
    [
        ("G5 G9", {HOLD: 0}),
        ("R9 G9", {HOLD: 0, ALL: 1}),
        ("R9 J G13", {HOLD: 0, ALL: 2, NO_JOKER: 1}),
        ("R9 B10 B11 B12 G9", {HOLD: 0, ALL: 4, ONLY_LOOSE: 1, FEWEST: 3}),
    ],
)
def test_a_turn_has_a_few_plans(rack: str, expected: dict[int, int]) -> None:
    assert plans(laid_out(BEFORE, rack)) == expected


def test_who_has_not_opened_opens_or_waits() -> None:
    opened: dict[str, Any] = {"opened": [False, True]}
    assert plans(laid_out(BEFORE, "B10 B11 B12 R9", **opened)) == {HOLD: 0, ALL: 3}
    assert plans(laid_out(BEFORE, "R9 R10", **opened)) == {HOLD: 0}
    assert plans(laid_out(BEFORE, "B10 B11 B12 R1 R2 R3 G9", **opened)) == {HOLD: 0, ALL: 6, FEWEST: 3}


@pytest.mark.parametrize(
    ("rack", "laid"),
    [
        ("B10 B11 B12 R1 R2 R3", 3),  # one of two melds will do
        ("B8 B9 B10 B11 B12", 3),  # a long run is cut at its low end
        ("B9 G9 R9 Y9 B1", 4),  # three nines are 27 points
        ("B10 G10 R10 Y10", 3),
        ("B9 G9 R9 R1 R2 R3 Y12", 6),  # 27 and 6
        ("B10 B11 B12 J R4", 3),  # the joker stays
        ("B11 B12 J R4", 3),  # here it is needed
        ("B4 B5 B6 R4", 0),
    ],
)
def test_the_smallest_opening_takes_few_tiles_and_no_joker_unless_it_must(rack: str, laid: int) -> None:
    table = laid_out(BEFORE, rack, opened=[False, True])
    s = table.truth
    assert lay_least_opening(s, 0, work()) == (laid > 0)
    assert s.held[0] == len(rack.split()) - laid
    if laid:
        assert table.position.play(0, Lay(table_text(s))).position.to_json()["opened"][0]


def test_when_the_pool_runs_out_one_meld_is_a_plan_of_its_own() -> None:
    rack = "B10 B11 B12 R1 R2 R3 G9"
    many = "G1 G2 G3 G4 G5 G6"
    assert plans(laid_out(BEFORE, rack, pool=many)) == {HOLD: 0, ALL: 6}
    assert plans(laid_out(BEFORE, rack, pool="G1 G2")) == {HOLD: 0, ALL: 6, FEWEST: 3}
    s = laid_out(BEFORE, rack, pool="G1 G2").truth
    assert lay_one_meld(s, 0, work())
    assert table_text(s)[-1] == ["B10a", "B11a", "B12a"]  # the dearest
    assert not lay_one_meld(laid_out(BEFORE, "R9 J G9").truth, 0, work())


@pytest.mark.parametrize(
    ("rack", "other", "pool", "passes", "expected"),
    [
        ("R1 R2", "Y2 Y5 Y8", "", 1, True),
        ("R12 R13", "Y2 Y5 Y8", "", 1, False),  # more than 7 points for each tile of the other
        ("R1 R2", "Y2 Y5 Y8", "", 0, False),  # the hand would go on
        ("R1 R2", "Y2 Y5 Y8", "G1", 0, False),
    ],
)
def test_in_worlds_whoever_seems_to_have_the_lowest_rack_lets_the_hand_end(
    rack: str, other: str, pool: str, passes: int, expected: bool
) -> None:
    s = laid_out(BEFORE, rack, other, pool=pool).truth
    s.passes = passes
    assert would_pass(s, 0) == expected


def test_in_worlds_of_three_players_nobody_waits_once_a_rack_is_small() -> None:
    large = " ".join(f"{colour}{value}" for colour in "RB" for value in range(1, 10))
    small = "G2 G3"
    other = large.replace("R", "Y").replace("B", "G")
    tables = ((large, small, "Y2 Y4"), (large, small), (small, large, other))
    crowd, pair, waiting = (laid_out("[R11 R12 R13]", *racks).truth for racks in tables)
    alarmed = interpreted(is_alarmed)
    assert alarmed(crowd, 0, CHAMPION)
    assert not alarmed(crowd, 0, CHAMPION_0_1)
    assert not alarmed(pair, 0, CHAMPION), "two players wait for each other"
    assert not alarmed(waiting, 0, CHAMPION)


def test_melds_that_are_not_noticed_stay_as_they_are() -> None:
    for noticed, left in ((0, 2), (1, 1), (2, 1), (EVERY, 0)):
        s = laid_out(BEFORE, "R9 R1").truth
        lay(s, 0, noticed, True, work())
        assert s.held[0] == left


def test_each_level_overlooks_less_than_the_one_below() -> None:
    ladder = (BEGINNER, CASUAL, SOLID, STRONG, CHAMPION)
    for chances in (NOTICES, SEES):
        assert list(chances[list(ladder)]) == sorted(chances[list(ladder)])
    table = laid_out(BEFORE, "R9")
    assert noticed_melds(table.truth, CHAMPION, fresh_luck(1)) == EVERY
    seen = [noticed_melds(table.truth, SOLID, fresh_luck(seed)) for seed in range(40)]
    assert {0, 1, 2, 3} >= set(seen) >= {1, 2, 3}


@pytest.mark.parametrize(
    ("rack", "pool", "usual"),
    [
        ("R9 G9", "G1", HOLD),
        ("R9 R5", "G1", ALL),  # the whole rack
        ("R9 G9", "", ALL),  # waiting brings no more tiles
        ("G5 G9", "", HOLD),  # nothing to lay
    ],
)
def test_the_usual_plan_is_to_wait_until_all_can_be_laid(rack: str, pool: str, usual: int) -> None:
    space = work()
    list_plans(laid_out(BEFORE, rack, pool=pool).truth, 0, CHAMPION, EVERY, space)
    assert space[USUAL] == usual


def test_only_the_champion_looks_ahead_and_only_when_the_pool_runs_out() -> None:
    pool = ["G1", "G2", "G3", "G4", "G5", "G6"]
    for left in range(len(pool) + 1):
        s = laid_out(BEFORE, "R9 Y9", pool=" ".join(pool[:left])).truth
        for bot in (SOLID, STRONG, CHAMPION):
            assert looks_ahead(s, bot) == (bot == CHAMPION and left <= LATE * 2)


def test_whoever_can_end_the_hand_does_and_nothing_is_weighed() -> None:
    advice = make_bot(GAME, "champion", seed=1).advise(laid_out(BEFORE, "R9 R5").seen_by(0), Budget(playouts=50))
    assert (advice.reason, advice.playouts, advice.numbers["left"]) == ("rummy.lay", 0, 0)


@pytest.mark.parametrize(
    ("rack", "options", "left"),
    [
        ("R9 B10 B11 B12", {"tableUseInOpeningTurn": True}, 0),
        ("R3 R4 R5 R9 R10 B13 G13 Y13", {"tableUseInOpeningTurn": True}, 0),
        ("R9 B10 B11 B12", {}, 1),
        ("R9 B2 B3", {"closeFromHand": True, "closeFromHandUsesTable": True}, 3),
        ("R9 R5", {"closeFromHand": True, "closeFromHandUsesTable": True}, 0),
        ("R9 R5", {"closeFromHand": True}, 2),
    ],
)
def test_a_first_lay_uses_the_table_exactly_where_an_option_allows_it(
    rack: str, options: dict[str, Any], left: int
) -> None:
    s = laid_out(BEFORE, rack, options=options, opened=[False, True], hand_no=2).truth
    lay(s, 0, EVERY, True, work())
    assert s.held[0] == left
