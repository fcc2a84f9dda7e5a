"""A server for tests: in this process, on a free port of the loopback, with bots that answer at once."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any, cast

import aiohttp

from erre.server.app import Server
from erre.server.bus.memory import MemoryBus
from erre.server.clock import Clock
from erre.server.config import Config
from erre.server.logs import LOG
from erre.server.net.identity import COOKIE
from erre.server.storage.contract import Person, Store
from erre.server.storage.sqlite.store import SqliteStore
from erre.trials.client import Page, known_person, open_table

# On a free port, with bots that answer at once and without limits: what has some is tested for them.
USUAL: dict[str, Any] = {"host": "127.0.0.1", "port": 0, "tempo": 0.0, "limits": 0.0}
is_relayed = False  # whether pages connect to another worker than the one that has their table


class SharedStore:
    """A storage that several workers of one process use: opened and closed by somebody else."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open(self) -> None:
        """It is open."""

    async def close(self) -> None:
        """Others may still use it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class Running:
    """A server, the people who came, and their pages."""

    def __init__(self, server: Server, front: Server | None = None) -> None:
        self.server = server
        self.base = f"http://127.0.0.1:{server.port}"
        self.pages_at = f"http://127.0.0.1:{front.port}" if front else self.base
        self.people: list[aiohttp.ClientSession] = []
        self.pages: list[Page] = []

    async def person(self, name: str) -> aiohttp.ClientSession:
        """Somebody comes."""
        self.people.append(await known_person(self.base, name))
        return self.people[-1]

    async def known(self, http: aiohttp.ClientSession) -> Person:
        """Who somebody is to the server."""
        token = next(cookie.value for cookie in http.cookie_jar if cookie.key == COOKIE)
        person = await self.server.identity.find_by(token)
        assert person is not None
        return person

    async def page(self, http: aiohttp.ClientSession, table: str, **more: Any) -> Page:
        """Somebody opens a table's page."""
        page = Page(http, self.pages_at, table, f"page-{len(self.pages)}", **more)
        self.pages.append(page)
        page.start()
        await page.until(lambda: page.info)
        return page

    async def open(self, http: aiohttp.ClientSession, **wish: Any) -> str:
        """Somebody opens a table."""
        return await open_table(http, self.base, **wish)

    async def claimed(self, name: str) -> aiohttp.ClientSession:
        """Somebody whose name is unique."""
        http = await self.person(name)
        async with http.post(f"{self.base}/api/me/claim") as answer:
            assert answer.status == 200, await answer.text()
        return http

    async def played_out(self, *pages: Page) -> str:
        """A game is played to its end; the id of its record."""
        await asyncio.gather(*(page.play(random.Random(1)) for page in pages))
        record = await record_of(pages[0])
        while (await read(pages[0].http, f"{self.base}/api/records/{record}/proof"))[0] != 200:
            await asyncio.sleep(0.02)  # it is kept just after everybody was told
        return record

    async def close(self) -> None:
        """Everybody goes."""
        for page in self.pages:
            await page.stop()
        for http in self.people:
            await http.close()


@contextlib.asynccontextmanager
async def running(folder: Path, clock: Clock | None = None, **settings: Any) -> AsyncIterator[Running]:
    """A server from its start to its end."""
    LOG.setLevel("CRITICAL")
    if is_relayed:
        async with workers(2, folder, clock, **settings) as (server, front):
            here = Running(server, front)
            try:
                yield here
            finally:
                await here.close()
        return
    server = Server(Config(**{**USUAL, **settings}, data=str(folder)), clock=clock)
    await server.start()
    here = Running(server)
    try:
        yield here
    finally:
        await here.close()
        await server.stop()
        assert server.metrics.counted["accidents"] == 0


@contextlib.asynccontextmanager
async def workers(count: int, folder: Path, clock: Clock | None = None, **settings: Any) -> AsyncIterator[list[Server]]:
    """Several workers in this process, with one storage and one bus."""
    LOG.setLevel("CRITICAL")
    store, bus = SqliteStore(folder / "erre.sqlite"), MemoryBus()
    await store.open()
    config = Config(**{**USUAL, **settings}, data=str(folder))
    servers = [Server(config, cast(Store, SharedStore(store)), bus, clock) for _ in range(count)]
    for server in servers:
        await server.start()
    for server in servers:  # they have heard of each other
        while server.health()["workers"] != count:
            await asyncio.sleep(0.01)
    try:
        yield servers
    finally:
        for server in servers:
            if server.is_serving:  # else a test has ended it
                await server.stop()
            assert server.metrics.counted["accidents"] == 0
        await store.close()


async def read(http: aiohttp.ClientSession, address: str) -> tuple[int, Any]:
    """A status and an answer."""
    async with http.get(address) as answer:
        return answer.status, await answer.json()


async def record_of(page: Page) -> str:
    """The id of the record of a finished game, once it is told."""
    await page.until(lambda: page.info["record"])
    return str(page.info["record"])


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test on an event loop, and let nothing hang."""

    async def bounded() -> None:
        async with asyncio.timeout(600):
            await test()

    asyncio.run(bounded())


def served(**settings: Any) -> Callable[[Callable[..., Coroutine[Any, Any, None]]], Callable[..., None]]:
    """Run a test with a server of these settings as its first argument; the others are fixtures and parameters."""

    def wrap(body: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
        def test(tmp_path: Path, **others: Any) -> None:
            async def on_server() -> None:
                async with running(tmp_path, **settings) as here:
                    await body(here, **others, **({"tmp_path": tmp_path} if wants_folder else {}))

            run(on_server)

        _, *wanted = inspect.signature(body).parameters.values()
        wants_folder = any(one.name == "tmp_path" for one in wanted)
        folder = inspect.Parameter("tmp_path", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        test.__name__, test.__doc__, test.__module__ = body.__name__, body.__doc__, body.__module__
        test.__signature__ = inspect.Signature([folder, *(one for one in wanted if one.name != "tmp_path")])  # type: ignore[attr-defined]
        return test

    return wrap
