"""Measured round-trip times of connections, as the judge of a race uses them."""

from __future__ import annotations

import asyncio
import socket
import struct

KERNEL_SLACK = 10.0  # milliseconds that a page may take for its pong


def true_trip(rtt: float, transport: asyncio.Transport | None, proxied: bool) -> float:
    """The round trip that counts: on a direct connection at most what the kernel measured, so no page can fake it."""
    bound = None if proxied else kernel_rtt(transport)
    return rtt if bound is None else min(rtt, bound + KERNEL_SLACK)


def kernel_rtt(transport: asyncio.Transport | None) -> float | None:
    """The round trip that the kernel measured, in milliseconds: no page can make it longer by waiting."""
    connection = transport.get_extra_info("socket") if transport is not None else None
    if connection is None or not hasattr(socket, "TCP_INFO"):
        return None
    try:
        facts = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
    except OSError:
        return None
    return float(struct.unpack_from("I", facts, 68)[0]) / 1000 if len(facts) >= 72 else None
