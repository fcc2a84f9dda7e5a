"""The operator's page over HTTP; every request needs an operator's session."""

from __future__ import annotations

from aiohttp import web

from erre.server.config import Config
from erre.server.net.http import answer, read_body
from erre.server.net.identity import Identity
from erre.server.operator.entrance import COOKIE, GOOD_FOR, Entrance
from erre.server.operator.office import Office
from erre.server.operator.types import (
    AnnouncementWish,
    BanWish,
    Enter,
    PatternWish,
    PuzzleVerdict,
    RenameWish,
    ResolveWish,
)


class OperatorApi:
    """The HTTP handlers of `/api/operator`."""

    def __init__(self, config: Config, identity: Identity, entrance: Entrance, office: Office) -> None:
        self.config, self.identity, self.entrance, self.office = config, identity, entrance, office

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.post("/api/operator/enter", self.enter),
            web.post("/api/operator/leave", self.leave),
            web.get("/api/operator", self.overview),
            web.get("/api/operator/people", self.people),
            web.post("/api/operator/people/{person}/rename", self.rename),
            web.post("/api/operator/people/{person}/recover", self.recover),
            web.post("/api/operator/people/{person}/ban", self.ban),
            web.delete("/api/operator/bans/{ban}", self.lift_ban),
            web.post("/api/operator/puzzles/{puzzle}", self.judge_puzzle),
            web.delete("/api/operator/tables/{table}", self.close_table),
            web.post("/api/operator/reports/{report}", self.resolve),
            web.post("/api/operator/names", self.refuse_name),
            web.delete("/api/operator/names/{pattern}", self.allow_name),
            web.put("/api/operator/announcement", self.announce),
            web.delete("/api/operator/announcement", self.withdraw),
            web.post("/api/operator/backups", self.back_up),
            web.get("/api/operator/backups/{backup}", self.download),
            web.delete("/api/operator/backups/{backup}", self.delete_backup),
        ]

    async def _who(self, request: web.Request) -> str:
        """The operator who asks, as operations name them."""
        return (await self.entrance.need(request)).who

    async def enter(self, request: web.Request) -> web.Response:
        """Open a session with the code or the secret."""
        wish = await read_body(request, Enter)
        token = await self.entrance.enter(wish.word, self.identity.address_of(request))
        response = web.Response(status=204)
        is_secure = request.secure or self.config.address.startswith("https:")
        response.set_cookie(
            COOKIE, token, max_age=GOOD_FOR, httponly=True, samesite="Strict", secure=is_secure, path="/api/operator"
        )
        await self.office.note("entrance", "enter")
        return response

    async def leave(self, request: web.Request) -> web.Response:
        """End the session."""
        await self.entrance.leave(await self.entrance.need(request))
        response = web.Response(status=204)
        response.del_cookie(COOKIE, path="/api/operator")
        return response

    async def overview(self, request: web.Request) -> web.Response:
        """Everything on the page."""
        return answer(await self.office.overview(await self._who(request)))

    async def people(self, request: web.Request) -> web.Response:
        """People by a part of their name."""
        await self._who(request)
        return answer(await self.office.search(request.query.get("name", "")))

    async def rename(self, request: web.Request) -> web.Response:
        """Give somebody another name."""
        who, wish = await self._who(request), await read_body(request, RenameWish)
        await self.office.rename(who, request.match_info["person"], wish.name)
        return web.Response(status=204)

    async def recover(self, request: web.Request) -> web.Response:
        """A link with which somebody comes back."""
        return answer(await self.office.recover(await self._who(request), request.match_info["person"]))

    async def ban(self, request: web.Request) -> web.Response:
        """Lock somebody out."""
        who, wish = await self._who(request), await read_body(request, BanWish)
        await self.office.ban(who, request.match_info["person"], wish, self.identity.address_of(request))
        return web.Response(status=204)

    async def lift_ban(self, request: web.Request) -> web.Response:
        """Let somebody in again."""
        await self.office.lift_ban(await self._who(request), request.match_info["ban"])
        return web.Response(status=204)

    async def judge_puzzle(self, request: web.Request) -> web.Response:
        """Decide about a puzzle that was reported."""
        who, wish = await self._who(request), await read_body(request, PuzzleVerdict)
        await self.office.judge_puzzle(who, request.match_info["puzzle"], wish.is_offered)
        return web.Response(status=204)

    async def close_table(self, request: web.Request) -> web.Response:
        """Close a table."""
        await self.office.close_table(await self._who(request), request.match_info["table"])
        return web.Response(status=204)

    async def resolve(self, request: web.Request) -> web.Response:
        """Note that a report was dealt with."""
        who, wish = await self._who(request), await read_body(request, ResolveWish)
        await self.office.resolve(who, request.match_info["report"], wish.answer)
        return web.Response(status=204)

    async def refuse_name(self, request: web.Request) -> web.Response:
        """Refuse names."""
        who, wish = await self._who(request), await read_body(request, PatternWish)
        await self.office.refuse_name(who, wish.pattern)
        return web.Response(status=204)

    async def allow_name(self, request: web.Request) -> web.Response:
        """Allow names again."""
        await self.office.allow_name(await self._who(request), request.match_info["pattern"])
        return web.Response(status=204)

    async def announce(self, request: web.Request) -> web.Response:
        """Show a line to everybody."""
        who, wish = await self._who(request), await read_body(request, AnnouncementWish)
        await self.office.announce(who, wish.text, wish.hours)
        return web.Response(status=204)

    async def withdraw(self, request: web.Request) -> web.Response:
        """Show no line any more."""
        await self.office.withdraw(await self._who(request))
        return web.Response(status=204)

    async def back_up(self, request: web.Request) -> web.Response:
        """Make a backup."""
        return answer({"name": await self.office.back_up(await self._who(request))}, 201)

    async def download(self, request: web.Request) -> web.StreamResponse:
        """The file of a backup."""
        who, name = await self._who(request), request.match_info["backup"]
        path = self.office.backups.path(name)
        await self.office.note(who, "download", name)
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return web.FileResponse(path, headers=headers)

    async def delete_backup(self, request: web.Request) -> web.Response:
        """Delete a backup."""
        await self.office.delete_backup(await self._who(request), request.match_info["backup"])
        return web.Response(status=204)
