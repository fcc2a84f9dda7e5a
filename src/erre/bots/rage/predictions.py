"""The chances that Rage's bots give their bids, and which bids came true (`erre calibrate`)."""

from __future__ import annotations

import numpy as np

from erre.bots import CHAMPION
from erre.bots.rage.chances import chance_of_champion
from erre.bots.rage.level_settings import LEVEL_SETTINGS, PLAYOUTS
from erre.bots.rage.levels import decide, unless_searched
from erre.bots.rage.search import COUNTED, COUNTS, EXACT, VISITS, WORK, best_of, clear_counts, think
from erre.core.chance import key_from_seed, seed_luck
from erre.core.predictions import Prediction
from erre.core.record import NONE, IntArray, ints
from erre.games.rage.components import BID, MOST_LEGAL, Options
from erre.games.rage.game import GAME
from erre.games.rage.rules.play import advance, apply, is_automatic, legal
from erre.games.rage.state import BIDDING, OVER, SCORING, Rage

LEAST_PLAYOUTS = 200  # for a bid, where a level on its own would not search


def playouts_of(bot: int) -> int:
    """How much a bot thinks about a bid where nobody says otherwise."""
    return max(LEAST_PLAYOUTS, int(LEVEL_SETTINGS[bot, PLAYOUTS]))


def play_match(bot: int, seats: int, options: Options, seed: int, number: int, playouts: int) -> list[Prediction]:
    """One match with the same bot at all seats: every bid made."""
    luck, moves, work = ints(2, np.int32), ints(MOST_LEGAL), ints(WORK, np.int64)
    seed_luck(luck, seed, number)
    s = GAME.start(seats, options, key_from_seed(seed, number))
    bids: list[Prediction] = []
    chances = [0.0] * seats
    while s.phase != OVER:
        if s.phase == SCORING:
            bids += [(chances[seat], bool(s.bids[seat] == s.tricks[seat])) for seat in range(seats)]
        if is_automatic(s):
            advance(s)
            continue
        seat = GAME.turn(s)[0]
        count = legal(s, seat, moves)
        if s.phase == BIDDING:
            bid, chances[seat] = predicted_bid(s, seat, bot, luck, moves, count, playouts, work)
            apply(s, seat, bid)
        else:
            apply(s, seat, decide(s, seat, bot, luck, moves, count, work))
    return bids


def predicted_bid(
    s: Rage, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int, playouts: int, work: IntArray
) -> tuple[int, float]:
    """The bid of a level, and the chance that it gives it."""
    clear_counts(count, work)
    think(s, seat, bot, luck, moves, count, playouts, work)
    move = unless_searched(s, seat, bot, luck, moves, count, work)
    index = best_of(count, work) if move == NONE else moves[:count].tolist().index(move)
    at = COUNTS + index * COUNTED
    assert moves[index] >= BID
    share = int(work[at + EXACT]) / int(work[at + VISITS])
    return moves[index], chance_of_champion(share) if bot == CHAMPION else share
