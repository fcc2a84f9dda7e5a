"""Pages connected to any worker: the page's worker keeps the socket, and the table's owner sees a session.

The page's worker handles the handshake, the check of the origin, message size, rate, ping frames and the time of
arrival. The table's owner does everything else, as if the page were connected to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections import Counter
from typing import Any

from erre.server.bus.contract import Bus
from erre.server.cluster.relay_links import CLOSE, DROP, FRAMES, GONE, HEARD, SAY, TRIP, Entry, Link, Links
from erre.server.config import Config
from erre.server.metrics import Metrics
from erre.server.net.messages import Bye
from erre.server.net.round_trip import true_trip
from erre.server.net.sessions import Session
from erre.server.net.sockets import Sockets
from erre.server.net.websocket import GOOD, PONG, SEND_TIMEOUT, TEXT

LATEST = 40.0  # milliseconds that a grab may have been under way between workers; the judge looks back no further
RELOAD = Bye("reload", "the table is reached another way", 200)
NO_RATE = 1_000_000_000  # messages were counted at the page's end


class RelayedSocket:
    """The connection of a page at another worker, as its table sees it."""

    __slots__ = ("_ended", "_id", "_link", "is_closing", "is_gone", "transport")

    def __init__(self, link: Link, page: int) -> None:
        self.transport: asyncio.Transport | None = None
        self.is_closing = False
        self.is_gone = False
        self._link, self._id = link, page
        self._ended: asyncio.Future[None] | None = None

    def say(self, data: bytes) -> None:
        """Send a text message to the page."""
        if not self.is_closing:
            self._link.put(SAY, self._id, 0.0, data)

    def put(self, frames: bytes) -> None:
        """Send encoded frames to the page."""
        if not self.is_closing:
            self._link.put(FRAMES, self._id, 0.0, frames)

    def ping(self, data: bytes) -> None:
        """Nothing: the worker that holds the socket measures it."""

    def pong(self, data: bytes) -> None:
        """Nothing: the worker that holds the socket answers pings."""

    def close(self, code: int = GOOD) -> None:
        """Close the page's WebSocket with a last frame."""
        if not self.is_closing:
            self.is_closing = True
            self._link.put(CLOSE, self._id, float(code))

    def drop(self) -> None:
        """End the connection at once."""
        if not self.is_gone:
            self.is_closing = True
            self._link.put(DROP, self._id)

    def gone(self) -> None:
        """Called when the page's connection has ended."""
        self.is_gone = self.is_closing = True
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(None)

    async def until_gone(self) -> None:
        """Wait for the end of the connection, but no longer than the page's end waits itself."""
        if not self.is_gone:
            self._ended = self._ended or asyncio.get_running_loop().create_future()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SEND_TIMEOUT + 0.5):
                    await asyncio.shield(self._ended)


class Front:
    """A page that is connected here, whose table lives in another worker."""

    __slots__ = ("id", "is_cut", "link", "relay", "session")

    def __init__(self, relay: Relay, number: int, link: Link, session: Session) -> None:
        self.relay, self.id, self.link, self.session = relay, number, link, session
        self.is_cut = False

    def opened(self) -> None:
        """The page's socket is open."""
        if self.session.is_timed:
            self.relay.sockets.measure_soon(self.session)

    def heard(self, kind: int, data: bytes) -> None:
        """Something came in from the page."""
        sockets, session = self.relay.sockets, self.session
        if kind == TEXT:
            arrived = time.time() * 1000
            if sockets.may_speak(session):
                self.link.put(HEARD, self.id, arrived, data)
        elif kind == PONG:
            rtt = session.pong(data)
            if rtt is not None:
                proxied = self.relay.config.proxied
                self.link.put(TRIP, self.id, true_trip(rtt, session.transport, proxied))
        else:
            sockets.heard_other(session, kind, data)

    def gone(self) -> None:
        """The page's connection has ended."""
        self.relay.sockets.sessions.discard(self.session)
        if self.relay.forget(self):
            self.link.put(GONE, self.id)

    def cut(self) -> None:
        """The link to the table is broken: close the page's socket, so that it reconnects."""
        self.is_cut = True
        self.relay.forget(self)
        self.session.close(RELOAD)

    def arrived(self, what: int, figure: float, data: bytes) -> None:
        """Something came from the table."""
        socket = self.session.socket
        if what == SAY:
            socket.say(data)
        elif what == FRAMES:
            socket.put(data)
        elif what == CLOSE:
            socket.close(int(figure))
        elif what == DROP:
            socket.drop()


class Guest:
    """A page that is connected to another worker, and whose table lives here."""

    __slots__ = ("session", "socket", "table")

    def __init__(self, socket: RelayedSocket, session: Session, table: str) -> None:
        self.socket, self.session, self.table = socket, session, table


class Relay:
    """Both ends of all pages that are relayed from here or to here."""

    def __init__(self, config: Config, bus: Bus, me: str, metrics: Metrics) -> None:
        self.config, self.metrics = config, metrics
        self.links = Links(bus, me, self)
        self.fronts: dict[int, Front] = {}
        self.guests: dict[tuple[str, int], Guest] = {}
        self._count = itertools.count(1)
        self._pages: Counter[str] = Counter()  # on each link, from here or to here

    def serve(self, sockets: Sockets) -> None:
        """Set the sockets of this worker."""
        self.sockets = sockets

    # -- the page's end

    def front(self, owner: str, session: Session) -> Front:
        """A page for a table of another worker."""
        front = Front(self, next(self._count), self.links[owner], session)
        self.fronts[front.id] = front
        self._pages[owner] += 1
        return front

    def forget(self, front: Front) -> bool:
        """A page is not relayed any more; whether it was."""
        if self.fronts.pop(front.id, None) is None:
            return False
        self._pages[front.link.peer] -= 1
        return True

    # -- the table's end

    def welcome(self, peer: str, page: int, who: list[Any], table: str) -> None:
        """Attach a page of another worker to a table of ours."""
        socket = RelayedSocket(self.links[peer], page)
        person, is_named, name, address, *rest = who
        session = Session(socket, person, is_named, NO_RATE, name, address)
        session.blocks = frozenset(rest[0] if rest else ())
        self.guests[peer, page] = Guest(socket, session, table)
        self._pages[peer] += 1
        self.sockets.expect_hello(session)

    # -- links

    def arrived(self, link: Link, entry: Entry) -> None:
        """Something has come over a link."""
        what, pages, figure, data = entry
        if what not in (HEARD, TRIP, GONE):
            for page in pages:
                front = self.fronts.get(page)
                if front is not None and front.link is link:
                    front.arrived(what, figure, data)
                elif what != DROP:
                    link.put(GONE, page)
            return
        guest = self.guests.get((link.peer, pages[0]))
        if what == GONE:
            self._leave(link.peer, pages[0])
        elif guest is None:
            link.put(DROP, pages[0])
        elif what == HEARD:
            self._hear(guest, figure, data)
        else:
            self._measure(guest, figure + link.trip)

    def _hear(self, guest: Guest, arrived: float, data: bytes) -> None:
        """A page says something; it arrived when its own end says so, on the clock that all machines share."""
        if not guest.socket.is_closing:
            ago = min(max(0.0, time.time() * 1000 - arrived), LATEST)
            self.sockets.take(guest.session, guest.table, data, self.sockets.clock.steady() - ago)

    def _measure(self, guest: Guest, trip: float) -> None:
        """Note a round trip: to the other worker, and from there to here."""
        session = guest.session
        session.rtt = trip
        if session.live is not None:
            session.live.race.measure(session, trip)

    def _leave(self, peer: str, page: int) -> None:
        guest = self.guests.pop((peer, page), None)
        if guest is not None:
            self._pages[peer] -= 1
            guest.socket.gone()
            if guest.session.live is not None:
                guest.session.live.detach(guest.session)

    def failed(self, link: Link, entry: Entry) -> None:
        """After an unexpected error: end the affected connections on both sides."""
        self.metrics.count("accidents")
        for page in entry[1]:
            if entry[0] in (HEARD, TRIP, GONE):
                self._leave(link.peer, page)
                link.put(DROP, page)
            elif page in self.fronts:
                self.fronts[page].session.drop()

    def broken(self, peer: str) -> None:
        """A link is broken: close its pages here, which reconnect, and detach those at the other end."""
        for front in [front for front in self.fronts.values() if front.link.peer == peer]:
            front.cut()
        for one, page in [key for key in self.guests if key[0] == peer]:
            self._leave(one, page)

    def uses(self, peer: str) -> bool:
        """Whether any page goes over a link."""
        return self._pages[peer] > 0
