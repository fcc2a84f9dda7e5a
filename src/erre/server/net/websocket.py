"""A WebSocket after its handshake: frames in and out (RFC 6455), both limited in size.

Everything sent within one turn of the event loop leaves in one write, and an idle page costs a few kilobytes.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Iterable

from erre.server.net.messages import MOST_BYTES

MORE, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
MOST_WAITING = 256  # messages that may wait for a slow reader
SEND_TIMEOUT = 2.0  # seconds
AT_ONCE = 64  # messages after which the queue is written at once
MOST_CONTROL = 125  # bytes of a control frame
MOST_PARTS = 32  # of one message
MOST_LATE = 16_384  # bytes that are still read for the other end's closing frame
GOOD, BROKEN, TOO_LONG = 1000, 1002, 1009  # closing codes

Hear = Callable[[int, bytes], None]  # a kind of frame, and what it carries
Gone = Callable[[], None]


class WebSocket(asyncio.Protocol):
    """One connection, from the end of its handshake to its own end."""

    __slots__ = (
        "_asleep",
        "_ended",
        "_gone",
        "_hear",
        "_is_deaf",
        "_is_paused",
        "_kind",
        "_late",
        "_loop",
        "_parts",
        "_rest",
        "_scheduled",
        "_size",
        "_waiting",
        "is_closing",
        "is_gone",
        "transport",
    )

    def __init__(self, transport: asyncio.Transport, hear: Hear, gone: Gone) -> None:
        self.transport = transport
        self.is_closing = False  # the closing frame is queued
        self.is_gone = False
        self._loop = asyncio.get_running_loop()
        self._hear, self._gone = hear, gone
        self._is_deaf = False  # the input was malformed or did not end, and is not read any more
        self._late = 0  # bytes that came after the closing frame
        self._rest = b""  # an incomplete frame
        self._kind = MORE  # of a fragmented message
        self._parts: list[bytes] = []
        self._size = 0  # of the parts together
        self._waiting: list[bytes] = []  # frames to be written
        self._scheduled = False
        self._is_paused = False
        self._asleep: asyncio.TimerHandle | None = None  # drops a connection whose other end does not read
        self._ended: asyncio.Future[None] | None = None

    # -- out

    def say(self, data: bytes) -> None:
        """Send a text message."""
        self._put(TEXT, data)

    def ping(self, data: bytes) -> None:
        """Send a ping frame."""
        self._put(PING, data)

    def pong(self, data: bytes) -> None:
        """Send a pong frame."""
        self._put(PONG, data)

    def _put(self, kind: int, data: bytes) -> None:
        """Queue one frame."""
        self.put(header(kind, len(data)) + data)

    def put(self, frames: bytes) -> None:
        """Queue frames until the end of the turn; a reader that is too slow is dropped."""
        if self.is_closing or self.is_gone:
            return
        waiting = self._waiting
        waiting.append(frames)
        if self._is_paused:
            if len(waiting) > MOST_WAITING:
                self.drop()
        elif len(waiting) > AT_ONCE:
            self._flush()
        elif not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Write all queued frames at once."""
        self._scheduled = False
        if self._waiting and not self._is_paused and not self.is_gone:
            data = b"".join(self._waiting) if len(self._waiting) > 1 else self._waiting[0]
            self._waiting.clear()
            self.transport.write(data)

    def close(self, code: int = GOOD) -> None:
        """Send what is queued and a closing frame; the other end has a moment to answer it."""
        if not self.is_closing:
            self._put(CLOSE, struct.pack("!H", code))
            self.is_closing = True
            self._flush()
            self._give_up_in(SEND_TIMEOUT)

    def drop(self) -> None:
        """End the connection at once."""
        self.is_closing = True
        self._waiting.clear()
        self.transport.abort()

    async def until_gone(self) -> None:
        """Wait for the end of the connection."""
        if not self.is_gone:
            self._ended = self._ended or self._loop.create_future()
            await asyncio.shield(self._ended)

    # -- what the transport says

    def pause_writing(self) -> None:
        self._is_paused = True
        self._give_up_in(SEND_TIMEOUT)

    def resume_writing(self) -> None:
        self._is_paused = False
        if not self.is_closing:
            self._keep()
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_gone = self.is_closing = True
        self._keep()
        self._waiting.clear()
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(None)
        self._gone()

    def _give_up_in(self, seconds: float) -> None:
        """Drop the connection after this time, unless it shows signs of life."""
        self._keep()
        self._asleep = self._loop.call_later(seconds, self.drop)

    def _keep(self) -> None:
        """Cancel the planned drop: the connection is alive."""
        if self._asleep is not None:
            self._asleep.cancel()
            self._asleep = None

    # -- in

    def data_received(self, data: bytes) -> None:
        if self._is_deaf:
            return
        self._late += len(data) if self.is_closing else 0
        data = self._rest + data if self._rest else data
        start, end = 0, len(data)
        while end - start >= 2:
            if self.is_closing and max(self._late, end - start) > MOST_LATE:
                self._stop_reading()
                return
            head = read_header(data, start, end)
            if head is None:
                break
            first, body, size = head
            if first < 0:
                self._fail(size)
                return
            if end - body < size + 4:
                break
            start = body + 4 + size
            self._frame(first, unmask(data[body : body + 4], data[body + 4 : start]))
        self._rest = data[start:] if start < end else b""

    def _frame(self, first: int, data: bytes) -> None:
        """Handle a complete frame."""
        kind, is_last = first & 15, first & 128
        if kind == CLOSE:
            self._closed(data)
        elif self.is_closing:
            return
        elif kind in (PING, PONG):
            self._hear(kind, data)
        elif (kind == MORE) != bool(self._kind):
            self._fail(BROKEN)
        elif is_last and kind != MORE:
            self._hear(kind, data)
        else:
            self._part(kind, data, bool(is_last))

    def _part(self, kind: int, data: bytes, is_last: bool) -> None:
        """A part of a message."""
        self._kind = self._kind or kind
        self._parts.append(data)
        self._size += len(data)
        if self._size > MOST_BYTES or len(self._parts) > MOST_PARTS:
            self._fail(TOO_LONG)
        elif is_last:
            whole, kind = b"".join(self._parts), self._kind
            self._parts, self._size, self._kind = [], 0, MORE
            self._hear(kind, whole)

    def _closed(self, data: bytes) -> None:
        """The other end has sent its closing frame."""
        self.close(struct.unpack_from("!H", data)[0] if len(data) >= 2 else GOOD)
        self.transport.close()

    def _fail(self, code: int) -> None:
        """The input is malformed: close the connection."""
        self._stop_reading()
        self.close(code)

    def _stop_reading(self) -> None:
        """Leave the rest of the input where it is: reading it would cost more than sending it."""
        self._is_deaf, self._rest = True, b""
        self._parts.clear()
        self.transport.pause_reading()


SHORT = {kind: tuple(bytes((128 | kind, size)) for size in range(126)) for kind in (TEXT, CLOSE, PING, PONG)}


def header(kind: int, size: int) -> bytes:
    """The first bytes of a whole frame from a server."""
    if size < 126:
        return SHORT[kind][size]
    return struct.pack("!BBH", 128 | kind, 126, size) if size < 65536 else struct.pack("!BBQ", 128 | kind, 127, size)


def frame_all(messages: Iterable[bytes]) -> bytes:
    """Texts as frames, encoded once for all receivers."""
    return b"".join([part for data in messages for part in (header(TEXT, len(data)), data)])


def read_header(data: bytes, start: int, end: int) -> tuple[int, int, int] | None:
    """The first byte of a frame, where its mask begins, and its size; (-1, 0, why) if it is forbidden, None if cut."""
    first, second = data[start], data[start + 1]
    size, body = second & 127, start + 2
    if size >= 126:
        body = start + (4 if size == 126 else 10)
        if end < body:
            return None
        size = int.from_bytes(data[start + 2 : body])
    kind = first & 15
    if first & 0x70 or not second & 128 or kind not in (MORE, TEXT, BINARY, CLOSE, PING, PONG):
        return -1, 0, BROKEN
    if kind >= CLOSE and (size > MOST_CONTROL or not first & 128):
        return -1, 0, BROKEN
    return (-1, 0, TOO_LONG) if size > MOST_BYTES else (first, body, size)


def unmask(mask: bytes, data: bytes) -> bytes:
    """Unmask a client's payload: all bytes at once, as two long integers."""
    size = len(data)
    whole = int.from_bytes(mask * (size // 4 + 1)) >> 8 * (4 - size % 4)
    return (int.from_bytes(data) ^ whole).to_bytes(size)
