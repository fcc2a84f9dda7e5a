"""Many games side by side, one action in each at a time: templates that a game's encoding is bound into.

A game that ends is reported as done, with its final points, and the next one starts in its place. Game k of a place is
number `place + k * places` of its seed, so the same games come whatever the threads and the engine. Who acts for a
learner is the open `go_on`: everybody (here), or one seat against bots (`against_loops`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from erre.core.arena import acting, advance, is_automatic, is_winner, scores, set_up
from erre.core.chance import roll, seed_key, seed_luck
from erre.core.engine import rule
from erre.core.record import NONE

WORD = np.int32


def observe(s: Any, seat: int, out: Any) -> int:
    """Open: see `Encoding`."""
    raise NameError("observe is bound by a game")


def offer(s: Any, seat: int, mask: Any, moves: Any, work: Any) -> None:
    """Open: see `Encoding`."""
    raise NameError("offer is bound by a game")


def take(s: Any, seat: int, action: int, moves: Any, work: Any) -> None:
    """Open: see `Encoding`."""
    raise NameError("take is bound by a game")


def next_seat(s: Any, luck: Any) -> int:
    """Open: see `Encoding`."""
    raise NameError("next_seat is bound by a game")


def show(s: Any, seat: int, out: Any, row: Any, table: Any, real: Any, bits: Any) -> None:
    """Open: see the templates of `observations`."""
    raise NameError("show is bound by a type of observations")


def renew(states: Any, blank: Any, i: int) -> None:
    """Open: see the two functions below."""
    raise NameError("renew is bound by an engine")


def begin(states: Any, blank: Any, i: int, luck: Any, seed: int, number: int) -> None:
    """Open: see `begin_template`."""
    raise NameError("begin is bound by a game")


def note_points(s: Any, by_points: bool, reward: Any) -> None:
    """Open: see `note_points_template`."""
    raise NameError("note_points is bound by a game")


def settle_points(s: Any, by_points: bool, over: bool, reward: Any, points: Any) -> None:
    """Open: see `settle_points_template`."""
    raise NameError("settle_points is bound by a game")


def go_on(s: Any, me: int, bots: Any, luck: Any, moves: Any, room: Any) -> int:
    """Open: plays on until a learner is to act; its seat, or NONE once the game is over."""
    raise NameError("go_on is bound by a game")


def start(
    states: Any, blank: Any, i: int, me: int, rotates: int, bots: Any, luck: Any, seed: int, numbers: Any,
    places: int, moves: Any, room: Any,
) -> int:  # fmt: skip
    """Open: see `start_template`."""
    raise NameError("start is bound by a game")


def carry_out(
    states: Any, actions: Any, by_points: bool, seats: Any, mask: Any, rewards: Any, done: Any, refused: Any,
    moves: Any, work: Any, i: int,
) -> bool:  # fmt: skip
    """Open: see `carry_out_template`."""
    raise NameError("carry_out is bound by a game")


def settle(
    states: Any, blank: Any, luck: Any, seeds: Any, numbers: Any, places: int, bots: Any, rotates: int,
    by_points: bool, restarts: bool, seats: Any, out: Any, mask: Any, rewards: Any, done: Any, points: Any, last: Any,
    moves: Any, work: Any, room: Any, row: Any, table: Any, real: Any, bits: Any, i: int,
) -> None:  # fmt: skip
    """Open: see `settle_template`."""
    raise NameError("settle is bound by a game")


@rule
def renew_at_once(states: Any, blank: Any, i: int) -> None:
    """Make the state of a place a blank one."""
    states[i] = blank[0]


@rule
def renew_by_words(states: Any, blank: Any, i: int) -> None:
    """The same for a GPU, whose compiler would copy it byte by byte."""
    words, empty = states[i : i + 1].view(WORD), blank.view(WORD)
    for k in range(len(words)):
        words[k] = empty[k]


def begin_template(states: Any, blank: Any, i: int, luck: Any, seed: int, number: int) -> None:
    """Set up game `number` of a seed in a place, up to the first decision."""
    renew(states, blank, i)
    s = states[i]
    seed_key(s.key, seed, number)
    seed_luck(luck, seed, number)
    set_up(s)
    while is_automatic(s):
        advance(s)


def look_template(s: Any, luck: Any, out: Any, mask: Any, moves: Any, work: Any) -> int:
    """Write what the seat to act sees and can do; that seat."""
    seat = next_seat(s, luck)
    observe(s, seat, out)
    offer(s, seat, mask, moves, work)
    return seat


def note_points_template(s: Any, by_points: bool, reward: Any) -> None:
    """Before something is played: note the points, if rewards are counted by them."""
    for k in range(s.seats):
        reward[k] = -scores(s, k) if by_points else 0


def settle_points_template(s: Any, by_points: bool, over: bool, reward: Any, points: Any) -> None:
    """After it: the rewards by seat, and the points of a game that is over.

    By points, a reward is what was scored; otherwise the winners share 1 at the end, and everybody pays for it alike.
    """
    n = s.seats
    if by_points:
        for k in range(n):
            reward[k] += scores(s, k)
    elif over:
        winners = 0
        for k in range(n):
            winners += is_winner(s, k)
        for k in range(n):
            reward[k] = is_winner(s, k) / winners - 1 / n
    if over:
        for k in range(n):
            points[k] = scores(s, k)


def act_template(
    s: Any, seat: int, action: int, by_points: bool, reward: Any, points: Any, moves: Any, work: Any
) -> bool:
    """Carry an action out and let the game go on; whether the game is over."""
    note_points(s, by_points, reward)
    take(s, seat, action, moves, work)
    while is_automatic(s):
        advance(s)
    over = acting(s) == 0
    settle_points(s, by_points, over, reward, points)
    return over


def go_on_template(s: Any, me: int, bots: Any, luck: Any, moves: Any, room: Any) -> int:
    """Every seat is a learner's."""
    while is_automatic(s):
        advance(s)
    return next_seat(s, luck)


def start_template(
    states: Any,
    blank: Any,
    i: int,
    me: int,
    rotates: int,
    bots: Any,
    luck: Any,
    seed: int,
    numbers: Any,
    places: int,
    moves: Any,
    room: Any,
) -> int:
    """Begin a game in a place; the seat to act. A game that ends before a learner acts is followed by the next one."""
    while True:
        begin(states, blank, i, luck, seed, numbers[i])
        seat = go_on(states[i], me, bots, luck, moves, room)
        if seat != NONE:
            return seat
        numbers[i] += places
        me = (me + rotates) % states[i].seats


def begin_games_template(
    states: Any,
    blank: Any,
    luck: Any,
    seeds: Any,
    numbers: Any,
    places: int,
    bots: Any,
    rotates: int,
    seats: Any,
    out: Any,
    mask: Any,
    moves: Any,
    work: Any,
    room: Any,
    row: Any,
    table: Any,
    real: Any,
    bits: Any,
    first: int,
    end: int,
) -> None:
    """Begin a game in some places; `seats` says whose games they are, where only one seat is a learner's."""
    for i in range(first, end):
        me, seed = seats[i], seeds[i]
        seat = start(states, blank, i, me, rotates, bots, luck[i], seed, numbers, places, moves, room)
        seats[i] = seat
        show(states[i], seat, out[i], row, table, real, bits)
        offer(states[i], seat, mask[i], moves, work)


def carry_out_template(
    states: Any,
    actions: Any,
    by_points: bool,
    seats: Any,
    mask: Any,
    rewards: Any,
    done: Any,
    refused: Any,
    moves: Any,
    work: Any,
    i: int,
) -> bool:
    """Carry out the action of a place; False if it was not offered.

    Such an action is marked as refused: its game stays as it is, and it brings nothing.
    """
    done[i], refused[i] = 0, 0
    action = actions[i]
    if not (0 <= action < mask.shape[1]) or not mask[i, action]:
        refused[i] = 1
        for k in range(rewards.shape[1]):
            rewards[i, k] = 0
        return False
    note_points(states[i], by_points, rewards[i])
    take(states[i], seats[i], action, moves, work)
    return True


def settle_template(
    states: Any,
    blank: Any,
    luck: Any,
    seeds: Any,
    numbers: Any,
    places: int,
    bots: Any,
    rotates: int,
    by_points: bool,
    restarts: bool,
    seats: Any,
    out: Any,
    mask: Any,
    rewards: Any,
    done: Any,
    points: Any,
    last: Any,
    moves: Any,
    work: Any,
    room: Any,
    row: Any,
    table: Any,
    real: Any,
    bits: Any,
    i: int,
) -> None:
    """After an action: let the game of a place go on until a learner is to act, and show it.

    Where games restart, the next one begins in the place of a finished one, whose last observation goes to `last`, if
    that has any room.
    """
    s = states[i]
    me = seats[i]
    seat = go_on(s, me, bots, luck[i], moves, room)
    settle_points(s, by_points, seat == NONE, rewards[i], points[i])
    if seat == NONE:
        done[i] = 1
        if len(last) > 0:
            show(s, me, last[i], row, table, real, bits)
        if restarts:
            numbers[i] += places
            me, seed = (me + rotates) % s.seats, seeds[i]
            seat = start(states, blank, i, me, rotates, bots, luck[i], seed, numbers, places, moves, room)
    if seat == NONE:
        show(s, me, out[i], row, table, real, bits)
        for k in range(mask.shape[1]):
            mask[i, k] = 0
    else:
        seats[i] = seat
        show(s, seat, out[i], row, table, real, bits)
        offer(s, seat, mask[i], moves, work)


def step_games_template(
    states: Any,
    blank: Any,
    luck: Any,
    seeds: Any,
    numbers: Any,
    places: int,
    bots: Any,
    rotates: int,
    actions: Any,
    by_points: bool,
    restarts: bool,
    seats: Any,
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
    row: Any,
    table: Any,
    real: Any,
    bits: Any,
    first: int,
    end: int,
) -> int:
    """One action in each of some places; the first place whose action was not offered, or NONE."""
    wrong = NONE
    for i in range(first, end):
        if carry_out(states, actions, by_points, seats, mask, rewards, done, refused, moves, work, i):
            settle(
                states, blank, luck, seeds, numbers, places, bots, rotates, by_points, restarts, seats, out, mask,
                rewards, done, points, last, moves, work, room, row, table, real, bits, i,
            )  # fmt: skip
        elif wrong == NONE:
            wrong = i
    return wrong


def sample_template(mask: Any, luck: Any, actions: Any, first: int, end: int) -> None:
    """Any of the possible actions in each of some places, each equally likely."""
    for i in range(first, end):
        count = 0
        for action in range(mask.shape[1]):
            count += mask[i, action]
        skip = roll(luck[i], count)
        action = 0
        while skip > 0 or not mask[i, action]:
            skip -= mask[i, action]
            action += 1
        actions[i] = action
