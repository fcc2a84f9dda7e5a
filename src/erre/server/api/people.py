"""People over HTTP: who I am, my name, my devices, and forgetting me."""

from __future__ import annotations

from aiohttp import web

from erre.server.bus.contract import Bus
from erre.server.bus.peers import Peers
from erre.server.config import Config
from erre.server.net.device_transfer import DeviceTransfer, PassGone
from erre.server.net.headers import check_origin
from erre.server.net.http import answer, read_body
from erre.server.net.http_types import DeviceEntry, DevicePass, Me, Rename
from erre.server.net.identity import COOKIE, Identity, give_token, token_of
from erre.server.storage.contract import Person, Store
from erre.server.tables.table_registry import TableRegistry
from erre.table.clean_text import clean_name
from erre.table.refusals import NoName


class PeopleApi:
    """The handlers of `/api/me`."""

    def __init__(
        self, config: Config, store: Store, identity: Identity, registry: TableRegistry, bus: Bus, peers: Peers
    ) -> None:
        self.config, self.store, self.identity, self.registry, self.peers = config, store, identity, registry, peers
        self.passes = DeviceTransfer(bus)
        peers.answer_with("forget", self._forget)

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/me", self.me),
            web.put("/api/me", self.rename),
            web.post("/api/me/claim", self.claim),
            web.post("/api/me/pass", self.give_pass),
            web.post("/api/me/enter", self.enter),
            web.delete("/api/me", self.delete_me),
        ]

    async def me(self, request: web.Request) -> web.Response:
        """Who asks; the first time, somebody new."""
        person = await self.identity.find(request)
        if person is not None:
            return answer(await self.about(person))
        person, token = await self.identity.make(request)
        return self._with_token(request, answer(await self.about(person)), token)

    async def about(self, person: Person) -> Me:
        """Who somebody is, and where they can go on."""
        return Me(person.name, await self.registry.tables_of(person.id), person.is_named)

    def _with_token(self, request: web.Request, response: web.Response, token: str) -> web.Response:
        """An answer that gives a device its token."""
        give_token(response, token, request.secure or self.config.address.startswith("https:"))
        return response

    async def rename(self, request: web.Request) -> web.Response:
        """Take another name."""
        person = await self.identity.need(request)
        wish = await read_body(request, Rename)
        renamed = await self.store.rename(person.id, clean_name(wish.name))
        await self._changed(request, renamed)
        return answer(await self.about(renamed))

    async def claim(self, request: web.Request) -> web.Response:
        """Make a name unique to its person."""
        check_origin(request, self.config.origins)
        person = await self.identity.need(request)
        if not person.name:
            raise NoName("choose a name first")
        claimed = await self.store.claim(person.id)
        await self._changed(request, claimed)
        return answer(await self.about(claimed))

    async def _changed(self, request: web.Request, person: Person) -> None:
        """Somebody has another name: no worker remembers the old one."""
        self.identity.forget(person.id)
        self.identity.update(request, person)
        await self.peers.ask_all(bool, "forget", person.id, False)

    async def give_pass(self, request: web.Request) -> web.Response:
        """A word that brings a person to another device."""
        check_origin(request, self.config.origins)
        await self.identity.need(request)
        return answer(DevicePass(await self.passes.give(token_of(request) or "")))

    async def enter(self, request: web.Request) -> web.Response:
        """Become, on this device, who gave the word on the other."""
        check_origin(request, self.config.origins)
        token = await self.passes.take((await read_body(request, DeviceEntry)).word)
        person = await self.identity.find_by(token)
        if person is None:
            raise PassGone("the person behind this link is not known here any more")
        return self._with_token(request, answer(await self.about(person)), token)

    async def delete_me(self, request: web.Request) -> web.Response:
        """Forget a person at every worker."""
        check_origin(request, self.config.origins)
        person = await self.identity.need(request)
        await self.store.delete_person(person.id)
        await self._forget(person.id, True)
        await self.peers.ask_all(bool, "forget", person.id, True)
        response = web.Response(status=204)
        response.del_cookie(COOKIE)
        return response

    async def _forget(self, person: str, is_gone: bool) -> bool:
        """Remember somebody no longer as they were; one who is gone leaves all tables."""
        self.identity.forget(person)
        if is_gone:
            self.registry.forget_person(person)
        return True
