"""One seat against bots: the templates that take the place of `loops.go_on`.

The bots act on the state itself, inside the kernel. They read nothing of it that their seat cannot see; that is what
makes them bots at a table, too.
"""

from __future__ import annotations

from typing import Any

from erre.core.arena import act, advance, apply, choose, is_automatic, legal
from erre.core.record import NONE
from erre.lab.envs.loops import next_seat


def play_bot(s: Any, seat: int, bot: int, luck: Any, moves: Any, room: Any) -> None:
    """Open: see the three templates below."""
    raise NameError("play_bot is bound by a game")


def choose_template(s: Any, seat: int, bot: int, luck: Any, moves: Any, room: Any) -> None:
    """A move of a bot that chooses among the numbers of its moves."""
    count = legal(s, seat, moves)
    apply(s, seat, choose(s, seat, bot, luck, moves, count))


def act_template(s: Any, seat: int, bot: int, luck: Any, moves: Any, room: Any) -> None:
    """A move of a bot that acts by itself."""
    act(s, seat, bot, luck, moves, room)


def act_afresh_template(s: Any, seat: int, bot: int, luck: Any, moves: Any, room: Any) -> None:
    """The same where bots would plan ahead of their turn: here chance says who is next, so no plan is kept."""
    for i in range(len(room)):
        room[i] = 0
    act(s, seat, bot, luck, moves, room)


def go_on_against_template(s: Any, me: int, bots: Any, luck: Any, moves: Any, room: Any) -> int:
    """One seat is the learner's, and the others are those of bots: `bots[me, seat]` is the number of each."""
    while True:
        while is_automatic(s):
            advance(s)
        seat = next_seat(s, luck)
        if seat == NONE or seat == me:
            return seat
        play_bot(s, seat, bots[me, seat], luck, moves, room)
