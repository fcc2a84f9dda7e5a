"""People over HTTP: who I am, my name, my devices, and deleting my data."""

from __future__ import annotations

from typing import Any

import msgspec
from aiohttp import web

from erre.server.after.replays import Replays
from erre.server.bus.contract import Bus
from erre.server.config import Config
from erre.server.logs import log
from erre.server.net.device_transfer import DeviceTransfer, PassGone
from erre.server.net.headers import check_origin
from erre.server.net.http import answer, read_body
from erre.server.net.http_types import BanInfo, DeviceEntry, DeviceInfo, DeviceName, DevicePass, Me, Rename
from erre.server.net.identity import COOKIE, Identity, give_token, hash_of, token_of
from erre.server.storage import accounts
from erre.server.storage.bans import FOR_GOOD
from erre.server.storage.contract import NameTaken, Person, StorageFailed, Store
from erre.server.storage.personal import device_id
from erre.server.tables.ownership import NoTable
from erre.server.tables.table_registry import TableRegistry
from erre.table.clean_text import clean_name, one_line
from erre.table.entries import Commit, Said, Started, parse_commit
from erre.table.refusals import NoName
from erre.table.seats import BOT_NAMES

LONGEST_DEVICE = 40  # letters


class PeopleApi:
    """The HTTP handlers of `/api/me`."""

    def __init__(
        self, config: Config, store: Store, identity: Identity, registry: TableRegistry, replays: Replays, bus: Bus
    ) -> None:
        self.config, self.store, self.identity, self.registry = config, store, identity, registry
        self.replays, self.peers = replays, registry.peers
        self.passes = DeviceTransfer(bus)
        self.peers.answer_with("forget", self._forget)
        self.peers.answer_with("renamed", self._renamed)

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/me", self.me),
            web.put("/api/me", self.rename),
            web.post("/api/me/claim", self.claim),
            web.post("/api/me/pass", self.give_pass),
            web.post("/api/me/enter", self.enter),
            web.delete("/api/me", self.delete_me),
            web.get("/api/me/ban", self.ban),
            web.get("/api/me/data", self.data),
            web.get("/api/me/devices", self.devices),
            web.put("/api/me/devices/{device}", self.name_device),
            web.delete("/api/me/devices/{device}", self.sign_out),
        ]

    async def me(self, request: web.Request) -> web.Response:
        """Who asks; the first time, somebody new."""
        person = await self.identity.find(request)
        if person is not None:
            return answer(await self.about(person))
        person, token = await self.identity.make(request)
        return self.with_token(request, answer(await self.about(person)), token)

    async def about(self, person: Person) -> Me:
        """A person, and the tables where they hold a seat."""
        ways = await self.store.look(lambda: accounts.ways_back(person.id))
        can_recover = bool(ways.code_made or ways.passkeys)
        tables = await self.registry.tables_of(person.id)
        return Me(person.name, tables, person.is_named, person.portrait, can_recover)

    def with_token(self, request: web.Request, response: web.Response, token: str) -> web.Response:
        """An answer that gives a device its token."""
        give_token(response, token, request.secure or self.config.address.startswith("https:"))
        return response

    async def ban(self, request: web.Request) -> web.Response:
        """Why the person who asks is locked out."""
        person, address = await self.identity.find_anybody(request), self.identity.address_of(request)
        found = await self.identity.bans.of(person, address)
        if found is None:
            raise NoTable("you are not locked out")
        ban, until = found
        is_mine = person is not None and ban.person == person.id
        return answer(BanInfo(None if until == FOR_GOOD else until, ban.reason if is_mine else "", is_mine))

    async def rename(self, request: web.Request) -> web.Response:
        """Change the name of the person who asks."""
        person = await self.identity.need(request)
        wish = await read_body(request, Rename)
        name = clean_name(wish.name)
        await self.registry.services.names.check(name, person.id)
        renamed = await self.store.rename(person.id, name)
        await self.changed(request, renamed)
        return answer(await self.about(renamed))

    async def claim(self, request: web.Request) -> web.Response:
        """Make a name unique to its person."""
        check_origin(request, self.config.origins)
        person = await self.identity.need(request)
        if not person.name:
            raise NoName("choose a name first")
        if person.name in BOT_NAMES:
            raise NameTaken(f"{person.name} is what a bot is called here: choose another name")
        claimed = await self.store.claim(person.id)
        await self.changed(request, claimed)
        return answer(await self.about(claimed))

    async def changed(self, request: web.Request, person: Person) -> None:
        """Tell all workers that a person has a new name or portrait."""
        self.identity.forget(person.id)
        self.identity.update(request, person)
        self.registry.renamed(person)
        await self.peers.ask_all(bool, "renamed", person.id, person.name, person.is_named, person.portrait)

    async def _renamed(self, person: str, name: str, is_named: bool, portrait: str = "") -> bool:
        """Another worker reports that a person has a new name or portrait."""
        self.identity.forget(person)
        self.registry.renamed(Person(person, name, is_named, portrait))
        return True

    async def give_pass(self, request: web.Request) -> web.Response:
        """Create the one-time code for another device."""
        check_origin(request, self.config.origins)
        person = await self.identity.need(request)
        return answer(DevicePass(await self.passes.give(person.id)))

    async def enter(self, request: web.Request) -> web.Response:
        """Sign in on this device with the code from the other."""
        check_origin(request, self.config.origins)
        known = await self.passes.take((await read_body(request, DeviceEntry)).word)
        try:
            person, token = await self.identity.add_device(known, request)
        except StorageFailed:
            raise PassGone("the person behind this link is not known here any more") from None
        return self.with_token(request, answer(await self.about(person)), token)

    async def devices(self, request: web.Request) -> web.Response:
        """The devices on which a person is signed in."""
        person = await self.identity.need(request)
        mine = device_id(hash_of(token_of(request) or ""))
        found = await self.store.devices(person.id)
        return answer([DeviceInfo(one.id, one.name, one.seen, one.id == mine) for one in found])

    async def sign_out(self, request: web.Request) -> web.Response:
        """Sign out one of the person's devices."""
        check_origin(request, self.config.origins)
        person = await self.identity.need(request)
        if not await self.store.sign_out(person.id, request.match_info["device"]):
            raise NoTable("there is no such device")
        await self.forget_devices(person.id)
        response = web.Response(status=204)
        if request.match_info["device"] == device_id(hash_of(token_of(request) or "")):
            response.del_cookie(COOKIE)
        return response

    async def forget_devices(self, person: str) -> None:
        """Look up the devices of a person again at every worker: some were signed out."""
        await self._forget(person, False)
        await self.peers.ask_all(bool, "forget", person, False)

    async def name_device(self, request: web.Request) -> web.Response:
        """Give one of the person's devices another name."""
        check_origin(request, self.config.origins)
        person = await self.identity.need(request)
        wish = one_line((await read_body(request, DeviceName)).name, LONGEST_DEVICE, "a device's name")
        if not await self.store.run(lambda: accounts.name_device(person.id, request.match_info["device"], wish)):
            raise NoTable("there is no such device")
        return web.Response(status=204)

    async def data(self, request: web.Request) -> web.Response:
        """Everything that is stored about a person, as one file."""
        person = await self.identity.need(request, even_banned=True)
        kept = await self.store.data_of(person.id)
        kept["tables"] = msgspec.to_builtins(await self.registry.tables_of(person.id))
        kept["table_logs"] = await self._logs_of(person.id)
        response = answer(kept)
        response.headers["Content-Disposition"] = 'attachment; filename="erre-my-data.json"'
        return response

    async def _logs_of(self, person: str) -> dict[str, list[Any]]:
        """What the logs of live tables hold of a person: their requests, and what came of them."""
        found: dict[str, list[Any]] = {}
        for table in await self.store.tables_with(person):
            lines = [line for line in await self.store.lines(table) if person.encode() in line]
            found[table] = [theirs(parse_commit(line), person) for line in lines]
        return found

    async def delete_me(self, request: web.Request) -> web.Response:
        """Forget a person at every worker."""
        check_origin(request, self.config.origins)
        person = await self.identity.need(request, even_banned=True)
        self.identity.forget(person.id, is_gone=True)
        self.registry.departures.sign_out(person.id, "your data was deleted")
        await self.store.delete_person(person.id)
        await self._forget(person.id, True)
        await self.peers.ask_all(bool, "forget", person.id, True)
        await self.registry.departures.finish_deletion(person.id)
        log("a person was deleted")
        response = web.Response(status=204)
        response.del_cookie(COOKIE)
        return response

    async def _forget(self, person: str, is_gone: bool) -> bool:
        """Drop a person from the caches; a deleted person also leaves all tables."""
        self.identity.forget(person, is_gone=is_gone)
        if is_gone:
            self.replays.forget_all()
            await self.registry.departures.forget_person(person)
        else:
            self.registry.departures.sign_out(person, "your account has changed: the page comes back", is_gone=False)
        return True


def theirs(commit: Commit, person: str) -> dict[str, Any]:
    """A commit as one person's data: without what others said in it, and without secrets of the game."""
    asked = [commit.asked, *commit.also]
    entries = []
    for index, entry in enumerate(commit.entries):
        is_own = index < len(asked) and asked[index] is not None and asked[index].person == person  # type: ignore[union-attr]
        if isinstance(entry, Started) or (isinstance(entry, Said) and not is_own):
            continue
        if is_own or person in msgspec.json.encode(entry).decode():
            entries.append(msgspec.to_builtins(entry))
    return {"at": commit.at, "entries": entries}
