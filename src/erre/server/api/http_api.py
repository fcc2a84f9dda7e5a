"""The lobby, records and ratings over HTTP, and what operators read."""

from __future__ import annotations

import io
from collections.abc import Callable
from hmac import compare_digest

import msgspec
from aiohttp import web

from erre.core.errors import BadOptions
from erre.server.after.replays import Replays
from erre.server.api.game_info import games_json
from erre.server.api.schema import openapi, schema
from erre.server.config import Config
from erre.server.metrics import Metrics
from erre.server.net.http import answer, encode, read_body
from erre.server.net.http_types import NewTable, Opened, Preparing
from erre.server.net.identity import Identity, Unknown
from erre.server.storage.contract import Store
from erre.server.tables.ownership import NoTable
from erre.server.tables.table_registry import TableRegistry

NEWCOMER = "Guest"
LONGEST_PATH = 200

Health = Callable[[], dict[str, bool | int | float | str]]
Address = Callable[[web.Request], str]


class HttpApi:
    """The HTTP handlers of `/api`, except for people and finished games."""

    def __init__(
        self, config: Config, store: Store, metrics: Metrics, identity: Identity, registry: TableRegistry
    ) -> None:
        self.config, self.store, self.metrics = config, store, metrics
        self.identity, self.registry = identity, registry

    def routes(self, replays: Replays, health: Health, address: Address) -> list[web.RouteDef]:
        """Every address and its handler."""
        self.replays, self._health, self._address = replays, health, address
        return [
            web.get("/api/games", self.games),
            web.get("/api/preparing", self.preparing),
            web.get("/api/tables", self.tables),
            web.post("/api/tables", self.open),
            web.get("/api/qr.svg", self.qr),
            web.get("/api/records", self.records),
            web.get("/api/records/{record}", self.record),
            web.get("/api/players/{name}", self.player),
            web.get("/api/ratings/{game}", self.ratings),
            web.get("/api/schema.json", self.schema),
            web.get("/api/openapi.json", self.openapi),
            web.get("/health", self.health),
            web.get("/metrics", self.show_metrics),
        ]

    # -- games and tables

    async def games(self, request: web.Request) -> web.Response:
        """The games, their options and bots."""
        return web.Response(body=games_json(), content_type="application/json")

    async def preparing(self, request: web.Request) -> web.Response:
        """The games whose machine code is still being made: until then they are slower, and their bots weaker."""
        workshop = self.registry.services.workshop
        left = [name for name in workshop.names if not workshop.is_ready(name)]
        return answer(Preparing(left, len(workshop.names)))

    async def tables(self, request: web.Request) -> web.Response:
        """List the open tables."""
        person = await self.identity.find(request)
        return answer(await self.registry.open_tables(person.id if person else ""))

    async def open(self, request: web.Request) -> web.Response:
        """Open a table."""
        wish = await read_body(request, NewTable)
        person = await self.identity.need(request)
        self.registry.services.workshop.prefer(wish.game)
        named = msgspec.structs.replace(person, name=person.name or NEWCOMER)
        live = await self.registry.open(wish, named, address=self.identity.address_of(request))
        path = f"/t/{live.table.id}"
        try:
            self.identity.check_known(person)
        except Unknown:
            await self.registry.departures.forget_person(person.id)
            raise
        return answer(Opened(live.table.id, f"{path}#{live.table.invite}" if wish.access == "closed" else path), 201)

    # -- records and ratings

    async def records(self, request: web.Request) -> web.Response:
        """List the newest finished games."""
        person = await self.identity.find(request)
        return answer(await self.store.records(person.id if person is not None else ""))

    async def record(self, request: web.Request) -> web.Response:
        """The game file of a finished game."""
        record = request.match_info["record"]
        await self.replays.check(request, record)
        text = await self.replays.text_of(record)
        name = "".join(letter for letter in record if letter.isascii() and (letter.isalnum() or letter == "-"))
        headers = {"Content-Disposition": f'attachment; filename="erre-{name}.jsonl"'}
        return web.Response(text=text, content_type="application/jsonl", headers=headers)

    async def player(self, request: web.Request) -> web.Response:
        """The page of a named player or of a bot."""
        person = await self.identity.find(request)
        profile = await self.store.profile(request.match_info["name"], person.id if person is not None else "")
        if profile is None:
            raise NoTable("nobody of that name has played here")
        return answer(profile)

    async def ratings(self, request: web.Request) -> web.Response:
        """The best ratings of a game."""
        return answer(await self.store.ratings(request.match_info["game"]))

    # -- the rest

    async def qr(self, request: web.Request) -> web.Response:
        """A QR code of a page's address."""
        path = request.query.get("path", "/")
        if not path.startswith("/") or path.startswith("//") or len(path) > LONGEST_PATH or not path.isprintable():
            raise BadOptions("a path begins with one /")
        import segno

        picture = io.BytesIO()
        segno.make(self._address(request) + path, micro=False).save(
            picture, kind="svg", border=2, xmldecl=False, svgclass=None, lineclass=None, omitsize=True
        )
        return web.Response(body=picture.getvalue(), content_type="image/svg+xml")

    async def schema(self, request: web.Request) -> web.Response:
        """The messages of tables as JSON Schema."""
        return web.json_response(schema(), dumps=lambda value: encode(value).decode())

    async def openapi(self, request: web.Request) -> web.Response:
        """Describe this API as an OpenAPI document."""
        return web.json_response(openapi(), dumps=lambda value: encode(value).decode())

    async def health(self, request: web.Request) -> web.Response:
        """Whether this server works; a proxy stops sending requests on 503."""
        facts = self._health()
        return web.json_response(facts, status=200 if facts["ok"] else 503)

    def _may_see_metrics(self, request: web.Request) -> bool:
        """Whether the request comes from an operator."""
        word = self.config.metrics
        if word == "*" or (word and is_bearer(request, word)):
            return True
        is_direct = not self.config.proxied and "X-Forwarded-For" not in request.headers
        return is_direct and request.remote in ("127.0.0.1", "::1")

    async def show_metrics(self, request: web.Request) -> web.Response:
        """Metrics for Prometheus; for this machine, and for addresses that the operator allows."""
        if not self._may_see_metrics(request):
            raise NoTable("there is nothing here")
        return web.Response(text=self.metrics.text(), content_type="text/plain")


def is_bearer(request: web.Request, word: str) -> bool:
    """Whether a request brings this word."""
    given = request.headers.get("Authorization", "")
    return compare_digest(given.encode(errors="replace"), f"Bearer {word}".encode())
