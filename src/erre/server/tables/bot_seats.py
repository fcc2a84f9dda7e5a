"""The bots at one live table: a bot thinks when it is its turn; the result is dropped if that turn has passed."""

from __future__ import annotations

import asyncio
from functools import partial

from erre.clubs.deals import bot_seed
from erre.core.errors import Refusal
from erre.core.game import Position
from erre.server.logs import log_error
from erre.server.tables.live import Live, TableRace
from erre.table.clocks import is_running
from erre.table.decide import bot_moves
from erre.table.table import Table


def is_left_to_bots(table: Table) -> bool:
    """Whether bots finish a table for which an evening waits: nobody else sits there any more."""
    return bool(table.club) and not table.persons()


class BotSeats:
    """The seats of a table that bots play."""

    def __init__(self, live: Live, race: TableRace) -> None:
        self.live, self.race = live, race
        self._thinking: dict[int, tuple[object, asyncio.Task[None]]] = {}  # by seat: the turn, and the thought

    def stop(self) -> None:
        """Cancel the thinking of all bots."""
        for _, thought in self._thinking.values():
            thought.cancel()
        self._thinking.clear()

    @property
    def are_thinking(self) -> bool:
        """Whether any bot thinks."""
        return any(not thought.done() for _, thought in self._thinking.values())

    def drop(self, seat: int) -> None:
        """Drop what a bot was about to do for a seat, even if its move is queued already."""
        if seat in self._thinking:
            self._thinking.pop(seat)[1].cancel()

    def wake(self) -> None:
        """Let every bot think whose turn it is."""
        table = self.live.table
        # Bots rest while nobody watches, except in games by the day and where an evening waits for them.
        is_watched = bool(self.live.sessions or table.hours) or is_left_to_bots(table)
        turn = set(table.match.position.turn) if table.match and is_running(table) and is_watched else set()
        for seat, (thought_about, thought) in list(self._thinking.items()):
            if seat not in turn or self.turn_of(seat) != thought_about:
                thought.cancel()
                del self._thinking[seat]
        for seat in sorted(turn):
            if table.chairs[seat].is_played_by_bot and seat not in self._thinking:
                thought = asyncio.get_running_loop().create_task(self._think(seat, self.turn_of(seat)))
                self._thinking[seat] = (self.turn_of(seat), thought)

    def turn_of(self, seat: int) -> object:
        """What distinguishes one turn of a bot from the next: who plays, since when play waits, on which reveal."""
        match, chair = self.live.table.match, self.live.table.chairs[seat]
        assert match is not None
        owed = match.owed.get(seat)
        return match.number, match.reveal, match.moved.get(seat), owed, chair.level, chair.is_played_by_bot

    async def _think(self, seat: int, turn: object) -> None:
        """Think, and put the move on the table."""
        table = self.live.table
        assert table.match is not None
        try:
            await self._think_of(seat, table.chairs[seat].level, turn, table.match.position)
        except Exception:
            log_error("a bot is stuck", table=table.id)
            self.live.services.metrics.count("accidents")

    async def _think_of(self, seat: int, level: str, turn: object, position: Position) -> None:
        """Think about a position, and play at the pace of a person."""
        bots, owner = self.live.services.bots, self.live.owner()
        playing = self.race.level_of(level)
        if self.race.is_on():
            move = await bots.think(position, seat, playing, owner)
            if await self.race.bot_grabs(seat, level, move):
                return
        else:
            move = await bots.move(position, seat, playing, owner, self.seed_of(seat))
        self.live.put(partial(self._bot_moves, seat, turn, move, asyncio.current_task()))

    def seed_of(self, seat: int) -> int | None:
        """Where others play the same deal, the seed that makes bots decide alike at all tables."""
        table = self.live.table
        if not table.sealed or table.match is None:
            return None
        moves = sum(line.seat == seat for line in table.match.moves)  # where seats choose at once, no order is given
        return bot_seed(table.match.key, seat, moves)

    def think_again(self, seat: int) -> None:
        """A bot that grabbed in vain thinks again."""
        if seat in self._thinking:
            self.drop(seat)
            self.wake()

    async def _bot_moves(self, seat: int, turn: object, move: str, thinker: object) -> None:
        """Make a bot's move, if the turn is still the one it thought about, and the thought was not dropped."""
        thought = self._thinking.get(seat)
        if thought is None or thought[1] is not thinker:
            return
        del self._thinking[seat]
        if not is_running(self.live.table) or self.turn_of(seat) != turn:
            self.wake()
            return
        try:
            decision = bot_moves(self.live.table, seat, move, self.live.clock.now())
        except Refusal:  # somebody was quicker: think again
            self.live.services.metrics.count("bots_refused")
            self.wake()
            return
        await self.live.commit(decision)
