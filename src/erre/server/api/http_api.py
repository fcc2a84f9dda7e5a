"""What is asked over plain HTTP: the lobby, people, records, and what operators read."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import segno
from aiohttp import web

from erre.core.errors import BadOptions, BadRecord, NoGame, Refusal
from erre.core.game import AnyGame
from erre.core.gamefile import parse_file, verify
from erre.core.options import Declared, declared
from erre.games import all_games, usual_seats
from erre.games import game as find_game
from erre.server.api.schema import openapi, schema
from erre.server.cluster.leases import NoLease
from erre.server.net.device_transfer import DeviceTransfer, PassGone
from erre.server.net.headers import StrangeOrigin, check_origin
from erre.server.net.http_types import (
    DeviceEntry,
    DevicePass,
    Finding,
    GameInfo,
    Me,
    NewTable,
    Opened,
    OptionInfo,
    Problem,
    RecordProof,
    Rename,
)
from erre.server.net.identity import COOKIE, TooMany, Unknown, give_token, token_of
from erre.server.storage.contract import NameTaken, Person, Taken
from erre.server.tables.bot_runner import offered_levels
from erre.server.tables.table_registry import NoTable
from erre.table.clean_text import clean_name

if TYPE_CHECKING:
    from erre.server.app import Server

NEWCOMER = "Guest"
LONGEST_PATH = 200
MOST_BODY = 8192

encode = msgspec.json.Encoder().encode
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class HttpApi:
    """The handlers of `/api`."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.passes = DeviceTransfer(server.bus)

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/games", self.games),
            web.get("/api/tables", self.tables),
            web.post("/api/tables", self.open),
            web.get("/api/me", self.me),
            web.put("/api/me", self.rename),
            web.post("/api/me/claim", self.claim),
            web.post("/api/me/pass", self.give_pass),
            web.post("/api/me/enter", self.enter),
            web.delete("/api/me", self.delete_me),
            web.get("/api/qr.svg", self.qr),
            web.get("/api/records", self.records),
            web.get("/api/records/{record}", self.record),
            web.get("/api/records/{record}/proof", self.proof),
            web.get("/api/players/{name}", self.player),
            web.get("/api/ratings/{game}", self.ratings),
            web.get("/api/schema.json", self.schema),
            web.get("/api/openapi.json", self.openapi),
            web.get("/health", self.health),
            web.get("/metrics", self.metrics),
        ]

    # -- games and tables

    async def games(self, request: web.Request) -> web.Response:
        return web.Response(body=games_json(), content_type="application/json")

    async def tables(self, request: web.Request) -> web.Response:
        person = await self.server.identity.find(request)
        return answer(await self.server.registry.open_tables(person.id if person else ""))

    async def open(self, request: web.Request) -> web.Response:
        wish = await read_body(request, NewTable)
        person = await self.server.identity.need(request)
        live = await self.server.registry.open(wish, msgspec.structs.replace(person, name=person.name or NEWCOMER))
        path = f"/t/{live.table.id}"
        return answer(Opened(live.table.id, f"{path}#{live.table.invite}" if wish.access == "closed" else path), 201)

    # -- people

    async def me(self, request: web.Request) -> web.Response:
        person = await self.server.identity.find(request)
        if person is not None:
            return answer(await self.about(person))
        person, token = await self.server.identity.make(request)
        response = answer(await self.about(person))
        give_token(response, token, request.secure or self.server.config.address.startswith("https:"))
        return response

    async def about(self, person: Person) -> Me:
        """Who somebody is, and where they can go on."""
        return Me(person.name, await self.server.registry.tables_of(person.id), person.is_named)

    async def rename(self, request: web.Request) -> web.Response:
        person = await self.server.identity.need(request)
        wish = await read_body(request, Rename)
        renamed = await self.server.store.rename(person.id, clean_name(wish.name))
        await self._changed(request, renamed)
        return answer(await self.about(renamed))

    async def claim(self, request: web.Request) -> web.Response:
        check_origin(request, self.server.config.origins)
        person = await self.server.identity.need(request)
        if not person.name:
            raise BadOptions("choose a name first")
        claimed = await self.server.store.claim(person.id)
        await self._changed(request, claimed)
        return answer(await self.about(claimed))

    async def _changed(self, request: web.Request, person: Person) -> None:
        """Somebody is called otherwise, at every worker."""
        self.server.identity.forget(person.id)
        self.server.identity.update(request, person)
        if self.server.cluster is not None:
            await self.server.cluster.forget_everywhere(person.id, is_gone=False)

    async def give_pass(self, request: web.Request) -> web.Response:
        check_origin(request, self.server.config.origins)
        await self.server.identity.need(request)
        return answer(DevicePass(await self.passes.give(token_of(request) or "")))

    async def enter(self, request: web.Request) -> web.Response:
        check_origin(request, self.server.config.origins)
        token = await self.passes.take((await read_body(request, DeviceEntry)).word)
        person = await self.server.identity.find_by(token)
        if person is None:
            raise PassGone("whom this link stood for is not here any more")
        response = answer(await self.about(person))
        give_token(response, token, request.secure or self.server.config.address.startswith("https:"))
        return response

    async def delete_me(self, request: web.Request) -> web.Response:
        check_origin(request, self.server.config.origins)
        person = await self.server.identity.need(request)
        await self.server.store.delete_person(person.id)
        self.server.identity.forget(person.id)
        self.server.registry.forget_person(person.id)
        if self.server.cluster is not None:
            await self.server.cluster.forget_everywhere(person.id, is_gone=True)
        response = web.Response(status=204)
        response.del_cookie(COOKIE)
        return response

    # -- records and ratings

    async def records(self, request: web.Request) -> web.Response:
        return answer(await self.server.store.records())

    async def record(self, request: web.Request) -> web.Response:
        record = request.match_info["record"]
        text = await self.server.replays.text_of(record)
        name = "".join(letter for letter in record if letter.isascii() and (letter.isalnum() or letter == "-"))
        headers = {"Content-Disposition": f'attachment; filename="erre-{name}.jsonl"'}
        return web.Response(text=text, content_type="application/jsonl", headers=headers)

    async def proof(self, request: web.Request) -> web.Response:
        text = await self.server.replays.text_of(request.match_info["record"])
        return answer(await self.server.registry.aside(prove, text))

    async def player(self, request: web.Request) -> web.Response:
        profile = await self.server.store.profile(request.match_info["name"])
        if profile is None:
            raise NoTable("nobody of that name has played here")
        return answer(profile)

    async def ratings(self, request: web.Request) -> web.Response:
        return answer(await self.server.store.ratings(request.match_info["game"]))

    # -- the rest

    async def qr(self, request: web.Request) -> web.Response:
        path = request.query.get("path", "/")
        if not path.startswith("/") or path.startswith("//") or len(path) > LONGEST_PATH or not path.isprintable():
            raise BadOptions("a path begins with one /")
        picture = io.BytesIO()
        segno.make(self.server.address(request) + path, micro=False).save(
            picture, kind="svg", border=2, xmldecl=False, svgclass=None, lineclass=None, omitsize=True
        )
        return web.Response(body=picture.getvalue(), content_type="image/svg+xml")

    async def schema(self, request: web.Request) -> web.Response:
        return web.json_response(schema(), dumps=lambda value: encode(value).decode())

    async def openapi(self, request: web.Request) -> web.Response:
        return web.json_response(openapi(), dumps=lambda value: encode(value).decode())

    async def health(self, request: web.Request) -> web.Response:
        """Whether this server serves; a proxy asks no further where it says 503."""
        told = self.server.health()
        return web.json_response(told, status=200 if told["ok"] else 503)

    async def metrics(self, request: web.Request) -> web.Response:
        return web.Response(text=self.server.registry.metrics.text(), content_type="text/plain")


# -- bodies and answers


def answer(value: object, status: int = 200) -> web.Response:
    """An answer in JSON, which no cache keeps."""
    return web.Response(
        body=encode(value), status=status, content_type="application/json", headers={"Cache-Control": "no-store"}
    )


async def read_body(request: web.Request, kind: type[Any]) -> Any:
    """The body of a request; pages of other sites cannot send one."""
    if request.content_type != "application/json":
        raise BadOptions("send JSON, with the content type application/json")
    check_origin(request, "")
    data = await request.content.read(MOST_BODY + 1)
    if len(data) > MOST_BODY:
        raise BadOptions("this is too long")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadOptions(f"this cannot be read: {error}"[:300]) from None


def problem(refusal: Refusal) -> web.Response:
    """A refusal as an answer."""
    return answer(Problem(refusal.code, refusal.why), status_of(refusal))


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal."""
    match refusal:
        case NoGame():
            return 404
        case Unknown():
            return 401
        case StrangeOrigin():
            return 403
        case NameTaken():
            return 409
        case BadRecord():
            return 410
        case TooMany():
            return 429
        case NoLease() | Taken():  # another worker has it, or will: ask again
            return 503
        case _:
            return 400


def prove(text: str) -> RecordProof:
    """What `erre verify` says of a record."""
    file = parse_file(text)
    proof = verify(file, find_game(file.header.game))
    return RecordProof(proof.verdict, [Finding(is_good, words) for is_good, words in proof.findings])


# -- games


@cache
def games_json() -> bytes:
    """The games as the lobby shows them."""
    return encode([game_info(game) for game in all_games()])


def game_info(game: AnyGame) -> GameInfo:
    """A game as the lobby shows it."""
    return GameInfo(
        name=game.name,
        title=game.title,
        least_seats=game.least_seats,
        most_seats=game.most_seats,
        usual_seats=usual_seats(game),
        minutes=game.minutes,
        is_race=game.is_race,
        options=[option_info(one) for one in declared(game.options_type)],
        bots=offered_levels(game),
    )


def option_info(one: Declared) -> OptionInfo:
    """One option: what kind of thing it is, and what it is if nobody says."""
    kind: Literal["switch", "number", "choice", "text"] = "text" if one.kind == "other" else one.kind
    return OptionInfo(one.written, kind, msgspec.to_builtins(one.default), list(one.choices), one.what)
