"""The sockets of tables: `/ws/{table}`."""

from __future__ import annotations

import asyncio
import time
from hmac import compare_digest
from typing import TYPE_CHECKING

import msgspec
from aiohttp import WSMsgType, web

from erre.core.errors import Refusal
from erre.server.headers import check_origin
from erre.server.live import milliseconds
from erre.server.messages import MOST_BYTES, PROTOCOL, Bye, Pong
from erre.server.races import steady
from erre.server.sessions import Session
from erre.table.requests import AnyRequest, Hello, Ping
from erre.table.words import one_line

if TYPE_CHECKING:
    from erre.server.app import Server

PING_EVERY = 10.0  # seconds
TICK = 2.0
FIRST_PINGS, FIRST_EVERY = 8, 0.1
HELLO_WITHIN = 10.0
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
        person = await self.server.visitors.need(request)
        if len(self.sessions) >= self.server.config.most_sockets:
            raise Refusal("this server is full: try again later")
        live = await self.server.hub.find(request.match_info["table"])
        socket = web.WebSocketResponse(
            max_msg_size=MOST_BYTES, autoping=False, compress=False, timeout=2.0, decode_text=False
        )
        await socket.prepare(request)
        session = Session(socket, request.transport, person.id, person.is_named, self.server.config.rate)
        session.start()
        self.sessions.add(session)
        self.server.hub.metrics.count("sockets_opened")
        try:
            await self._listen(session, live.table.id)
        finally:
            self.sessions.discard(session)
            if session.live is not None:
                session.live.detach(session)
            await session.stop()
        return socket

    async def _listen(self, session: Session, table: str) -> None:
        """Hear everything that comes in."""
        socket, metrics = session.socket, self.server.hub.metrics
        hello = asyncio.get_running_loop().call_later(HELLO_WITHIN, self._expect_hello, session)
        try:
            async for message in socket:
                session.heard = time.monotonic()
                if message.type is WSMsgType.TEXT:
                    metrics.count("messages")
                    await self._hear(session, table, message.data)
                elif message.type is WSMsgType.PONG:
                    self._pong(session, bytes(message.data))
                elif message.type is WSMsgType.PING:
                    if session.may_speak():
                        await socket.pong(message.data)
                elif message.type is WSMsgType.BINARY:
                    metrics.count("bad_messages")
                    session.may_speak()
                    session.refuse(None, "bad_message", "messages are text")
        finally:
            hello.cancel()

    def _pong(self, session: Session, data: bytes) -> None:
        """A line was measured."""
        rtt = session.pong(data)
        if rtt is not None and session.live is not None and session.live.races is not None:
            session.live.races.measure(session, rtt)

    async def _measure_first(self, session: Session) -> None:
        """A new line is measured some times at once, where it matters."""
        for _ in range(FIRST_PINGS):
            await session.ping()
            await asyncio.sleep(FIRST_EVERY)

    def _expect_hello(self, session: Session) -> None:
        """A socket that does not say who it is is closed."""
        if session.live is None:
            session.close(Bye("no_hello", "nobody said hello", None))

    async def _hear(self, session: Session, table: str, data: bytes) -> None:
        """One message; whatever it is, it is answered."""
        if not session.may_speak():
            if session.ignored % SAY_TOO_FAST == 1:
                session.refuse(None, "too_fast", f"too many messages: at most {self.server.config.rate} in 20 seconds")
            return
        try:
            request = _decoder.decode(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            self.server.hub.metrics.count("bad_messages")
            session.refuse(number_in(data), "bad_message", f"this message cannot be read: {error}"[:300])
            return
        if isinstance(request, Ping):
            session.say(Pong(request.at, milliseconds()))
        elif isinstance(request, Hello):
            await self._hello(session, table, request)
        elif session.live is None:
            session.refuse(request.n, "no_hello", "say hello first")
        else:
            session.live.ask(session, request, steady())

    async def _hello(self, session: Session, table: str, hello: Hello) -> None:
        """Somebody sits down, or comes back."""
        if session.live is not None:
            session.refuse(None, "bad_message", "hello was said already")
            return
        if hello.protocol != PROTOCOL:
            session.close(Bye("protocol", f"this server speaks version {PROTOCOL}: load the page anew", None))
            return
        try:
            session.client = one_line(hello.client, LONGEST_CLIENT, "a page's name")
            live = await self.server.hub.find(table)
        except Refusal as refusal:
            session.close(Bye(refusal.code, refusal.why, None))
            return
        session.is_screen = hello.screen
        session.is_invited = compare_digest(hello.invite.encode(), live.table.invite.encode())
        live.attach(session, hello)
        if live.races is not None:
            measuring = asyncio.get_running_loop().create_task(self._measure_first(session))
            self._measuring.add(measuring)
            measuring.add_done_callback(self._measuring.discard)

    async def watch(self) -> None:
        """Measure every line, and let silent pages go, for as long as the server runs."""
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            for session in list(self.sessions):
                if session.is_silent:
                    self.server.hub.metrics.count("silent")
                    session.drop()
            measured = [session for session in self.sessions if now - session.measured >= self._every(session)]
            await asyncio.gather(*(session.ping() for session in measured))

    def _every(self, session: Session) -> float:
        """How often a line is measured: often where hands race."""
        return TICK if session.live is not None and session.live.table.customs.is_race else PING_EVERY


def number_in(data: bytes) -> int | None:
    """The number of a request that cannot be read otherwise, so that its sender knows which one it was."""
    try:
        return msgspec.json.decode(data, type=Numbered).n
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None


class Numbered(msgspec.Struct):
    """Anything with a number."""

    n: int
