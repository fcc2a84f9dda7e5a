"""Rummy: the few ways to play a turn that the better levels choose from."""

from __future__ import annotations

from erre.bots.rummy.kept import (
    ALL,
    FEWEST,
    GIVEN,
    HOLD,
    KEPT_FIELDS,
    LAID,
    NO_JOKER,
    ONLY_LOOSE,
    OWN_PLANS,
    PLANNED,
    PLANS,
    SPREAD,
    TOTALS,
    TRUTH,
    UNSEEN,
    USUAL,
    WINS,
    WORLDS,
    WORTH,
    bring_back,
    keep,
)
from erre.bots.rummy.lays import ask, find_most, lay, put_answer
from erre.bots.rummy.level_settings import LATE, MELDS, WEIGHS
from erre.bots.rummy.opening import lay_least_opening, lay_one_meld
from erre.bots.rummy.patience import may_wait
from erre.bots.rummy.policy import draw_or_pass, has_joker
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import JOKER_KIND
from erre.games.rummy.rules.end import end_lay
from erre.games.rummy.solver.best_lay import find_lay
from erre.games.rummy.state import Rummy
from erre.games.rummy.workspace import LAY_CELLS, LAY_LENGTHS, LAY_MELDS, LAY_TILES, RACK


@rule
def ask_loose(s: Rummy, seat: int, noticed: int, work: IntArray) -> bool:
    """Ask what can be laid of the tiles that the rack cannot meld on its own; False if it melds none, or all."""
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
    return True


@rule
def lay_loose(s: Rummy, seat: int, noticed: int, work: IntArray) -> bool:
    """Lay with the help of the table what the rack cannot meld on its own; the melds it can, wait."""
    if not ask_loose(s, seat, noticed, work):
        return False
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
    if plan == FEWEST:
        return lay_one_meld(s, seat, work) if s.opened[seat] else lay_least_opening(s, seat, work)
    if not s.opened[seat]:
        return False
    if plan == NO_JOKER:
        return has_joker(s, seat) and lay(s, seat, noticed, False, work)
    return lay_loose(s, seat, noticed, work)


@rule
def is_new_plan(work: IntArray, plan: int, laid: int) -> bool:
    """Whether a lay is another one than those listed before, as far as the number of its tiles tells."""
    if plan == ALL:
        return True
    return laid < work[LAID + ALL] and not (
        plan == ONLY_LOOSE and work[WORTH + NO_JOKER] and laid == work[LAID + NO_JOKER]
    )


@rule
def lays_few(s: Rummy, seat: int, bot: int) -> bool:
    """Whether a bot thinks of a small lay: to open, and to have the lower rack when the pool runs out."""
    return WEIGHS[bot] == 1 and (not s.opened[seat] or (MELDS[bot] == 1 and s.left <= LATE * s.seats))


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
        if (plan > ALL and not work[WORTH + ALL]) or (plan == FEWEST and not lays_few(s, seat, bot)):
            continue
        if lay_plan(s, seat, plan, noticed, work):
            laid = held - s.held[seat]
            if is_new_plan(work, plan, laid):
                s.moves_made += 1
                end_lay(s, seat)
                work[WORTH + plan], work[LAID + plan] = 1, laid
                keep(s, work, PLANNED + plan * KEPT_FIELDS)
                count += 1
            bring_back(s, work, TRUTH)
    for plan in range(PLANS):
        work[TOTALS + plan] = work[SPREAD + plan] = work[WINS + plan] = 0
    work[WORLDS] = 0
    is_kept = may_wait(s, seat, bot) and work[LAID + ALL] < held
    work[USUAL] = HOLD if is_kept or not work[WORTH + ALL] else ALL
    return count


@rule
def is_whole(s: Rummy, seat: int, work: IntArray) -> bool:
    """Whether the most that can be laid is the whole rack; after `list_plans`."""
    return work[WORTH + ALL] == 1 and work[LAID + ALL] == s.held[seat]


@rule
def take_plan(s: Rummy, plan: int, seat: int, work: IntArray) -> None:
    """Play a plan: draw or pass for HOLD, else the lay that was found for it."""
    if plan == HOLD:
        draw_or_pass(s, seat)
    else:
        bring_back(s, work, PLANNED + plan * KEPT_FIELDS)
