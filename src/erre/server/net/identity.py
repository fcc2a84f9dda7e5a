"""Identity: a 256-bit secret in a cookie that scripts cannot read; the server stores only its hash."""

from __future__ import annotations

import contextlib
import hashlib
import ipaddress
import math
import secrets
import time
from collections import OrderedDict

from aiohttp import web

from erre.core.errors import Refusal
from erre.server.clock import Clock
from erre.server.net.bans import Bans
from erre.server.storage.contract import Person, StorageFailed, Store

COOKIE = "erre"
# In the order of the search, since browsers claim to be other browsers too.
BROWSERS = ("Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "CrOS", "Linux")
DAY = 86_400
YEAR = 365 * DAY
KEPT = 10_000
MOST_NEW, NEW_SECONDS = 60, 60.0  # newcomers from one address


class Unknown(Refusal):
    """The request carries no valid token."""

    code = "unknown"


class TooMany(Refusal):
    """A limit is exceeded; try again later."""

    code = "too_fast"


class Identity:
    """Finds people by their tokens; those seen lately are remembered."""

    def __init__(self, store: Store, clock: Clock, proxied: bool = False, limits: float = 1.0) -> None:
        self.store, self.clock = store, clock
        self._most_new = MOST_NEW * limits or math.inf
        self.bans = Bans(store)
        self._proxied = proxied
        self._addresses: OrderedDict[str, str] = OrderedDict()  # by person: where they last came from; never stored
        self._known: OrderedDict[bytes, Person] = OrderedDict()
        self._seen: OrderedDict[bytes, int] = OrderedDict()  # by device: the day it was noted
        self._gone: OrderedDict[str, None] = (
            OrderedDict()
        )  # people deleted lately, whom a read under way may still find
        self._new: dict[str, tuple[float, int]] = {}  # by address: since when, how many

    async def find(self, request: web.Request) -> Person | None:
        """The person whose token a request carries, if any; Banned if they are locked out."""
        person = await self.find_anybody(request)
        if person is not None:
            address = self.address_of(request)
            await self.bans.check(person, address)
            self._note_address(person.id, address)
        return person

    async def find_anybody(self, request: web.Request) -> Person | None:
        """The person whose token a request carries, if any, also if they are locked out."""
        token = token_of(request)
        return None if token is None else await self.find_by(token)

    def _note_address(self, person: str, address: str) -> None:
        """Remember where somebody comes from, for as long as the server runs."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > KEPT:
            self._addresses.popitem(last=False)

    def last_address(self, person: str) -> str:
        """Where somebody last came from, if this worker has seen them lately."""
        return self._addresses.get(person, "")

    async def find_by(self, token: str) -> Person | None:
        """The person that a token belongs to, if any."""
        key = hash_of(token)
        if key in self._known:
            self._known.move_to_end(key)
            known = self._known[key]
            await self._note_seen(key)
            return known
        person = await self.store.person(key)
        if person is None or person.id in self._gone:
            return None
        self._remember(key, person)
        await self._note_seen(key)
        return person

    def check_known(self, person: Person) -> None:
        """Refuse somebody who was deleted while their request was being answered."""
        if person.id in self._gone:
            raise Unknown("this person was deleted")

    async def _note_seen(self, key: bytes) -> None:
        """Note once a day that a device is used."""
        today = self.clock.now() // (DAY * 1000)
        if self._seen.get(key) != today:
            self._seen[key] = today
            if len(self._seen) > KEPT:
                self._seen.popitem(last=False)
            with contextlib.suppress(StorageFailed):
                await self.store.seen(key)

    async def need(self, request: web.Request, *, even_banned: bool = False) -> Person:
        """The person who asks; Unknown if there is none. What is theirs is open even to those who are locked out."""
        person = await (self.find_anybody(request) if even_banned else self.find(request))
        if person is None:
            raise Unknown("this device is not known here yet: ask /api/me first")
        return person

    def address_of(self, request: web.Request) -> str:
        """Where a request comes from, in groups that one person may own."""
        return address_of(request, self._proxied)

    async def make(self, request: web.Request) -> tuple[Person, str]:
        """Create a person, and the token for their device."""
        await self.bans.check(None, self.address_of(request))
        self._check_newcomers(self.address_of(request))
        token = secrets.token_urlsafe(32)
        person = await self.store.make_person(hash_of(token), "", device_of(request))
        self._remember(hash_of(token), person)
        return person, token

    async def add_device(self, person: str, request: web.Request) -> tuple[Person, str]:
        """Add a device of a person, and create its token; StorageFailed if the person is gone."""
        token = secrets.token_urlsafe(32)
        await self.store.add_token(person, hash_of(token), device_of(request))
        found = await self.find_by(token)
        if found is None:
            raise StorageFailed("there is no such person")
        return found, token

    def _check_newcomers(self, address: str) -> None:
        """Refuse a flood of new people from one address."""
        now = time.monotonic()
        since, count = self._new.get(address, (now, 0))
        if now - since > NEW_SECONDS:
            since, count = now, 0
            self._new = {other: entry for other, entry in self._new.items() if now - entry[0] <= NEW_SECONDS}
        if count >= self._most_new:
            raise TooMany("too many newcomers from your address: wait a minute")
        self._new[address] = (since, count + 1)

    def update(self, request: web.Request, person: Person) -> None:
        """Remember a person's new name."""
        token = token_of(request)
        if token is not None:
            self._remember(hash_of(token), person)

    def forget(self, person: str, *, is_gone: bool = False) -> None:
        """Forget the tokens of a person who has changed, or who is deleted for good."""
        if is_gone:
            self._addresses.pop(person, None)
            self._gone[person] = None
            if len(self._gone) > KEPT:
                self._gone.popitem(last=False)
        for key in [key for key, known in self._known.items() if known.id == person]:
            del self._known[key]

    def forget_all(self) -> None:
        """Forget all people: some may have changed while messages were lost."""
        self._known.clear()

    def _remember(self, key: bytes, person: Person) -> None:
        if person.id in self._gone:
            return
        self._known[key] = person
        if len(self._known) > KEPT:
            self._known.popitem(last=False)


def address_of(request: web.Request, proxied: bool) -> str:
    """The address of a request: the last one in X-Forwarded-For, which the proxy itself added."""
    claimed = request.headers.get("X-Forwarded-For", "") if proxied else ""
    return group_of(claimed.rpartition(",")[2].strip() or request.remote or "")


def group_of(address: str) -> str:
    """An address as limits count it: a home has a whole /64 of IPv6."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def device_of(request: web.Request) -> str:
    """A short description of a device, from its User-Agent."""
    told = request.headers.get("User-Agent", "")
    system = next((name for name in SYSTEMS if name in told), "")
    browser = next((name for name in BROWSERS if name in told), "")
    return " · ".join(part for part in (browser, system) if part)


def token_of(request: web.Request) -> str | None:
    """The token of a request: in the cookie, or in a header for programs."""
    token = request.cookies.get(COOKIE) or request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    return token if 20 <= len(token) <= 100 and token.isascii() else None


def hash_of(token: str) -> bytes:
    """What the server keeps of a token."""
    return hashlib.sha256(token.encode()).digest()


def give_token(response: web.StreamResponse, token: str, is_secure: bool) -> None:
    """Put the token where no script and no other site can reach it."""
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="Lax", secure=is_secure, path="/")
