"""Rummy: looking ahead, when the pool runs out. Each of a few cases to play the turn is tried in the same imagined
worlds, the rest of the hand played by bots that wait, and the one with the best points is taken.

Before that the rule of `patience` decides: nobody is about to go out, and many worlds would be needed to improve on it.

The state itself is the board on which worlds are played: it is kept in the workspace before and put back after, so
that nothing is allocated. Whatever the seat cannot see is re-dealt before any tile of it is read.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from erre.bots import CHAMPION, STRONG
from erre.bots.rummy.lays import ask, find_most, lay, put_answer
from erre.bots.rummy.patience import may_wait
from erre.bots.rummy.policy import draw_or_pass, has_joker, noticed_melds, play_quickly, play_waiting
from erre.core.chance import roll, seed_luck
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import JOKER_KIND, JOKERS, MOST_MELDS, MOST_SEATS, TILES
from erre.games.rummy.imagine import imagine
from erre.games.rummy.rules.end import end_lay, hand_points
from erre.games.rummy.solver.best_lay import find_lay
from erre.games.rummy.state import TURN, Rummy
from erre.games.rummy.workspace import LAY_CELLS, LAY_LENGTHS, LAY_MELDS, LAY_TILES, RACK, WORKSPACE

# The cases to play a turn: draw, lay the most, lay the most without jokers, lay what needs the table.
HOLD, ALL, NO_JOKER, ONLY_LOOSE = range(4)
OWN_PLANS = 4
GIVEN = 4  # a lay that somebody made and wants to know the worth of: no bot chooses it
PLANS = 5

# By the number of a bot: the worlds it tries in a simulation, and how clear it must be that another plan has more
# points than the one that the rule of `patience` says.
PLAYOUTS: npt.NDArray[np.int64] = np.zeros(8, np.int64)
DOUBT: npt.NDArray[np.int64] = np.ones(8, np.int64)
PLAYOUTS[STRONG] = 4
PLAYOUTS[CHAMPION] = 12
LATE = 2  # rounds before the pool is empty, from which on bots look ahead
MOST_WORLDS = 64  # for a budget of playouts: they are long, and more worlds settle little
WAITING = 16  # tiles on a rack above which its owner is assumed to be waiting

# The workspace behind the solver's: what is kept of a state, for the truth and for each plan; luck; tallies.
KEPT_FIELDS = 3 * TILES + MOST_MELDS + JOKERS + 2 * MOST_SEATS + 9 + 24
_BASE = WORKSPACE
TRUTH = _BASE
PLANNED = TRUTH + KEPT_FIELDS
UNSEEN = PLANNED + PLANS * KEPT_FIELDS
LUCK = UNSEEN + TILES
TOTALS = LUCK + 2  # points of each plan, summed over the worlds
SPREAD = TOTALS + PLANS  # squares of their differences to the points of the usual plan
POINTS = SPREAD + PLANS  # in the world at hand
WORTH = POINTS + PLANS  # 1: the plan is one to try
LAID = WORTH + PLANS  # tiles that it lays
WORLDS = LAID + PLANS
USUAL = WORLDS + 1  # the plan that is taken if no other is clearly better
WORK = USUAL + 1


@rule
def keep(s: Rummy, work: IntArray, at: int) -> None:
    """Keep whatever may change in a hand."""
    for i in range(TILES):
        work[at + i] = s.place[i]
        work[at + TILES + i] = s.cells[i]
        work[at + 2 * TILES + i] = s.pool[i]
    at += 3 * TILES
    for i in range(MOST_MELDS):
        work[at + i] = s.lengths[i]
    at += MOST_MELDS
    for i in range(JOKERS):
        work[at + i] = s.stands[i]
    at += JOKERS
    for i in range(MOST_SEATS):
        work[at + i] = s.opened[i]
        work[at + MOST_SEATS + i] = s.held[i]
    at += 2 * MOST_SEATS
    work[at], work[at + 1], work[at + 2] = s.passes, s.winner, s.closed_from_hand
    work[at + 3], work[at + 4], work[at + 5] = s.left, s.melds, s.turn
    work[at + 6], work[at + 7], work[at + 8] = s.phase, s.moves_made, s.drawn
    at += 9
    for i in range(8):
        work[at + i] = s.key[i]
    for i in range(16):
        work[at + 8 + i] = s.block[i]


@rule
def bring_back(s: Rummy, work: IntArray, at: int) -> None:
    """The state as it was kept."""
    for i in range(TILES):
        s.place[i] = work[at + i]
        s.cells[i] = work[at + TILES + i]
        s.pool[i] = work[at + 2 * TILES + i]
    at += 3 * TILES
    for i in range(MOST_MELDS):
        s.lengths[i] = work[at + i]
    at += MOST_MELDS
    for i in range(JOKERS):
        s.stands[i] = work[at + i]
    at += JOKERS
    for i in range(MOST_SEATS):
        s.opened[i] = work[at + i]
        s.held[i] = work[at + MOST_SEATS + i]
    at += 2 * MOST_SEATS
    s.passes, s.winner, s.closed_from_hand = work[at], work[at + 1], work[at + 2]
    s.left, s.melds, s.turn = work[at + 3], work[at + 4], work[at + 5]
    s.phase, s.moves_made, s.drawn = work[at + 6], work[at + 7], work[at + 8]
    at += 9
    for i in range(8):
        s.key[i] = work[at + i]
    for i in range(16):
        s.block[i] = work[at + 8 + i]


@rule
def lay_loose(s: Rummy, seat: int, noticed: int, work: IntArray) -> bool:
    """Lay with the help of the table what the rack cannot meld on its own; the melds it can, wait."""
    find_most(s, seat, 0, work)
    if work[LAY_TILES] == 0 or work[LAY_TILES] == s.held[seat]:
        return False
    cells = 0
    for k in range(work[LAY_MELDS]):
        cells += work[LAY_LENGTHS + k]
    for i in range(cells):
        work[UNSEEN + i] = work[LAY_CELLS + i]
    ask(s, seat, noticed, True, work)
    for i in range(cells):
        work[RACK + min(work[UNSEEN + i], JOKER_KIND)] -= 1
    find_lay(work)
    if work[LAY_TILES] == 0:
        return False
    put_answer(s, seat, noticed, work)
    return True


@rule
def lay_plan(s: Rummy, seat: int, plan: int, noticed: int, work: IntArray) -> bool:
    """Lay what a plan says; False if it lays nothing."""
    if plan == ALL:
        return lay(s, seat, noticed, True, work)
    if not s.opened[seat]:
        return False
    if plan == NO_JOKER:
        return has_joker(s, seat) and lay(s, seat, noticed, False, work)
    return lay_loose(s, seat, noticed, work)


@rule
def looks_ahead(s: Rummy, bot: int) -> bool:
    """Whether a bot tries its plans in imagined worlds in this turn."""
    return PLAYOUTS[bot] > 0 and s.left <= LATE * s.seats


@rule
def list_plans(s: Rummy, seat: int, bot: int, noticed: int, work: IntArray) -> int:
    """Keep the state as it is, and as each plan leaves it with the melds noticed; how many plans there are."""
    keep(s, work, TRUTH)
    held = s.held[seat]
    count = 1
    work[WORTH + HOLD], work[LAID + HOLD] = 1, 0
    work[WORTH + GIVEN] = 0
    for plan in range(1, OWN_PLANS):
        work[WORTH + plan] = 0
        if plan > ALL and not work[WORTH + ALL]:
            continue
        if lay_plan(s, seat, plan, noticed, work):
            laid = held - s.held[seat]
            is_new = plan == ALL or laid < work[LAID + ALL]
            if is_new and not (plan == ONLY_LOOSE and work[WORTH + NO_JOKER] and laid == work[LAID + NO_JOKER]):
                s.moves_made += 1
                end_lay(s, seat)
                work[WORTH + plan], work[LAID + plan] = 1, laid
                keep(s, work, PLANNED + plan * KEPT_FIELDS)
                count += 1
            bring_back(s, work, TRUTH)
    for plan in range(PLANS):
        work[TOTALS + plan] = work[SPREAD + plan] = 0
    work[WORLDS] = 0
    is_kept = may_wait(s, seat, bot) and work[LAID + ALL] < held
    work[USUAL] = HOLD if is_kept or not work[WORTH + ALL] else ALL
    return count


@rule
def try_worlds(s: Rummy, seat: int, luck: IntArray, worlds: int, work: IntArray) -> None:
    """Try all plans in this many more worlds, the same ones for each; the state is then as it was."""
    for _ in range(worlds):
        seed, number = roll(luck, 1 << 30), roll(luck, 1 << 30)
        for plan in range(PLANS):
            if work[WORTH + plan]:
                seed_luck(work[LUCK : LUCK + 2], seed, number)
                bring_back(s, work, TRUTH if plan == HOLD else PLANNED + plan * KEPT_FIELDS)
                imagine(s, seat, work[LUCK : LUCK + 2], work[UNSEEN : UNSEEN + TILES])
                if plan == HOLD:
                    draw_or_pass(s, seat)
                work[POINTS + plan] = play_on(s, seat, work)
                work[TOTALS + plan] += work[POINTS + plan]
        for plan in range(PLANS):
            if work[WORTH + plan]:
                more = work[POINTS + plan] - work[POINTS + work[USUAL]]
                work[SPREAD + plan] += more * more
        work[WORLDS] += 1
    bring_back(s, work, TRUTH)


@rule
def play_on(s: Rummy, seat: int, work: IntArray) -> int:
    """Play the hand to its end; the seat's points. Others wait too if their racks are so large that they seem to."""
    while s.phase == TURN:
        if s.turn == seat or s.held[s.turn] > WAITING:
            play_waiting(s, s.turn, work)
        else:
            play_quickly(s, s.turn, work)
    return hand_points(s, seat)


@rule
def best_plan(work: IntArray, doubt: int) -> int:
    """The plan with the most points, of those that clearly have more than the usual one; that, if there is none.

    Clearly: the difference, over all worlds, is above its own spread by a factor whose square is the doubt.
    """
    usual = work[USUAL]
    best = usual
    for plan in range(OWN_PLANS):
        more = work[TOTALS + plan] - work[TOTALS + usual]
        is_clear = more > 0 and more * more > doubt * work[SPREAD + plan]
        if work[WORTH + plan] and is_clear and work[TOTALS + plan] > work[TOTALS + best]:
            best = plan
    return best


@rule
def take_plan(s: Rummy, plan: int, seat: int, work: IntArray) -> None:
    """Play a plan: draw or pass for HOLD, else the lay that was found for it."""
    if plan == HOLD:
        draw_or_pass(s, seat)
    else:
        bring_back(s, work, PLANNED + plan * KEPT_FIELDS)


@rule
def act_ahead(s: Rummy, seat: int, bot: int, luck: IntArray, work: IntArray) -> None:
    """The turn of a bot that looks ahead."""
    if list_plans(s, seat, bot, noticed_melds(s, bot, luck), work) > 1 and work[LAID + ALL] < s.held[seat]:
        try_worlds(s, seat, luck, int(PLAYOUTS[bot]), work)
    take_plan(s, best_plan(work, int(DOUBT[bot])), seat, work)
