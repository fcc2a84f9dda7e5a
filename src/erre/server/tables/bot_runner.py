"""Runs bots of live tables in threads; their delay reveals nothing about their cards."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys

from erre.bots import bots_for, has_levels
from erre.bots.contract import LEVELS, Advice, Budget
from erre.bots.meanwhile import level_now
from erre.bots.roster import hint, make_bot
from erre.bots.tempo import tempo
from erre.core.game import AnyGame, Position, View
from erre.games import game_names
from erre.games.compiling import Workshop, modules_of
from erre.race.adapting import LIKE_YOU
from erre.server.fair_pool import FairPool
from erre.server.logs import log_error
from erre.server.metrics import Metrics

POLITENESS = 5  # of threads that think
HINT_BUDGET = Budget(milliseconds=600)


class BotRunner:
    """Lets bots think off the event loop."""

    def __init__(self, threads: int, tempo: float, metrics: Metrics, workshop: Workshop | None = None) -> None:
        self.workshop = workshop or Workshop([])
        self.pool = FairPool(threads, "bot", initializer=step_back)
        self.tempo = tempo
        self.metrics = metrics

    def close(self) -> None:
        """Stop the threads."""
        self.pool.close()

    async def move(self, position: Position, seat: int, level: str, owner: str = "", seed: int | None = None) -> str:
        """A bot's move in notation, after its tempo; `owner` is charged for its thinking time."""
        thought = asyncio.ensure_future(self.think(position, seat, level, owner, seed))
        try:
            await asyncio.sleep(tempo(position, seat, level) * self.tempo)
        except asyncio.CancelledError:
            thought.cancel()
            raise
        self.metrics.count("bot_moves")
        return await thought

    async def think(self, position: Position, seat: int, level: str, owner: str = "", seed: int | None = None) -> str:
        """A bot's move in notation, as soon as it has one; with a seed, always the same."""
        now = level_now(self.workshop, position.game.name, level)
        return await self.pool.run(owner, look_and_choose, position, seat, now, seed)

    async def advise(self, game: AnyGame, view: View, owner: str = "") -> Advice:
        """A strong bot's advice, for a person who waits for it."""
        return await self.pool.run(owner, hint, game, view, HINT_BUDGET, urgent=True)


def step_back() -> None:
    """Lower the priority of a thinking thread, where the system allows it."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # a sandbox may forbid it; an exception here would break the whole pool
            os.nice(POLITENESS)


def levels_of(game: AnyGame) -> list[str]:
    """The bots that may be asked for, the five levels first."""
    offered = offered_levels(game)
    return [*offered, *(name for name in bots_for(game) if name not in offered)]


def offered_levels(game: AnyGame) -> list[str]:
    """The bots that a table offers: the five levels, or whatever bots a game has; in a race also one like you."""
    offered = [name for name in bots_for(game) if name in LEVELS or not has_levels(game)]
    return [*offered, LIKE_YOU] if game.is_race and has_levels(game) else offered


def look_and_choose(position: Position, seat: int, level: str, seed: int | None = None) -> str:
    """A move of a bot that gets the seat's view and nothing else."""
    return choose(position.game, level, position.view(seat), seed)


def choose(game: AnyGame, level: str, view: View, seed: int | None = None) -> str:
    """A move; a bot that fails is replaced by a simpler one, so that play goes on."""
    for name in (level, "greedy", "random"):
        try:
            return game.format_move(make_bot(game, name, seed).move(view))
        except Exception:
            log_error("a bot failed", game=game.name, bot=name)
    seat = game.seat_of(view)
    return game.format_move(game.legal(game.state_from_view(view), seat)[0])


def warm_up() -> None:
    """Load the machine code of all games and bots, so that no table waits for it."""
    for name in game_names():
        for module in modules_of(name):
            module.load()
