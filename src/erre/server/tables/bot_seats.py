"""The bots at one live table: whose turn it is thinks, and a thought about a turn that is over is dropped."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from erre.core.errors import Refusal
from erre.core.position import Position
from erre.server.logs import log_error
from erre.table.clocks import is_racing, is_running
from erre.table.decide import bot_moves

if TYPE_CHECKING:
    from erre.server.tables.live_table import LiveTable


class BotSeats:
    """The seats of a table that bots play."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self._thinking: dict[int, tuple[object, asyncio.Task[None]]] = {}  # by seat: the turn, and the thought

    def stop(self) -> None:
        """No bot goes on thinking."""
        for _, thought in self._thinking.values():
            thought.cancel()
        self._thinking.clear()

    def drop(self, seat: int) -> None:
        """What a bot was about to do for a seat is not done, even if it waits for its turn already."""
        if seat in self._thinking:
            self._thinking.pop(seat)[1].cancel()

    def wake(self) -> None:
        """Let the bots think whose turn it is."""
        table = self.live.table
        turn = set(table.match.position.turn) if table.match and is_running(table) else set()
        for seat, (thought_about, thought) in list(self._thinking.items()):
            if seat not in turn or self.turn_of(seat) != thought_about:
                thought.cancel()
                del self._thinking[seat]
        for seat in sorted(turn):
            if table.chairs[seat].is_played_by_bot and seat not in self._thinking:
                thought = asyncio.get_running_loop().create_task(self._think(seat, self.turn_of(seat)))
                self._thinking[seat] = (self.turn_of(seat), thought)

    def turn_of(self, seat: int) -> object:
        """What tells one turn of a bot from the next: who plays, since when play waits, and on which throw."""
        game, chair = self.live.table.match, self.live.table.chairs[seat]
        assert game is not None
        return game.number, game.throw, game.moved.get(seat), game.owed.get(seat), chair.level, chair.is_played_by_bot

    async def _think(self, seat: int, turn: object) -> None:
        """A bot thinks, and puts its move on the table."""
        game = self.live.table.match
        assert game is not None
        level = self.live.table.chairs[seat].level
        try:
            await self._think_of(seat, level, turn, game.position)
        except Exception:
            log_error("a bot is stuck", table=self.live.table.id)
            self.live.registry.metrics.count("accidents")

    async def _think_of(self, seat: int, level: str, turn: object, position: Position) -> None:
        """A bot's thought, at the pace of a head or of a hand."""
        if self.live.races is not None and is_racing(self.live.table):
            move = await self.live.registry.bots.think(position, seat, level)
            await self.live.races.reach(level)
            word, _, rune = move.partition(" ")
            if word == self.live.table.profile.race_word:
                self.live.races.bot_grab(seat, rune)
                return
        else:
            move = await self.live.registry.bots.move(position, seat, level)
        self.live.put(partial(self._bot_moves, seat, turn, move, asyncio.current_task()))

    def think_again(self, seat: int) -> None:
        """A bot that grabbed in vain looks again."""
        if seat in self._thinking:
            self.drop(seat)
            self.wake()

    async def _bot_moves(self, seat: int, turn: object, move: str, thinker: object) -> None:
        """A bot's move, if the turn is still the one it thought about, and the thought was not dropped."""
        thought = self._thinking.get(seat)
        if thought is None or thought[1] is not thinker:
            return
        del self._thinking[seat]
        if not is_running(self.live.table) or self.turn_of(seat) != turn:
            self.wake()
            return
        try:
            commit = bot_moves(self.live.table, seat, move, self.live.clock())
        except Refusal:  # somebody was quicker: think again
            self.live.registry.metrics.count("bots_refused")
            self.wake()
            return
        await self.live.commit(commit)
