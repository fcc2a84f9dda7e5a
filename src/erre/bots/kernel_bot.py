"""Bots that live in the kernels: the same code plays a friend's table and a million simulated games."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from secrets import randbits
from typing import Any

import numpy as np

from erre.bots import bot_number
from erre.core import chance
from erre.core.batch import Arena, arena_of
from erre.core.game import AnyGame, Move, View
from erre.core.record import GameRecord, IntArray, ints


def brain(game: AnyGame) -> Any:
    """The module with a game's bots.

    It has `choose(s, seat, bot, luck, moves, count)`; or, where moves are no numbers, `act` (see
    `arena.act`) with the workspace WORK, and `move(s, seat, bot, luck)`.
    """
    return import_module(f"erre.bots.{game.name}")


@cache
def bot_arena(game: AnyGame) -> Arena:
    """The loops of a game in which every seat may be another bot."""
    module = brain(game)
    if hasattr(module, "act"):
        return arena_of(game, "bots", act=module.act, work=module.WORK)
    return arena_of(game, "bots", module.choose)


def bot_move(game: AnyGame, s: GameRecord, seat: int, bot: int, luck: IntArray) -> Move:
    """What a bot does at a table; it reads nothing of the record that the seat cannot see."""
    module = brain(game)
    move: Move
    if hasattr(module, "move"):
        move = module.move(s, seat, bot, luck)
        return move
    moves = ints(game.kernels.most_legal)
    count = game.kernels.legal(s, seat, moves)
    move = game.move_of(s, seat, int(module.choose(s, seat, bot, luck, moves, count)))
    return move


class KernelBot:
    """A bot at a table: it gets a view and returns a move."""

    def __init__(self, game: AnyGame, name: str, seed: int | None = None) -> None:
        self.game = game
        self.name = name.strip().lower()
        self.number = bot_number(game, name)
        self.luck = ints(2, np.int32)
        chance.seed_luck(self.luck, randbits(62) if seed is None else seed, 0)

    def move(self, view: View) -> Move:
        """Its move; the view is all it knows."""
        return bot_move(self.game, self.game.known(view), self.game.seat_of(view), self.number, self.luck)
