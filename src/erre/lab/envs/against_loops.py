"""One seat against bots, many games side by side: templates that a game's encoding and its bots are bound into.

The bots act on the state itself, inside the kernel. They read nothing of it that their seat cannot see; that is what
makes them bots at a table, too.
"""

from __future__ import annotations

from typing import Any

from erre.core.arena import act, advance, apply, choose, is_automatic, is_winner, legal, scores
from erre.core.record import NONE
from erre.lab.envs.loops import begin, next_seat, observe, offer, take


def play_bot(s: Any, seat: int, bot: int, luck: Any, moves: Any, room: Any) -> None:
    """Open: see the three templates below."""
    raise NameError("play_bot is bound by a game")


def let_others_play(s: Any, me: int, bots: Any, luck: Any, moves: Any, room: Any) -> bool:
    """Open: see `let_others_play_template`."""
    raise NameError("let_others_play is bound by a game")


def look_from(s: Any, me: int, over: bool, out: Any, mask: Any, moves: Any, work: Any) -> None:
    """Open: see `look_from_template`."""
    raise NameError("look_from is bound by a game")


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


def let_others_play_template(s: Any, me: int, bots: Any, luck: Any, moves: Any, room: Any) -> bool:
    """Play on until it is this seat's turn, or the game is over; whether it is."""
    while True:
        while is_automatic(s):
            advance(s)
        seat = next_seat(s, luck)
        if seat == NONE:
            return True
        if seat == me:
            return False
        play_bot(s, seat, bots[seat], luck, moves, room)


def look_from_template(s: Any, me: int, over: bool, out: Any, mask: Any, moves: Any, work: Any) -> None:
    """Write what the seat sees and can do; after the end it can do nothing."""
    observe(s, me, out)
    if over:
        for action in range(len(mask)):
            mask[action] = 0
    else:
        offer(s, me, mask, moves, work)


def begin_against_template(
    states: Any,
    blank: Any,
    luck: Any,
    numbers: Any,
    seeds: Any,
    me: int,
    bots: Any,
    out: Any,
    mask: Any,
    moves: Any,
    work: Any,
    room: Any,
) -> None:
    """Begin a game in every place."""
    for i in range(len(states)):
        begin(states, blank, i, luck[i], seeds[i], numbers[i])
        s = states[i]
        over = let_others_play(s, me, bots, luck[i], moves, room)
        look_from(s, me, over, out[i], mask[i], moves, work)


def step_against_template(
    states: Any,
    blank: Any,
    luck: Any,
    numbers: Any,
    seeds: Any,
    me: int,
    bots: Any,
    actions: Any,
    by_points: bool,
    restarts: bool,
    out: Any,
    mask: Any,
    rewards: Any,
    done: Any,
    refused: Any,
    points: Any,
    last: Any,
    moves: Any,
    work: Any,
    room: Any,
) -> None:
    """One action of the seat in every place, and everything until its next turn.

    An action that was not offered is marked as refused and changes nothing. Where games restart, the observation of a
    finished one goes to `last`, and the next game begins in its place.
    """
    for i in range(len(states)):
        done[i], refused[i], rewards[i] = 0, 0, 0
        action = actions[i]
        if not (0 <= action < mask.shape[1]) or not mask[i, action]:
            refused[i] = 1
            continue
        s = states[i]
        before = scores(s, me)
        take(s, me, action, moves, work)
        over = let_others_play(s, me, bots, luck[i], moves, room)
        if by_points:
            rewards[i] = scores(s, me) - before
        if over:
            done[i] = 1
            winners = 0
            for k in range(s.seats):
                points[i, k] = scores(s, k)
                winners += is_winner(s, k)
            if not by_points:
                rewards[i] = is_winner(s, me) / winners - 1 / s.seats
            if restarts:
                observe(s, me, last[i])
                numbers[i] += len(states)
                begin(states, blank, i, luck[i], seeds[i], numbers[i])
                over = let_others_play(s, me, bots, luck[i], moves, room)
        look_from(s, me, over, out[i], mask[i], moves, work)
