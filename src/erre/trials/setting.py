"""A game with seats, options and a seed, and the random game that follows from them: what conformance looks at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from erre.bots.kernel_bot import KernelBot
from erre.core import chance
from erre.core.errors import BadOptions
from erre.core.game import AnyGame, Move, Position
from erre.core.gamefile import GameFile, MoveLine, close_file, new_file
from erre.core.options import declared
from erre.core.record import IntArray, ints

MOST_MOVES = 5000  # of a random game
WILD = 5  # where random play does not end, one move in this many is random and the greedy bot makes the others


@dataclass(frozen=True)
class Setting:
    """A game with its seats, options and chance."""

    game: AnyGame
    seats: int
    options: dict[str, Any]
    seed: int

    def __str__(self) -> str:
        return f"{self.seats} seats, options {self.options}, seed {self.seed}"

    def start(self) -> Position:
        """The position that a game with this setting begins with."""
        return Position.new(self.game, self.seats, self.options, seed=self.seed).position

    @cached_property
    def steps(self) -> list[tuple[Position, int, Move]]:
        """A random game: every position, with the seat and the move that come next. One that does not end is cut off.

        Several checks walk through it, and it is played once.
        """
        return list(islice(self.walk(), MOST_MOVES + 1))

    def walk(self) -> Iterator[tuple[Position, int, Move]]:
        """That game, as it is played."""
        luck = random.Random(self.seed)
        wild = 1 if self.game.random_play_ends else WILD
        tame = KernelBot(self.game, "greedy", self.seed)
        position = self.start()
        while position.outcome is None:
            seat = luck.choice(position.turn)
            if wild == 1 or luck.randrange(wild) == 0:
                move = luck.choice(position.legal(seat))
            else:
                move = tame.move(position.view(seat))
            yield position, seat, move
            position = position.play(seat, move).position

    def end(self) -> Position:
        """The position that its last move leads to."""
        position, seat, move = self.steps[-1]
        return position.play(seat, move).position

    def record(self) -> GameFile:
        """The record of that random game, closed."""
        file = new_file(
            self.game,
            self.seats,
            self.game.read_options(self.options),
            [f"seat {seat}" for seat in range(self.seats)],
            chance.key_from_seed(self.seed),
            "2026-01-01T00:00:00+00:00",
        )
        for number, (_, seat, move) in enumerate(self.steps):
            file.moves.append(MoveLine(seat, self.game.format_move(move), number))
        close_file(file, self.end().outcome)
        return file


def listed_options(one: AnyGame) -> dict[str, list[Any]]:
    """The options of a game whose values can be listed."""
    found = {o.written: [False, True] if o.kind == "switch" else list(o.choices) for o in declared(one.options_type)}
    return {name: values for name, values in found.items() if values}


def is_allowed(one: AnyGame, options: dict[str, Any]) -> bool:
    """Whether options do not contradict each other."""
    try:
        one.read_options(options)
    except BadOptions:
        return False
    return True


def any_setting(one: AnyGame, seed: int) -> Setting:
    """Seats and options drawn from a seed."""
    dice = random.Random(seed)
    while True:
        options = {name: dice.choice(values) for name, values in listed_options(one).items() if dice.random() < 0.5}
        if is_allowed(one, options):
            return Setting(one, dice.randint(one.least_seats, one.most_seats), options, seed)


def luck(number: int) -> IntArray:
    """A source of random numbers for `imagine`."""
    fresh = ints(2, np.int32)
    chance.seed_luck(fresh, 99, number)
    return fresh
