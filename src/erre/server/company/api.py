"""Other people over HTTP: news, friends, blocks, invitations, the queues and reports."""

from __future__ import annotations

import time

import msgspec
from aiohttp import web

from erre.server.company.circle import Circle
from erre.server.company.invitations import Invitations
from erre.server.company.presence import PresenceBook
from erre.server.company.queue import PlayQueue
from erre.server.company.reports import Reports
from erre.server.company.types import (
    Again,
    AnnouncementLine,
    HidePresence,
    Invite,
    News,
    PersonLine,
    QueueWish,
    ReportWish,
    Whom,
    alias_of,
)
from erre.server.config import Config
from erre.server.net.headers import check_origin
from erre.server.net.http import answer, read_body
from erre.server.net.identity import Identity
from erre.server.notices.notices import Notices
from erre.server.storage import company as storage
from erre.server.storage.contract import Person, Store
from erre.server.storage.operator import announcement
from erre.server.storage.work import milliseconds
from erre.server.tables.table_registry import TableRegistry
from erre.table.refusals import NoPerson

NEWCOMER = "Guest"
TIES, TIES_PER_SECOND = 60.0, 0.1  # friends and blocks that one person may change
FRESH = 3.0  # seconds for which the announcement is not read again


class CompanyApi:
    """The HTTP handlers about other people."""

    def __init__(
        self, config: Config, store: Store, identity: Identity, registry: TableRegistry, notices: Notices
    ) -> None:
        self.config, self.store, self.identity, self.registry = config, store, identity, registry
        self.limits = registry.services.limits
        self.presence = PresenceBook(registry, registry.peers)
        self.circle = Circle(store, registry, self.presence)
        self.queue = PlayQueue(store, registry.peers, self.limits, registry.open)
        self.invitations = Invitations(store, registry, self.circle, self.limits, notices)
        self.reports = Reports(store, self.circle, self.limits)
        self._announced: tuple[float, AnnouncementLine | None] = (-FRESH, None)

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/news", self.news),
            web.get("/api/company", self.company),
            web.get("/api/company/named/{name}", self.named),
            web.get("/api/tables/{table}/company", self.at_table),
            web.post("/api/company/friends", self.befriend),
            web.delete("/api/company/friends/{person}", self.unfriend),
            web.post("/api/company/blocks", self.block),
            web.delete("/api/company/blocks/{person}", self.unblock),
            web.put("/api/company/presence", self.hide),
            web.post("/api/company/again", self.play_again),
            web.post("/api/invitations", self.invite),
            web.post("/api/invitations/{invitation}/accept", self.accept),
            web.delete("/api/invitations/{invitation}", self.decline),
            web.put("/api/queue", self.join),
            web.delete("/api/queue", self.leave),
            web.post("/api/reports", self.report),
        ]

    # -- news

    async def news(self, request: web.Request) -> web.Response:
        """What a page asks for again and again; asking shows that the person is here."""
        said = News(self.config.child_safe, await self._announcement())
        person = await self.identity.find(request)
        if person is None:
            return answer(said)
        self.presence.note(person.id)
        more = {
            "invitations": await self.invitations.waiting_for(person.id),
            "requests": await self.circle.requests(person.id),
            "queue": await self.queue.state(person.id),
        }
        return answer(msgspec.structs.replace(said, **more))

    async def _announcement(self) -> AnnouncementLine | None:
        """The operator's line to everybody."""
        read_at, line = self._announced
        if time.monotonic() - read_at > FRESH:
            now = milliseconds()
            found = await self.store.look(lambda: announcement(now))
            line = AnnouncementLine(found.id, found.text) if found else None
            self._announced = (time.monotonic(), line)
        return line

    # -- friends and blocks

    async def company(self, request: web.Request) -> web.Response:
        """Everybody I know here."""
        person = await self.identity.need(request)
        self.presence.note(person.id)
        return answer(await self.circle.company(person.id))

    async def named(self, request: web.Request) -> web.Response:
        """Who the owner of a claimed name is to me."""
        me = await self.identity.need(request)
        other = await self.circle.find(me.id, Whom(name=request.match_info["name"]))
        name = await self.store.look(lambda: storage.name_of(other))
        relation = await self.circle.relation(me.id, other)
        return answer(PersonLine(alias_of(me.id, other), name or "", True, relation))

    async def at_table(self, request: web.Request) -> web.Response:
        """Who the people at a table are to me."""
        me = await self.identity.need(request)
        return answer(await self.circle.at_table(me.id, request.match_info["table"]))

    async def _whom(self, request: web.Request) -> tuple[str, str]:
        """Who asks, and about whom."""
        me, whom = await self.identity.need(request), await read_body(request, Whom)
        self.limits.spend(f"tied {me.id}", 1.0, TIES, TIES_PER_SECOND)
        return me.id, await self.circle.find(me.id, whom)

    async def _alias(self, request: web.Request) -> tuple[str, str]:
        """Who asks, and about whom, where the address names the alias."""
        check_origin(request, self.config.origins)
        me = await self.identity.need(request)
        other = await self.circle.by_alias(me.id, request.match_info["person"])
        if other is None:
            raise NoPerson("nobody is meant by this")
        return me.id, other

    async def befriend(self, request: web.Request) -> web.Response:
        """Want somebody as a friend, or agree to it."""
        await self.circle.befriend(*await self._whom(request))
        return web.Response(status=204)

    async def unfriend(self, request: web.Request) -> web.Response:
        """Be no friends any more, withdraw a request, or decline one."""
        await self.circle.unfriend(*await self._alias(request))
        return web.Response(status=204)

    async def block(self, request: web.Request) -> web.Response:
        """Meet somebody no more."""
        await self.circle.block(*await self._whom(request))
        return web.Response(status=204)

    async def unblock(self, request: web.Request) -> web.Response:
        """Meet somebody again."""
        await self.circle.unblock(*await self._alias(request))
        return web.Response(status=204)

    async def hide(self, request: web.Request) -> web.Response:
        """Show my friends that I am here, or hide it."""
        me, wish = await self.identity.need(request), await read_body(request, HidePresence)
        await self.circle.hide(me.id, wish.is_hidden)
        return web.Response(status=204)

    # -- invitations

    async def _named(self, request: web.Request) -> Person:
        """Who asks, with a name to be called by."""
        person = await self.identity.need(request)
        return msgspec.structs.replace(person, name=person.name or NEWCOMER)

    async def invite(self, request: web.Request) -> web.Response:
        """Ask somebody to come to a table."""
        me, wish = await self._named(request), await read_body(request, Invite)
        await self.invitations.invite(me, self.identity.address_of(request), wish.person, wish.table)
        return web.Response(status=204)

    async def accept(self, request: web.Request) -> web.Response:
        """Follow an invitation."""
        check_origin(request, self.config.origins)
        me = await self.identity.need(request)
        return answer(await self.invitations.accept(me.id, request.match_info["invitation"]))

    async def decline(self, request: web.Request) -> web.Response:
        """Drop an invitation."""
        check_origin(request, self.config.origins)
        me = await self.identity.need(request)
        await self.invitations.decline(me.id, request.match_info["invitation"])
        return web.Response(status=204)

    async def play_again(self, request: web.Request) -> web.Response:
        """A table like the last one with somebody, and invitations to everybody who was there."""
        me, wish = await self._named(request), await read_body(request, Again)
        return answer(await self.invitations.play_again(me, self.identity.address_of(request), wish.person), 201)

    # -- the queue, and reports

    async def join(self, request: web.Request) -> web.Response:
        """Take or keep a place in a queue."""
        me, wish = await self._named(request), await read_body(request, QueueWish)
        if not me.is_named:
            await self.registry.services.names.check(me.name, me.id)
        self.registry.services.workshop.prefer(wish.game)
        self.presence.note(me.id)
        return answer(await self.queue.join(me, self.identity.address_of(request), wish))

    async def leave(self, request: web.Request) -> web.Response:
        """Give a place in a queue up."""
        check_origin(request, self.config.origins)
        me = await self.identity.need(request)
        await self.queue.leave(me.id)
        return web.Response(status=204)

    async def report(self, request: web.Request) -> web.Response:
        """Tell the operator about somebody."""
        me, wish = await self.identity.need(request), await read_body(request, ReportWish)
        await self.reports.report(me.id, self.identity.address_of(request), wish)
        return web.Response(status=204)
