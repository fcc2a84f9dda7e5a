"""The server's end of the line to a page, whose worker calls these methods.

JavaScript has its own end in `web/src/offline/worker.ts`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from erre.core.errors import Refusal
from erre.offline.server import PageConnection, PageServer, refused
from erre.offline.store import PageStore, is_readable
from erre.offline.thinker import Thinker

SAVE_AFTER = 0.2  # seconds: what happens meanwhile is saved together
Post = Callable[..., None]  # a kind of message, and its values


class Page:
    """A page that asks and plays."""

    def __init__(self, saved: bytes, post: Post) -> None:
        self._post = post
        if saved and not is_readable(saved):  # the worker has checked them before
            raise ValueError("the games that were kept cannot be read")
        self._store = PageStore(saved, self._changed)
        self._server = PageServer(self._store)
        self._thinker = Thinker(want=lambda: post("wanted"))
        self._server.services.bots.pool.start = self._thinker.start
        self._sockets: dict[int, PageConnection] = {}
        self._saving: asyncio.TimerHandle | None = None

    async def open(self) -> None:
        """Load what was saved."""
        await self._server.start()

    async def ask(self, number: int, method: str, target: str, body: Any, kind: str) -> None:
        """Answer a question to `/api`."""
        status, content, data = await self._server.answer(method, target, body.to_bytes(), kind)
        self._post("answer", number, status, content, data)

    async def connect(self, socket: int, table: str) -> None:
        """Open a socket to a table."""

        def closed() -> None:
            self._sockets.pop(socket, None)
            self._post("closed", socket)

        try:
            found = await self._server.connect(table, lambda text: self._post("heard", socket, text), closed)
        except Refusal as refusal:
            self._post("refused", socket, *refused(refusal))
            return
        self._sockets[socket] = found
        self._post("opened", socket)

    def say(self, socket: int, text: str) -> None:
        """The page sends a message."""
        if socket in self._sockets:
            self._sockets[socket].hear(text)

    def hang_up(self, socket: int) -> None:
        """The page closes a socket."""
        if socket in self._sockets:
            self._sockets[socket].drop()

    def expect_thinker(self) -> None:
        """The page starts another worker, in which bots can think."""
        self._thinker.expect()

    def think_elsewhere(self) -> None:
        """The other worker is ready."""
        self._thinker.use(lambda number, data: self._post("think", number, data))

    def thought(self, number: int, data: Any) -> None:
        """What the other worker came to."""
        self._thinker.answered(number, data.to_bytes())

    def think_here(self) -> None:
        """The other worker has failed."""
        self._thinker.lost()

    def _changed(self) -> None:
        """Save a little later, so that many changes are saved once."""
        if self._saving is None:
            self._saving = asyncio.get_running_loop().call_later(SAVE_AFTER, self.save)

    def save(self) -> None:
        """Hand the page everything, to be kept by the browser."""
        if self._saving is not None:
            self._saving.cancel()
            self._saving = None
            self._post("save", self._store.copy())
