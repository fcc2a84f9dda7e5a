"""Rummy: looking ahead, when the pool runs out. Each of a few ways to play the turn is tried in the same imagined
worlds, the rest of the hand played by bots that wait, and the one with the best points is taken.

Before that, plans are weighed by what was learned (see `value`). Whatever the seat cannot see is re-dealt before any
tile of it is read.
"""

from __future__ import annotations

from erre.bots.rummy.kept import (
    ALL,
    HOLD,
    KEPT_FIELDS,
    LAID,
    LUCK,
    OWN_PLANS,
    PLANNED,
    PLANS,
    POINTS,
    SPREAD,
    TOTALS,
    TRUTH,
    UNSEEN,
    USUAL,
    WINS,
    WORLDS,
    WORTH,
    bring_back,
)
from erre.bots.rummy.lays import EVERY, ask, find_whole_lay, lay_whole
from erre.bots.rummy.level_settings import ALARM, BELIEVES, DOUBT, LATE, PASSES, PLAYOUTS
from erre.bots.rummy.patience import lowest_other
from erre.bots.rummy.plans import list_plans, take_plan
from erre.bots.rummy.policy import draw_or_pass, finish, noticed_melds, play_quickly, play_waiting
from erre.bots.rummy.value import dearest_plan, weigh_turn
from erre.core.chance import roll, seed_luck
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import KINDS, TILES
from erre.games.rummy.imagine import imagine
from erre.games.rummy.rules.end import hand_points, penalty
from erre.games.rummy.state import TURN, Rummy
from erre.games.rummy.workspace import RACK

MOST_WORLDS = 64  # for a budget of playouts: they are long, and more worlds settle little
MEAN_TILE = 7  # points of a tile
MOST_DOUBTED = 4  # worlds that are not believed before one is taken as it is
WAITING = 16  # tiles on a rack above which its owner is assumed to be waiting


@rule
def looks_ahead(s: Rummy, bot: int) -> bool:
    """Whether a bot tries its plans in imagined worlds in this turn."""
    return PLAYOUTS[bot] > 0 and s.left <= LATE * s.seats


@rule
def try_worlds(s: Rummy, seat: int, bot: int, luck: IntArray, worlds: int, work: IntArray) -> None:
    """Try all plans in this many more worlds, the same ones for each; the state is then as it was."""
    for _ in range(worlds):
        seed, number = roll(luck, 1 << 30), roll(luck, 1 << 30)
        if BELIEVES[bot]:
            for _ in range(MOST_DOUBTED):
                if is_believable(s, seat, seed, number, luck, work):
                    break
                seed, number = roll(luck, 1 << 30), roll(luck, 1 << 30)
        for plan in range(PLANS):
            if work[WORTH + plan]:
                seed_luck(work[LUCK : LUCK + 2], seed, number)
                bring_back(s, work, TRUTH if plan == HOLD else PLANNED + plan * KEPT_FIELDS)
                imagine(s, seat, work[LUCK : LUCK + 2], work[UNSEEN : UNSEEN + TILES])
                if plan == HOLD:
                    draw_or_pass(s, seat)
                work[POINTS + plan] = play_on(s, seat, bot, work)
                work[TOTALS + plan] += work[POINTS + plan]
                work[WINS + plan] += work[POINTS + plan] > 0
        for plan in range(PLANS):
            if work[WORTH + plan]:
                more = work[POINTS + plan] - work[POINTS + work[USUAL]]
                work[SPREAD + plan] += more * more
        work[WORLDS] += 1
    bring_back(s, work, TRUTH)


@rule
def is_believable(s: Rummy, seat: int, seed: int, number: int, luck: IntArray, work: IntArray) -> bool:
    """Whether nobody who waits could have laid the whole rack in the turn before: then the hand would be over.

    Any tile of a rack may be the one that was drawn since.
    """
    bring_back(s, work, TRUTH)
    seed_luck(work[LUCK : LUCK + 2], seed, number)
    imagine(s, seat, work[LUCK : LUCK + 2], work[UNSEEN : UNSEEN + TILES])
    for other in range(s.seats):
        if other != seat and s.opened[other] and s.held[other] > WAITING:
            ask(s, other, EVERY, True, work)
            skip = roll(luck, s.held[other])
            for kind in range(KINDS):
                if 0 <= skip < work[RACK + kind]:
                    work[RACK + kind] -= 1
                    skip = NONE
                    break
                skip -= work[RACK + kind]
            if find_whole_lay(work):
                return False
    return True


@rule
def would_pass(s: Rummy, seat: int) -> bool:
    """Whether a seat would let the hand end after all others have passed: its rack seems to be the lowest."""
    is_last = s.left == 0 and s.passes == s.seats - 1
    return is_last and penalty(s, seat) < MEAN_TILE * lowest_other(s, seat)


@rule
def is_alarmed(s: Rummy, seat: int, bot: int) -> bool:
    """Whether a player waits no longer, because another has laid so much that it may soon go out; of two, nobody."""
    return s.seats > 2 and lowest_other(s, seat) <= ALARM[bot]


@rule
def play_on(s: Rummy, seat: int, bot: int, work: IntArray) -> int:
    """Play the hand to its end; the seat's points. Others wait too if their racks are so large that they seem to."""
    while s.phase == TURN:
        if PASSES[bot] and would_pass(s, s.turn):
            finish(s, s.turn, s.opened[s.turn] == 1 and lay_whole(s, s.turn, EVERY, work))
        elif (s.turn == seat or s.held[s.turn] > WAITING) and not is_alarmed(s, s.turn, bot):
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
def act_ahead(s: Rummy, seat: int, bot: int, luck: IntArray, work: IntArray) -> None:
    """The turn of a bot that looks ahead."""
    if list_plans(s, seat, bot, noticed_melds(s, bot, luck), work) > 1 and work[LAID + ALL] < s.held[seat]:
        try_worlds(s, seat, bot, luck, int(PLAYOUTS[bot]), work)
    take_plan(s, best_plan(work, int(DOUBT[bot])), seat, work)


@rule
def act_by_value(s: Rummy, seat: int, bot: int, luck: IntArray, work: IntArray) -> None:
    """The turn of a bot that weighs its plans by what was learned."""
    list_plans(s, seat, bot, noticed_melds(s, bot, luck), work)
    weigh_turn(s, seat, work)
    take_plan(s, dearest_plan(s, seat, bot, work), seat, work)
