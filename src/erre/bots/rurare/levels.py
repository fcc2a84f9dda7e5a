"""Ru-Ra-Re: the five levels. All mix by the network: the lower ones at higher temperatures, with less in sight."""

from __future__ import annotations

import numpy as np

from erre.bots import BEGINNER, BEGINNER_0_1
from erre.bots.rurare.earlier import choose_as_before, slips
from erre.bots.rurare.layout import AVERAGE, NETWORK, PREFERENCES, WORK
from erre.bots.rurare.learned import mixture, write_scores
from erre.bots.rurare.policy import choose
from erre.bots.rurare.search import PERCENT, answer, any_row, conclude, draw_row, open_rows, open_search, think
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rurare.components import MOST_ROWS
from erre.games.rurare.rules.play import apply, legal
from erre.games.rurare.state import RuRaRe

# By the number of a bot: random, greedy, (own,) beginner to champion, and the same levels of version 0.1.
PLAYOUTS = np.array([0, 0, 0, 0, 0, 0, 0, 1000, 0, 0, 0, 150, 3000], np.int32)  # of a search, for one choice
AHEAD = np.array([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], np.int8)  # turns that playouts go beyond this one
# Of the levels with a network:
TRUST = np.array([0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0], np.int64)  # hundredths of a score that a point counts as
WARMTH = np.array([0, 0, 0, 2400, 1300, 850, 550, 100, 0, 0, 0, 0, 0], np.int64)  # hundredths: the temperature
OVERSIGHT = np.array([0, 0, 0, 900, 800, 700, 500, 0, 0, 0, 0, 0, 0], np.int64)  # of 1,000 facts about others


@rule
def mix_quickly(s: RuRaRe, seat: int, bot: int, luck: IntArray, work: IntArray) -> None:
    """The mixture of a level that does not search, from the network, at the level's temperature."""
    at = seat * MOST_ROWS
    scores = work[PREFERENCES + at : PREFERENCES + at + MOST_ROWS]
    write_scores(s, seat, OVERSIGHT[bot], luck, scores, work[NETWORK:WORK])
    for row in range(MOST_ROWS):
        scores[row] = scores[row] * PERCENT // WARMTH[bot]
    mixture(scores, open_rows(s), work[AVERAGE + at : AVERAGE + at + MOST_ROWS])


@rule
def choose_quickly(s: RuRaRe, seat: int, bot: int, luck: IntArray, work: IntArray) -> int:
    """The row of a level that does not search."""
    mix_quickly(s, seat, bot, luck, work)
    return draw_row(s, seat, luck, work)


@rule
def choose_by_search(s: RuRaRe, seat: int, bot: int, luck: IntArray, work: IntArray) -> int:
    """The row of a level that has searched."""
    if TRUST[bot] > 0:
        answer(s, seat, TRUST[bot], WARMTH[bot], luck, work)
        return draw_row(s, seat, luck, work)
    conclude(s, seat, luck, work)
    return any_row(open_rows(s), luck) if slips(bot, luck) else draw_row(s, seat, luck, work)


@rule
def choose_at_level(s: RuRaRe, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray) -> int:
    """The row of any bot; one that searches reads nothing of the state that the seat cannot see."""
    count = legal(s, seat, moves)
    if bot < BEGINNER:
        return choose(s, seat, bot, luck, moves, count)
    if PLAYOUTS[bot] == 0:
        if bot >= BEGINNER_0_1:
            return choose_as_before(s, seat, bot, luck, moves, count)
        return choose_quickly(s, seat, bot, luck, work)
    open_search(s, work)
    think(s, seat, PLAYOUTS[bot], AHEAD[bot], TRUST[bot] > 0, luck, moves, work)
    return choose_by_search(s, seat, bot, luck, work)


@rule
def act(s: RuRaRe, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray) -> bool:
    """Let a bot make its move; False where there is none."""
    if not s.active >> seat & 1:
        return False
    apply(s, seat, choose_at_level(s, seat, bot, luck, moves, work))
    return True
