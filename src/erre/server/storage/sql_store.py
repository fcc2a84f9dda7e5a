"""A store in an SQL database: every call is a piece of bookkeeping that the database runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

from erre.server.storage import bookkeeping, personal, table_logs
from erre.server.storage.contract import (
    Chaired,
    Device,
    Finished,
    Log,
    Person,
    Player,
    Profile,
    RecordLine,
    Standing,
)
from erre.server.storage.work import Work, milliseconds

T = TypeVar("T")
TOUCH_EVERY = 10_000  # milliseconds


class SqlStore(ABC):
    """See `Store` for what each call promises."""

    search: str  # how the database looks for bytes in a line of a log

    def __init__(self) -> None:
        self._touched: dict[str, int] = {}  # when a table was last noted as in use

    @abstractmethod
    async def run(self, work: Callable[[], Work[T]]) -> T:
        """Carry out a piece of work in one transaction; the answer comes when it is on disk."""

    async def read(self, work: Callable[[], Work[T]]) -> T:
        """The same for work that writes nothing."""
        return await self.run(work)

    async def whole(self, work: Callable[[], Work[T]]) -> T:
        """The same for work that reads logs, which a database may keep in a form that only its writer knows."""
        return await self.read(work)

    async def look(self, work: Callable[[], Work[T]]) -> T:
        """The same for work that asks one thing, and so needs no transaction."""
        return await self.read(work)

    def touch(self, table: str) -> int | None:
        """The time to note for a table that is in use; None if it was noted lately."""
        now = milliseconds()
        return None if now - self._touched.get(table, 0) < TOUCH_EVERY else now

    # -- tables

    async def take(self, table: str) -> int:
        self._touched.pop(table, None)
        now = milliseconds()
        return await self.run(lambda: table_logs.take_table(table, now))

    async def take_all(self) -> None:
        await self.run(table_logs.take_all_tables)

    async def lines(self, table: str) -> list[bytes]:
        return await self.whole(lambda: table_logs.lines_of(table))

    async def log(self, table: str) -> Log:
        return await self.whole(lambda: table_logs.log_of(table))

    async def live_tables(self) -> list[str]:
        return await self.whole(table_logs.live_tables)

    async def tables_with(self, person: str) -> list[str]:
        return await self.whole(lambda: table_logs.tables_with(person, self.search))

    async def rewrite(self, table: str, lines: list[bytes], fence: int = 0) -> None:
        await self.run(lambda: table_logs.rewrite_table(table, lines, fence))

    async def idle_time(self, table: str) -> int:
        return await self.look(lambda: table_logs.idle_time(table))

    def is_alive(self) -> bool:
        return True

    async def note_idle(self, idle: dict[str, int]) -> None:
        await self.run(lambda: table_logs.note_idle(idle))

    async def beat(self, name: str) -> None:
        now = milliseconds()
        await self.run(lambda: table_logs.beat(name, now))

    async def close_table(self, table: str, fence: int = 0) -> None:
        self._touched.pop(table, None)
        await self.run(lambda: table_logs.close_table(table, fence))

    # -- finished games

    async def finish(self, game: Finished) -> list[Standing]:
        return await self.run(lambda: bookkeeping.keep_game(game))

    async def record(self, record: str) -> str | None:
        return await self.look(lambda: bookkeeping.record_text(record))

    async def may_read(self, record: str, person: str) -> bool:
        return await self.look(lambda: bookkeeping.may_read(record, person))

    async def records(self, person: str = "", limit: int = 50) -> list[RecordLine]:
        return await self.read(lambda: bookkeeping.newest_records(person, limit))

    # -- people

    async def make_person(self, token_hash: bytes, name: str, device: str = "") -> Person:
        person, now = bookkeeping.new_person(name), milliseconds()
        return await self.run(lambda: bookkeeping.make_person(person, token_hash, device, now))

    async def person(self, token_hash: bytes) -> Person | None:
        return await self.look(lambda: bookkeeping.person_by_token(token_hash))

    async def add_token(self, person: str, token_hash: bytes, name: str = "") -> None:
        now = milliseconds()
        await self.run(lambda: bookkeeping.add_token(person, token_hash, name, now))

    async def devices(self, person: str) -> list[Device]:
        return await self.look(lambda: personal.devices_of(person))

    async def sign_out(self, person: str, device: str) -> list[bytes]:
        return await self.run(lambda: bookkeeping.sign_out(person, device))

    async def seen(self, token_hash: bytes) -> None:
        now = milliseconds()
        await self.run(lambda: bookkeeping.note_seen(token_hash, now))

    async def owner_of(self, name: str) -> str | None:
        return await self.look(lambda: bookkeeping.owner_of(name))

    async def forget_strangers(self, before: int, seated: frozenset[str] = frozenset()) -> int:
        return await self.run(lambda: bookkeeping.forget_strangers(before, seated))

    async def forget_records(self, before: int, of_bots_before: int) -> int:
        return await self.run(lambda: bookkeeping.forget_records(before, of_bots_before))

    async def data_of(self, person: str) -> dict[str, Any]:
        return await self.read(lambda: bookkeeping.data_of(person))

    async def rename(self, person: str, name: str) -> Person:
        return await self.run(lambda: bookkeeping.rename(person, name))

    async def claim(self, person: str) -> Person:
        return await self.run(lambda: bookkeeping.claim(person))

    async def delete_person(self, person: str) -> None:
        now = milliseconds()
        await self.run(lambda: bookkeeping.forget_person(person, now))

    async def unfinished_deletions(self) -> list[str]:
        return await self.look(bookkeeping.unfinished_deletions)

    async def finish_deletion(self, person: str) -> None:
        await self.run(lambda: bookkeeping.finish_deletion(person))

    async def scrub(self) -> None:  # noqa: B027
        """A database server cleans up its own files."""

    # -- ratings

    async def ratings(self, game: str, limit: int = 100) -> list[Standing]:
        return await self.read(lambda: bookkeeping.best_ratings(game, limit))

    async def standing(self, game: str, player: Player) -> Standing | None:
        return await self.look(lambda: bookkeeping.standing_in(game, player))

    async def profile(self, name: str, person: str = "") -> Profile | None:
        return await self.read(lambda: bookkeeping.profile_of(name, person))

    async def player(self, name: str) -> Player | None:
        return await self.read(lambda: bookkeeping.player_named(name))

    async def chaired(self, player: Player, limit: int = 300) -> list[Chaired]:
        return await self.read(lambda: bookkeeping.chaired_by(player, limit))
