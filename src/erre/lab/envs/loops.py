"""Many games side by side, one action in each at a time: templates that a game's encoding is bound into.

A game that ends is reported as done, with its final points, and the next one starts in its place. Game k of a
place is number `place + k * places` of the seed, so the same games come whatever the threads and the engine.
"""

from __future__ import annotations

from typing import Any

from erre.core.arena import acting, advance, is_automatic, is_winner, scores, set_up
from erre.core.chance import roll, seed_key, seed_luck
from erre.core.record import NONE


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


def begin(states: Any, blank: Any, i: int, luck: Any, seed: int, number: int) -> None:
    """Open: see `begin_template`."""
    raise NameError("begin is bound by a game")


def look(s: Any, luck: Any, out: Any, mask: Any, moves: Any, work: Any) -> int:
    """Open: see `look_template`."""
    raise NameError("look is bound by a game")


def act(s: Any, seat: int, action: int, by_points: bool, reward: Any, points: Any, moves: Any, work: Any) -> bool:
    """Open: see `act_template`."""
    raise NameError("act is bound by a game")


def begin_template(states: Any, blank: Any, i: int, luck: Any, seed: int, number: int) -> None:
    """Set up game `number` of a seed in a place, up to the first decision."""
    states[i] = blank[0]
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


def act_template(
    s: Any, seat: int, action: int, by_points: bool, reward: Any, points: Any, moves: Any, work: Any
) -> bool:
    """Carry an action out and let the game go on; rewards by seat, and whether the game is over.

    By points, a reward is what was scored; otherwise the winners share 1 at the end, and everybody pays for it alike.
    """
    n = s.seats
    for k in range(n):
        reward[k] = -scores(s, k) if by_points else 0
    take(s, seat, action, moves, work)
    while is_automatic(s):
        advance(s)
    over = acting(s) == 0
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
    return over


def begin_games_template(
    states: Any,
    blank: Any,
    luck: Any,
    played: Any,
    seats: Any,
    out: Any,
    mask: Any,
    moves: Any,
    work: Any,
    seed: int,
    first: int,
    start: int,
    end: int,
) -> None:
    """Begin the first game of some places."""
    for i in range(start, end):
        played[i] = 0
        begin(states, blank, i, luck[i], seed, first + i)
        seats[i] = look(states[i], luck[i], out[i], mask[i], moves, work)


def step_games_template(
    states: Any,
    blank: Any,
    luck: Any,
    played: Any,
    actions: Any,
    by_points: bool,
    seats: Any,
    out: Any,
    mask: Any,
    rewards: Any,
    done: Any,
    points: Any,
    moves: Any,
    work: Any,
    seed: int,
    first: int,
    start: int,
    end: int,
) -> int:
    """One action in each of some places; the place of the first action that was not offered, or NONE.

    Such an action is not carried out, and nothing changes in its place.
    """
    refused = NONE
    for i in range(start, end):
        action = actions[i]
        if not (0 <= action < mask.shape[1]) or not mask[i, action]:
            if refused == NONE:
                refused = i
            continue
        s = states[i]
        done[i] = act(s, seats[i], action, by_points, rewards[i], points[i], moves, work)
        if done[i]:
            played[i] += 1
            begin(states, blank, i, luck[i], seed, first + i + played[i] * len(states))
        seats[i] = look(s, luck[i], out[i], mask[i], moves, work)
    return refused


def sample_template(mask: Any, luck: Any, actions: Any, start: int, end: int) -> None:
    """Any of the possible actions in each of some places, each equally likely."""
    for i in range(start, end):
        count = 0
        for action in range(mask.shape[1]):
            count += mask[i, action]
        skip = roll(luck[i], count)
        action = 0
        while skip > 0 or not mask[i, action]:
            skip -= mask[i, action]
            action += 1
        actions[i] = action
