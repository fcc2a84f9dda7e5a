"""A session: one connected page, its person, its rate limit, and its measured latency."""

from __future__ import annotations

import struct
import time
from typing import TYPE_CHECKING, Protocol

import msgspec

from erre.server.clock import Clock
from erre.server.net.messages import AnyMessage, Bye, Refused
from erre.table.decide import Who
from erre.table.requests import AnyRequest

if TYPE_CHECKING:
    import asyncio

RATE_SECONDS = 20.0  # in which a page may send as many messages as the server allows
MOST_IGNORED = 200  # messages over the rate, after which the socket is closed
MOST_PINGS = 8  # under way
SILENCE = 30.0  # seconds without a sign of life

encode = msgspec.json.Encoder().encode


class Connection(Protocol):
    """What carries a session: a WebSocket here, or one at another worker."""

    @property
    def transport(self) -> asyncio.Transport | None:
        """What carries it, where it is connected here."""
        ...

    @property
    def is_closing(self) -> bool:
        """Whether the last message is sent."""
        ...

    def say(self, data: bytes) -> None:
        """Send a text message."""
        ...

    def put(self, frames: bytes) -> None:
        """Send encoded frames."""
        ...

    def ping(self, data: bytes) -> None:
        """Send a ping frame."""
        ...

    def pong(self, data: bytes) -> None:
        """Send a pong frame."""
        ...

    def close(self, code: int = ...) -> None:
        """Close with a last frame."""
        ...

    def drop(self) -> None:
        """End the connection at once."""
        ...

    async def until_gone(self) -> None:
        """Wait for the end of the connection."""
        ...


class NoConnection:
    """The connection of a session that is not connected yet: nothing is sent."""

    transport = None
    is_closing = True

    def say(self, data: bytes) -> None: ...

    def put(self, frames: bytes) -> None: ...

    def ping(self, data: bytes) -> None: ...

    def pong(self, data: bytes) -> None: ...

    def close(self, code: int = 0) -> None: ...

    def drop(self) -> None: ...

    async def until_gone(self) -> None: ...


NO_CONNECTION = NoConnection()


class Timed(Protocol):
    """Takes note of measured latencies."""

    def measure(self, session: Session, rtt: float) -> None:
        """A ping frame came back after this many milliseconds."""
        ...


class Attached(Protocol):
    """The live table that a session is attached to."""

    def ask(self, session: Session, request: AnyRequest, arrived: float = ...) -> None:
        """A request of the session came in, at an instant of the steady clock."""
        ...

    @property
    def race(self) -> Timed:
        """Takes note of the session's latency."""
        ...

    @property
    def clock(self) -> Clock:
        """The time at the table."""
        ...

    def detach(self, session: Session) -> None:
        """Remove a session from the table."""
        ...


class Session:
    """A connected page and the person it belongs to."""

    __slots__ = (
        "_allowance",
        "_counted",
        "_rate",
        "address",
        "asking",
        "blocks",
        "client",
        "heard",
        "ignored",
        "is_invited",
        "is_named",
        "is_screen",
        "is_timed",
        "live",
        "measured",
        "mine",
        "name",
        "person",
        "pinged",
        "rtt",
        "socket",
    )

    def __init__(
        self,
        socket: Connection,
        person: str,
        is_named: bool,
        rate: int,
        name: str = "",
        address: str = "",
    ) -> None:
        self.socket = socket
        self.person = person
        self.is_named = is_named
        self.name = name  # of the account
        self.blocks: frozenset[str] = frozenset()  # people of whom it hears nothing
        self.address = address  # where the page comes from, in groups that one person may own
        self.client = ""
        self.is_screen = False
        self.is_invited = False
        self.is_timed = False  # seats race: the latency is measured often
        self.live: Attached | None = None
        self.mine: tuple[int, ...] = ()
        self.asking = 0  # requests under way
        self.heard = time.monotonic()
        self.measured = 0.0  # when it was last pinged, on the monotonic clock
        self.pinged: list[float] = []  # what the pings under way carry
        self.rtt: float | None = None  # milliseconds
        self._rate = rate
        self._allowance = float(rate)
        self._counted = self.heard
        self.ignored = 0

    @property
    def who(self) -> Who:
        """Who asks, as the rules of a table need to know it."""
        return Who(self.person, self.client, self.is_invited, self.is_named, self.name)

    # -- out

    def say(self, message: AnyMessage) -> None:
        """Encode and send a message."""
        self.socket.say(encode(message))

    def close(self, bye: Bye) -> None:
        """Send the reason, then close the connection."""
        if not self.socket.is_closing:
            self.say(bye)
            self.socket.close()

    def drop(self) -> None:
        """End the connection at once: nobody reads any more."""
        self.socket.drop()

    async def flush(self) -> None:
        """Wait until the closing frame is sent, or given up."""
        if self.socket.is_closing:
            await self.socket.until_gone()

    @property
    def transport(self) -> asyncio.Transport | None:
        """What carries the connection, where it ends at this worker."""
        return self.socket.transport

    # -- in

    def may_speak(self) -> bool:
        """Whether a message is within the rate; a session that ignores it is closed."""
        now = time.monotonic()
        self._allowance = min(self._rate, self._allowance + (now - self._counted) * self._rate / RATE_SECONDS)
        self._counted = self.heard = now
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

    # -- latency

    def ping(self) -> None:
        """Measure the latency with a ping frame that carries its own time."""
        now, self.measured = time.perf_counter(), time.monotonic()
        self.pinged = [*self.pinged[1 - MOST_PINGS :], now]
        self.socket.ping(struct.pack("!d", now))

    def pong(self, data: bytes) -> float | None:
        """A ping frame came back: the round trip in milliseconds."""
        self.heard = time.monotonic()
        sent = struct.unpack("!d", data)[0] if len(data) == 8 else 0.0
        if sent not in self.pinged:
            self.may_speak()  # nobody asked for it: it counts as a message
            return None
        self.pinged.remove(sent)
        self.rtt = (time.perf_counter() - sent) * 1000
        return self.rtt

    @property
    def is_silent(self) -> bool:
        """Whether nothing has arrived for too long."""
        return time.monotonic() - self.heard > SILENCE
