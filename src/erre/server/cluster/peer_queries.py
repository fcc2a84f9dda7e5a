"""Requests between workers, over the bus; each kind is registered by the module that needs it."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import msgspec

from erre.core.errors import Refusal
from erre.server.bus.contract import Bus, BusFailed, Stop
from erre.server.bus.peers import Handler
from erre.server.cluster.leases import Elsewhere, Leases, NoLease
from erre.server.storage.contract import StorageFailed

T = TypeVar("T")
ASK_WITHIN = 1.0  # seconds

pack = msgspec.msgpack.Encoder().encode


class Reply(msgspec.Struct, array_like=True):
    """The reply of a worker to another."""

    value: bytes
    code: str = ""  # of a refusal
    why: str = ""


class PeerQueries:
    """Asks other workers and answers them."""

    def __init__(self, bus: Bus, leases: Leases) -> None:
        self.bus, self.leases = bus, leases
        self._handlers: dict[str, Handler] = {}

    @property
    def me(self) -> str:
        return self.leases.me

    async def start(self) -> Stop:
        """Subscribe to the requests of other workers."""
        return await self.bus.answer(f"erre.ask.{self.me}", self._answer)

    def answer_with(self, what: str, handler: Handler) -> None:
        self._handlers[what] = handler

    async def ask(self, worker: str, kind: type[T], what: str, *values: Any) -> T:
        data = await self.bus.ask(f"erre.ask.{worker}", pack([what, *values]), ASK_WITHIN)
        reply = msgspec.msgpack.decode(data, type=Reply)
        if reply.code:
            raise refusal_of(reply)
        return msgspec.msgpack.decode(reply.value, type=kind)

    async def ask_all(self, kind: type[T], what: str, *values: Any) -> list[T]:
        asked = (self.ask(worker, kind, what, *values) for worker in self.leases.others)
        found = await asyncio.gather(*asked, return_exceptions=True)
        for one in found:
            if isinstance(one, BaseException) and not isinstance(one, BusFailed | Refusal):
                raise one
        return [one for one in found if not isinstance(one, BaseException)]

    def owner(self, table: str) -> str:
        return self.leases.owner(table) or self.me

    def choose(self, key: str) -> str:
        return self.leases.choose(key)

    async def _answer(self, data: bytes) -> bytes:
        """Answer a request of another worker."""
        what, *values = msgspec.msgpack.decode(data)
        try:
            return pack(Reply(pack(await self._handlers[what](*values))))
        except Refusal as refusal:
            return pack(Reply(b"", refusal.code, refusal.why))
        except (Elsewhere, BusFailed, StorageFailed):
            return pack(Reply(b"", NoLease.code, "another worker cannot say at the moment: try again"))


def refusal_of(reply: Reply) -> Refusal:
    """A refusal of another worker, as if it were our own; its code says what kind it is."""
    refusal = Refusal(reply.why)
    refusal.code = reply.code
    return refusal
