"""The last turn of Ru-Ra-Re: nothing is drawn any more and nothing is hidden but the choices of the moment."""

from __future__ import annotations

from typing import Annotated

import msgspec

from erre.bots import bot_number
from erre.bots.kernel_bot import bot_move, fresh_luck
from erre.core.chance import key_from_seed
from erre.core.errors import BadOptions
from erre.core.record import NONE
from erre.core.subgame import Subgame, World
from erre.games import game
from erre.games.rurare.components import MOST_SEATS, Options
from erre.games.rurare.state import CHOOSING, OVER, RuRaRe

ROWS = {2: 6, 3: 7, 4: 8}


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which last turn, and how much of its rows."""

    seats: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)] = 2
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**62)] = 0  # of the game, which greedy bots play up to the last turn
    rows: Annotated[int, msgspec.Meta(ge=2, le=8)] = 3  # at most this many rows have cards; the others go to the box
    depth: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2  # cards of a row; those further out go to the box


def subgame(settings: Settings, options: Options) -> Subgame:
    """The last turn of the game with that seed."""
    s = last_turn(settings, options)
    cut(s, settings.rows, settings.depth)
    filled = sum(depth > 0 for depth in s.depth)
    title = f"Ru-Ra-Re, {s.seats} seats, last turn of game {settings.seed}, {filled} rows of up to {settings.depth}"
    return Subgame(game("rurare"), s.seats, title, [World(1.0, s)], is_over, is_public)


def last_turn(settings: Settings, options: Options) -> RuRaRe:
    """A game of greedy bots, at the beginning of its last turn."""
    rurare = game("rurare")
    rules, luck, greedy = rurare.kernels, fresh_luck(settings.seed), bot_number(rurare, "greedy")
    s: RuRaRe = rurare.start(settings.seats, options, key_from_seed(settings.seed))
    while True:
        while rules.is_automatic(s):
            rules.advance(s)
        if s.phase == OVER:
            raise BadOptions(f"game {settings.seed} ended before its last turn; take another seed")
        if s.last_turn:
            return s
        seat = next(seat for seat in range(s.seats) if s.waiting >> seat & 1)
        rurare.apply(s, seat, bot_move(rurare, s, seat, greedy, luck))


def cut(s: RuRaRe, rows: int, depth: int) -> None:
    """Put cards of the rows into the box, for everybody to see, until few enough are left."""
    for row in range(ROWS[s.seats]):
        least = depth if row < rows else 0
        while s.depth[row] > least:
            s.depth[row] -= 1
            kind = s.rows[row, s.depth[row]]
            s.rows[row, s.depth[row]] = NONE
            s.box[kind] += 1
            s.seen[kind] += 1
            s.boxed += 1


def is_over(s: RuRaRe) -> bool:
    """Both scorings are made."""
    return s.phase == OVER


def is_public(s: RuRaRe) -> bool:
    """Between two showings of choices everybody knows everything: nothing is drawn in the last turn."""
    return s.phase == CHOOSING and s.waiting == s.active
