"""One socket: what goes out is bounded in number and in time, what comes in is bounded in size and in rate."""

from __future__ import annotations

import asyncio
import struct
import time
from collections import deque
from typing import TYPE_CHECKING

import msgspec
from aiohttp import ClientConnectionResetError, WSMsgType, web

from erre.server.messages import AnyMessage, Bye, Refused

if TYPE_CHECKING:
    from erre.server.live import LiveTable

MOST_WAITING = 256  # messages that may wait for a slow reader
SEND_TIMEOUT = 2.0  # seconds
RATE_SECONDS = 20.0  # in which a page may send as many messages as the server allows
MOST_IGNORED = 200  # messages over the rate, after which the socket is closed
SILENCE = 30.0  # seconds without a sign of life

encode = msgspec.json.Encoder().encode


class Session:
    """A connected page."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, person: str, is_named: bool, rate: int
    ) -> None:
        self.socket = socket
        self.transport = transport
        self.person = person
        self.is_named = is_named
        self.client = ""
        self.is_screen = False
        self.is_invited = False
        self.live: LiveTable | None = None
        self.mine: tuple[int, ...] = ()
        self.asking = 0  # requests under way
        self.heard = time.monotonic()
        self.measured = 0.0  # when it was last pinged, on the monotonic clock
        self.pinged: deque[float] = deque(maxlen=8)  # what the pings under way carry
        self.rtt: float | None = None  # milliseconds
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._rate = rate
        self._allowance = float(rate)
        self._counted = self.heard
        self.ignored = 0
        self._closing: Bye | None = None
        self._writer: asyncio.Task[None] | None = None

    # -- out

    def start(self) -> None:
        """Begin to send."""
        self._writer = asyncio.get_running_loop().create_task(self._write())

    def say(self, message: AnyMessage) -> None:
        """Send a message."""
        self.send(encode(message))

    def send(self, data: bytes) -> None:
        """Send what is encoded already; a reader that is too slow is let go."""
        if self._closing is not None:
            return
        if len(self._waiting) >= MOST_WAITING:
            self.drop()
            return
        self._waiting.append(data)
        self._wake.set()

    def close(self, bye: Bye) -> None:
        """Say why, then close."""
        if self._closing is None:
            self.say(bye)
            self._closing = bye
            self._wake.set()

    def drop(self) -> None:
        """End the connection at once: nobody reads any more."""
        self._closing = self._closing or Bye("slow", "this page does not keep up", 1000)
        self._waiting.clear()
        self._wake.set()
        if self._writer is not None:
            self._writer.cancel()
        if self.transport is not None:
            self.transport.abort()

    async def _write(self) -> None:
        """Send what waits, until the end."""
        try:
            while True:
                while self._waiting:
                    async with asyncio.timeout(SEND_TIMEOUT):
                        await self.socket.send_frame(self._waiting.popleft(), WSMsgType.TEXT)
                if self._closing is not None:
                    async with asyncio.timeout(SEND_TIMEOUT):
                        await self.socket.close()
                    return
                self._wake.clear()
                await self._wake.wait()
        except (TimeoutError, ConnectionError, ClientConnectionResetError):
            self._writer = None
            self.drop()

    async def stop(self) -> None:
        """The socket is gone."""
        self._closing = self._closing or Bye("gone", "", None)
        if self._writer is not None and self._writer is not asyncio.current_task():
            self._wake.set()
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)

    async def flush(self) -> None:
        """Wait until the last word is sent, or given up."""
        if self._writer is not None:
            await asyncio.wait([self._writer], timeout=SEND_TIMEOUT)

    # -- in

    def may_speak(self) -> bool:
        """Whether a message is within the rate; one that goes on regardless is closed."""
        now = time.monotonic()
        self._allowance = min(self._rate, self._allowance + (now - self._counted) * self._rate / RATE_SECONDS)
        self._counted = now
        if self._allowance >= 1:
            self._allowance -= 1
            return True
        self.ignored += 1
        if self.ignored > MOST_IGNORED:
            self.close(Bye("too_fast", "too many messages", None))
        return False

    def refuse(self, n: int | None, code: str, why: str, rule: str = "") -> None:
        """Say why a request was not carried out."""
        self.say(Refused(n, code, rule, why))

    # -- the line

    async def ping(self) -> None:
        """Measure the line with a ping frame that carries its own time."""
        now, self.measured = time.perf_counter(), time.monotonic()
        self.pinged.append(now)
        try:
            async with asyncio.timeout(SEND_TIMEOUT):
                await self.socket.ping(struct.pack("!d", now))
        except (TimeoutError, ConnectionError, ClientConnectionResetError):
            self.drop()

    def pong(self, data: bytes) -> float | None:
        """A ping frame came back: the round trip in milliseconds."""
        sent = struct.unpack("!d", data)[0] if len(data) == 8 else 0.0
        if sent not in self.pinged:
            return None
        self.pinged.remove(sent)
        self.rtt = (time.perf_counter() - sent) * 1000
        return self.rtt

    @property
    def is_silent(self) -> bool:
        """Whether nothing was heard for too long."""
        return time.monotonic() - self.heard > SILENCE
