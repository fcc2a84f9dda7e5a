"""The server application: one process, one event loop, one file."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import signal
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from erre.core.errors import Refusal
from erre.games.compiling import Workshop
from erre.server.after.handed_games import HandedGames
from erre.server.after.lessons import Lessons
from erre.server.after.puzzles import Puzzles
from erre.server.after.replays import Replays
from erre.server.after.statistics import Statistics
from erre.server.api.accounts import AccountsApi
from erre.server.api.http_api import HttpApi
from erre.server.api.link_preview import Pages
from erre.server.api.people import PeopleApi
from erre.server.api.vacations import VacationsApi
from erre.server.bus.contract import Bus, BusFailed
from erre.server.bus.memory import MemoryBus
from erre.server.clock import Clock
from erre.server.clubs.club_room import Clubs
from erre.server.cluster.leases import Elsewhere, NoLease
from erre.server.cluster.processes import watch_parent
from erre.server.cluster.solo import SoloCluster
from erre.server.cluster.worker import ClusterWorker
from erre.server.company.api import CompanyApi
from erre.server.config import Config
from erre.server.day_scheduler import DayScheduler
from erre.server.logs import log, log_error, log_warning
from erre.server.metrics import Metrics
from erre.server.net.doors import Doors, raise_file_limit
from erre.server.net.engine_files import serve_engine
from erre.server.net.headers import check_host, put_headers
from erre.server.net.http import problem
from erre.server.net.identity import Identity, TooMany
from erre.server.net.offline_files import serve_piece
from erre.server.net.sockets import Sockets
from erre.server.notices.api import NoticesApi
from erre.server.notices.channels import Channels
from erre.server.notices.channels_api import ChannelsApi
from erre.server.notices.notices import Notices
from erre.server.notices.outbox import Outbox
from erre.server.operator.api import OperatorApi
from erre.server.operator.entrance import Entrance
from erre.server.operator.office import Office
from erre.server.storage.contract import Away, StorageFailed, Store
from erre.server.storage.stores import make_store
from erre.server.tables.services import Services
from erre.server.tables.table_registry import TableRegistry
from erre.server.upkeep import Upkeep

PATIENCE, AGAIN = 30.0, 1.0  # seconds that a database and a bus are waited for, and between two attempts
HOLD, MOST_HELD = 0.5, 2000  # seconds that a refusal to a greedy address is held back, and how many are at once
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """All parts of a server, wired together."""

    def __init__(
        self, config: Config, store: Store | None = None, bus: Bus | None = None, clock: Clock | None = None
    ) -> None:
        self.config = config
        self.store: Store = store or open_store(config)
        self.bus: Bus = bus or open_bus(config)
        self.metrics = Metrics()
        self.clock = clock or Clock()
        is_one_of_many = bus is not None or bool(config.bus)
        self.cluster: SoloCluster | ClusterWorker = (
            ClusterWorker(config, self.store, self.bus, self.metrics) if is_one_of_many else SoloCluster(self.store)
        )
        self.workshop = Workshop() if config.warm else Workshop([])
        self.notices = Notices(self.store, self.clock, self.metrics, config.mail_server is not None)
        self.channels = Channels(config, self.notices.store, self.address)
        self.outbox = Outbox(self.channels, self.clock, self.metrics)
        self.services = Services(config, self.store, self.metrics, self.clock, self.workshop, self.notices)
        self.registry = TableRegistry(self.services, self.cluster, self.cluster.peers)
        self.identity = Identity(self.store, self.clock, config.proxied, config.limits)
        self.days = DayScheduler(self.registry)
        self.sockets = Sockets(
            config, self.identity, self.metrics, self.clock, self.registry.tables, self.cluster.reach
        )
        self.cluster.serve(self.registry, self.sockets, self.identity)
        self.replays = Replays(config, self.store, self.identity, self.registry, self.cluster.peers)
        self.company = CompanyApi(config, self.store, self.identity, self.registry, self.notices)
        self.entrance = Entrance(config, self.bus)
        leave_queue = self.company.queue.leave
        self.office = Office(config, self.store, self.identity, self.registry, self.health, leave_queue)
        self.clubs = Clubs(self.services, self.identity, self.registry, self.cluster.peers)
        name = self.cluster.peers.me or "alone"
        self.upkeep = Upkeep(
            name, self.store, self.registry, self.metrics, self.clock, self.fail, self._drop_what_is_remembered
        )
        self.port = config.port
        self._held = 0  # refusals that are held back
        self.is_failed = False  # something that must live has died
        self._ended = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None
        self.plain_port = 0  # of the page that explains the certificate
        self._plain: web.AppRunner | None = None
        self.tls: Any = None  # the certificate, where https is spoken

    @property
    def is_serving(self) -> bool:
        """Whether the server accepts connections."""
        return self._site is not None

    async def start(self) -> None:
        """Open the store, read the tables, and listen."""
        self.workshop.open()
        await open_patiently(self.bus, self.store, self.config)
        await self.cluster.start()
        self._runner = web.AppRunner(self.app(), access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        self._site = site = web.TCPSite(
            self._runner,
            self.config.host,
            self.config.port,
            reuse_address=True,
            reuse_port=self.config.share_port or None,
            **self._secured(),
        )
        await site.start()
        self.port = self._runner.addresses[0][1]
        await self._serve_plain_page()
        raise_file_limit(self.config.most_sockets)
        doors = Doors(self.metrics, self.config.limits, self.config.proxied)
        assert self._runner.server is not None
        await self.upkeep.beat()
        self.upkeep.start(
            ("lag", self.metrics.watch_lag()),
            ("sockets", self.sockets.watch()),
            ("queue", self.company.queue.watch()),
            ("doors", doors.watch(self._runner.server)),
            ("days", self.days.run()),
            ("outbox", self.outbox.run()),
        )
        log("the server is up", host=self.config.host, port=self.port)

    def _secured(self) -> dict[str, Any]:
        """The arguments that make a site speak https, if it shall."""
        if not self.config.is_secure:
            return {}
        from erre.server.https.tls import Tls

        self.tls = Tls(self.config)
        return {"ssl_context": self.tls.context}

    async def _serve_plain_page(self) -> None:
        """Where https is spoken: serve the page, over http, that tells devices how to trust the certificate."""
        if not self.config.is_secure:
            return
        from erre.server.https.trust_page import TrustPage

        page = TrustPage(self.config, self.tls, lambda: self.port).app()
        self._plain = web.AppRunner(page, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._plain.setup()
        port = self.config.plain_port or (self.config.port and self.config.port + 1)
        shared = self.config.share_port or None
        await web.TCPSite(self._plain, self.config.host, port, reuse_address=True, reuse_port=shared).start()
        self.plain_port = self._plain.addresses[0][1]
        self.upkeep.watch("certificate", self.tls.watch())

    async def stop(self) -> None:
        """Close all sessions, write everything to disk, and stop."""
        if self.cluster.is_one_of_many and self._site is not None:
            await self._site.stop()  # new connections go to another worker
            self._site = None
        self.workshop.close()
        self.replays.close()
        await self.registry.close()
        await self.notices.idle()
        self.services.close()
        await self.sockets.close()
        await self.cluster.stop()
        await self.upkeep.stop()
        await self.channels.close()
        for runner in (self._plain, self._runner):
            if runner is not None:
                await runner.cleanup()
        self._site = None
        await self.store.close()
        await self.bus.close()
        log("the server is down")

    async def run(self, ready: Callable[[Server], None] | None = None) -> None:
        """Serve until somebody ends the process."""
        await self.start()
        if ready is not None:
            ready(self)
        ended = self._ended.set
        if self.config.parent:
            self.upkeep.watch("parent", watch_parent(self.config.parent, ended))
        for sign in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(sign, ended)
        await self._ended.wait()
        await self.stop()

    def _drop_what_is_remembered(self) -> None:
        """Drop cached people and records, since they may be gone from the storage."""
        self.identity.forget_all()
        self.replays.forget_all()

    def fail(self) -> None:
        """Something vital has died: exit, so that the supervisor restarts the process."""
        self.is_failed = True
        self._ended.set()

    def app(self) -> web.Application:
        """The aiohttp application with all routes."""
        app = web.Application(middlewares=[self._guard])
        api = HttpApi(self.config, self.store, self.metrics, self.identity, self.registry)
        people = PeopleApi(self.config, self.store, self.identity, self.registry, self.replays, self.bus)
        app.add_routes(
            [
                web.get("/ws/{table}", self.sockets.accept),
                web.get("/engine/{file}", serve_engine),
                web.get("/offline/{file:.+}", serve_piece),
                *api.routes(self.replays, self.health, self.address),
                *people.routes(),
                *VacationsApi(self.config, self.identity, self.registry).routes(),
                *NoticesApi(self.config, self.identity, self.notices).routes(),
                *ChannelsApi(self.config, self.identity, self.notices, self.channels, self.services.limits).routes(),
                *self.company.routes(),
                *AccountsApi(people, self.bus, self.address).routes(),
                *OperatorApi(self.config, self.identity, self.entrance, self.office).routes(),
                *self.replays.routes(),
                *HandedGames(self.replays).routes(),
                *Statistics(self.store, self.identity).routes(),
                *Puzzles(self.config, self.store, self.replays, self.services.limits, self.clock).routes(),
                *Lessons().routes(),
                *self.clubs.routes(),
            ]
        )
        app.router.add_get("/{path:.*}", Pages(self.registry.tables, self.address).serve)
        app.on_response_prepare.append(self._put_headers)
        return app

    async def _put_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """Set the security headers of every response."""
        put_headers(request, response)

    async def _check_limits(self, request: web.Request) -> None:
        """Refuse an address that asks for too much.

        The refusal is held back for a moment: an address that keeps asking would otherwise keep the event loop busy
        with refusals. How many connections an address has is limited elsewhere.
        """
        resource = request.match_info.route.resource
        if resource is None:
            return
        try:
            self.services.limits.check_request(self.identity.address_of(request), request.method, resource.canonical)
        except TooMany:
            self.metrics.count("over_limits")
            if self._held < MOST_HELD:
                self._held += 1
                try:
                    await asyncio.sleep(HOLD)
                finally:
                    self._held -= 1
            raise

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Turn refusals into responses; unexpected errors reveal nothing internal."""
        try:
            check_host(request, self.config)
            await self._check_limits(request)
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
        except (StorageFailed, BusFailed, Elsewhere):
            self.metrics.count("not_now")
            return problem(NoLease("this cannot be done at the moment: try again"))
        except Exception:
            self.metrics.count("accidents")
            log_error("an accident in an answer", path=request.path)
            response = problem(Refusal("something went wrong here"))
            response.set_status(500)
            return response

    def health(self) -> dict[str, bool | int | float | str]:
        """The state of this server and of what it depends on."""
        facts: dict[str, bool | int | float | str] = {"ok": True, "tables": len(self.registry.tables)}
        facts |= {"storage": self.upkeep.is_well, **self.cluster.health()}
        return {**facts, "ok": bool(facts["ok"]) and self.upkeep.is_well and not self.is_failed}

    def address(self, request: web.Request | None = None) -> str:
        """The address of this server: the configured one, that of the request, or the one on the home network."""
        if self.config.address:
            return self.config.address.rstrip("/")
        if request is not None and not is_this_machine(request.url.host or ""):
            return f"{request.scheme}://{request.host}"
        return f"{'https' if self.config.is_secure else 'http'}://{home_address()}:{self.port}"


def open_store(config: Config) -> Store:
    """Create the storage that the configuration asks for."""
    return make_store(config.db or config.data_file)


async def open_patiently(bus: Bus, store: Store, config: Config) -> None:
    """Open the storage or the bus, waiting for servers that start later than this one."""
    until = time.monotonic() + (PATIENCE if config.bus or config.db else 0.0)
    for thing in (bus, store):
        while True:
            try:
                await thing.open()
                break
            except (BusFailed, Away) as error:
                if time.monotonic() > until:
                    raise
                log_warning(f"{error}; trying again", seconds_left=round(until - time.monotonic()))
            await asyncio.sleep(AGAIN)


def open_bus(config: Config) -> Bus:
    """The bus to other workers; in process if there are none."""
    if not config.bus:
        return MemoryBus()
    from erre.server.bus.nats import NatsBus

    return NatsBus(config.bus, replicas=config.bus_replicas)


def is_this_machine(host: str) -> bool:
    """Whether an address means the machine itself, so that a phone cannot use it."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() in ("localhost", "")


def home_address() -> str:
    """This machine's address on its network, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
