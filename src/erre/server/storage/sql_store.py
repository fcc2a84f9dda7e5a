"""A store in an SQL database: every call is a piece of bookkeeping that the database carries out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from erre.server.storage import bookkeeping
from erre.server.storage.bookkeeping import Work, milliseconds
from erre.server.storage.contract import Chaired, Finished, Person, Player, Profile, RecordLine, Standing

T = TypeVar("T")
TOUCH_EVERY = 10_000  # milliseconds


class SqlStore(ABC):
    """See `Store` for what each call promises."""

    def __init__(self) -> None:
        self._touched: dict[str, int] = {}  # when the database was last told that a table lives

    @abstractmethod
    async def run(self, work: Callable[[], Work[T]]) -> T:
        """Carry out a piece of work in one transaction; the answer comes when it is on disk."""

    async def read(self, work: Callable[[], Work[T]]) -> T:
        """The same for work that writes nothing."""
        return await self.run(work)

    async def look(self, work: Callable[[], Work[T]]) -> T:
        """The same for work that asks one thing, and so needs no transaction."""
        return await self.read(work)

    def touch(self, table: str) -> int | None:
        """When a table is touched, if the database is to be told of it."""
        now = milliseconds()
        return None if now - self._touched.get(table, 0) < TOUCH_EVERY else now

    # -- tables

    async def take(self, table: str, fence: int) -> None:
        self._touched.pop(table, None)
        await self.run(lambda: bookkeeping.take_table(table, fence))

    async def take_all(self) -> None:
        await self.run(bookkeeping.take_all_tables)

    async def lines(self, table: str) -> list[bytes]:
        return await self.look(lambda: bookkeeping.lines_of(table))

    async def live_tables(self) -> list[str]:
        return await self.look(bookkeeping.live_tables)

    async def close_table(self, table: str, fence: int = 0) -> None:
        self._touched.pop(table, None)
        await self.run(lambda: bookkeeping.close_table(table, fence))

    # -- finished games

    async def finish(self, game: Finished) -> list[Standing]:
        return await self.run(lambda: bookkeeping.keep_game(game))

    async def record(self, record: str) -> str | None:
        return await self.look(lambda: bookkeeping.record_text(record))

    async def records(self, limit: int = 50) -> list[RecordLine]:
        return await self.look(lambda: bookkeeping.newest_records(limit))

    # -- people

    async def make_person(self, token_hash: bytes, name: str) -> Person:
        person, now = bookkeeping.new_person(name), milliseconds()
        return await self.run(lambda: bookkeeping.make_person(person, token_hash, now))

    async def person(self, token_hash: bytes) -> Person | None:
        return await self.look(lambda: bookkeeping.person_by_token(token_hash))

    async def add_token(self, person: str, token_hash: bytes) -> None:
        await self.run(lambda: bookkeeping.add_token(person, token_hash))

    async def rename(self, person: str, name: str) -> Person:
        return await self.run(lambda: bookkeeping.rename(person, name))

    async def claim(self, person: str) -> Person:
        return await self.run(lambda: bookkeeping.claim(person))

    async def delete_person(self, person: str) -> None:
        await self.run(lambda: bookkeeping.forget_person(person))

    # -- ratings

    async def ratings(self, game: str, limit: int = 100) -> list[Standing]:
        return await self.look(lambda: bookkeeping.best_ratings(game, limit))

    async def standing(self, game: str, player: Player) -> Standing | None:
        return await self.look(lambda: bookkeeping.standing_in(game, player))

    async def profile(self, name: str) -> Profile | None:
        return await self.read(lambda: bookkeeping.profile_of(name))

    async def player(self, name: str) -> Player | None:
        return await self.read(lambda: bookkeeping.player_named(name))

    async def chaired(self, player: Player, limit: int = 300) -> list[Chaired]:
        return await self.look(lambda: bookkeeping.chaired_by(player, limit))
