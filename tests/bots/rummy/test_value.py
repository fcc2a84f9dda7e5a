"""The learned value of Rummy's plans: whole numbers, alike for hints, analysis and bots."""

from __future__ import annotations

import numpy as np
import pytest

from erre.bots import CHAMPION, STRONG
from erre.bots.contract import Budget
from erre.bots.kernel_bot import fresh_luck
from erre.bots.roster import hint, make_bot
from erre.bots.rummy import WORK, weigh
from erre.bots.rummy.kept import (
    ALL,
    DESCRIBED,
    DESCRIPTION,
    HOLD,
    LAYERS,
    OUTPUTS,
    PLANS,
    ROOM,
    VALUE,
    WORTH,
)
from erre.bots.rummy.lays import EVERY
from erre.bots.rummy.plans import list_plans
from erre.bots.rummy.training import TASK
from erre.bots.rummy.value import (
    HIDDEN,
    UNIT,
    WEIGHT_COUNT,
    dearest_plan,
    describe_plan,
    describe_turn,
    weigh_plan,
    weigh_turn,
)
from erre.bots.rummy.weights import WEIGHTS
from erre.core.record import IntArray, ints
from erre.games.rummy import GAME
from erre.games.rummy.moves import Draw, Lay, Pass
from erre.games.rummy.views import RummyView
from erre.lab.training.fit import Fit
from tests.games.rummy.table import laid_out

BEFORE = "[R6 R7 R8] [B1 G1 Y1]"
RACK = "R9 B10 B11 B12 G9"
POOL = "G2 G3 G5 R1 R2 R3 B4"


def weighed(rack: str) -> IntArray:
    """A workspace with the plans of seat 0 and their values."""
    space, s = ints(WORK, np.int64), laid_out(BEFORE, rack, "Y2 Y5 Y8 Y9", pool=POOL).truth
    list_plans(s, 0, CHAMPION, EVERY, space)
    weigh_turn(s, 0, space)
    return space


def test_the_whole_numbers_of_a_fitted_network_say_what_it_says() -> None:
    fit = Fit(TASK.sizes, 3)
    weights = TASK.whole_numbers(fit.layers)
    assert len(np.asarray(weights)) == WEIGHT_COUNT == len(np.asarray(WEIGHTS))
    choice = np.random.default_rng(1)
    for _ in range(5):
        space = ints(WORK, np.int64)
        inputs = choice.integers(0, 2 * UNIT, DESCRIBED)
        space[DESCRIPTION : DESCRIPTION + DESCRIBED] = inputs
        weigh_plan(weights, HOLD, space)
        exact = fit.outputs((inputs / UNIT).astype(np.float32)[None])[-1][0]
        assert space[VALUE] == pytest.approx(UNIT * exact[0], abs=4)
        assert space[VALUE + 1] == pytest.approx(UNIT * min(max(exact[1], 0), 1), abs=4)
    assert HIDDEN <= ROOM
    assert LAYERS + 2 * ROOM == WORK


def test_every_plan_has_a_value_and_a_chance() -> None:
    space = weighed(RACK)
    plans = [plan for plan in range(PLANS) if space[WORTH + plan]]
    assert HOLD in plans
    assert ALL in plans
    assert len({int(space[VALUE + OUTPUTS * plan]) for plan in plans}) > 1
    assert all(0 <= space[VALUE + OUTPUTS * plan + 1] <= UNIT for plan in plans)


def test_what_describes_a_plan_hides_what_the_seat_cannot_see() -> None:
    found = []
    for other, pool in (("Y2 Y5 Y8 Y9", POOL), ("G2 G3 G5 R1", "Y2 Y5 Y8 Y9 R2 R3 B4")):
        space, s = ints(WORK, np.int64), laid_out(BEFORE, RACK, other, pool=pool).truth
        list_plans(s, 0, CHAMPION, EVERY, space)
        describe_turn(s, 0, space)
        describe_plan(0, ALL, space)
        found.append(np.asarray(space[DESCRIPTION : DESCRIPTION + DESCRIBED]).tolist())
    assert found[0] == found[1]


def test_the_strong_bot_may_wait_only_with_few_tiles() -> None:
    rack = "R9 B3 B5 B8 B10 B13 G2 G4 G7"
    space, s = ints(WORK, np.int64), laid_out(BEFORE, rack, "Y2 Y5 Y8 Y9", pool=POOL).truth
    list_plans(s, 0, STRONG, EVERY, space)
    weigh_turn(s, 0, space)
    space[VALUE + OUTPUTS * HOLD] = 1 << 20
    assert dearest_plan(s, 0, STRONG, space) == ALL
    assert dearest_plan(s, 0, CHAMPION, space) == HOLD


def test_hint_analysis_and_champion_agree_on_the_value() -> None:
    view = laid_out(BEFORE, RACK, "Y2 Y5 Y8 Y9", pool=POOL).seen_by(0)
    assert isinstance(view, RummyView)
    given = hint(GAME, view, Budget(milliseconds=5))
    assert isinstance(given.move, Draw | Lay | Pass)
    later = weigh(view, given.move, "champion", Budget(playouts=40), fresh_luck(1))
    played = make_bot(GAME, "champion", seed=7).advise(view)
    assert (later.reason, later.numbers["points"]) == (given.reason, given.numbers["points"])
    assert [choice.value for choice in played.choices] == [choice.value for choice in given.choices]
    assert len({choice.value for choice in given.choices}) > 1
    assert 0 <= float(given.numbers["chance"]) <= 100


def test_the_notes_of_a_hand_depend_on_the_seed_and_its_number_only() -> None:
    both, second = TASK.play(3, 0, 2), TASK.play(3, 1, 1)
    is_second = both.games == 1
    assert is_second.any()
    assert (both.inputs[is_second] == second.inputs).all()
    assert (both.targets[is_second] == second.targets).all()
    assert both.inputs.shape[1:] == TASK.sizes[:1]
    assert set(np.unique(both.targets[:, 1])) <= {0, 1}
