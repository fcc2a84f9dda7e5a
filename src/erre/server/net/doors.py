"""Limits for connections before their first request: how long they may stay silent, and how many per address."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections import defaultdict
from typing import Any

from aiohttp import web

from erre.server.logs import log_warning
from erre.server.metrics import Metrics
from erre.server.net.identity import group_of

LOOK_EVERY = 1.0  # seconds
REQUEST_WITHIN = 10.0  # seconds for a whole request, headers included, and between two requests
MOST_OF_ADDRESS = 200  # connections before they become sessions
SPARE_FILES = 200  # for storage, bus and threads


class Doors:
    """Watches the HTTP connections of a server."""

    def __init__(self, metrics: Metrics, scale: float, proxied: bool) -> None:
        self.metrics = metrics
        self.most = int(MOST_OF_ADDRESS * scale)
        self._counts_addresses = bool(scale) and not proxied  # behind a proxy all have the proxy's address
        self._idle: dict[Any, tuple[int, float]] = {}  # by connection: requests so far, and since when no more came

    async def watch(self, server: web.Server) -> None:
        """Close connections that are slow or too many, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.look(server.connections)

    def look(self, connections: list[Any]) -> None:
        """Check all connections once."""
        now, still = time.monotonic(), {}
        by_address: defaultdict[str, list[Any]] = defaultdict(list)
        for one in connections:
            if one.transport is None:
                continue
            by_address[address_of(one.transport)].append(one)
            if one._current_request is not None:  # being answered; bodies have a time limit of their own
                continue
            count, since = self._idle.get(one, (-1, now))
            still[one] = (one._request_count, since if count == one._request_count else now)
            if now - still[one][1] > REQUEST_WITHIN:
                self._close(one, "slow_connections")
        self._idle = still
        if self._counts_addresses:
            for ones in by_address.values():
                for one in ones[self.most :]:  # the newest
                    self._close(one, "crowded_connections")

    def _close(self, connection: Any, why: str) -> None:
        """Close a connection that has sent no request."""
        self.metrics.count(why)
        self._idle.pop(connection, None)
        connection.force_close()


def address_of(transport: asyncio.Transport) -> str:
    """The other end of a connection, in groups that one person may own."""
    peer = transport.get_extra_info("peername")
    return group_of(str(peer[0])) if peer else ""


def raise_file_limit(wanted: int) -> None:
    """Raise the limit of open files for all connections; warn if the system does not allow it."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with contextlib.suppress(OSError, ValueError):  # a sandbox may forbid it
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft != resource.RLIM_INFINITY and soft < needed:
        log_warning("this process may open too few files for its sockets: raise its limit", files=soft, sockets=wanted)
