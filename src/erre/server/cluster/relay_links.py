"""Links between workers: everything sent to one worker within a turn of the event loop goes as one batch.

Batches are numbered. A missing batch breaks the link on both sides, and every page on it reconnects, so there is never
a silent gap.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from typing import Protocol

import msgspec

from erre.server.bus.contract import MOST_BYTES, Bus, Stop
from erre.server.logs import log, log_error
from erre.server.net.websocket import TEXT as TEXT_FRAME
from erre.server.net.websocket import header

BEAT = 0.5  # seconds between two signs of life, while pages are on a link
SILENCE = 2.5  # seconds without one, after which a link is broken
MOST_BATCH = MOST_BYTES // 2  # bytes
MOST_ENTRIES = 5000
TRIPS = 20  # round trips that are remembered

# What an entry is. From the page's end: a text, a round trip, the end of its connection. From the table's end: a text
# for a page, whole frames, a last frame with its code, the end at once. Both ways: a sign of life and its echo.
HEARD, TRIP, GONE, SAY, FRAMES, CLOSE, DROP, LIFE, ECHO = range(9)

Entry = tuple[int, list[int], float, bytes]  # what it is, the pages it is for, a figure, and the rest


class Batch(msgspec.Struct, array_like=True):
    """What goes over a link at once."""

    sender: str
    epoch: int  # of the link: each restart increases it
    number: int
    entries: list[Entry]


class Ends(Protocol):
    """The ends of relayed connections, as links need them."""

    def arrived(self, link: Link, entry: Entry) -> None:
        """Called for every message from the other worker."""
        ...

    def failed(self, link: Link, entry: Entry) -> None:
        """A message could not be handled: its connections end."""
        ...

    def broken(self, peer: str) -> None:
        """All connections over a link have ended."""
        ...

    def uses(self, peer: str) -> bool:
        """Whether any connection uses a link."""
        ...


class Link:
    """The link to one other worker, in both directions."""

    def __init__(self, peer: str, links: Links) -> None:
        self.peer, self._links = peer, links
        self.heard = time.monotonic()
        self._trips: deque[float] = deque(maxlen=TRIPS)
        self._entries: list[Entry] = []
        self._size = 0
        self._is_scheduled = False
        self._epoch, self._number = secrets.randbits(48), 0
        self._their_epoch, self._their_number = 0, 0  # epoch 0: none, the next one begins

    @property
    def trip(self) -> float:
        """The round trip between the two workers, in milliseconds: the best of the last ones."""
        return min(self._trips, default=0.0)

    def put(self, what: int, page: int, figure: float = 0.0, data: bytes = b"") -> None:
        """Queue a message for one connection; one that is equal for many is sent once."""
        entries = self._entries
        if data and entries:
            last = entries[-1]
            if last[3] is data and last[0] == what and what in (SAY, FRAMES):
                last[1].append(page)
                return
        if len(data) > MOST_BATCH:
            self._put_long(what, page, data)
            return
        if self._size + len(data) > MOST_BATCH or len(entries) >= MOST_ENTRIES:
            self._flush()
        self._entries.append((what, [page] if page else [], figure, data))
        self._size += len(data)
        if not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _put_long(self, what: int, page: int, data: bytes) -> None:
        """More than one batch holds: frames can be cut anywhere."""
        frames = header(TEXT_FRAME, len(data)) + data if what == SAY else data
        for start in range(0, len(frames), MOST_BATCH):
            self.put(FRAMES, page, 0.0, frames[start : start + MOST_BATCH])

    def _flush(self) -> None:
        """Send the queued messages as one."""
        self._is_scheduled = False
        if self._entries:
            batch = Batch(self._links.me, self._epoch, self._number, self._entries)
            self._number += 1
            self._entries, self._size = [], 0
            self._links.bus.say(subject_of(self.peer), msgspec.msgpack.encode(batch))

    def receive(self, batch: Batch) -> None:
        """Handle a batch; one out of sequence breaks the link."""
        if batch.epoch == self._their_epoch:
            if batch.number != self._their_number + 1:
                self.cut("a message was lost")
                return
        elif batch.number != 0:
            return  # of a link that was cut
        elif self._their_epoch:
            self.cut("the other end has restarted")
        self._their_epoch, self._their_number = batch.epoch, batch.number
        self.heard = time.monotonic()
        for entry in batch.entries:
            self._take(entry)

    def _take(self, entry: Entry) -> None:
        if entry[0] == LIFE:
            self.put(ECHO, 0, entry[2])
        elif entry[0] == ECHO:
            self._trips.append(max(0.0, (time.perf_counter() - entry[2]) * 1000))
        else:
            try:
                self._links.ends.arrived(self, entry)
            except Exception:  # one line ends, as it would where it is connected; the others go on
                log_error("what a page at another worker said led to an accident", peer=self.peer)
                self._links.ends.failed(self, entry)

    def cut(self, why: str) -> None:
        """End all connections over the link, here and, once the other end hears of the new epoch, there."""
        if self._links.ends.uses(self.peer):
            log("a link between workers is cut", peer=self.peer, why=why)
        self._entries, self._size = [], 0
        self._epoch, self._number, self._their_epoch = secrets.randbits(48), 0, 0
        self.heard = time.monotonic()
        self._links.ends.broken(self.peer)
        self.beat()

    def beat(self) -> None:
        """Send a heartbeat, so that gaps are noticed on an idle link."""
        self.put(LIFE, 0, time.perf_counter())


class Links:
    """The links of this worker."""

    def __init__(self, bus: Bus, me: str, ends: Ends) -> None:
        self.bus, self.me, self.ends = bus, me, ends
        self._links: dict[str, Link] = {}
        self._stop: Stop | None = None
        self._beating: asyncio.Task[None] | None = None
        self._decoder = msgspec.msgpack.Decoder(Batch)

    async def start(self) -> None:
        """Subscribe to the messages of other workers."""
        self._stop = await self.bus.hear(subject_of(self.me), self._hear)
        self._beating = asyncio.get_running_loop().create_task(self._beat_on())

    def stop(self) -> None:
        """Unsubscribe, and close all links."""
        if self._beating is not None:
            self._beating.cancel()
        if self._stop is not None:
            self._stop()
        self._links.clear()

    def __getitem__(self, peer: str) -> Link:
        """The link to a worker."""
        if peer not in self._links:
            self._links[peer] = Link(peer, self)
        return self._links[peer]

    def _hear(self, data: bytes) -> None:
        batch = self._decoder.decode(data)
        self[batch.sender].receive(batch)

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            silent = time.monotonic() - SILENCE
            for peer, link in list(self._links.items()):
                if not self.ends.uses(peer):
                    link.heard = time.monotonic()
                elif link.heard < silent:
                    link.cut("the other end is silent")
                else:
                    link.beat()

    def forget(self, peer: str) -> None:
        """Forget the link to a dead worker."""
        if peer in self._links:
            self._links[peer].cut("the other worker is gone")
            del self._links[peer]


def subject_of(worker: str) -> str:
    """The subject that a worker listens to."""
    return f"erre.to.{worker}"
