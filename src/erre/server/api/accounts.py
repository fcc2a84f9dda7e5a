"""Accounts over HTTP: recovery codes, passkeys, links from the operator, portraits, and signing out everywhere."""

from __future__ import annotations

import asyncio
import hashlib
import io
from hmac import compare_digest
from urllib.parse import urlsplit

from aiohttp import web

from erre.server.accounts import passkey_proof
from erre.server.accounts.challenges import Challenges
from erre.server.accounts.operator_links import MARK, PAGE, hash_of_link
from erre.server.accounts.passkey_proof import ALGORITHMS, BadPasskey, Site, decode64, encode64
from erre.server.accounts.portraits import check_portrait
from erre.server.accounts.recovery_code import BadCode, hash_of_code, make_code, parse_code
from erre.server.api.http_api import Address
from erre.server.api.people import PeopleApi
from erre.server.bus.contract import Bus
from erre.server.logs import log
from erre.server.net.device_transfer import PassGone
from erre.server.net.headers import check_origin
from erre.server.net.http import answer, read_body
from erre.server.net.http_types import (
    CodeEntry,
    DeviceEntry,
    PasskeyInfo,
    PasskeyMade,
    PasskeyProof,
    PasskeyTask,
    PortraitWish,
    RecoveryCode,
    RecoveryState,
    SignedOut,
)
from erre.server.net.identity import device_of, hash_of, token_of
from erre.server.storage import accounts
from erre.server.storage.accounts import Passkey
from erre.server.storage.contract import Person, StorageFailed
from erre.server.storage.work import milliseconds
from erre.server.tables.ownership import NoTable

MOST_PASSKEYS = 20  # of one person
ATTEMPTS, ATTEMPTS_PER_SECOND = 10.0, 1 / 60  # to come back, from one address
ALL_ATTEMPTS, ALL_PER_SECOND = 300.0, 1.0  # from everywhere
CHANGES, CHANGES_PER_SECOND = 30.0, 1 / 60  # of one person's account


class AccountsApi:
    """The HTTP handlers of everything that lets a person come back."""

    def __init__(self, people: PeopleApi, bus: Bus, address: Address) -> None:
        self.people, self.store, self.identity = people, people.store, people.identity
        self.config, self.limits = people.config, people.registry.services.limits
        self.challenges = Challenges(bus)
        self._address = address

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/me/recovery", self.recovery),
            web.post("/api/me/recovery", self.new_code),
            web.delete("/api/me/recovery", self.drop_code),
            web.post("/api/recover", self.recover),
            web.post("/api/restore", self.restore),
            web.get("/api/me/passkeys", self.passkeys),
            web.post("/api/me/passkeys", self.add_passkey),
            web.post("/api/me/passkeys/task", self.passkey_task),
            web.delete("/api/me/passkeys/{passkey}", self.remove_passkey),
            web.post("/api/passkeys/task", self.entry_task),
            web.post("/api/passkeys/enter", self.enter),
            web.put("/api/me/portrait", self.choose_portrait),
            web.delete("/api/me/devices", self.sign_out_others),
        ]

    async def _changing(self, request: web.Request) -> Person:
        """The person who changes their account; refused to other sites, and to those who change it too often."""
        check_origin(request, self.config.origins)
        person = await self.identity.need(request)
        self.limits.spend(f"account {person.id}", 1.0, CHANGES, CHANGES_PER_SECOND)
        return person

    def _attempt(self, request: web.Request) -> None:
        """Count an attempt to come back, of its address and of all."""
        check_origin(request, self.config.origins)
        self.limits.spend(f"came back {self.identity.address_of(request)}", 1.0, ATTEMPTS, ATTEMPTS_PER_SECOND)
        self.limits.spend("came back", 1.0, ALL_ATTEMPTS, ALL_PER_SECOND)

    async def _come_back(self, request: web.Request, person: str, how: str) -> web.Response:
        """Sign a person in on this device."""
        try:
            found, token = await self.identity.add_device(person, request)
        except StorageFailed:
            raise PassGone("the person behind this is not known here any more") from None
        log("a person came back", how=how)
        return self.people.with_token(request, answer(await self.people.about(found)), token)

    # -- recovery codes

    async def recovery(self, request: web.Request) -> web.Response:
        """Whether there is a recovery code, and since when."""
        person = await self.identity.need(request)
        ways = await self.store.look(lambda: accounts.ways_back(person.id))
        return answer(RecoveryState(ways.code_made))

    async def new_code(self, request: web.Request) -> web.Response:
        """Make a recovery code; an earlier one is void from now on."""
        person = await self._changing(request)
        words, now = make_code(), milliseconds()
        code_hash = await asyncio.to_thread(hash_of_code, words)
        await self.store.run(lambda: accounts.set_code(person.id, code_hash, now))
        link = f"{self._address(request)}{PAGE}#{'-'.join(words)}"
        return answer(RecoveryCode(words, link, picture_of(link), now), 201)

    async def drop_code(self, request: web.Request) -> web.Response:
        """Delete the recovery code."""
        person = await self._changing(request)
        await self.store.run(lambda: accounts.drop_code(person.id))
        return web.Response(status=204)

    async def recover(self, request: web.Request) -> web.Response:
        """Come back with a recovery code."""
        wish = await read_body(request, CodeEntry)
        words = parse_code(wish.code)  # a typo costs no attempt: its check says nothing about any person
        self._attempt(request)
        code_hash = await asyncio.to_thread(hash_of_code, words)
        person = await self.store.look(lambda: accounts.person_by_code(code_hash))
        if person is None:
            raise BadCode("nobody here has this code: it was replaced, or it is for another server")
        return await self._come_back(request, person, "code")

    async def restore(self, request: web.Request) -> web.Response:
        """Come back with a link of the operator."""
        wish = await read_body(request, DeviceEntry)
        self._attempt(request)
        link_hash, now = hash_of_link(wish.word.removeprefix(MARK)), milliseconds()
        person = await self.store.run(lambda: accounts.take_link(link_hash, now))
        if person is None:
            raise PassGone("this link was used already or is too old: ask the operator for a new one")
        return await self._come_back(request, person, "link")

    # -- passkeys

    def _site(self, request: web.Request) -> Site:
        """This server as passkeys know it: by its host name."""
        name = (request.url.host or "").lower()
        if not is_name(name):
            raise BadPasskey("passkeys need a host name: an address of numbers cannot have any")
        origins = {f"{request.scheme}://{request.host}".lower(), *self.config.origins.split()}
        if self.config.proxied:
            origins.add(f"https://{request.host}".lower())
        if self.config.address:
            parts = urlsplit(self.config.address)
            origins.add(f"{parts.scheme}://{parts.netloc}".lower())
        return Site(name, frozenset(origin for origin in origins if (urlsplit(origin).hostname or "") == name))

    async def passkeys(self, request: web.Request) -> web.Response:
        """The passkeys of the person who asks."""
        person = await self.identity.need(request)
        found = await self.store.look(lambda: accounts.passkeys_of(person.id))
        return answer([told(one) for one in found])

    async def passkey_task(self, request: web.Request) -> web.Response:
        """What a device needs to make a passkey."""
        person = await self._changing(request)
        site = self._site(request)
        known = await self.store.look(lambda: accounts.passkeys_of(person.id))
        challenge = await self.challenges.give(f"make {site.name} {person.id}")
        ids = [encode64(one.id) for one in known]
        task = PasskeyTask(challenge, site.name, encode64(handle_of(person.id)), person.name, ids, list(ALGORITHMS))
        return answer(task)

    async def add_passkey(self, request: web.Request) -> web.Response:
        """Keep a passkey that a device has made."""
        person = await self._changing(request)
        made, site = await read_body(request, PasskeyMade), self._site(request)
        client = passkey_proof.read_client_data(decode64(made.client_data), "webauthn.create", site)
        await self.challenges.take(client.challenge, f"make {site.name} {person.id}")
        new = passkey_proof.check_new(decode64(made.attestation), site)
        kept = Passkey(new.id, person.id, new.key, new.counter, device_of(request), milliseconds(), 0)
        if not await self.store.run(lambda: accounts.add_passkey(kept, MOST_PASSKEYS)):
            raise BadPasskey("this passkey is known already, or you have too many")
        return answer(told(kept), 201)

    async def remove_passkey(self, request: web.Request) -> web.Response:
        """Forget a passkey."""
        person = await self._changing(request)
        passkey = decode64(request.match_info["passkey"])
        if not await self.store.run(lambda: accounts.remove_passkey(person.id, passkey)):
            raise NoTable("there is no such passkey")
        return web.Response(status=204)

    async def entry_task(self, request: web.Request) -> web.Response:
        """What a device needs to prove that it holds a passkey."""
        check_origin(request, self.config.origins)
        site = self._site(request)
        return answer(PasskeyTask(await self.challenges.give(f"enter {site.name}"), site.name))

    async def enter(self, request: web.Request) -> web.Response:
        """Come back with a passkey."""
        proof, site = await read_body(request, PasskeyProof), self._site(request)
        self._attempt(request)
        data = decode64(proof.client_data)
        client = passkey_proof.read_client_data(data, "webauthn.get", site)
        await self.challenges.take(client.challenge, f"enter {site.name}")
        id = decode64(proof.id)
        passkey = await self.store.look(lambda: accounts.passkey_by_id(id))
        if passkey is None:
            raise BadPasskey("nobody here has this passkey: it was removed, or it is for another server")
        if proof.user and not compare_digest(decode64(proof.user), handle_of(passkey.person)):
            raise BadPasskey("the passkey belongs to somebody else")
        counter = passkey_proof.check_proof(
            *(passkey.key, passkey.counter, decode64(proof.authenticator), data, decode64(proof.signature), site)
        )
        now = milliseconds()
        if not await self.store.run(lambda: accounts.use_passkey(id, passkey.counter, counter, now)):
            raise BadPasskey("this passkey was used somewhere else at the same moment: try again")
        return await self._come_back(request, passkey.person, "passkey")

    # -- portraits and devices

    async def choose_portrait(self, request: web.Request) -> web.Response:
        """Choose a portrait from our set."""
        person = await self._changing(request)
        wish = check_portrait((await read_body(request, PortraitWish)).portrait)
        changed = await self.store.run(lambda: accounts.set_portrait(person.id, wish))
        await self.people.changed(request, changed)
        return answer(await self.people.about(changed))

    async def sign_out_others(self, request: web.Request) -> web.Response:
        """Sign out every device but this one."""
        person = await self._changing(request)
        mine = hash_of(token_of(request) or "")
        count = await self.store.run(lambda: accounts.sign_out_others(person.id, mine))
        await self.people.forget_devices(person.id)
        return answer(SignedOut(count))


def told(passkey: Passkey) -> PasskeyInfo:
    """A passkey as its owner sees it."""
    return PasskeyInfo(encode64(passkey.id), passkey.name, passkey.made, passkey.seen)


def handle_of(person: str) -> bytes:
    """What a device calls a person: the same for all their passkeys, and without meaning elsewhere."""
    return hashlib.sha256(b"erre passkeys of " + person.encode()).digest()[:24]


def is_name(host: str) -> bool:
    """Whether a host is a name, and no address of numbers."""
    return bool(host) and ":" not in host and not host.replace(".", "").isdigit()


def picture_of(link: str) -> str:
    """A QR code as SVG."""
    import segno

    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", border=2, xmldecl=False, svgclass=None, lineclass=None)
    return picture.getvalue().decode()
