"""The server of one page: requests and sockets arrive as calls, and everything else is the server's own code."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp import web

from erre.offline.judging import judge
from erre.server.app import Server
from erre.server.config import Config
from erre.server.net.http import problem
from erre.server.net.identity import COOKIE, Unknown, hash_of
from erre.server.net.sessions import Session
from erre.server.net.sockets import Route
from erre.server.net.websocket import PONG, TEXT
from erre.server.storage.contract import Store

TOKEN = "the-only-person-at-this-page"  # nobody else can reach this server, so this proves enough
CONFIG = Config(hosts="*", limits=0, warm=False, bot_threads=1, quiet=True)
JUDGE, MOST_BYTES = "/api/judge", 10_000_000
Tell = Callable[[str], None]


class PageServer(Server):
    """A server for one person, without a network."""

    def __init__(self, store: Store, config: Config = CONFIG) -> None:
        super().__init__(config, store)
        self._app: Any = self.app()
        self.replays.thinks_in = self.services.bots.pool

    async def start(self) -> None:
        """Open the store, find the person, and load the tables."""
        await self.store.open()
        if await self.store.person(hash_of(TOKEN)) is None:
            await self.store.make_person(hash_of(TOKEN), "")
        await self.cluster.start()

    async def answer(self, method: str, target: str, body: bytes = b"", kind: str = "") -> tuple[int, str, bytes]:
        """Answer a request: the status, what kind of content it has, and the content."""
        request: Any = web.Request(method, target, body, {"content-type": kind} if kind else {})  # type: ignore[call-arg, arg-type]
        request.cookies[COOKIE] = TOKEN
        response: Any = await self._guard(request, self._handle)
        return response.status, response.headers.get("content-type", ""), response.body

    async def _handle(self, request: Any) -> Any:
        """Find what answers a request, and let it answer; only a page asks its server to judge a record."""
        if request.path == JUDGE:
            text = (await request.content.read(MOST_BYTES)).decode(errors="replace")
            return web.Response(text=judge(text), content_type="application/json")
        return await self._app.find(request)(request)

    async def connect(self, table: str, tell: Tell, closed: Callable[[], None]) -> PageConnection:
        """Open what the page takes for a socket; a refusal is told as the server's HTTP answer would be."""
        person = await self.identity.find_by(TOKEN)
        if person is None:
            raise Unknown("this device was forgotten: load the page again")
        connection = PageConnection(tell, closed)
        session = Session(connection, person.id, person.is_named, self.config.rate, person.name, "page")
        connection.route = await self.cluster.reach(table, session)
        connection.route.opened()
        self.sockets.sessions.add(session)
        return connection


class PageConnection:
    """A session's connection: messages are handed to the page as they are."""

    transport = None

    def __init__(self, tell: Tell, closed: Callable[[], None]) -> None:
        self._tell, self._closed = tell, closed
        self.is_closing = False
        self.route: Route | None = None

    def hear(self, text: str) -> None:
        """The page has sent a message."""
        if self.route is not None and not self.is_closing:
            self.route.heard(TEXT, text.encode())

    def say(self, data: bytes) -> None:
        if not self.is_closing:
            self._tell(data.decode())

    def put(self, frames: bytes) -> None:
        for data in unframed(frames):
            self.say(data)

    def ping(self, data: bytes) -> None:
        """There is no way to measure: the page is here, and answers at once."""
        asyncio.get_running_loop().call_soon(self._pong, data)

    def _pong(self, data: bytes) -> None:
        if self.route is not None and not self.is_closing:
            self.route.heard(PONG, data)

    def pong(self, data: bytes) -> None: ...

    def close(self, code: int = 1000) -> None:
        self.drop()

    def drop(self) -> None:
        """End it, for the page and for its table."""
        if not self.is_closing:
            self.is_closing = True
            self._closed()
            if self.route is not None:
                self.route.gone()

    async def until_gone(self) -> None: ...


def unframed(frames: bytes) -> list[bytes]:
    """The texts in encoded frames, as a server sends them."""
    found, at = [], 0
    while at < len(frames):
        size, at = frames[at + 1], at + 2
        if size >= 126:
            width = 2 if size == 126 else 8
            size, at = int.from_bytes(frames[at : at + width], "big"), at + width
        found.append(frames[at : at + size])
        at += size
    return found


def refused(error: Exception) -> tuple[int, bytes]:
    """A refusal as the HTTP answer that a socket's handshake would have."""
    response: Any = problem(error)  # type: ignore[arg-type]
    return response.status, response.body
