"""Live tables without sockets: sessions whose connection writes down what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec

from erre.server.bus.peers import NoPeers
from erre.server.clock import Clock
from erre.server.cluster.solo import SoloCluster
from erre.server.config import Config
from erre.server.metrics import Metrics
from erre.server.net.http_types import NewTable
from erre.server.net.sessions import Session
from erre.server.storage.contract import Person
from erre.server.storage.sqlite.store import SqliteStore
from erre.server.tables.live_table import LiveTable
from erre.server.tables.services import Services
from erre.server.tables.table_registry import TableRegistry
from erre.table.requests import AnyRequest, Hello

Json = dict[str, Any]


def texts_in(frames: bytes) -> list[bytes]:
    """The texts in whole frames of a server."""
    texts, start = [], 0
    while start < len(frames):
        size, body = frames[start + 1], start + 2
        if size >= 126:
            body = start + (4 if size == 126 else 10)
            size = int.from_bytes(frames[start + 2 : body])
        texts.append(frames[body : body + size])
        start = body + size
    return texts


class Recorder:
    """A connection that keeps what is sent over it."""

    def __init__(self) -> None:
        self.transport = None
        self.is_closing = False
        self.said: list[Json] = []
        self.changed = asyncio.Event()

    def say(self, data: bytes) -> None:
        self.said.append(msgspec.json.decode(data))
        self.changed.set()

    def put(self, frames: bytes) -> None:
        for text in texts_in(frames):
            self.say(text)

    def ping(self, data: bytes) -> None: ...

    def pong(self, data: bytes) -> None: ...

    def close(self, code: int = 1000) -> None:
        self.is_closing = True

    def drop(self) -> None:
        self.is_closing = True

    async def until_gone(self) -> None: ...


class Seated:
    """A page at a live table."""

    def __init__(self, live: LiveTable, person: str, **hello: Any) -> None:
        self.live, self.recorder = live, Recorder()
        self.session = Session(self.recorder, person, False, 100)
        self.session.client = hello.pop("client", f"{person}-page")
        live.attach(self.session, Hello(1, self.session.client, **hello))
        self._n = itertools.count()

    @property
    def said(self) -> list[Json]:
        """Everything it was sent."""
        return self.recorder.said

    def kinds(self) -> list[str]:
        """What kinds of messages it was sent."""
        return [message["type"] for message in self.said]

    async def ask(self, kind: type[Any], *fields: Any, n: int | None = None) -> Json:
        """The answer to a request."""
        number = next(self._n) if n is None else n
        before = len(self.said)
        request: AnyRequest = kind(number, *fields)
        self.live.ask(self.session, request)
        while True:
            for message in self.said[before:]:
                if message["type"] in ("ok", "refused") and message["n"] == number:
                    return message
            self.recorder.changed.clear()
            async with asyncio.timeout(120):
                await self.recorder.changed.wait()


@contextlib.asynccontextmanager
async def registry_at(folder: Path, clock: Clock | None = None, **settings: Any) -> AsyncIterator[TableRegistry]:
    """A registry of tables over a file, with bots that never move by themselves."""
    store = SqliteStore(folder / "erre.sqlite")
    await store.open()
    services = Services(Config(**{"tempo": 1e9, "limits": 0.0, **settings}), store, Metrics(), clock or Clock())
    registry = TableRegistry(services, SoloCluster(store), NoPeers())
    try:
        yield registry
    finally:
        await registry.close()
        services.close()
        await store.close()
        assert services.metrics.counted["accidents"] == 0


async def opened(registry: TableRegistry, person: str = "ana", **wish: Any) -> LiveTable:
    """A table that a person opens."""
    game = wish.pop("game", "rurare")
    return await registry.open(NewTable(game, **wish), Person(person, person.title()))
