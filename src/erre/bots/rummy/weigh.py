"""Rummy: the judgement of a turn, the same for a hint at the table and for the analysis of the game afterwards.

Plans, and a lay that somebody made, are weighed by what was learned, or tried in imagined worlds when the pool runs
out. The worlds depend only on the view, so the same position always gets the same judgement.
"""

from __future__ import annotations

import hashlib

import msgspec
import numpy as np

from erre.bots import BOTS, STRONG
from erre.bots.contract import Advice, Budget
from erre.bots.kernel_bot import fresh_luck
from erre.bots.rummy.advice import advise, learned_advice, quick_advice, tried_advice
from erre.bots.rummy.kept import ALL, GIVEN, KEPT_FIELDS, LAID, OWN_PLANS, PLANNED, WORK, WORTH, keep
from erre.bots.rummy.lays import EVERY
from erre.bots.rummy.level_settings import WEIGHS
from erre.bots.rummy.plans import is_whole, list_plans
from erre.bots.rummy.search import MOST_WORLDS, looks_ahead, try_worlds
from erre.core.record import IntArray, ints
from erre.games.rummy.from_view import state_from_view
from erre.games.rummy.game import GAME
from erre.games.rummy.moves import Lay, RummyMove, apply_move, format_move
from erre.games.rummy.rules.layouts import layout_text
from erre.games.rummy.state import Rummy
from erre.games.rummy.suggestions import best_lays
from erre.games.rummy.views import RummyView


def hint(view: RummyView, budget: Budget | None = None) -> Advice:
    """What can be laid now (`now`, with `most` tiles), and what a champion would do and why."""
    return judged(view, "champion", Budget(playouts=GAME.analysis_playouts), None)


def weigh(view: RummyView, move: RummyMove, level: str, budget: Budget | None, luck: IntArray) -> Advice:
    """The advice of a level that looks ahead at any time, and what the move made is worth by the same measure."""
    if BOTS[level] < STRONG:
        return advise(view, level, budget, luck)
    return judged(view, level, budget, move if isinstance(move, Lay) else None)


def judged(view: RummyView, level: str, budget: Budget | None, made: Lay | None) -> Advice:
    """The plans of a level, and a lay that was made, tried in the same worlds."""
    bot, s, seat = BOTS[level], state_from_view(view), view.seat or 0
    work = ints(WORK, np.int64)
    luck = fresh_luck(seed_of(view))
    count = list_plans(s, seat, bot, EVERY, work)
    lay = best_lay(s, seat)
    if made is not None:
        after = s.copy()
        apply_move(after, seat, made)
        keep(after, work, PLANNED + GIVEN * KEPT_FIELDS)
        work[WORTH + GIVEN], work[LAID + GIVEN] = 1, s.held[seat] - after.held[seat]
    if WEIGHS[bot] and not looks_ahead(s, bot):
        return with_lay(learned_advice(s, seat, bot, work, {ALL: lay, GIVEN: made}), s, seat, lay)
    if made is None and (count == 1 or is_whole(s, seat, work)):
        return with_lay(quick_advice(s, seat, bot, luck, work), s, seat, lay)
    try_worlds(s, seat, bot, luck, worlds_for(budget), work)
    return with_lay(tried_advice(s, seat, bot, work, {ALL: lay, GIVEN: made}), s, seat, lay)


def worlds_for(budget: Budget | None) -> int:
    """In how many worlds the plans are tried; a lay that was made makes them no fewer."""
    playouts = budget.playouts if budget and budget.playouts else GAME.analysis_playouts
    return min(max(playouts // OWN_PLANS, 1), MOST_WORLDS)


def seed_of(view: RummyView) -> int:
    """A number that depends on the view only."""
    return int.from_bytes(hashlib.sha256(msgspec.json.encode(view)).digest()[:4], "big") >> 1


def best_lay(s: Rummy, seat: int) -> Lay | None:
    """The lay of the most tiles that changes the fewest melds, if there is one."""
    lays = best_lays(s, seat)
    return Lay(layout_text(lays[0])) if lays else None


def with_lay(advice: Advice, s: Rummy, seat: int, lay: Lay | None) -> Advice:
    """The advice, and what can be laid now, whether or not that is the advice."""
    if lay is None:
        return advice
    after = s.copy()
    apply_move(after, seat, lay)
    laid = s.held[seat] - after.held[seat]
    numbers = {**advice.numbers, "now": format_move(lay), "most": laid}
    is_most = isinstance(advice.move, Lay) and advice.numbers.get("tiles") == laid
    return msgspec.structs.replace(advice, numbers=numbers, move=lay if is_most else advice.move)
