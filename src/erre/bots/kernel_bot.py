"""Bots inside the kernels: the same code plays at a table and in a million simulated games."""

from __future__ import annotations

from functools import cache
from secrets import randbits
from typing import Any

import numpy as np

from erre.bots import BEGINNER, RANDOM, bot_number, brain, help_of
from erre.bots.contract import Advice, Budget, Choice, check_question
from erre.core import chance
from erre.core.arena import next_by_lot
from erre.core.batch import Arena, Engine, arena_of
from erre.core.game import AnyGame, Move, View
from erre.core.record import GameState, IntArray, ints


@cache
def bot_arena(game: AnyGame) -> Arena:
    """The loops of a game in which every seat may be another of the quick bots."""
    module = brain(game)
    return arena_of(game, "bots", module.choose) if has_quick_loop(module) else acting_arena(game, "bots")


@cache
def level_arena(game: AnyGame) -> Arena:
    """The loops of a game in which every seat may be another bot, the five levels included: slower, and with a wide
    workspace."""
    return acting_arena(game, "levels") if has_quick_loop(brain(game)) else bot_arena(game)


def has_quick_loop(module: Any) -> bool:
    """Whether quick bots need no `act`: their moves are numbers, and any order of seats will do."""
    return hasattr(module, "choose") and not hasattr(module, "next_seat")


def acting_arena(game: AnyGame, name: str) -> Arena:
    """The loops in which bots act by themselves."""
    module = brain(game)
    next_seat = getattr(module, "next_seat", next_by_lot)
    return arena_of(game, name, act=module.act, work=module.WORK, next_seat=next_seat)


def arena_for(game: AnyGame, numbers: list[int], engine: Engine = "cpu") -> Arena:
    """The loops that can play these bots; on a GPU, which has little room for their tables, no more than it takes."""
    if engine == "gpu" and max(numbers) == RANDOM and has_quick_loop(brain(game)):
        return arena_of(game)
    return level_arena(game) if max(numbers) >= BEGINNER else bot_arena(game)


def bot_move(game: AnyGame, s: GameState, seat: int, bot: int, luck: IntArray) -> Move:
    """What a quick bot does at a table; it reads nothing of the state that the seat cannot see."""
    module = brain(game)
    move: Move
    if hasattr(module, "move"):
        move = module.move(s, seat, bot, luck)
        return move
    moves = ints(game.kernels.most_legal)
    count = game.kernels.legal(s, seat, moves)
    move = game.move_of(s, seat, int(module.choose(s, seat, bot, luck, moves, count)))
    return move


def fresh_luck(seed: int | None) -> IntArray:
    """Random numbers for a bot: from a seed, or unpredictable."""
    luck = ints(2, np.int32)
    chance.seed_luck(luck, randbits(62) if seed is None else seed, 0)
    return luck


class KernelBot:
    """A quick bot at a table: it gets a view and returns a move."""

    def __init__(self, game: AnyGame, name: str, seed: int | None = None) -> None:
        self.game = game
        self.name = name.strip().lower()
        self.number = bot_number(game, name)
        self.luck = fresh_luck(seed)

    def reseed(self, seed: int) -> None:
        """Restart with this seed."""
        self.luck = fresh_luck(seed)

    def move(self, view: View) -> Move:
        """Its move, chosen from the view only."""
        check_question(self.game, view)
        return bot_move(self.game, self.game.state_from_view(view), self.game.seat_of(view), self.number, self.luck)

    def advise(self, view: View, budget: Budget | None = None) -> Advice:
        """Its move, with the kind of bot as the only reason."""
        check_question(self.game, view, budget)
        move = self.move(view)
        text = self.game.format_move(move)
        numbers: dict[str, float | str] = {"move": text}
        why = f"{text}: the {self.name} bot ({help_of(self.game, self.name)})"
        return Advice(move, f"bots.{self.name}", numbers, why, [Choice(text, 0.0, 1.0)])
