"""A server for tests: in this process, on a free port of the loopback, with bots that answer at once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import aiohttp

from erre.server.app import Server
from erre.server.config import Config
from erre.server.logs import LOG
from erre.server.pages import Page, known_person, open_table


class Running:
    """A server, the people who came, and their pages."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.base = f"http://127.0.0.1:{server.port}"
        self.people: list[aiohttp.ClientSession] = []
        self.pages: list[Page] = []

    async def person(self, name: str) -> aiohttp.ClientSession:
        """Somebody comes."""
        self.people.append(await known_person(self.base, name))
        return self.people[-1]

    async def page(self, http: aiohttp.ClientSession, table: str, **more: Any) -> Page:
        """Somebody opens a table's page."""
        page = Page(http, self.base, table, f"page-{len(self.pages)}", **more)
        self.pages.append(page)
        page.start()
        await page.until(lambda: page.info)
        return page

    async def open(self, http: aiohttp.ClientSession, **wish: Any) -> str:
        """Somebody opens a table."""
        return await open_table(http, self.base, **wish)

    async def close(self) -> None:
        """Everybody goes."""
        for page in self.pages:
            await page.stop()
        for http in self.people:
            await http.close()


@contextlib.asynccontextmanager
async def running(folder: Path, **settings: Any) -> AsyncIterator[Running]:
    """A server from its start to its end."""
    LOG.setLevel("CRITICAL")
    server = Server(Config(host="127.0.0.1", port=0, data=str(folder), tempo=0.0, **settings))
    await server.start()
    here = Running(server)
    try:
        yield here
    finally:
        await here.close()
        await server.stop()
        assert server.hub.metrics.counted["accidents"] == 0


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test on an event loop, and let nothing hang."""

    async def bounded() -> None:
        async with asyncio.timeout(120):
            await test()

    asyncio.run(bounded())
