"""Verifies what authenticators send (WebAuthn level 2): new passkeys, and proofs of possession.

Attestation is not requested. It would reveal the make of somebody's device, and nothing here depends on it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Collection
from hmac import compare_digest
from typing import Any, NamedTuple

import msgspec

from erre.core.errors import Refusal

ES256, EDDSA, RS256 = -7, -8, -257
ALGORITHMS = (ES256, EDDSA, RS256)
PRESENT, ATTESTED, EXTENDED = 0x01, 0x40, 0x80  # flags of authenticator data
HEAD = 37  # bytes: the hash of the name, flags, counter
LONGEST_ID, LONGEST_KEY = 1023, 2000  # bytes
DEEPEST = 8  # levels of CBOR


class BadPasskey(Refusal):
    """The browser's answer does not prove that somebody holds a passkey."""

    code = "bad_passkey"


class Site(NamedTuple):
    """Where a page may be that uses passkeys of this server."""

    name: str  # the relying party's id: the host name
    origins: Collection[str]


class ClientData(msgspec.Struct, frozen=True):
    """What the browser says about the page that asked."""

    type: str
    challenge: str
    origin: str
    cross_origin: bool = msgspec.field(default=False, name="crossOrigin")


class Authenticator(NamedTuple):
    """What the authenticator says."""

    flags: int
    counter: int
    rest: bytes  # a new passkey and extensions


class NewPasskey(NamedTuple):
    """A passkey that was just made."""

    id: bytes
    key: bytes
    counter: int


def decode64(text: str) -> bytes:
    """Bytes from base64url without padding, as browsers send them."""
    try:
        return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadPasskey("the browser's answer cannot be read") from None


def encode64(data: bytes) -> str:
    """Bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read_client_data(data: bytes, purpose: str, site: Site) -> ClientData:
    """What the browser says, checked except for the challenge, which only the caller knows."""
    try:
        told = msgspec.json.decode(data, type=ClientData)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise BadPasskey("the browser's answer cannot be read") from None
    if told.type != purpose:
        raise BadPasskey("the answer is for another purpose")
    if told.origin not in site.origins or told.cross_origin:
        raise BadPasskey("the answer was made for another site")
    return told


def read_authenticator(data: bytes, site: Site) -> Authenticator:
    """What the authenticator says: it must be about this site, and somebody must have been there."""
    if len(data) < HEAD or not compare_digest(data[:32], hashlib.sha256(site.name.encode()).digest()):
        raise BadPasskey("the passkey belongs to another site")
    flags = data[32]
    if not flags & PRESENT:
        raise BadPasskey("nobody has confirmed it on the device")
    return Authenticator(flags, int.from_bytes(data[33:HEAD], "big"), data[HEAD:])


def check_new(attestation: bytes, site: Site) -> NewPasskey:
    """A new passkey from an attestation object."""
    statement = decode_cbor(attestation)
    data = statement.get("authData") if isinstance(statement, dict) else None
    if not isinstance(data, bytes):
        raise BadPasskey("the device's answer cannot be read")
    told = read_authenticator(data, site)
    length = int.from_bytes(told.rest[16:18], "big")
    id, key = told.rest[18 : 18 + length], told.rest[18 + length :]
    if not told.flags & ATTESTED or not 1 <= length <= LONGEST_ID or len(id) < length or len(key) > LONGEST_KEY:
        raise BadPasskey("the device has made no passkey")
    public_key(key)
    return NewPasskey(id, key, told.counter)


def check_proof(
    key: bytes, counter: int, authenticator: bytes, client_data: bytes, signature: bytes, site: Site
) -> int:
    """Check the proof that somebody holds a passkey; its new counter."""
    told = read_authenticator(authenticator, site)
    check_signature(key, signature, authenticator + hashlib.sha256(client_data).digest())
    if (counter or told.counter) and told.counter <= counter:
        raise BadPasskey("this passkey may have been copied: its counter went back")
    return told.counter


# -- public keys


def public_key(data: bytes) -> tuple[int, Any]:
    """A public key in COSE's form: its algorithm and the key."""
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

    told, _ = Cbor(data).read()
    if not isinstance(told, dict):
        raise BadPasskey("the device's key cannot be read")
    try:
        match told.get(1), told.get(3), told.get(-1):
            case 2, -7, 1:
                x, y = (int.from_bytes(told[name], "big") for name in (-2, -3))
                return ES256, ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
            case 1, -8, 6:
                return EDDSA, ed25519.Ed25519PublicKey.from_public_bytes(told[-2])
            case 3, -257, bytes(n) if len(n) >= 256:
                return RS256, rsa.RSAPublicNumbers(
                    int.from_bytes(told[-2], "big"), int.from_bytes(n, "big")
                ).public_key()
    except (KeyError, TypeError, ValueError):
        pass
    raise BadPasskey("this kind of passkey is not known here")


def check_signature(key: bytes, signature: bytes, signed: bytes) -> None:
    """Refuse what was not signed with this key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, padding

    algorithm, public = public_key(key)
    try:
        if algorithm == ES256:
            public.verify(signature, signed, ec.ECDSA(hashes.SHA256()))
        elif algorithm == EDDSA:
            public.verify(signature, signed)
        else:
            public.verify(signature, signed, padding.PKCS1v15(), hashes.SHA256())
    except InvalidSignature:
        raise BadPasskey("the signature is wrong") from None


# -- CBOR, as far as WebAuthn uses it (RFC 8949)


def decode_cbor(data: bytes) -> Any:
    """One whole value."""
    value, left = Cbor(data).read()
    if left:
        raise BadPasskey("the device's answer cannot be read")
    return value


class Cbor:
    """Reads one value from the beginning of some bytes."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def read(self) -> tuple[Any, bytes]:
        """The value, and the bytes after it."""
        try:
            value = self._value(0)
        except (IndexError, UnicodeDecodeError, TypeError):
            raise BadPasskey("the device's answer cannot be read") from None
        return value, self._data[self._at :]

    def _take(self, count: int) -> bytes:
        if self._at + count > len(self._data):
            raise IndexError
        self._at += count
        return self._data[self._at - count : self._at]

    def _value(self, depth: int) -> Any:
        if depth > DEEPEST:
            raise IndexError
        kind, number = self._head()
        match kind:
            case 0:
                return number
            case 1:
                return -1 - number
            case 2:
                return self._take(number)
            case 3:
                return self._take(number).decode()
            case 4:
                return [self._value(depth + 1) for _ in range(min(number, len(self._data)))]
            case 5:
                return {self._value(depth + 1): self._value(depth + 1) for _ in range(min(number, len(self._data)))}
            case 7 if number in (20, 21, 22):
                return {20: False, 21: True, 22: None}[number]
        raise IndexError

    def _head(self) -> tuple[int, int]:
        """The kind of the next value, and its number or length."""
        first = self._take(1)[0]
        kind, size = first >> 5, first & 0x1F
        if size < 24:
            return kind, size
        if size > 27:  # lengths that are not known beforehand: never in WebAuthn
            raise IndexError
        return kind, int.from_bytes(self._take(1 << (size - 24)), "big")
