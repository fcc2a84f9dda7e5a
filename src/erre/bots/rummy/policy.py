"""Rummy: quick ways to play a turn, from first evenings to the exact solver, and the levels that use them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from erre.bots import BEGINNER, CASUAL, GREEDY, PATIENT, RANDOM, SOLID, STRONG
from erre.bots.rummy.lays import EVERY, lay
from erre.core.chance import roll
from erre.core.engine import wide_rule as rule
from erre.core.record import IntArray
from erre.games.rummy.components import DRAW, FIRST_JOKER, PASS, RACKS, TILES
from erre.games.rummy.rules import apply, end_lay, legal, may_draw
from erre.games.rummy.state import Rummy

DANGER = 4  # tiles on another rack from which on patience ends
CERTAIN = 100

# By the number of a bot: the chance, in hundredths, that it notices a meld on the table as something to work with, and
# that it sees in a turn that it can lay at all.
NOTICES: npt.NDArray[np.int64] = np.full(8, CERTAIN)
SEES: npt.NDArray[np.int64] = np.full(8, CERTAIN)
NOTICES[BEGINNER], SEES[BEGINNER] = 15, 65
NOTICES[CASUAL], SEES[CASUAL] = 35, 90
NOTICES[SOLID] = 56
NOTICES[STRONG] = 77


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
def lowest_other(s: Rummy, seat: int) -> int:
    """The fewest tiles on another rack."""
    fewest = TILES
    for other in range(s.seats):
        if other != seat:
            fewest = min(fewest, s.held[other])
    return fewest


@rule
def has_joker(s: Rummy, seat: int) -> bool:
    """Whether a rack holds a joker."""
    return s.place[FIRST_JOKER] == RACKS + seat or s.place[FIRST_JOKER + 1] == RACKS + seat


@rule
def lay_patiently(s: Rummy, seat: int, work: IntArray) -> bool:
    """Lay without jokers, as long as nobody is about to go out and they would not end the hand."""
    if not has_joker(s, seat) or not s.opened[seat] or lowest_other(s, seat) <= DANGER or s.held[seat] <= DANGER:
        return lay(s, seat, EVERY, True, work)
    return lay(s, seat, EVERY, False, work)


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
def lay_quickly(s: Rummy, seat: int, bot: int, luck: IntArray, work: IntArray) -> bool:
    """What a bot lays that does not look ahead; False if nothing."""
    if bot == PATIENT:
        return lay_patiently(s, seat, work)
    if SEES[bot] < CERTAIN and roll(luck, CERTAIN) >= SEES[bot]:
        return False
    return lay(s, seat, noticed_melds(s, bot, luck), True, work)


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
