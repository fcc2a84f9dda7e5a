"""Continuing on another device: a one-time code, valid for a few minutes, that signs a person in there."""

from __future__ import annotations

import contextlib
import hashlib
import secrets

from erre.core.errors import Refusal
from erre.server.bus.contract import Beaten, Bucket, Bus

GOOD_FOR = 600.0  # seconds
BUCKET = "erre_passes"


class PassGone(Refusal):
    """The code was used, has expired, or never existed."""

    code = "pass_gone"


class DeviceTransfer:
    """Tokens of people who are on their way to another device, good at every worker.

    What is kept is of no use without the word, and the word itself is kept nowhere.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def give(self, token: str) -> str:
        """Create a code for the other device; an earlier one becomes invalid."""
        bucket, word = await self._bus.bucket(BUCKET, GOOD_FOR), secrets.token_urlsafe(24)
        await bucket.create(name_of(word), hide(token.encode(), word))
        mine = f"of-{name_of(token)}"
        before = await bucket.read(mine)
        with contextlib.suppress(Beaten):  # by another word for the same person, a moment ago
            if before is None:
                await bucket.create(mine, name_of(word).encode())
            else:
                await bucket.update(mine, name_of(word).encode(), before.revision)
                await forget(bucket, before.value.decode())
        return word

    async def take(self, word: str) -> str:
        """Redeem a code: the token that it stands for. It cannot be used again."""
        bucket = await self._bus.bucket(BUCKET, GOOD_FOR)
        kept = await bucket.read(name_of(word))
        try:
            if kept is None:
                raise Beaten(word)
            await bucket.delete(name_of(word), kept.revision)
        except Beaten:
            raise PassGone("this link was used already or is too old: ask for a new one on the first device") from None
        return hide(kept.value, word).decode()


async def forget(bucket: Bucket, name: str) -> None:
    """Invalidate a code."""
    kept = await bucket.read(name)
    if kept is not None:
        with contextlib.suppress(Beaten):
            await bucket.delete(name, kept.revision)


def name_of(word: str) -> str:
    """The key under which the data of a code is stored."""
    return hashlib.sha256(b"name" + word.encode(errors="replace")).hexdigest()


def hide(data: bytes, word: str) -> bytes:
    """Encrypt data with the code, or decrypt it."""
    stream = hashlib.shake_256(b"hide" + word.encode(errors="replace")).digest(len(data))
    return bytes(one ^ other for one, other in zip(data, stream, strict=True))
