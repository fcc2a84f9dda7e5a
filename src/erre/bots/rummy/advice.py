"""Rummy: advice from a view, with the reason in numbers."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from erre.bots import BOTS, STRONG_0_1
from erre.bots.contract import Advice, Budget, Choice
from erre.bots.rummy.kept import (
    ALL,
    FEWEST,
    GIVEN,
    HOLD,
    KEPT_FIELDS,
    LAID,
    NO_JOKER,
    ONLY_LOOSE,
    OUTPUTS,
    PLANNED,
    PLANS,
    TOTALS,
    VALUE,
    WINS,
    WORK,
    WORLDS,
    WORTH,
    bring_back,
)
from erre.bots.rummy.lays import EVERY
from erre.bots.rummy.level_settings import DOUBT, HOLDS, PLAYOUTS, WEIGHS
from erre.bots.rummy.plans import is_whole, list_plans
from erre.bots.rummy.policy import lay_quickly, noticed_melds
from erre.bots.rummy.search import MOST_WORLDS, best_plan, looks_ahead, try_worlds
from erre.bots.rummy.value import QUARTERS, UNIT, dearest_plan, weigh_turn
from erre.core.record import IntArray, ints
from erre.games.rummy.from_view import state_from_view
from erre.games.rummy.moves import Draw, Lay, Pass, RummyMove, format_move
from erre.games.rummy.rules.turn import may_draw
from erre.games.rummy.state import Rummy
from erre.games.rummy.tables import table_text
from erre.games.rummy.views import RummyView

REASONS = {
    "rummy.nothing": "{move}: there is nothing to lay",
    "rummy.lay": "lay {tiles} tiles, {left} left",
    "rummy.overlooked": "{move}: it sees nothing to lay",
    "rummy.keep": "{move} and keep the tiles: {tiles} of {held} can be laid, better all of them in one turn later",
    "rummy.best": "lay {tiles} tiles: {points} points of this hand expected and {chance} % to win it; drawing {hold}",
    "rummy.joker": "lay {tiles} tiles and keep the joker, which fits anywhere in the last lay: {points} points of this "
    "hand expected and {chance} % to win it; with the joker {lay}",
    "rummy.loose": "lay {tiles} tiles that need the table and keep whole melds: {points} points of this hand expected "
    "and {chance} % to win it; laying everything {lay}",
    "rummy.small": "open with {tiles} tiles only, since tiles on the table help everybody: {points} points of this "
    "hand expected and {chance} % to win it; the largest lay {lay}",
    "rummy.meld": "lay one meld of {tiles} tiles only, to have the lower rack if nobody goes on: {points} points of "
    "this hand expected and {chance} % to win it; laying everything {lay}",
    "rummy.wait": "{move} and keep the tiles: {points} points of this hand expected and {chance} % to win it; laying "
    "{lay}, since tiles on the table help everybody",
    "rummy.unsure": "{move} and keep the tiles: laying came out at {lay} points on average, keeping them at {points}, "
    "which is too close to tell, and tiles on the table help everybody",
}
WHY_LAY = {NO_JOKER: "rummy.joker", ONLY_LOOSE: "rummy.loose", FEWEST: "rummy.small"}  # else rummy.best
NOTHING_WRITTEN: Mapping[int, RummyMove | None] = {}
USUAL_MILLISECONDS = 300  # of a champion that is given no budget
MARGIN = 0.9  # of the time, so that the last slice does not end beyond it


class Spaces(threading.local):
    """A workspace for each thread: it is large."""

    def __init__(self) -> None:
        self.work: IntArray = ints(WORK, np.int64)


_SPACES = Spaces()


def advise(view: RummyView, level: str, budget: Budget | None, luck: IntArray) -> Advice:
    """What a level would do in its turn, and why."""
    s, seat = state_from_view(view), view.seat or 0
    bot = BOTS[level]
    work = _SPACES.work
    if not looks_ahead(s, bot) and not WEIGHS[bot]:
        return quick_advice(s, seat, bot, luck, work)
    count = list_plans(s, seat, bot, noticed_melds(s, bot, luck), work)
    if not looks_ahead(s, bot):
        return learned_advice(s, seat, bot, work)
    if count == 1 or is_whole(s, seat, work):
        return quick_advice(s, seat, bot, luck, work)
    think(s, seat, bot, budget, luck, work)
    return tried_advice(s, seat, bot, work)


def quick_advice(s: Rummy, seat: int, bot: int, luck: IntArray, work: IntArray) -> Advice:
    """The move of a level that does not look ahead, or where there is nothing to weigh."""
    after = s.copy()
    if lay_quickly(after, seat, bot, luck, work):
        laid: dict[str, float | str] = {"tiles": s.held[seat] - after.held[seat], "left": after.held[seat]}
        return advice_of(Lay(table_text(after)), "rummy.lay", laid, [], 0)
    numbers: dict[str, float | str] = {"move": format_move(plain_move(s))}
    if list_plans(s, seat, bot, EVERY, work) == 1:
        return advice_of(plain_move(s), "rummy.nothing", numbers, [], 0)
    if not HOLDS[bot]:
        return advice_of(plain_move(s), "rummy.overlooked", numbers, [], 0)
    numbers |= {"tiles": int(work[LAID + ALL]), "held": s.held[seat], "now": format_move(plan_move(s, ALL, work))}
    return advice_of(plain_move(s), "rummy.keep", numbers, [], 0)


def think(s: Rummy, seat: int, bot: int, budget: Budget | None, luck: IntArray, work: IntArray) -> None:
    """Try the plans in as many worlds as the budget allows."""
    if budget is None and bot == STRONG_0_1:
        try_worlds(s, seat, bot, luck, int(PLAYOUTS[bot]), work)
        return
    budget = budget or Budget(milliseconds=USUAL_MILLISECONDS)
    if budget.playouts is not None:
        plans = sum(int(work[WORTH + plan]) for plan in range(PLANS))
        try_worlds(s, seat, bot, luck, min(max(budget.playouts // plans, 1), MOST_WORLDS), work)
        return
    start = time.perf_counter()
    end = start + MARGIN * (budget.milliseconds or 0) / 1000
    slowest = 0.0
    while True:
        before = time.perf_counter()
        try_worlds(s, seat, bot, luck, 1, work)
        now = time.perf_counter()
        slowest = max(slowest, now - before)
        if now + slowest > end:
            return


class Weighed(NamedTuple):
    """What the plans of a turn are worth."""

    points: dict[int, float]  # of this hand, by plan
    chances: dict[int, float]  # to win it
    best: int
    playouts: int


def learned_advice(
    s: Rummy, seat: int, bot: int, work: IntArray, written: Mapping[int, RummyMove | None] = NOTHING_WRITTEN
) -> Advice:
    """The plan with the highest learned value, and what the others are worth; after `list_plans`."""
    weigh_turn(s, seat, work)
    plans = [plan for plan in range(PLANS) if work[WORTH + plan]]
    points = {plan: float(work[VALUE + OUTPUTS * plan]) / QUARTERS for plan in plans}
    chances = {plan: float(work[VALUE + OUTPUTS * plan + 1]) / UNIT for plan in plans}
    return weighed_advice(s, seat, Weighed(points, chances, int(dearest_plan(s, seat, bot, work)), 0), work, written)


def tried_advice(
    s: Rummy, seat: int, bot: int, work: IntArray, written: Mapping[int, RummyMove | None] = NOTHING_WRITTEN
) -> Advice:
    """The best of the plans that were tried in imagined worlds, and what the others are worth."""
    worlds = int(work[WORLDS])
    plans = [plan for plan in range(PLANS) if work[WORTH + plan]]
    points = {plan: float(work[TOTALS + plan]) / worlds for plan in plans}
    chances = {plan: float(work[WINS + plan]) / worlds for plan in plans}
    best = int(best_plan(work, int(DOUBT[bot])))
    return weighed_advice(s, seat, Weighed(points, chances, best, worlds * len(plans)), work, written)


def weighed_advice(
    s: Rummy, seat: int, weighed: Weighed, work: IntArray, written: Mapping[int, RummyMove | None]
) -> Advice:
    """The advice for plans that were weighed, some of them as a move that was written down."""
    points, best = weighed.points, weighed.best
    moves = {plan: written.get(plan) or plan_move(s, plan, work) for plan in points}
    order = sorted(points, key=lambda plan: (plan != best, -points[plan]))
    choices = [Choice(format_move(moves[plan]), round(points[plan], 1), 1 / len(points)) for plan in order]
    numbers: dict[str, float | str] = {"points": f"{points[best]:+.1f}", "chance": round(100 * weighed.chances[best])}
    if work[WORTH + ALL]:  # what can be laid now, whether or not that is the advice
        lay = best_lay_of(points) if best == HOLD else points[ALL]
        numbers |= {"now": format_move(moves[ALL]), "most": int(work[LAID + ALL]), "lay": f"{lay:+.1f}"}
    reason = reason_of(s, seat, weighed, work)
    numbers |= {"move": format_move(moves[HOLD])} if best == HOLD else {"tiles": int(work[LAID + best])}
    numbers |= {"hold": f"{points[HOLD]:+.1f}", "left": s.held[seat] - int(work[LAID + best])}
    return advice_of(moves[best], reason, numbers, choices, weighed.playouts)


def best_lay_of(points: Mapping[int, float]) -> float:
    """What the best lay is worth that a bot would choose from."""
    return max(points[plan] for plan in points if plan not in (HOLD, GIVEN))


def reason_of(s: Rummy, seat: int, weighed: Weighed, work: IntArray) -> str:
    """The sentence for the best plan."""
    if weighed.best == HOLD:
        if not work[WORTH + ALL]:
            return "rummy.nothing"
        # In imagined worlds a lay has to be better beyond doubt.
        return "rummy.wait" if weighed.points[HOLD] >= best_lay_of(weighed.points) else "rummy.unsure"
    if work[LAID + weighed.best] == s.held[seat]:
        return "rummy.lay"
    is_meld = weighed.best == FEWEST and s.opened[seat]
    return "rummy.meld" if is_meld else WHY_LAY.get(weighed.best, "rummy.best")


def plan_move(s: Rummy, plan: int, work: IntArray) -> RummyMove:
    """The move that a plan begins with."""
    if plan == HOLD:
        return plain_move(s)
    after = s.copy()
    bring_back(after, work, PLANNED + plan * KEPT_FIELDS)
    return Lay(table_text(after))


def plain_move(s: Rummy) -> RummyMove:
    """Draw, or pass where there is nothing to draw."""
    return Draw() if may_draw(s) else Pass()


def advice_of(
    move: RummyMove, reason: str, numbers: dict[str, float | str], choices: list[Choice], playouts: int
) -> Advice:
    """Advice for a move, with the sentence of its reason filled with the numbers."""
    chosen = choices or [Choice(format_move(move), 0.0, 1.0)]
    return Advice(move, reason, numbers, REASONS[reason].format(**numbers), chosen, playouts)
