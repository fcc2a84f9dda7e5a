"""What a game was like: templates that play one and look back at it.

A game played by its number is the same each time, so it is played again to see who led in the middle, and once more
with one decision made at random, to see whether that mattered.
"""

from __future__ import annotations

from typing import Any

from erre.core.arena import act, acting, advance, apply, is_automatic, is_winner, legal, next_seat, scores, set_up
from erre.core.chance import roll, seed_key, seed_luck

OTHER_LUCK = 0x5DEECE66D  # the stream that picks the decision, apart from that of the bots


def play_on(s: Any, bots: Any, luck: Any, moves: Any, work: Any, most: int) -> int:
    """Open: see `play_on_template`."""
    raise NameError("play_on is bound by a game")


def begin(states: Any, blank: Any, i: int, luck: Any, work: Any, seed: int, number: int) -> None:
    """Open: see `begin_template`."""
    raise NameError("begin is bound by a game")


def begin_template(states: Any, blank: Any, i: int, luck: Any, work: Any, seed: int, number: int) -> None:
    """Set up game `number` of a seed."""
    states[i] = blank[0]
    seed_key(states[i].key, seed, number)
    seed_luck(luck, seed, number)
    work[0] = 0
    set_up(states[i])
    while is_automatic(states[i]):
        advance(states[i])


def play_on_template(s: Any, bots: Any, luck: Any, moves: Any, work: Any, most: int) -> int:
    """Let the bots make up to a number of moves; returns how many they made."""
    made = 0
    while made < most and acting(s) != 0:
        seat = next_seat(s, acting(s), bots, luck, work)
        if not act(s, seat, bots[seat], luck, moves, work):
            break
        while is_automatic(s):
            advance(s)
        made += 1
    return made


def study_games_template(
    states: Any,
    blank: Any,
    bots: Any,
    luck: Any,
    other: Any,
    moves: Any,
    work: Any,
    points: Any,
    wins: Any,
    facts: Any,
    seed: int,
    first: int,
    start: int,
    end: int,
) -> None:
    """Play games start to end - 1; points and victories by seat, and of each game the facts.

    The facts: its moves; 1 if no winner was ahead in the middle; 1 if one decision made at random changed the winners.
    """
    most = 1 << 30
    for i in range(start, end):
        s = states[i]
        n = s.seats
        number = first + i
        begin(states, blank, i, luck, work, seed, number)
        made = play_on(s, bots, luck, moves, work, most)
        facts[i, 0] = made
        for seat in range(n):
            points[i, seat] = scores(s, seat)
            wins[i, seat] = is_winner(s, seat)
        begin(states, blank, i, luck, work, seed, number)
        play_on(s, bots, luck, moves, work, made >> 1)
        best = scores(s, 0)
        for seat in range(1, n):
            best = max(best, scores(s, seat))
        behind = 1
        for seat in range(n):
            if wins[i, seat] and scores(s, seat) == best:
                behind = 0
        facts[i, 1] = behind
        seed_luck(other, seed ^ OTHER_LUCK, number)
        begin(states, blank, i, luck, work, seed, number)
        play_on(s, bots, luck, moves, work, roll(other, max(1, made)))
        changed = 0
        if acting(s) != 0:
            seat = next_seat(s, acting(s), bots, luck, work)
            count = legal(s, seat, moves)
            if count > 1:
                apply(s, seat, moves[roll(other, count)])
                while is_automatic(s):
                    advance(s)
                play_on(s, bots, luck, moves, work, most)
                for seat in range(n):
                    if wins[i, seat] != is_winner(s, seat):
                        changed = 1
        facts[i, 2] = changed
