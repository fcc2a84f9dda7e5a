"""Rummy: quick cases to play a turn, from first evenings to the exact solver, and the levels that use them."""

from __future__ import annotations

from erre.bots import CHAMPION, GREEDY, RANDOM
from erre.bots import OWN as PATIENT
from erre.bots.rummy.lays import EVERY, lay
from erre.bots.rummy.level_settings import CERTAIN, NOTICES, SEES
from erre.bots.rummy.patience import lay_at_once, lay_patiently
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import DRAW, FIRST_JOKER, PASS, RACKS
from erre.games.rummy.rules.end import end_lay
from erre.games.rummy.rules.play import apply, legal
from erre.games.rummy.rules.turn import may_draw
from erre.games.rummy.state import Rummy


@rule
def noticed_melds(s: Rummy, bot: int, luck: IntArray) -> int:
    """The melds of the table that a bot thinks of in this turn, as bits."""
    if NOTICES[bot] == CERTAIN:
        return EVERY
    noticed = 0
    for meld in range(s.melds):
        noticed |= (roll(luck, CERTAIN) < NOTICES[bot]) << meld
    return noticed


@rule
def has_joker(s: Rummy, seat: int) -> bool:
    """Whether a rack holds a joker."""
    return s.place[FIRST_JOKER] == RACKS + seat or s.place[FIRST_JOKER + 1] == RACKS + seat


@rule
def draw_or_pass(s: Rummy, seat: int) -> None:
    """Take a tile, or pass where there is none."""
    apply(s, seat, DRAW if may_draw(s) else PASS)


@rule
def finish(s: Rummy, seat: int, laid: bool) -> None:
    """End a turn in which tiles were laid; or draw."""
    if laid:
        s.moves_made += 1
        end_lay(s, seat)
    else:
        draw_or_pass(s, seat)


@rule
def play_quickly(s: Rummy, seat: int, work: IntArray) -> None:
    """The turn of the greedy bot."""
    finish(s, seat, lay(s, seat, EVERY, True, work))


@rule
def play_waiting(s: Rummy, seat: int, work: IntArray) -> None:
    """A turn as the champion plays it where it does not look ahead."""
    finish(s, seat, lay_at_once(s, seat, CHAMPION, EVERY, work))


@rule
def lay_quickly(s: Rummy, seat: int, bot: int, luck: IntArray, work: IntArray) -> bool:
    """What a bot lays that does not look ahead; False if nothing."""
    if bot == PATIENT:
        return lay_patiently(s, seat, work)
    if SEES[bot] < CERTAIN and roll(luck, CERTAIN) >= SEES[bot]:
        return False
    return lay_at_once(s, seat, bot, noticed_melds(s, bot, luck), work)


@rule
def act_quickly(s: Rummy, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray) -> bool:
    """The turn of a bot that does not look ahead; False where there is no move."""
    if bot == RANDOM:
        count = legal(s, seat, moves)
        if count == 0:
            return False
        apply(s, seat, moves[roll(luck, count)])
        return True
    if bot == GREEDY:
        play_quickly(s, seat, work)
    else:
        finish(s, seat, lay_quickly(s, seat, bot, luck, work))
    return True
