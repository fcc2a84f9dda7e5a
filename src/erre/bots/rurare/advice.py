"""Ru-Ra-Re: what a level would do and why, from a view and within a budget."""

from __future__ import annotations

from collections import Counter
from time import perf_counter

import numpy as np

from erre.bots import BEGINNER, BEGINNER_0_1, BOTS, CASUAL, CASUAL_0_1, CHAMPION, CHAMPION_0_1
from erre.bots.contract import Advice, Budget, Choice
from erre.bots.rurare.earlier import choose_as_before
from erre.bots.rurare.expected_points import PARTS
from erre.bots.rurare.layout import AVERAGE, MATRIX_SIZE, PAYOFFS, PLAYED, VALUES, WORK
from erre.bots.rurare.learned import ONE
from erre.bots.rurare.levels import AHEAD, PLAYOUTS, TRUST, choose_by_search, choose_quickly
from erre.bots.rurare.policy import value_of
from erre.bots.rurare.regrets import MET
from erre.bots.rurare.search import open_search, think
from erre.core.errors import NotYourTurn
from erre.core.record import IntArray, ints
from erre.games.rurare.components import MOST_LEGAL, MOST_ROWS
from erre.games.rurare.from_view import state_from_view
from erre.games.rurare.game import GAME
from erre.games.rurare.moves import decode, format_move
from erre.games.rurare.rules.play import legal
from erre.games.rurare.rules.scoring import worth
from erre.games.rurare.state import RuRaRe
from erre.games.rurare.views import RuRaReView

REASONS = {
    "rurare.sight": "row {row}: worth {points} points now",
    "rurare.hope": "row {row}: {value} points to hope for",
    "rurare.free": "row {row}: {value} on the others expected, {share} % of the mixture; nobody else wants it",
    "rurare.costly": "row {row}: {value} on the others expected, {share} % of the mixture; "
    "meeting seat {rival} there costs {cost}",
    "rurare.daring": "row {row}: {value} on the others expected, {share} % of the mixture; "
    "meeting seat {rival} there brings {gain}",
}
CHAMPION_MILLISECONDS = 300
SEES_ONLY_NOW = (BEGINNER, CASUAL, BEGINNER_0_1, CASUAL_0_1)  # their reasons are points, not hopes
SAMPLES = 200  # choices by which a quick level of version 0.1 finds out how it mixes
FIRST_SLICE = 16  # playouts before the speed is known
STEP = 64  # playouts of each later step: all pairs of rows once
FOREVER = float("inf")
SLICE = 0.05  # of the time at once: a machine that grows busy meanwhile is noticed
NEARLY = 0.9  # of the time: what is left goes into the answer and its words
WANTED = 0.01  # the chance from which on somebody wants a row


def advise(view: RuRaReView, level: str, budget: Budget | None, luck: IntArray) -> Advice:
    """The row of a level with the reason; without a budget, what the level usually takes."""
    start = perf_counter()
    s = state_from_view(view)
    if view.seat is None or not s.active >> view.seat & 1:
        raise NotYourTurn("there is no row to choose now")
    bot = BOTS[level]
    if PLAYOUTS[bot] == 0:
        return advise_quickly(s, view.seat, bot, luck)
    work, moves = ints(WORK, np.int64), ints(MOST_LEGAL)
    open_search(s, work)
    limit = time_limit(bot, budget)
    if limit is None:
        playouts = max(1, budget.playouts if budget and budget.playouts is not None else int(PLAYOUTS[bot]))
        if TRUST[bot] > 0:
            think_in_steps(s, view.seat, bot, luck, moves, work, playouts, FOREVER)
        else:
            think(s, view.seat, playouts, int(AHEAD[bot]), False, luck, moves, work)
    elif TRUST[bot] > 0:
        think_in_steps(s, view.seat, bot, luck, moves, work, GAME.analysis_playouts, start + limit * NEARLY)
    else:
        think_until(s, view.seat, bot, luck, moves, work, start, limit)
    return explain(s, view.seat, choose_by_search(s, view.seat, bot, luck, work), work)


def time_limit(bot: int, budget: Budget | None) -> float | None:
    """The seconds a level may think; None where playouts count."""
    if budget is not None and budget.milliseconds is not None:
        return max(0, budget.milliseconds) / 1000
    if bot in (CHAMPION, CHAMPION_0_1) and (budget is None or budget.playouts is None):
        return CHAMPION_MILLISECONDS / 1000
    return None


def think_in_steps(
    s: RuRaRe, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray, playouts: int, end: float
) -> None:
    """Search until there are enough playouts or the time is over.

    The steps are the same for every budget, so that the analysis of a game says the same as a hint.
    """
    step = FIRST_SLICE
    while (left := playouts - int(work[PLAYED])) > 0 and (work[PLAYED] == 0 or perf_counter() < end):
        think(s, seat, min(step, left), int(AHEAD[bot]), True, luck, moves, work)
        step = STEP


def think_until(
    s: RuRaRe, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray, start: float, limit: float
) -> None:
    """Search in slices until the time is nearly used, as version 0.1 did."""
    ahead = int(AHEAD[bot])
    began = perf_counter()
    think(s, seat, FIRST_SLICE, ahead, False, luck, moves, work)
    while True:
        now = perf_counter()
        each = (now - began) / work[PLAYED]
        room = start + limit * NEARLY - now
        slice_size = int(min(room / 2, limit * SLICE) / each)
        if room <= 0 or slice_size < 1:
            return
        think(s, seat, slice_size, ahead, False, luck, moves, work)


def advise_quickly(s: RuRaRe, seat: int, bot: int, luck: IntArray) -> Advice:
    """The row of a level that does not search, with its mixture."""
    moves, work = ints(MOST_LEGAL), ints(WORK, np.int64)
    count = legal(s, seat, moves)
    rows = moves[:count].tolist()
    if bot < BEGINNER_0_1:
        row = choose_quickly(s, seat, bot, luck, work)
        shares = {one: share(work, seat, one) for one in rows}
    else:
        row = choose_as_before(s, seat, bot, luck, moves, count)
        shares = asked_again(s, seat, bot, luck, moves, count)
    by_sight = bot in SEES_ONLY_NOW
    values = {one: int(worth(s, seat, one)) if by_sight else int(value_of(s, seat, one)) / PARTS for one in rows}
    choices = [Choice(format_move(decode(one)), round(float(values[one]), 2), shares[one]) for one in rows]
    choices.sort(key=lambda choice: (-choice.share, -choice.value))
    if by_sight:
        return advice("rurare.sight", row, {"points": values[row]}, choices, 0)
    return advice("rurare.hope", row, {"value": signed(values[row])}, choices, 0)


def asked_again(s: RuRaRe, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> dict[int, float]:
    """The mixture of a level of version 0.1, found by asking it again and again."""
    other_luck = ints(2, np.int32)
    other_luck[:] = luck
    asked = Counter(choose_as_before(s, seat, bot, other_luck, moves, count) for _ in range(SAMPLES))
    return {row: asked[row] / SAMPLES for row in moves[:count].tolist()}


def explain(s: RuRaRe, seat: int, row: int, work: IntArray) -> Advice:
    """The advice that a search has come to."""
    moves = ints(MOST_LEGAL)
    rows = moves[: legal(s, seat, moves)].tolist()
    choices = [Choice(format_move(decode(one)), value(work, seat, one), share(work, seat, one)) for one in rows]
    choices.sort(key=lambda choice: (-choice.share, -choice.value))
    numbers: dict[str, float | str] = {
        "share": round(100 * share(work, seat, row)),
        "value": signed(value(work, seat, row)),
    }
    rivals = [other for other in range(s.seats) if other != seat and s.active >> other & 1]
    rival = max(rivals, key=lambda other: share(work, other, row), default=None)
    if rival is None or share(work, rival, row) < WANTED:
        return advice("rurare.free", row, numbers, choices, work[PLAYED])
    cost = meeting_cost(work, seat, rival, row, rows, len(rivals))
    if cost >= 0:
        return advice("rurare.costly", row, {**numbers, "rival": rival, "cost": cost}, choices, work[PLAYED])
    return advice("rurare.daring", row, {**numbers, "rival": rival, "gain": -cost}, choices, work[PLAYED])


def share(work: IntArray, seat: int, row: int) -> float:
    """The chance with which a seat should choose a row."""
    return round(int(work[AVERAGE + seat * MOST_ROWS + row]) / ONE, 3)


def value(work: IntArray, seat: int, row: int) -> float:
    """The points by which a seat may expect to be ahead of the others if it chooses a row."""
    return round(int(work[VALUES + seat * MOST_ROWS + row]) / PARTS, 2)


def meeting_cost(work: IntArray, seat: int, rival: int, row: int, rows: list[int], rivals: int) -> float:
    """How many points better a row is alone than with somebody else."""
    if rivals == 1:
        mine, across = (PAYOFFS, 1) if seat < rival else (PAYOFFS + MATRIX_SIZE, MOST_ROWS)
        line = mine + row * (MOST_ROWS if seat < rival else 1)
        # Weighed by where the rival would go instead; a hair for rows it never chooses, so that there is always one.
        weights = {k: work[AVERAGE + rival * MOST_ROWS + k] + 1 for k in rows if k != row} or {row: 1}
        alone = sum(work[line + k * across] * weight for k, weight in weights.items()) / sum(weights.values())
        meet = work[line + row * across]
    else:
        alone = work[PAYOFFS + seat * MOST_ROWS + row]
        meet = work[PAYOFFS + MET + seat * MOST_ROWS + row]
    return round(float(alone - meet) / PARTS, 1)


def signed(points: float) -> str:
    """Points with their sign, as in +3.1."""
    return f"{points:+.1f}"


def advice(reason: str, row: int, numbers: dict[str, float | str], choices: list[Choice], playouts: int) -> Advice:
    """The advice to choose a row, in the words of its reason."""
    words: dict[str, float | str] = {"row": row + 1, **numbers}
    return Advice(decode(row), reason, words, REASONS[reason].format(**words), choices, int(playouts))
