"""The server: one process, one event loop, one file."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import signal
import socket
from collections.abc import Awaitable, Callable

from aiohttp import web

from erre.core.errors import Refusal
from erre.server.client_files import serve_client
from erre.server.config import Config
from erre.server.headers import put_headers
from erre.server.hub import Hub
from erre.server.lobby import Lobby, problem
from erre.server.logs import log, log_error
from erre.server.puzzles import Puzzles
from erre.server.replays import Replays
from erre.server.sockets import Sockets
from erre.server.sqlite_store import SqliteStore
from erre.server.statistics import Statistics
from erre.server.storage import StorageFailed, Store
from erre.server.visitors import Visitors

TIDY_EVERY = 600.0  # seconds
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """Everything that runs."""

    def __init__(self, config: Config, store: Store | None = None) -> None:
        self.config = config
        self.store: Store = store or SqliteStore(config.data_file)
        self.hub = Hub(config, self.store)
        self.visitors = Visitors(self.store)
        self.sockets = Sockets(self)
        self.replays = Replays(self)
        self.port = config.port
        self._tasks: list[asyncio.Task[None]] = []
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Open the store, read the tables, and listen."""
        await self.store.open()
        await self.hub.start()
        self._runner = web.AppRunner(self.app(), access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.config.host, self.config.port, reuse_address=True)
        await site.start()
        self.port = self._runner.addresses[0][1]
        loop = asyncio.get_running_loop()
        for work in (self.hub.metrics.watch_lag(), self.sockets.watch(), self._tidy()):
            self._tasks.append(loop.create_task(work))
        log("the server is up", host=self.config.host, port=self.port)

    async def stop(self) -> None:
        """Let everybody go with a word, write everything down, and close."""
        self.replays.close()
        await self.hub.close()
        await self.sockets.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()
        await self.store.close()
        log("the server is down")

    async def run(self, ready: Callable[[Server], None] | None = None) -> None:
        """Serve until somebody ends the process."""
        await self.start()
        if ready is not None:
            ready(self)
        ended = asyncio.Event()
        for sign in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(sign, ended.set)
        await ended.wait()
        await self.stop()

    async def _tidy(self) -> None:
        """Close forgotten tables, now and then."""
        while True:
            await asyncio.sleep(TIDY_EVERY)
            try:
                await self.hub.tidy()
            except StorageFailed:
                log_error("forgotten tables stay for now")

    def app(self) -> web.Application:
        """Addresses and their handlers."""
        app = web.Application(middlewares=[self._guard])
        app.add_routes(
            [
                web.get("/ws/{table}", self.sockets.accept),
                *Lobby(self).routes(),
                *self.replays.routes(),
                *Statistics(self).routes(),
                *Puzzles(self).routes(),
            ]
        )
        app.router.add_get("/{path:.*}", serve_client)
        app.on_response_prepare.append(self._put_headers)
        return app

    async def _put_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """Headers of every answer."""
        put_headers(request, response)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """A refusal is an answer; an accident says nothing of the inside."""
        try:
            return await handler(request)
        except Refusal as refusal:
            return problem(refusal)
        except web.HTTPException as error:
            words = {404: "there is nothing here", 405: "that cannot be done here", 413: "this is too long"}
            if error.status in words:
                response = problem(Refusal(words[error.status]))
                response.set_status(error.status)
                return response
            raise
        except (ConnectionError, asyncio.CancelledError):
            raise
        except Exception:
            self.hub.metrics.count("accidents")
            log_error("an accident in an answer", path=request.path)
            response = problem(Refusal("something went wrong here"))
            response.set_status(500)
            return response

    def address(self, request: web.Request | None = None) -> str:
        """How others reach this server: as it was told, as the asking page did, or on the home's network."""
        if self.config.address:
            return self.config.address.rstrip("/")
        if request is not None and not is_this_machine(request.url.host or ""):
            return f"{request.scheme}://{request.host}"
        return f"http://{home_address()}:{self.port}"


def is_this_machine(host: str) -> bool:
    """Whether an address means the machine itself, so that a phone cannot use it."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() in ("localhost", "")


def home_address() -> str:
    """This machine's address on its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
