"""What notices are sent to, on the loopback: a push service that can decrypt, and a mail server that keeps letters."""

from __future__ import annotations

import asyncio
import json
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiohttp import web
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from erre.server.notices.push_crypto import decode, encode, hkdf, point_of


class Browser:
    """The receiving end of a push subscription."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.public_key, self.auth = point_of(self.key.public_key()), bytes(range(16))

    def subscription(self, endpoint: str) -> dict[str, Any]:
        """The subscription, as a page sends it."""
        keys = {"p256dh": encode(self.public_key), "auth": encode(self.auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys}

    def decrypt(self, body: bytes) -> bytes:
        """A message, by the steps of the receiver in RFC 8291."""
        salt, size = body[:16], body[20]
        sender = body[21 : 21 + size]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        secret = hkdf(self.auth, shared, b"WebPush: info\x00" + self.public_key + sender, 32)
        key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = hkdf(salt, secret, b"Content-Encoding: nonce\x00", 12)
        return AESGCM(key).decrypt(nonce, body[21 + size :], None).rstrip(b"\x00").removesuffix(b"\x02")


def verified(header: str) -> tuple[str, dict[str, Any]]:
    """The public key and the claims of a VAPID header; InvalidSignature if they do not belong together."""
    assert header.startswith("vapid ")
    fields = dict(part.strip().split("=", 1) for part in header.removeprefix("vapid ").split(","))
    signed, _, signature = fields["t"].rpartition(".")
    raw = decode(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(fields["k"]))
    both = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.verify(both, signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(decode(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return fields["k"], claims


class PushService:
    """A push service that answers as it is told."""

    def __init__(self) -> None:
        self.status, self.headers = 201, {}  # type: tuple[int, dict[str, str]]
        self.received: list[tuple[dict[str, str], bytes]] = []

    async def __aenter__(self) -> PushService:
        app = web.Application()
        app.router.add_post("/{path:.*}", self._post)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.base = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def _post(self, request: web.Request) -> web.Response:
        self.received.append((dict(request.headers), await request.read()))
        return web.Response(status=self.status, headers=self.headers)


class MailServer:
    """A small SMTP server: enough of RFC 5321 for one client, with answers that a test can change."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.receivers: list[str] = []
        self.rcpt_answer = "250 ok"

    async def __aenter__(self) -> MailServer:
        self._server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(text: str) -> None:
            writer.write(f"{text}\r\n".encode())

        say("220 here")
        while line := (await reader.readline()).decode().strip():
            word = line[:4].upper()
            if word == "DATA":
                say("354 go on")
                body = await reader.readuntil(b"\r\n.\r\n")
                text = body.removesuffix(b".\r\n").replace(b"\r\n..", b"\r\n.")
                found = message_from_bytes(text, policy=policy.default)
                assert isinstance(found, EmailMessage)
                self.letters.append(found)
                say("250 kept")
            elif word == "RCPT":
                self.receivers.append(line)
                say(self.rcpt_answer)
            elif word == "QUIT":
                say("221 bye")
                break
            else:
                say("250 ok")
            await writer.drain()
        writer.close()
