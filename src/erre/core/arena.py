"""Whole games inside the engine, without a Python step: the loops that every game shares.

The functions here are templates. A game's rules take the place of the open names by `engine.bind`.
"""

from __future__ import annotations

from typing import Any

from erre.core.chance import roll, seed_key, seed_luck
from erre.core.engine import rule
from erre.core.record import NONE, GameState, IntArray


def acting(s: Any) -> int:
    """Open: the seats that play waits for, as bits."""
    raise NameError("acting is bound by a game")


def legal(s: Any, seat: int, moves: IntArray) -> int:
    """Open: writes the legal moves of a seat, and says how many."""
    raise NameError("legal is bound by a game")


def apply(s: Any, seat: int, move: int) -> None:
    """Open: carries out a legal move."""
    raise NameError("apply is bound by a game")


def is_automatic(s: Any) -> bool:
    """Open: whether the game goes on by itself."""
    raise NameError("is_automatic is bound by a game")


def advance(s: Any) -> None:
    """Open: one step that needs no player."""
    raise NameError("advance is bound by a game")


def settle(s: Any) -> None:
    """Open: see `settle_template`."""
    raise NameError("settle is bound by a game")


def choose(s: Any, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """Open: the move of a bot, out of the `count` legal ones."""
    raise NameError("choose is bound by a game")


def set_up(s: Any) -> None:
    """Open: brings a state with seats, options and key to its first automatic step."""
    raise NameError("set_up is bound by a game")


def act(s: Any, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray) -> bool:
    """Open: lets a bot make its move; False where there is none."""
    raise NameError("act is bound by a game")


def next_seat(s: Any, waiting: int, bots: IntArray, luck: IntArray, work: IntArray) -> int:
    """Open: which of the seats that play waits for acts first, where bots act by themselves."""
    raise NameError("next_seat is bound by a game")


def play_out(s: Any, bots: IntArray, luck: IntArray, moves: IntArray, work: IntArray) -> int:
    """Open: see `play_out_template`."""
    raise NameError("play_out is bound by a game")


def play_game(s: Any, bots: IntArray, luck: IntArray, moves: IntArray, work: IntArray, seed: int, number: int) -> int:
    """Open: see `play_game_template`."""
    raise NameError("play_game is bound by a game")


def scores(s: Any, seat: int) -> int:
    """Open: points of a seat."""
    raise NameError("scores is bound by a game")


def is_winner(s: Any, seat: int) -> bool:
    """Open: whether a seat has won, once the game is over."""
    raise NameError("is_winner is bound by a game")


@rule
def choose_randomly(s: Any, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """Any legal move, each equally likely."""
    return moves[roll(luck, count)]


@rule
def seat_by_lot(waiting: int, luck: IntArray) -> int:
    """A seat of a set of bits, each equally likely: by the luck of the bots, which is no part of the game's chance."""
    skip = 0
    if waiting & (waiting - 1):
        count = 0
        rest = waiting
        while rest > 0:
            count += rest & 1
            rest >>= 1
        skip = roll(luck, count)
    seat = 0
    while skip > 0 or not waiting >> seat & 1:
        skip -= waiting >> seat & 1
        seat += 1
    return seat


@rule
def next_by_lot(s: Any, waiting: int, bots: IntArray, luck: IntArray, work: IntArray) -> int:
    """Any of the seats that play waits for."""
    return seat_by_lot(waiting, luck)


def settle_template(s: GameState) -> None:
    """Let the game go on until a seat must act, or it is over."""
    while is_automatic(s):
        advance(s)


def play_out_template(s: GameState, bots: IntArray, luck: IntArray, moves: IntArray, work: IntArray) -> int:
    """Play to the end, seat k by bot `bots[k]`; the number of moves made. Stops where a seat has no move at all.

    Choices are a loop of their own, so that on a GPU neighbours who choose wait for each other before the game goes on.
    """
    made = 0
    while True:
        settle(s)
        while not is_automatic(s):
            seat = s.turn
            if seat == NONE:
                waiting = acting(s)
                if waiting == 0:
                    return made
                seat = seat_by_lot(waiting, luck)
            count = legal(s, seat, moves)
            if count == 0:
                return made
            apply(s, seat, choose(s, seat, bots[seat], luck, moves, count))
            made += 1


def play_by_act_template(s: GameState, bots: IntArray, luck: IntArray, moves: IntArray, work: IntArray) -> int:
    """The same where bots act by themselves: a loop of its own, for the call would cost the other an eighth.

    The first word of the workspace is 0 when a game begins; what else is left there is of another game.
    """
    settle(s)
    made = 0
    work[0] = 0
    while acting(s) != 0:
        seat = next_seat(s, acting(s), bots, luck, work)
        if not act(s, seat, bots[seat], luck, moves, work):
            return made
        settle(s)
        made += 1
    return made


def play_game_template(
    s: GameState, bots: IntArray, luck: IntArray, moves: IntArray, work: IntArray, seed: int, number: int
) -> int:
    """Set up game `number` of a seed and play it out; the number of moves made."""
    seed_key(s.key, seed, number)
    seed_luck(luck, seed, number)
    set_up(s)
    return play_out(s, bots, luck, moves, work)


def play_games_template(
    states: Any,
    bots: IntArray,
    luck: IntArray,
    moves: IntArray,
    work: IntArray,
    made: Any,
    seed: int,
    first: int,
    start: int,
    end: int,
) -> None:
    """Play games start to end - 1 of a batch, which are games first + start and on of the seed."""
    for i in range(start, end):
        made[i] = play_game(states[i], bots, luck, moves, work, seed, first + i)


def tally_template(states: Any, points: Any, wins: Any) -> None:
    """Points of every game and seat, and who won."""
    for i in range(len(states)):
        s = states[i]
        for seat in range(s.seats):
            points[i, seat] = scores(s, seat)
            wins[i, seat] = is_winner(s, seat)
