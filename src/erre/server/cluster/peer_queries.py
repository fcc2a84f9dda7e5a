"""What all workers share: questions to the others, and answers to theirs."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from erre.core.errors import Refusal
from erre.server.after.replay_types import Losses
from erre.server.bus.contract import Bus, BusFailed
from erre.server.cluster.leases import Elsewhere, Leases, NoLease
from erre.server.net.identity import TooMany
from erre.server.storage.contract import StorageFailed
from erre.server.tables.table_registry import NoTable, OpenLine

if TYPE_CHECKING:
    from erre.server.app import Server

T = TypeVar("T")
ASK_WITHIN = 1.0  # seconds
FRESH = 1.0  # seconds for which the list of open tables is not asked for again

pack = msgspec.msgpack.Encoder().encode


class Said(msgspec.Struct, array_like=True):
    """What a worker answers to another."""

    value: bytes
    code: str = ""  # of a refusal
    why: str = ""


def refusal_of(said: Said) -> Refusal:
    """A refusal of another worker, as if it were our own."""
    kinds: tuple[type[Refusal], ...] = (NoTable, TooMany, NoLease)
    for kind in kinds:
        if kind.code == said.code:
            return kind(said.why)
    refusal = Refusal(said.why)
    refusal.code = said.code
    return refusal


class PeerQueries:
    """A worker that asks others and answers them."""

    def __init__(self, server: Server, bus: Bus, leases: Leases) -> None:
        self.server, self.bus, self.leases = server, bus, leases
        self.me = leases.me
        self._open: tuple[float, list[OpenLine]] = (0.0, [])
        self.asked: dict[str, Callable[..., Awaitable[Any]]] = {
            "forget": self._forget,
            "open_tables": self._open_tables,
            "tables_of": self._tables_of,
            "kept": self._kept,
            "past": self._past,
            "losses": self._losses,
            "file": self._file,
        }

    # -- asking

    async def ask(self, worker: str, kind: type[T], what: str, *values: Any) -> T:
        """Ask one worker for something; what it refuses is refused here."""
        data = await self.bus.ask(f"erre.ask.{worker}", pack([what, *values]), ASK_WITHIN)
        said = msgspec.msgpack.decode(data, type=Said)
        if said.code:
            raise refusal_of(said)
        return msgspec.msgpack.decode(said.value, type=kind)

    async def ask_all(self, kind: type[T], what: str, *values: Any) -> list[T]:
        """Ask all others; who does not answer is left out."""
        asked = (self.ask(worker, kind, what, *values) for worker in self.leases.others)
        found = await asyncio.gather(*asked, return_exceptions=True)
        for one in found:
            if isinstance(one, BaseException) and not isinstance(one, BusFailed | Refusal):
                raise one
        return [one for one in found if not isinstance(one, BaseException)]

    async def answer(self, data: bytes) -> bytes:
        """Another worker asks for something."""
        what, *values = msgspec.msgpack.decode(data)
        try:
            return pack(Said(pack(await self.asked[what](*values))))
        except Refusal as refusal:
            return pack(Said(b"", refusal.code, refusal.why))
        except (Elsewhere, BusFailed, StorageFailed):
            return pack(Said(b"", NoLease.code, "another worker cannot say at the moment: try again"))

    # -- people

    async def forget_everywhere(self, person: str, *, is_gone: bool) -> None:
        """Somebody has another name, or is forgotten: no worker remembers them as they were."""
        await self.ask_all(bool, "forget", person, is_gone)

    async def _forget(self, person: str, is_gone: bool) -> bool:
        self.server.identity.forget(person)
        if is_gone:
            self.server.registry.forget_person(person)
        return True

    # -- lists

    async def open_tables(self) -> list[OpenLine]:
        """The open tables of all workers; asked for no more than once a second."""
        now = time.monotonic()
        if now - self._open[0] > FRESH:
            others = await self.ask_all(list[OpenLine], "open_tables")
            self._open = (now, [line for lines in others for line in lines])
        return [*self.server.registry.open_lines(), *self._open[1]]

    async def _open_tables(self) -> list[OpenLine]:
        return self.server.registry.open_lines()

    async def tables_of(self, person: str) -> list[OpenLine]:
        """Where somebody can go on, at all other workers."""
        found = await self.ask_all(list[OpenLine], "tables_of", person)
        return [line for lines in found for line in lines]

    async def _tables_of(self, person: str) -> list[OpenLine]:
        return self.server.registry.held_lines(person)

    async def kept_by(self, person: str) -> int:
        """How many tables somebody keeps at other workers."""
        return sum(await self.ask_all(int, "kept", person))

    async def _kept(self, person: str) -> int:
        return self.server.registry.kept_by(person)

    # -- what one worker alone has

    async def past(self, table: str, person: str) -> bytes:
        """The past of a table, wherever it lives."""
        owner = self.leases.owner(table)
        if table in self.server.registry.tables or owner in (None, self.me):
            return await self.server.replays.past_of(table, person)
        return zlib.decompress(await self.ask(owner, bytes, "past", table, person))

    async def _past(self, table: str, person: str) -> bytes:
        return zlib.compress(await self.server.replays.past_of(table, person), 1)

    async def losses(self, record: str) -> Losses:
        """What the bots think of a game: worked out in one worker, the same whoever is asked."""
        chosen = self.leases.choose(record)
        if chosen == self.me:
            return await self.server.replays.losses_of(record)
        return await self.ask(chosen, Losses, "losses", record)

    async def _losses(self, record: str) -> Losses:
        return await self.server.replays.losses_of(record)

    async def file(self, record: str) -> str | None:
        """A file that somebody brought to another worker."""
        found = [data for data in await self.ask_all(bytes, "file", record) if data]
        return zlib.decompress(found[0]).decode() if found else None

    async def _file(self, record: str) -> bytes:
        text = self.server.replays.brought(record)
        return b"" if text is None else zlib.compress(text.encode(), 6)
