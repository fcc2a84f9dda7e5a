"""The WebSocket handshake (RFC 6455, section 4): takes a connection over from HTTP."""

from __future__ import annotations

import asyncio
import binascii
import hashlib
from base64 import b64decode, b64encode

from aiohttp import web

from erre.core.errors import Refusal
from erre.server.net.websocket import Gone, Hear, WebSocket

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # the standard's own
KEY_BYTES = 16


class NoHandshake(Refusal):
    """The request asks for no WebSocket, or for another version."""

    code = "no_handshake"


def take_over(request: web.Request, hear: Hear, gone: Gone) -> WebSocket:
    """Answer the handshake, and take the connection over from HTTP."""
    accepted, transport = accept_key(request), request.transport
    if transport is None:
        raise ConnectionResetError("gone before the handshake")
    websocket = WebSocket(transport, hear, gone)
    transport.write(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + accepted + b"\r\n\r\n"
    )
    transport.set_protocol(websocket)
    let_go(request)
    return websocket


def accept_key(request: web.Request) -> bytes:
    """The answer to a client's key; a Refusal if it asks for something else."""
    headers = request.headers
    wanted = {word.strip().lower() for word in headers.get("Connection", "").split(",")}
    if headers.get("Upgrade", "").strip().lower() != "websocket" or "upgrade" not in wanted:
        raise NoHandshake("this address only speaks WebSocket")
    if headers.get("Sec-WebSocket-Version") != "13":
        raise NoHandshake("this server speaks version 13 of WebSocket")
    key = headers.get("Sec-WebSocket-Key", "")
    try:
        is_key = len(b64decode(key, validate=True)) == KEY_BYTES
    except (binascii.Error, ValueError):
        is_key = False
    if not is_key:
        raise NoHandshake("the handshake has no right key")
    return b64encode(hashlib.sha1(key.encode() + GUID).digest())


def let_go(request: web.Request) -> None:
    """Let HTTP forget the connection without closing it, so that an idle page costs no request, task or parser."""
    protocol: asyncio.Protocol = request.protocol
    protocol.transport = None  # type: ignore[attr-defined]
    protocol.connection_lost(None)
