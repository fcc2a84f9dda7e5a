"""The bots of a game that brings none: random in the kernels, and a greedy one that plays every move out.

The greedy one needs nothing but the rules. It deals what it cannot see at random, tries each legal move, lets random
players finish the game, and keeps the move that wins most.
"""

from __future__ import annotations

import numpy as np

from erre.core.arena import choose_randomly
from erre.core.batch import arena_of, bots_of
from erre.core.chance import roll
from erre.core.game import AnyGame, Move
from erre.core.record import GameState, IntArray, ints

WORLDS = 30  # in which every move is tried
KERNEL_BOTS = ("random",)  # those that play inside the kernels


class PlainBrain:
    """What `erre.bots.brain` gives for a game without bots of its own."""

    choose = staticmethod(choose_randomly)
    KERNEL_BOTS = KERNEL_BOTS

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def move(self, s: GameState, seat: int, bot: int, luck: IntArray) -> Move:
        """A bot's move. It knows the view and nothing else, whatever the state holds."""
        s = self.game.state_from_view(self.game.view(s, seat))
        moves = ints(self.game.kernels.most_legal)
        count = self.game.kernels.legal(s, seat, moves)
        codes = moves[:count].tolist()
        best = codes[int(roll(luck, count))] if bot == 0 or count == 1 else self.best_of(s, seat, codes, luck)
        move: Move = self.game.move_of(s, seat, best)
        return move

    def best_of(self, s: GameState, seat: int, codes: list[int], luck: IntArray) -> int:
        """The move that does best in games finished by random players; the same worlds are dealt for every move."""
        game, kernels = self.game, self.game.kernels
        loops = arena_of(game)
        moves, work, scratch = ints(kernels.most_legal), ints(loops.work, np.int64), ints(kernels.scratch)
        bots = bots_of(None)
        values = dict.fromkeys(codes, 0.0)
        for _ in range(WORLDS):
            world = s.copy()
            kernels.imagine(world, seat, luck, scratch)
            for code in codes:
                played = world.copy()
                kernels.apply(played, seat, code)
                loops.play_out(played, bots, luck, moves, work)
                values[code] += self.worth(played, seat)
        return max(codes, key=lambda code: values[code])

    def worth(self, s: GameState, seat: int) -> float:
        """How a finished game went for a seat: a win counts most, then the points ahead of the others."""
        points = self.game.scores(s)
        others = [points[other] for other in range(s.seats) if other != seat]
        ahead = points[seat] - max(others) if others else points[seat]
        return (1000.0 if self.game.kernels.is_winner(s, seat) else 0.0) + ahead
