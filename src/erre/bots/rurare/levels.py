"""Ru-Ra-Re: the five levels, from one who sees a row's points now to one who looks ahead and mixes."""

from __future__ import annotations

import numpy as np

from erre.bots import BEGINNER, CASUAL
from erre.bots.rurare.policy import LOOSE, choose, choose_warmly
from erre.bots.rurare.search import any_row, conclude, draw_row, open_rows, open_search, think
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rurare.rules.play import apply, legal
from erre.games.rurare.rules.scoring import worth
from erre.games.rurare.state import RuRaRe

# By the number of a bot: random, greedy, (patient,) beginner, casual, solid, strong, champion.
PLAYOUTS = np.array([0, 0, 0, 0, 0, 0, 150, 3000], np.int32)  # of a search, for one choice
AHEAD = np.array([0, 0, 0, 0, 0, 0, 0, 1], np.int8)  # turns that playouts go beyond this one
MISTAKES = np.array([0, 0, 0, 76, 42, 0, 6, 0], np.int8)  # choices of a hundred that are any row
DOUBT = 8  # points by which who sees only the points of now may value a row too high


@rule
def choose_by_sight(s: RuRaRe, seat: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The row that would bring most if there were a scoring now, more or less."""
    best = moves[0]
    high = -1
    for i in range(count):
        value = worth(s, seat, moves[i]) + s.depth[moves[i]] + roll(luck, DOUBT)
        if value > high:
            high = value
            best = moves[i]
    return best


@rule
def choose_quickly(s: RuRaRe, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The row of a level that does not search."""
    if slips(bot, luck):
        return moves[roll(luck, count)]
    if bot <= CASUAL:
        return choose_by_sight(s, seat, luck, moves, count)
    return choose_warmly(s, seat, LOOSE, luck, moves, count)


@rule
def slips(bot: int, luck: IntArray) -> bool:
    """Whether a level overlooks everything this time."""
    return bool(roll(luck, 100) < MISTAKES[bot])


@rule
def choose_by_search(s: RuRaRe, seat: int, bot: int, luck: IntArray, work: IntArray) -> int:
    """The row of a level that has searched."""
    conclude(s, seat, luck, work)
    return any_row(open_rows(s), luck) if slips(bot, luck) else draw_row(s, seat, luck, work)


@rule
def choose_at_level(s: RuRaRe, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray) -> int:
    """The row of any bot; one that searches reads nothing of the state that the seat cannot see."""
    count = legal(s, seat, moves)
    if bot < BEGINNER:
        return choose(s, seat, bot, luck, moves, count)
    if PLAYOUTS[bot] == 0:
        return choose_quickly(s, seat, bot, luck, moves, count)
    open_search(s, work)
    think(s, seat, PLAYOUTS[bot], AHEAD[bot], luck, moves, work)
    return choose_by_search(s, seat, bot, luck, work)


@rule
def act(s: RuRaRe, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray) -> bool:
    """Let a bot make its move; False where there is none."""
    if not s.active >> seat & 1:
        return False
    apply(s, seat, choose_at_level(s, seat, bot, luck, moves, work))
    return True
