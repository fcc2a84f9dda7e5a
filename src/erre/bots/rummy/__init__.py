"""Rummy: bots that ask the exact solver; the better ones also know when to wait, and ask what comes of it."""

from __future__ import annotations

import numpy as np

from erre.bots import RANDOM
from erre.bots.rummy.advice import REASONS as REASONS
from erre.bots.rummy.advice import advise as advise
from erre.bots.rummy.kept import WORK as WORK
from erre.bots.rummy.level_settings import WEIGHS
from erre.bots.rummy.policy import act_quickly, lay_quickly
from erre.bots.rummy.search import act_ahead, act_by_value, looks_ahead
from erre.bots.rummy.weigh import hint as hint
from erre.bots.rummy.weigh import weigh as weigh
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import IntArray, ints
from erre.games.rummy.components import MOST_LEGAL
from erre.games.rummy.moves import Draw, Lay, Pass, RummyMove, move_of
from erre.games.rummy.rules.play import legal
from erre.games.rummy.rules.turn import may_draw
from erre.games.rummy.state import Rummy
from erre.games.rummy.tables import table_text

KEEPS_EARLIER = True  # the levels of version 0.1, with numbers of their own
LEVEL_HELP = {
    "strong": "lays as people do, finds every rearrangement and keeps what the last lay needs",
    "champion": "draws turn after turn, then lays everything at once: hard to beat, and slow to watch",
}
OWN_BOTS = {
    "patient": "keeps tiles as long as they open more, and lays them when all fit or somebody is about to go out"
}


@rule
def act(s: Rummy, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray) -> bool:
    """Let a bot make its move; False where there is none."""
    if looks_ahead(s, bot):
        act_ahead(s, seat, bot, luck, work)
    elif WEIGHS[bot]:
        act_by_value(s, seat, bot, luck, work)
    else:
        return act_quickly(s, seat, bot, luck, moves, work)
    return True


def move(s: Rummy, seat: int, bot: int, luck: IntArray) -> RummyMove:
    """What a bot that does not look ahead does at a table."""
    if bot == RANDOM:
        moves = ints(MOST_LEGAL)
        count = legal(s, seat, moves)
        return move_of(s, seat, moves[roll(luck, count)])
    after = s.copy()
    if lay_quickly(after, seat, bot, luck, ints(WORK, np.int64)):
        return Lay(table_text(after))
    return Draw() if may_draw(s) else Pass()
