"""Rummy: the worth of a lay that no bot considered, compared with those the solver finds."""

from __future__ import annotations

import msgspec
import numpy as np

from erre.bots import BOTS, STRONG
from erre.bots.contract import Advice, Budget
from erre.bots.rummy.advice import advise, think, weighed_advice
from erre.bots.rummy.lays import EVERY
from erre.bots.rummy.search import KEPT_FIELDS, LAID, ONLY_LOOSE, PLANNED, WORK, WORTH, keep, list_plans
from erre.core.record import IntArray, ints
from erre.games.rummy.from_view import state_from_view
from erre.games.rummy.moves import Lay, RummyMove, apply_move, format_move
from erre.games.rummy.tables import table_text
from erre.games.rummy.views import RummyView


def weigh(view: RummyView, move: RummyMove, level: str, budget: Budget | None, luck: IntArray) -> Advice:
    """The advice of a level that looks ahead at any time, and also tried a given move: a lay takes the place of the
    least of the plans."""
    bot = BOTS[level]
    s, seat, work = state_from_view(view), view.seat or 0, ints(WORK, np.int64)
    if bot < STRONG or (list_plans(s, seat, bot, EVERY, work) == 1 and not isinstance(move, Lay)):
        return advise(view, level, budget, luck)
    if not isinstance(move, Lay):
        think(s, seat, bot, budget, luck, work)
        return weighed_advice(s, bot, work)
    after = s.copy()
    apply_move(after, seat, move)
    keep(after, work, PLANNED + ONLY_LOOSE * KEPT_FIELDS)
    work[WORTH + ONLY_LOOSE], work[LAID + ONLY_LOOSE] = 1, s.held[seat] - after.held[seat]
    think(s, seat, bot, budget, luck, work)
    return in_words(weighed_advice(s, bot, work), format_move(Lay(table_text(after))), move)


def in_words(advice: Advice, found: str, move: RummyMove) -> Advice:
    """The advice with the move as it was written, rather than as the table was put in order."""
    written = format_move(move)
    choices = [msgspec.structs.replace(one, move=written) if one.move == found else one for one in advice.choices]
    chosen = move if advice.choices[0].move == found else advice.move
    return msgspec.structs.replace(advice, move=chosen, choices=choices)
