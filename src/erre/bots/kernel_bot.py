"""Bots that live in the kernels: the same code plays a friend's table and a million simulated games."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from secrets import randbits

import numpy as np

from erre.bots import BOTS, bot_number
from erre.core import chance
from erre.core.batch import Arena, arena_of
from erre.core.game import AnyGame, Kernel, Move, View
from erre.core.record import ints


def chooser(game: AnyGame) -> Kernel:
    """How the bots of a game choose: `choose(s, seat, bot, luck, moves, count)`."""
    choose: Kernel = import_module(f"erre.bots.{game.name}").choose
    return choose


@cache
def bot_arena(game: AnyGame) -> Arena:
    """The loops of a game in which every seat may be another bot."""
    return arena_of(game, "bots", chooser(game))


class KernelBot:
    """A bot at a table: it gets a view and returns a move."""

    def __init__(self, game: AnyGame, name: str, seed: int | None = None) -> None:
        self.game = game
        self.name = next(known for known, number in BOTS.items() if number == bot_number(name))
        self.luck = ints(2, np.int32)
        chance.seed_luck(self.luck, randbits(62) if seed is None else seed, 0)

    def move(self, view: View) -> Move:
        """Its move; the view is all it knows."""
        s = self.game.known(view)
        seat = self.game.seat_of(view)
        moves = ints(self.game.kernels.most_legal)
        count = self.game.kernels.legal(s, seat, moves)
        move: Move = self.game.decode(int(chooser(self.game)(s, seat, bot_number(self.name), self.luck, moves, count)))
        return move
