"""Rummy for learners: the quick look that offers lays finds exactly those that the bots' plans find."""

from __future__ import annotations

import numpy as np
import pytest

from erre.bots.rummy.encoding import PLANS
from erre.bots.rummy.kept import WORK, WORTH
from erre.bots.rummy.lays import EVERY
from erre.bots.rummy.plans import list_plans
from erre.core.record import ints
from erre.games.rummy.components import MOST_LEGAL
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.one import OneGame
from tests.games.rummy.table import OPTION_SETS, laid_out


@pytest.mark.parametrize("options", OPTION_SETS)
def test_offers_are_the_plans_that_lay_something(options: dict[str, object]) -> None:
    one = OneGame("rummy", seats=2, options=options)
    chance = np.random.default_rng(1)
    one.begin(seed=3)
    for _ in range(60):
        seat = one.next_seat()
        offered = one.mask(seat)
        list_plans(one.record, seat, 0, EVERY, one.work)
        assert offered.tolist() == one.work[WORTH : WORTH + PLANS].tolist()
        action = chance.choice(np.flatnonzero(offered))
        one.encoding.take(one.record, seat, int(action), one.moves, one.work)
        if one.is_over():
            return
        while one.game.kernels.is_automatic(one.record):
            one.game.kernels.advance(one.record)


@pytest.mark.parametrize(
    ("table", "rack", "lays"),
    [
        ("[R6 R7 R8]", "R9 B1", True),  # joins a run
        ("[R6 R7 R8]", "R5 B1", True),
        ("[R1 R2 R3] [B11 B12 B13]", "G1 R13", False),  # a colour ends where the next begins
        ("[B1 G1 Y1]", "R1 B1", True),  # joins a group
        ("[B1 G1 Y1 R1]", "R1 B9", False),
        ("[R5 R6 R7 R8 R9]", "R7 B1", True),  # cuts a run in two
        ("[R5 R6 R7 R8 R9]", "R6 B1", False),
        ("[B1 G1 Y1 R1] [R6 R7 R8]", "R2 R3", True),  # needs a tile of the table, so the search must find it
        ("[R6 R7 R8]", "B6 B7 B8", True),  # a meld of its own
    ],
)
def test_a_lay_is_found_at_a_glance_or_by_the_search(table: str, rack: str, lays: bool) -> None:
    rummy = encoding_of("rummy", 2)
    mask = np.zeros(PLANS, np.int8)
    rummy.offer(laid_out(table, rack, "Y13 Y12").truth, 0, mask, ints(MOST_LEGAL), ints(WORK, np.int64))
    assert mask.tolist() == [1, int(lays), 0, 0]


@pytest.mark.parametrize(
    ("rack", "opens"),
    [
        ("R9 R10 R11 B1", True),
        ("R8 R9 R10 B1", False),  # 27 points
        ("B10 G10 Y10 B1", True),
        ("R12 R13 B12 B13 Y1", False),  # no meld
        ("R9 R10 R11 R11 G2 Y3", True),
        ("B8 B9 B10 G8 R8", False),  # 43 points, but the 8 is needed twice
    ],
)
def test_a_first_lay_needs_its_points(rack: str, opens: bool) -> None:
    rummy = encoding_of("rummy", 2)
    mask = np.zeros(PLANS, np.int8)
    table = laid_out("", rack, "Y13 Y12", opened=False)
    rummy.offer(table.truth, 0, mask, ints(MOST_LEGAL), ints(WORK, np.int64))
    assert mask.tolist() == [1, int(opens), 0, 0]
