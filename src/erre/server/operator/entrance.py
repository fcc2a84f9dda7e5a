"""Signs operators in: a one-time code from the terminal, or a secret from the environment, opens a session.

Sessions and used codes are stored in buckets of the bus, as hashes, so they are valid at every worker.
"""

from __future__ import annotations

import hashlib
import secrets
from hmac import compare_digest

import msgspec
from aiohttp import web

from erre.core.errors import Refusal
from erre.server.bus.contract import Beaten, Bucket, Bus
from erre.server.config import Config
from erre.server.net.headers import check_origin
from erre.server.net.limits import Limits
from erre.table.decide import LETTERS

COOKIE = "erre_operator"
BUCKET = "erre_operator"
USED = "erre_operator_codes"  # those that were used, for ever: sessions end, and a code must not come back with them
GOOD_FOR = 12 * 3600  # seconds
TRIES, TRIES_PER_SECOND = 6.0, 1 / 60  # of one address
ALL_TRIES, ALL_TRIES_PER_SECOND = 60.0, 0.1  # of all addresses together
CODE_LENGTH = 12  # 59 bits


class NotOperator(Refusal):
    """The request carries no session of an operator, or the word was wrong."""

    code = "not_operator"


class Session(msgspec.Struct, frozen=True):
    """An operator who is signed in."""

    who: str  # a name for the log of operations
    token: str = ""


class Entrance:
    """Opens and checks sessions of operators."""

    def __init__(self, config: Config, bus: Bus) -> None:
        self.config, self._bus = config, bus
        self._limits = Limits(1.0)  # guessing is limited wherever other limits are off
        self.code_hash = config.operator_code

    def make_code(self) -> str:
        """A new one-time code, to be printed in the terminal; the server itself keeps only its hash."""
        code = new_code()
        self.code_hash = hash_of(code)
        return code

    async def _bucket(self) -> Bucket:
        return await self._bus.bucket(BUCKET, GOOD_FOR)

    async def enter(self, word: str, address: str) -> str:
        """Open a session with the code or the secret: its token."""
        self._limits.spend(f"operator {address}", 1.0, TRIES, TRIES_PER_SECOND)
        self._limits.spend("operators", 1.0, ALL_TRIES, ALL_TRIES_PER_SECOND)
        given = hash_of(word.strip())
        is_secret = bool(self.config.operator_secret) & compare_digest(given, hash_of(self.config.operator_secret))
        is_code = bool(self.code_hash) & compare_digest(hash_of(plain_code(word)), self.code_hash or "-")
        if not is_secret and not (is_code and await self._use(self.code_hash)):
            raise NotOperator("this is not the code, or it was used already: restart the server for another")
        token = secrets.token_urlsafe(32)
        await (await self._bucket()).create(f"session-{hash_of(token)}", b"secret" if is_secret else b"code")
        return token

    async def _use(self, code: str) -> bool:
        """Use a one-time code up; whether it was still good."""
        try:
            await (await self._bus.bucket(USED)).create(code, b"1")
        except Beaten:
            return False
        return True

    async def need(self, request: web.Request) -> Session:
        """The operator who asks; NotOperator if the request carries no session. Pages of other sites are refused."""
        if request.method != "GET":
            check_origin(request, "")
        token = request.cookies.get(COOKIE, "")
        kept = await (await self._bucket()).read(f"session-{hash_of(token)}") if 20 <= len(token) <= 100 else None
        if kept is None:
            raise NotOperator("sign in as the operator first")
        return Session(f"{kept.value.decode()} {hash_of(token)[:4]}", token)

    async def leave(self, session: Session) -> None:
        """End a session."""
        bucket, key = await self._bucket(), f"session-{hash_of(session.token)}"
        kept = await bucket.read(key)
        if kept is not None:
            await bucket.delete(key, kept.revision)


def new_code() -> str:
    """A code that is easy to type: three groups of four letters."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    return "-".join(letters[k : k + 4] for k in range(0, CODE_LENGTH, 4))


def plain_code(word: str) -> str:
    """A code as somebody typed it, in the form in which it was printed."""
    letters = "".join(letter for letter in word.lower() if letter.isalnum())[:CODE_LENGTH]
    return "-".join(letters[k : k + 4] for k in range(0, CODE_LENGTH, 4))


def hash_of(word: str) -> str:
    """What is kept of a code or a token."""
    return hashlib.sha256(b"operator" + word.encode(errors="replace")).hexdigest()
