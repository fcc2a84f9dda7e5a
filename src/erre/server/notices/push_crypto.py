"""Web push: the encryption of a message (RFC 8291 with the content coding of RFC 8188) and VAPID (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

RECORD = 4096  # bytes; a message is one record
MOST_TEXT = 3000  # bytes: services accept at least 4096 with all that is added
LAST = b"\x02"  # the delimiter of the last record
VALID_FOR = 12 * 3600  # seconds; 24 hours are the most


class Keys(NamedTuple):
    """What a browser gave us to encrypt with."""

    public_key: bytes  # p256dh, an uncompressed point
    auth: bytes


def encode(data: bytes) -> str:
    """Base64 for URLs, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of such a text."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def read_keys(public_key: str, auth: str) -> Keys:
    """The keys of a browser; ValueError if they are none."""
    keys = Keys(decode(public_key), decode(auth))
    if len(keys.public_key) != 65 or len(keys.auth) != 16:
        raise ValueError("a public key has 65 bytes and an authentication secret 16")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.public_key)
    return keys


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """Derive a key."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt(text: bytes, keys: Keys, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None) -> bytes:
    """A message that only the browser can read; `own` and `salt` are fresh unless a test gives them."""
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = os.urandom(16) if salt is None else salt
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.public_key)
    public = point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    secret = hkdf(keys.auth, shared, b"WebPush: info\x00" + keys.public_key + public, 32)
    key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = hkdf(salt, secret, b"Content-Encoding: nonce\x00", 12)
    header = salt + RECORD.to_bytes(4) + bytes([len(public)]) + public
    return header + AESGCM(key).encrypt(nonce, text + LAST, None)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as an uncompressed point."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


# -- VAPID: who sends


def new_private_key() -> str:
    """A fresh private key of the server."""
    return encode(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32))


class Vapid:
    """The key with which this server introduces itself to push services."""

    def __init__(self, private_key: str, contact: str) -> None:
        self._key = ec.derive_private_key(int.from_bytes(decode(private_key)), ec.SECP256R1())
        self.public_key = encode(point_of(self._key.public_key()))
        self.contact = contact  # of the operator: mailto: or https:

    def header(self, address: str, now: int) -> str:
        """The Authorization header for a push service; `now` is in seconds."""
        parts = urlsplit(address)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + VALID_FOR, "sub": self.contact}
        signed = ".".join(encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{encode(r.to_bytes(32) + s.to_bytes(32))}, k={self.public_key}"
