"""An authenticator in software: it makes passkeys and signs with them, right or deliberately wrong."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

from erre.server.accounts.passkey_proof import EDDSA, ES256, RS256, decode64, encode64


def cbor(value: Any) -> bytes:
    """A value in CBOR."""
    match value:
        case int() if value >= 0:
            return head(0, value)
        case int():
            return head(1, -1 - value)
        case bytes():
            return head(2, len(value)) + value
        case str():
            return head(3, len(value.encode())) + value.encode()
        case dict():
            return head(5, len(value)) + b"".join(cbor(key) + cbor(inner) for key, inner in value.items())
        case _:
            raise TypeError(value)


def head(kind: int, number: int) -> bytes:
    """The beginning of a value."""
    for size, most in ((0, 24), (1, 1 << 8), (2, 1 << 16), (4, 1 << 32)):
        if number < most:
            if size == 0:
                return bytes([kind << 5 | number])
            return bytes([kind << 5 | (23 + size.bit_length())]) + number.to_bytes(size, "big")
    raise ValueError(number)


@dataclass
class Authenticator:
    """A device with one passkey."""

    algorithm: int = ES256
    counter: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def __post_init__(self) -> None:
        if self.algorithm == ES256:
            self.private: Any = ec.generate_private_key(ec.SECP256R1())
        elif self.algorithm == EDDSA:
            self.private = ed25519.Ed25519PrivateKey.generate()
        else:
            self.private = rsa.generate_private_key(65537, 2048)

    def key(self) -> bytes:
        """The public key in COSE's form."""
        public = self.private.public_key()
        if self.algorithm == ES256:
            numbers = public.public_numbers()
            x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
            return cbor({1: 2, 3: ES256, -1: 1, -2: x, -3: y})
        if self.algorithm == EDDSA:
            return cbor({1: 1, 3: EDDSA, -1: 6, -2: public.public_bytes_raw()})
        numbers = public.public_numbers()
        return cbor({1: 3, 3: RS256, -1: numbers.n.to_bytes(256, "big"), -2: numbers.e.to_bytes(3, "big")})

    def sign(self, data: bytes) -> bytes:
        """Sign with the private key."""
        more: tuple[Any, ...] = ()
        if self.algorithm == ES256:
            more = (ec.ECDSA(hashes.SHA256()),)
        elif self.algorithm == RS256:
            more = (padding.PKCS1v15(), hashes.SHA256())
        return bytes(self.private.sign(data, *more))

    def data(self, site: str, flags: int = 0x05) -> bytes:
        """Authenticator data without a new passkey."""
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def made(self, task: dict[str, Any], origin: str, **wrong: Any) -> dict[str, str]:
        """Make a passkey for a task."""
        site = wrong.get("site", task["site"])
        credential = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + self.key()
        data = self.data(site, wrong.get("flags", 0x45)) + credential
        return {
            "client_data": client_data("webauthn.create", task["challenge"], origin, **wrong),
            "attestation": encode64(cbor({"fmt": "none", "attStmt": {}, "authData": data})),
        }

    def proof(self, task: dict[str, Any], origin: str, **wrong: Any) -> dict[str, str]:
        """Prove that this device holds its passkey."""
        told = client_data("webauthn.get", task["challenge"], origin, **wrong)
        data = self.data(wrong.get("site", task["site"]), wrong.get("flags", 0x05))
        signature = self.sign(data + hashlib.sha256(decode64(told)).digest())
        if wrong.get("altered"):
            signature = signature[:-1] + bytes([signature[-1] ^ 1])
        return {
            "id": encode64(self.id),
            "client_data": told,
            "authenticator": encode64(data),
            "signature": encode64(signature),
            **({"user": wrong["user"]} if "user" in wrong else {}),
        }


def client_data(purpose: str, challenge: str, origin: str, **wrong: Any) -> str:
    """What a browser says about the page that asked."""
    told = {"type": wrong.get("type", purpose), "challenge": challenge, "origin": origin, "crossOrigin": False}
    return encode64(json.dumps({**told, **({"crossOrigin": True} if wrong.get("framed") else {})}).encode())
