"""Whether bots keep to their budget: how long they actually think when given a number of milliseconds."""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec

from erre.bots.contract import Budget
from erre.bots.kernel_bot import KernelBot
from erre.bots.roster import make_bot
from erre.core.game import AnyGame, Position, View
from erre.games import usual_seats

POSITIONS = 20


class Thinking(msgspec.Struct, frozen=True):
    """The times of one bot, in milliseconds."""

    game: str
    bot: str
    budget: int
    positions: int
    median: float
    most: float
    overrun: float  # how far the longest exceeded the budget, as a share of it; negative if it did not


def measure_thinking(game: AnyGame, bot: str, milliseconds: int, positions: int = POSITIONS) -> Thinking:
    """Time a bot in positions of greedy games."""
    views = list(some_views(game, positions))
    thinker = make_bot(game, bot, seed=1)
    thinker.advise(views[0], Budget(playouts=1))  # whatever is to be compiled
    times = []
    for view in views:
        start = time.perf_counter()
        thinker.advise(view, Budget(milliseconds=milliseconds))
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    most = times[-1]
    return Thinking(game.name, bot, milliseconds, len(times), times[len(times) // 2], most, most / milliseconds - 1)


def some_views(game: AnyGame, count: int) -> Iterator[View]:
    """Views of seats to act, spread over a greedy game."""
    met: list[View] = []
    player = KernelBot(game, "greedy", seed=2)
    position = Position.new(game, usual_seats(game), seed=5).position
    while position.outcome is None:
        seat = position.turn[0]
        met.append(position.view(seat))
        position = position.play(seat, player.move(met[-1])).position
    step = max(1, len(met) // count)
    return iter(met[::step][:count])
