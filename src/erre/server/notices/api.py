"""Notices over HTTP: a person's notices, which of them are read, and the settings for their delivery."""

from __future__ import annotations

import msgspec
from aiohttp import web

from erre.server.config import Config
from erre.server.net.headers import check_origin
from erre.server.net.http import answer, read_body
from erre.server.net.http_types import NoticeLine, NoticeList
from erre.server.net.identity import Identity
from erre.server.notices.notices import Notices
from erre.server.notices.settings import NoticeSettings, check_settings, read_settings
from erre.server.notices.words import LANGUAGES, Language, words_for
from erre.server.storage.notice_types import StoredNotice


class NoticesApi:
    """The HTTP handlers of `/api/me/notices`."""

    def __init__(self, config: Config, identity: Identity, notices: Notices) -> None:
        self.config, self.identity, self.notices, self.store = config, identity, notices, notices.store

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/me/notices", self.mine),
            web.post("/api/me/notices/seen", self.seen),
            web.get("/api/me/notices/settings", self.settings),
            web.put("/api/me/notices/settings", self.change),
        ]

    async def mine(self, request: web.Request) -> web.Response:
        """The notices of the person who asks, in the language of their page; none for a page without a person yet."""
        person = await self.identity.find(request)
        if person is None:
            return answer(NoticeList([], 0))
        asked = request.query.get("language", "en")
        language = next((one for one in LANGUAGES if one == asked), LANGUAGES[0])
        found = await self.store.notices(person.id)
        lines = [line_of(one, language) for one in found]
        return answer(NoticeList(lines, sum(not one.is_seen or one.kind == "your_turn" for one in found)))

    async def seen(self, request: web.Request) -> web.Response:
        """Note that the person has seen them all."""
        check_origin(request, self.config.origins)
        person = await self.identity.need(request)
        await self.store.note_seen(person.id)
        return web.Response(status=204)

    async def settings(self, request: web.Request) -> web.Response:
        """How the person wants to be told."""
        person = await self.identity.need(request)
        return answer(read_settings(await self.store.notice_settings(person.id)))

    async def change(self, request: web.Request) -> web.Response:
        """Change how the person wants to be told."""
        person = await self.identity.need(request)
        wish: NoticeSettings = await read_body(request, NoticeSettings)
        check_settings(wish)
        await self.store.set_notice_settings(person.id, msgspec.json.encode(wish).decode())
        return answer(wish)


def line_of(notice: StoredNotice, language: Language) -> NoticeLine:
    """A notice as a page shows it."""
    words = words_for(notice.kind, notice.details, language)
    return NoticeLine(notice.id, notice.kind, words.title, words.body, notice.path, notice.at, notice.is_seen)
