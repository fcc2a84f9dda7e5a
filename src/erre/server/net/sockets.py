"""The sockets of tables: `/ws/{table}`."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from hmac import compare_digest
from typing import TYPE_CHECKING

import msgspec
from aiohttp import web

from erre.core.errors import Refusal
from erre.server.net.handshake import take_over
from erre.server.net.headers import check_origin
from erre.server.net.messages import PROTOCOL, Bye, Pong
from erre.server.net.sessions import Session
from erre.server.net.websocket import BINARY, PING, PONG, TEXT
from erre.server.tables.live_table import LiveTable, milliseconds
from erre.server.tables.race_runner import steady
from erre.table.clean_text import one_line
from erre.table.requests import AnyRequest, Hello, Ping

if TYPE_CHECKING:
    from erre.server.app import Server
    from erre.server.cluster.relay import Front

PING_EVERY = 10.0  # seconds
TICK = 2.0
FIRST_PINGS, FIRST_EVERY = 8, 0.1
HELLO_WITHIN = 10.0
AT_ONCE, BREATH = 25, 0.002  # lines that are measured before others get their turn, and for how many seconds
LONGEST_CLIENT = 64
SAY_TOO_FAST = 20  # of so many messages over the rate one is answered

_decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)


class Sockets:
    """Everybody who is connected."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.sessions: set[Session] = set()
        self._measuring: set[asyncio.Task[None]] = set()

    async def accept(self, request: web.Request) -> web.StreamResponse:
        """A page opens a socket."""
        check_origin(request, self.server.config.origins)
        person = await self.server.identity.need(request)
        if len(self.sessions) >= self.server.config.most_sockets:
            raise Refusal("this server is full: try again later")
        session = Session(None, person.id, person.is_named, self.server.config.rate)
        table, cluster = request.match_info["table"], self.server.cluster
        live = await (self.server.registry.find(table) if cluster is None else cluster.reach(table, session))
        if request.transport is None:  # the page did not wait
            if not isinstance(live, LiveTable):
                live.gone()
            return web.Response()
        if isinstance(live, LiveTable):
            table = live.table.id
            session.socket = take_over(request, partial(self.heard, session, table), partial(self._gone, session))
            self.expect_hello(session)
        else:
            self._relay(request, session, live)
        self.sessions.add(session)
        self.server.registry.metrics.count("sockets_opened")
        return web.Response()  # goes nowhere: the line is not HTTP's any more

    def _relay(self, request: web.Request, session: Session, front: Front) -> None:
        """A page whose table lives in another worker."""
        try:
            session.socket = take_over(request, front.heard, front.gone)
        except BaseException:
            front.gone()
            raise
        if session.is_timed:
            self._measure_soon(session)

    def expect_hello(self, session: Session) -> None:
        """Give a page some seconds to say who it is."""
        asyncio.get_running_loop().call_later(HELLO_WITHIN, self._expect_hello, session)

    def _gone(self, session: Session) -> None:
        """A line has ended."""
        self.sessions.discard(session)
        if session.live is not None:
            session.live.detach(session)

    def heard(self, session: Session, table: str, kind: int, data: bytes) -> None:
        """Something came in."""
        if kind == TEXT:
            self.server.registry.metrics.count("messages")
            self.hear(session, table, data)
        elif kind == PONG:
            self._pong(session, data)
        else:
            self.heard_other(session, kind, data)

    def heard_other(self, session: Session, kind: int, data: bytes) -> None:
        """A ping is answered; nothing else than text is understood."""
        if kind == PING:
            if session.may_speak() and session.socket is not None:
                session.socket.pong(data)
        elif kind == BINARY:
            self.server.registry.metrics.count("bad_messages")
            if session.may_speak():
                session.refuse(None, "bad_message", "messages are text")

    def _pong(self, session: Session, data: bytes) -> None:
        """A line was measured."""
        rtt = session.pong(data)
        if rtt is not None and session.live is not None and session.live.races is not None:
            session.live.races.measure(session, rtt)

    async def _measure_first(self, session: Session) -> None:
        """A new line is measured some times at once, where it matters."""
        for _ in range(FIRST_PINGS):
            session.ping()
            await asyncio.sleep(FIRST_EVERY)

    def _expect_hello(self, session: Session) -> None:
        """A socket that does not say who it is is closed."""
        if session.live is None:
            session.close(Bye("no_hello", "nobody said hello", None))

    def hear(self, session: Session, table: str, data: bytes) -> None:
        """One message; whatever it is, it is answered."""
        arrived = steady()
        if self.may_speak(session):
            self.take(session, table, data, arrived)

    def may_speak(self, session: Session) -> bool:
        """Whether a message is within the rate; of those that are not, some are answered."""
        if session.may_speak():
            return True
        if session.ignored % SAY_TOO_FAST == 1:
            session.refuse(None, "too_fast", f"too many messages: at most {self.server.config.rate} in 20 seconds")
        return False

    def take(self, session: Session, table: str, data: bytes, arrived: float) -> None:
        """A message that is within the rate."""
        try:
            request = _decoder.decode(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            self.server.registry.metrics.count("bad_messages")
            session.refuse(number_in(data), "bad_message", f"this message cannot be read: {error}"[:300])
            return
        if isinstance(request, Ping):
            session.say(Pong(request.at, milliseconds()))
        elif isinstance(request, Hello):
            self._hello(session, table, request)
        elif session.live is None:
            session.refuse(request.n, "no_hello", "say hello first")
        else:
            session.live.handler.ask(session, request, arrived)

    def _hello(self, session: Session, table: str, hello: Hello) -> None:
        """Somebody sits down, or comes back."""
        if session.live is not None:
            session.refuse(None, "bad_message", "hello was said already")
            return
        if hello.protocol != PROTOCOL:
            session.close(Bye("protocol", f"this server speaks version {PROTOCOL}: load the page anew", None))
            return
        try:
            session.client = one_line(hello.client, LONGEST_CLIENT, "a page's name")
        except Refusal as refusal:
            session.close(Bye(refusal.code, refusal.why, None))
            return
        live = self.server.registry.tables.get(table)
        if live is None:  # let go since the handshake; the next one reads it again
            session.close(Bye("reload", "the table is read again from its log", 500))
            return
        session.is_screen = hello.screen
        session.is_invited = compare_digest(hello.invite.encode(), live.table.invite.encode())
        live.attach(session, hello)
        if live.races is not None:
            session.is_timed = True
            if session.transport is not None:  # else the worker at the page's end measures
                self._measure_soon(session)

    def _measure_soon(self, session: Session) -> None:
        """Measure a new line some times at once."""
        measuring = asyncio.get_running_loop().create_task(self._measure_first(session))
        self._measuring.add(measuring)
        measuring.add_done_callback(self._measuring.discard)

    async def watch(self) -> None:
        """Measure every line, and let silent pages go, for as long as the server runs."""
        while True:
            await asyncio.sleep(TICK)
            for session in [session for session in self.sessions if session.is_silent]:
                self.server.registry.metrics.count("silent")
                session.drop()
            now = time.monotonic()
            due = [session for session in self.sessions if now - session.measured >= self._every(session)]
            for count, session in enumerate(due):
                session.ping()
                if count % AT_ONCE == AT_ONCE - 1:
                    await asyncio.sleep(BREATH)

    def _every(self, session: Session) -> float:
        """How often a line is measured: often where hands race."""
        return TICK if session.is_timed else PING_EVERY

    async def close(self) -> None:
        """Let everybody go with a word."""
        sessions = list(self.sessions)
        for session in sessions:
            session.close(Bye("restart", "the server starts anew", 1000))
        await asyncio.gather(*(session.flush() for session in sessions))


def number_in(data: bytes) -> int | None:
    """The number of a request that cannot be read otherwise, so that its sender knows which one it was."""
    try:
        return msgspec.json.decode(data, type=Numbered).n
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None


class Numbered(msgspec.Struct):
    """Anything with a number."""

    n: int
