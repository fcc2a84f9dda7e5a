"""The sockets of tables: `/ws/{table}`. Messages are decoded here and handed to the table that a session belongs to."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Protocol

import msgspec
from aiohttp import web

from erre.core.errors import Refusal
from erre.core.explain import explain
from erre.server.clock import Clock
from erre.server.config import Config
from erre.server.metrics import Metrics
from erre.server.net.handshake import take_over
from erre.server.net.headers import check_origin
from erre.server.net.identity import Identity, TooMany
from erre.server.net.messages import PROTOCOL, Bye, Pong
from erre.server.net.sessions import NO_CONNECTION, Session
from erre.server.net.websocket import BINARY, PING, PONG, TEXT
from erre.server.storage.company import blocked_by
from erre.server.storage.contract import Person
from erre.table.clean_text import one_line
from erre.table.requests import AnyRequest, Hello, Ping

PING_EVERY = 10.0  # seconds
TICK = 2.0
FIRST_PINGS, FIRST_EVERY = 8, 0.1
HELLO_WITHIN = 10.0
AT_ONCE, BREATH = 25, 0.002  # sessions pinged in a row, and the pause in seconds that follows
LONGEST_CLIENT = 64
MOST_OF_PERSON, MOST_OF_ADDRESS = 30, 500  # sockets
SAY_TOO_FAST = 20  # one in this many messages over the rate is answered

_decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)


class Route(Protocol):
    """Where the frames of a socket go: to a table of this worker, or to another worker."""

    def opened(self) -> None:
        """Called when the socket is open."""
        ...

    def heard(self, kind: int, data: bytes) -> None:
        """Called for every frame from the page."""
        ...

    def gone(self) -> None:
        """Called when the socket is closed, or could not be opened."""
        ...


class Open(Protocol):
    """A table that sessions can be attached to."""

    def attach(self, session: Session, hello: Hello) -> None:
        """Attach a session, and send it the table."""
        ...


Reach = Callable[[str, Session], Awaitable[Route]]


class Sockets:
    """Accepts WebSockets and keeps their sessions."""

    def __init__(
        self,
        config: Config,
        identity: Identity,
        metrics: Metrics,
        clock: Clock,
        tables: Mapping[str, Open],
        reach: Reach,
    ) -> None:
        self.config, self.identity, self.metrics, self.clock = config, identity, metrics, clock
        self.sessions: set[Session] = set()
        self._arriving: Counter[str] = Counter()  # by person and by address, and all: sockets not yet open
        self._tables, self.reach = tables, reach
        self._measuring: set[asyncio.Task[None]] = set()

    async def accept(self, request: web.Request) -> web.StreamResponse:
        """Accept a page's WebSocket, if there is room."""
        check_origin(request, self.config.origins)
        if len(self.sessions) + self._arriving[""] >= self.config.most_sockets:
            raise TooMany("this server is full: try again later")
        address = self.identity.address_of(request)
        with self._arrival("", address):
            self._check_crowd(address, sum(session.address == address for session in self.sessions), MOST_OF_ADDRESS)
            person = await self.identity.need(request)
            with self._arrival(person.id):
                count = sum(session.person == person.id for session in self.sessions)
                self._check_crowd(person.id, count, MOST_OF_PERSON)
                return await self._accept(request, person, address)

    @contextlib.contextmanager
    def _arrival(self, *keys: str) -> Iterator[None]:
        """Count a socket that is about to open, so that many at once are no more than one by one."""
        self._arriving.update(keys)
        try:
            yield
        finally:
            for key in keys:
                self._arriving[key] -= 1
                if not self._arriving[key]:
                    del self._arriving[key]

    def _check_crowd(self, who: str, count: int, most: int) -> None:
        """Refuse a person or an address with too many sockets, those that are about to open included."""
        if self.config.limits and count + self._arriving[who] > most * self.config.limits:
            raise TooMany("too many pages are open here by you or from your address: close some of them")

    async def _accept(self, request: web.Request, person: Person, address: str) -> web.StreamResponse:
        """Accept a page for which a place is reserved."""
        session = Session(NO_CONNECTION, person.id, person.is_named, self.config.rate, person.name, address)
        session.blocks = await self.identity.store.look(lambda: blocked_by(person.id))
        route = await self.reach(request.match_info["table"], session)
        try:
            if request.transport is None:  # the page has already gone
                route.gone()
                return web.Response()
            self.identity.check_known(person)
            session.socket = take_over(request, route.heard, route.gone)
        except BaseException:
            route.gone()
            raise
        route.opened()
        self.sessions.add(session)
        self.metrics.count("sockets_opened")
        return web.Response()  # never sent: the connection has left HTTP

    def here(self, session: Session, table: str) -> Route:
        """The route of a session to a table of this worker."""
        return Here(self, session, table)

    def expect_hello(self, session: Session) -> None:
        """Give a page some seconds to say hello."""
        asyncio.get_running_loop().call_later(HELLO_WITHIN, self._expect_hello, session)

    def _expect_hello(self, session: Session) -> None:
        """Close a socket on which nobody has said hello."""
        if session.live is None:
            session.close(Bye("no_hello", "nobody said hello", None))

    def gone(self, session: Session) -> None:
        """Remove a session whose socket is closed."""
        self.sessions.discard(session)
        if session.live is not None:
            session.live.detach(session)

    # -- what comes in

    def heard(self, session: Session, table: str, kind: int, data: bytes) -> None:
        """A frame came in for a table of this worker."""
        if kind == TEXT:
            arrived = self.clock.steady()
            self.metrics.count("messages")
            if self.may_speak(session):
                self.take(session, table, data, arrived)
        elif kind == PONG:
            self._pong(session, data)
        else:
            self.heard_other(session, kind, data)

    def heard_other(self, session: Session, kind: int, data: bytes) -> None:
        """Answer a ping; refuse everything that is not text."""
        if kind == PING:
            if session.may_speak():
                session.socket.pong(data)
        elif kind == BINARY:
            self.metrics.count("bad_messages")
            if session.may_speak():
                session.refuse(None, "bad_message", "messages are text")

    def may_speak(self, session: Session) -> bool:
        """Whether a message is within the rate; of those that are not, some are answered."""
        if session.may_speak():
            return True
        if session.ignored % SAY_TOO_FAST == 1:
            session.refuse(None, "too_fast", f"too many messages: at most {self.config.rate} in 20 seconds")
        return False

    def take(self, session: Session, table: str, data: bytes, arrived: float) -> None:
        """Decode a message that is within the rate, and hand it on."""
        try:
            request = _decoder.decode(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            self.metrics.count("bad_messages")
            session.refuse(number_in(data), "bad_message", f"this message cannot be read: {explain(error, None, data)}")
            return
        if isinstance(request, Ping):
            clock = self.clock if session.live is None else session.live.clock
            session.say(Pong(request.at, clock.now()))
        elif isinstance(request, Hello):
            self._hello(session, table, request)
        elif session.live is None:
            session.refuse(request.n, "no_hello", "say hello first")
        else:
            session.live.ask(session, request, arrived)

    def _hello(self, session: Session, table: str, hello: Hello) -> None:
        """Attach a session to its table."""
        if session.live is not None:
            session.refuse(None, "bad_message", "hello was said already")
            return
        if hello.protocol != PROTOCOL:
            session.close(Bye("protocol", f"this server speaks version {PROTOCOL}: reload the page", None))
            return
        try:
            session.client = one_line(hello.client, LONGEST_CLIENT, "a page's name")
        except Refusal as refusal:
            session.close(Bye(refusal.code, refusal.why, None))
            return
        live = self._tables.get(table)
        if live is None:  # unloaded since the handshake; the next connection loads it again
            session.close(Bye("reload", "the table is read again from its log", 500))
            return
        live.attach(session, hello)
        if session.is_timed and session.transport is not None:  # else the worker that holds the socket measures
            self.measure_soon(session)

    # -- latency

    def _pong(self, session: Session, data: bytes) -> None:
        """A ping frame came back."""
        rtt = session.pong(data)
        if rtt is not None and session.live is not None:
            session.live.race.measure(session, rtt)

    def measure_soon(self, session: Session) -> None:
        """Measure a new session several times at once."""
        measuring = asyncio.get_running_loop().create_task(self._measure_first(session))
        self._measuring.add(measuring)
        measuring.add_done_callback(self._measuring.discard)

    async def _measure_first(self, session: Session) -> None:
        """Ping a session at short intervals."""
        for _ in range(FIRST_PINGS):
            session.ping()
            await asyncio.sleep(FIRST_EVERY)

    async def watch(self) -> None:
        """Measure every session, and drop silent ones, for as long as the server runs."""
        while True:
            await asyncio.sleep(TICK)
            for session in [session for session in self.sessions if session.is_silent]:
                self.metrics.count("silent")
                session.drop()
            now = time.monotonic()
            due = [session for session in self.sessions if now - session.measured >= self._every(session)]
            for count, session in enumerate(due):
                session.ping()
                if count % AT_ONCE == AT_ONCE - 1:
                    await asyncio.sleep(BREATH)

    def _every(self, session: Session) -> float:
        """Seconds between two pings: often where seats race."""
        return TICK if session.is_timed else PING_EVERY

    async def close(self) -> None:
        """Close all sessions with a reason."""
        sessions = list(self.sessions)
        for session in sessions:
            session.close(Bye("restart", "the server is restarting", 1000))
        await asyncio.gather(*(session.flush() for session in sessions))


class Here:
    """The route of a session to a table of this worker."""

    __slots__ = ("session", "sockets", "table")

    def __init__(self, sockets: Sockets, session: Session, table: str) -> None:
        self.sockets, self.session, self.table = sockets, session, table

    def opened(self) -> None:
        self.sockets.expect_hello(self.session)

    def heard(self, kind: int, data: bytes) -> None:
        self.sockets.heard(self.session, self.table, kind, data)

    def gone(self) -> None:
        self.sockets.gone(self.session)


class Numbered(msgspec.Struct):
    """Any message with a number."""

    n: int


def number_in(data: bytes) -> int | None:
    """The number of a request that cannot be decoded otherwise, so that the refusal can name it."""
    try:
        return msgspec.json.decode(data, type=Numbered).n
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None
