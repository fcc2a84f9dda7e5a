"""Passkey challenges: random, valid at every worker for one answer within five minutes."""

from __future__ import annotations

import hashlib
import secrets

from erre.server.accounts.passkey_proof import BadPasskey, encode64
from erre.server.bus.contract import Beaten, Bus

GOOD_FOR = 300.0  # seconds
BUCKET = "erre_challenges"


class Challenges:
    """What was asked of devices and is not answered yet; each is bound to its purpose and its person."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def give(self, purpose: str) -> str:
        """A new challenge, in base64url."""
        challenge = encode64(secrets.token_bytes(32))
        bucket = await self._bus.bucket(BUCKET, GOOD_FOR)
        await bucket.create(name_of(challenge), purpose.encode())
        return challenge

    async def take(self, challenge: str, purpose: str) -> None:
        """Accept the answer to a challenge, once; BadPasskey for any other."""
        bucket = await self._bus.bucket(BUCKET, GOOD_FOR)
        kept = await bucket.read(name_of(challenge))
        try:
            if kept is None:
                raise Beaten(challenge)
            await bucket.delete(name_of(challenge), kept.revision)
        except Beaten:
            raise BadPasskey("this took too long, or was answered already: try again") from None
        if kept.value != purpose.encode():
            raise BadPasskey("the answer is for another purpose")


def name_of(challenge: str) -> str:
    """The key under which a challenge is kept."""
    return hashlib.sha256(challenge.encode(errors="replace")).hexdigest()
