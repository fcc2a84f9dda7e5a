"""Replays of finished games: step by step, from a chosen point of view, with an analysis by bots."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import zlib
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, TypeVar

import msgspec
from aiohttp import web

from erre.bots.contract import Budget
from erre.bots.kernel_bot import fresh_luck
from erre.core import chance
from erre.core.errors import BadOptions, BadRecord, Refusal, quote
from erre.core.game import AnyGame, Event, Position
from erre.core.gamefile import SEAL_BROKEN, EndLine, GameFile, Step, parse_file, replay, verify
from erre.games import game as find_game
from erre.games.compiling import wait_for
from erre.lab.analyse import Decision, SeatAnalysis, analyse, decided, questions, seat_analysis
from erre.server.after.replay_types import Brought, Losses, PlayOn, Replay, ReplayStep, SeatLoss
from erre.server.bus.peers import Peers
from erre.server.config import Config
from erre.server.fair_pool import FairPool
from erre.server.logs import log_error
from erre.server.net.headers import check_origin
from erre.server.net.http import answer, encode, read_body, read_bytes
from erre.server.net.http_types import Finding, NewTable, Opened, RecordProof
from erre.server.net.identity import Identity, TooMany
from erre.server.storage.contract import Store
from erre.server.tables.bot_runner import offered_levels, step_back
from erre.server.tables.ownership import NoTable
from erre.server.tables.table_registry import TableRegistry
from erre.table.decide import new_record_id
from erre.table.entries import Started
from erre.table.projection import shown_event, shown_view
from erre.table.table_info import SeatView

T = TypeVar("T")
MOST_BYTES = 1_000_000  # of an uploaded file
MOST_MOVES = 6000
MOST_BROUGHT = 64  # files kept in memory
MOST_KEPT = 16  # games kept in memory step by step
MOST_LOSSES = 64
MOST_WAITING, MOST_OF_ONE = 64, 4  # queued tasks, of all addresses and of one
MOST_PROOFS = 500
MOST_VIEWS = 12_000  # in one answer
UNKNOWN = "there is no such record for you; a file that was brought here is forgotten after a while"
BROUGHT = "file-"  # how the names of such files begin
ALL = "all"
LEVEL = "champion"
WORST = 8


# Why a file is refused; what its values are stands behind it.
FileReason = Literal[
    "no_record",  # none of those below: the sentence says it
    "too_long",  # most: bytes
    "not_text",
    "empty",
    "line",  # line: its number; said: what is wrong with it
    "not_over",
    "many_moves",  # moves: how many; most
    "changed",  # the seal does not fit; said: what was found besides, or nothing
    "move",  # move: its number; said: why it is not legal; rule: its number, or nothing
    "key",
    "outcome",
]


class BadFile(BadRecord):
    """The file is not the record of a finished game."""

    code = "bad_file"

    def __init__(self, why: str, reason: FileReason = "no_record", **values: int | str) -> None:
        super().__init__(why)
        self.reason, self.values = reason, values


too_long = partial(BadFile, reason="too_long", most=MOST_BYTES)


@dataclass
class Told:
    """A record and its steps."""

    file: GameFile
    game: AnyGame
    steps: list[Step]


@dataclass
class Looking:
    """A game whose decisions are being analysed."""

    total: int
    done: int = 0
    seats: list[SeatLoss] = field(default_factory=list)
    failed: str = ""
    is_stopped: bool = False

    def progress(self, count: int) -> None:
        """Note the progress; ends the analysis if nobody waits for it any more."""
        self.done += count
        if self.is_stopped:
            raise KeyboardInterrupt


class Replays:
    """The HTTP handlers of replays; slow work runs in two threads of its own."""

    def __init__(self, config: Config, store: Store, identity: Identity, registry: TableRegistry, peers: Peers) -> None:
        self.config, self.store, self.identity, self.registry, self.peers = config, store, identity, registry, peers
        peers.answer_with("past", self._answer_past)
        peers.answer_with("losses", self.losses_of)
        peers.answer_with("file", self._answer_file)
        self.reading = FairPool(1, "replay", MOST_WAITING, MOST_OF_ONE, step_back)
        self.thinks_in: FairPool | None = None  # in a page: where bots think, one decision at a time
        self._looking: asyncio.Future[None] | None = None
        self._thinking = ThreadPoolExecutor(1, "analysis", initializer=step_back)
        self._proofs: OrderedDict[str, bytes] = OrderedDict()
        self._brought: OrderedDict[str, str] = OrderedDict()
        self._told: OrderedDict[str, Told] = OrderedDict()
        self._losses: OrderedDict[str, Looking] = OrderedDict()

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.post("/api/replays", self.bring),
            web.get("/api/records/{record}/proof", self.proof),
            web.get("/api/records/{record}/replay", self.replay),
            web.get("/api/records/{record}/losses", self.losses),
            web.post("/api/records/{record}/play_on", self.play_on),
            web.get("/api/tables/{table}/past", self.past),
        ]

    def close(self) -> None:
        """Stop the threads."""
        self.reading.close()
        self._thinking.shutdown(wait=False, cancel_futures=True)
        for looking in self._losses.values():
            looking.is_stopped = True

    def forget_all(self) -> None:
        """Somebody was deleted: forget everything that was read before."""
        for kept in (self._brought, self._told, self._proofs):
            kept.clear()

    # -- records

    async def check(self, request: web.Request, record: str) -> None:
        """Refuse a record to those who did not play, unless it is from an open table or was uploaded.

        An uploaded file is named by its hash, so only somebody who has seen the file knows the name.
        """
        if record.startswith(BROUGHT):
            return
        person = await self.identity.find(request)
        if not await self.store.may_read(record, person.id if person is not None else ""):
            raise NoTable(UNKNOWN)

    async def text_of(self, record: str) -> str:
        """The text of a record: of a game played here, or of an uploaded file."""
        text = await (self._brought_text(record) if record.startswith(BROUGHT) else self.store.record(record))
        if text is None:
            raise NoTable(UNKNOWN)
        return text

    def brought(self, record: str) -> str | None:
        """A file that was uploaded to this worker."""
        return self._brought.get(record)

    async def _brought_text(self, record: str) -> str | None:
        """A file that was uploaded to this worker or to another."""
        text = self.brought(record)
        if text is None:
            found = [data for data in await self.peers.ask_all(bytes, "file", record) if data]
            if found:
                text = zlib.decompress(found[0]).decode()
                keep(self._brought, record, text, MOST_BROUGHT)
        return text

    async def _answer_file(self, record: str) -> bytes:
        """Answer another worker that asks for a file uploaded here."""
        text = self.brought(record)
        return b"" if text is None else zlib.compress(text.encode(), 6)

    async def told(self, record: str, address: str = "") -> Told:
        """A record step by step; the caller has checked that it may be read."""
        if record not in self._told:
            text = await self.text_of(record)
            keep(self._told, record, await self.read(partial(tell, text), address), MOST_KEPT)
        told = self._told.get(record)
        if told is None:  # forgotten meanwhile
            raise NoTable(UNKNOWN)
        self._told.move_to_end(record)
        return told

    async def read(self, work: Callable[[], T], address: str = "") -> T:
        """Run work in the reading thread, in turn with that of other addresses."""
        return await self.reading.run(address, work)

    async def proof(self, request: web.Request) -> web.Response:
        """Whether a game was dealt as promised and played by the rules; computed once."""
        record = request.match_info["record"]
        await self.check(request, record)
        if record not in self._proofs:
            text, address = await self.text_of(record), self.identity.address_of(request)
            keep(self._proofs, record, await self.read(lambda: encode(prove(text)), address), MOST_PROOFS)
        headers = {"Cache-Control": "no-store"}
        return web.Response(body=self._proofs[record], content_type="application/json", headers=headers)

    # -- looking

    async def bring(self, request: web.Request) -> web.Response:
        """Accept a record file, after replaying it to check it."""
        check_origin(request, self.config.origins)
        await self.identity.need(request)
        data = await read_bytes(request, MOST_BYTES, too_long)
        told = await self.read(partial(tell_brought, data), self.identity.address_of(request))
        record = BROUGHT + hashlib.sha256(data).hexdigest()[:24]
        keep(self._brought, record, data.decode(), MOST_BROUGHT)
        keep(self._told, record, told, MOST_KEPT)
        return answer(Brought(record, f"/replay/{record}"), 201)

    async def replay(self, request: web.Request) -> web.Response:
        """A finished game through chosen eyes."""
        record, address = request.match_info["record"], self.identity.address_of(request)
        await self.check(request, record)
        told = await self.told(record, address)
        seats = read_eyes(request.query.get("eyes", ""), told.file.header.seats)
        if seats is None and len(told.steps) * told.file.header.seats > MOST_VIEWS:
            raise BadOptions("this game is too long to be seen by all seats at once: choose one")
        body = await self.read(lambda: encode(shown(record, told, seats)), address)
        response = web.Response(body=body, content_type="application/json")
        response.headers["Cache-Control"] = "no-store"
        response.enable_compression()
        return response

    async def past(self, request: web.Request) -> web.Response:
        """The present game of a table so far, as the seats of this person have seen it."""
        person, table = await self.identity.find(request), request.match_info["table"]
        body = await self.past_anywhere(table, person.id if person else "", self.identity.address_of(request))
        response = web.Response(body=body, content_type="application/json", headers={"Cache-Control": "no-store"})
        response.enable_compression()
        return response

    async def past_anywhere(self, table: str, person: str, address: str = "") -> bytes:
        """The present game of a table, whichever worker has it."""
        owner = self.peers.owner(table)
        if table in self.registry.tables or owner == self.peers.me:
            return await self.past_of(table, person, address)
        return zlib.decompress(await self.peers.ask(owner, bytes, "past", table, person))

    async def _answer_past(self, table: str, person: str) -> bytes:
        """Answer another worker that asks for the present game of a table."""
        return zlib.compress(await self.past_of(table, person, person), 1)

    async def past_of(self, table: str, person: str, owner: str = "") -> bytes:
        """The present game of a table of this worker, as the seats of somebody have seen it."""
        live = await self.registry.find(table)
        if not live.may_see(person):
            raise NoTable("there is no such table; perhaps it was closed")
        mine, history = tuple(live.table.seats_of(person)) if person else (), live.table.history()
        return await self.read(lambda: encode([live.broadcaster.update(happened, mine) for happened in history]), owner)

    # -- what the bots think

    async def losses(self, request: web.Request) -> web.Response:
        """Where points were lost; the first request starts the analysis, later ones see its progress."""
        record = request.match_info["record"]
        await self.check(request, record)
        return answer(await self.losses_anywhere(request, record))

    async def losses_anywhere(self, request: web.Request, record: str) -> Losses:
        """The same for a record that the caller may read, at whichever worker analyses it."""
        await self.told(record, self.identity.address_of(request))
        chosen = self.peers.choose(record)
        if chosen == self.peers.me:
            return await self.losses_of(record)
        return await self.peers.ask(chosen, Losses, "losses", record)

    async def losses_of(self, record: str) -> Losses:
        """The same, at the worker that runs the analysis."""
        told = await self.told(record)
        if record not in self._losses:
            if sum(not one.seats and not one.failed for one in self._losses.values()) >= MOST_WAITING:
                raise TooMany("many games are being looked at: try again in a moment")
            looking = Looking(len(told.file.moves))
            keep(self._losses, record, looking, MOST_LOSSES)
            if self.thinks_in is None:
                self._thinking.submit(look_through, told, looking)
            else:
                self._looking = asyncio.ensure_future(look_along(told, looking, self.thinks_in))
        found = self._losses[record]
        return Losses(LEVEL, found.done, found.total, found.seats, found.failed)

    # -- playing on

    async def play_on(self, request: web.Request) -> web.Response:
        """Open a table that continues from a point of a replay; what the seat could not see is dealt again."""
        wish: PlayOn = await read_body(request, PlayOn)
        person = await self.identity.need(request)
        await self.check(request, request.match_info["record"])
        address = self.identity.address_of(request)
        told = await self.told(request.match_info["record"], address)
        if wish.level not in offered_levels(told.game):
            raise BadOptions(f"{told.game.title} has no bot {quote(wish.level)}")
        start = await self.read(partial(begin_at, told, wish.at, wish.seat), address)
        header = told.file.header
        bots = ["" if seat == wish.seat else wish.level for seat in range(header.seats)]
        table = NewTable(header.game, header.seats, header.options, bots=bots, play_now=True)
        named = msgspec.structs.replace(person, name=person.name or "Guest")
        live = await self.registry.open(table, named, start, address)
        return answer(Opened(live.table.id, f"/t/{live.table.id}"), 201)


def keep(kept: OrderedDict[str, T], name: str, value: T, most: int) -> None:
    """Cache a replay, and drop the oldest if there are too many."""
    kept[name] = value
    kept.move_to_end(name)
    while len(kept) > most:
        kept.popitem(last=False)


# -- in the reading thread


def prove(text: str) -> RecordProof:
    """What `erre verify` says of a record."""
    file = parse_file(text)
    proof = verify(file, find_game(file.header.game))
    return RecordProof(proof.verdict, [Finding(is_good, words) for is_good, words in proof.findings])


def tell(text: str) -> Told:
    """Replay a record, step by step."""
    file = parse_file(text)
    game = find_game(file.header.game)
    return Told(file, game, list(replay(file, game)))


def tell_brought(data: bytes) -> Told:
    """Replay an uploaded file, if it is the record of a finished game."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise BadFile("this file is no game record: it is not text", "not_text") from None
    try:
        file = parse_file(text, "the file")
        end = check_whole(file)
        told = tell(text)
        if not chance.keeps_promise(bytes.fromhex(end.key), bytes.fromhex(end.salt), file.header.commitment):
            raise BadFile("the key in this file does not match its commitment", "key")
        if told.steps[-1].position.outcome != end.outcome:
            raise BadFile("the moves in this file do not lead to the outcome that it tells", "outcome")
        return told
    except BadFile:
        raise
    except Refusal as refusal:
        raise bad_file(refusal, text) from None


def check_whole(file: GameFile) -> EndLine:
    """The end of a record; refused if the game is not over, has too many moves, or was changed."""
    if file.end is None:
        raise BadFile("this game is not over: its key is still secret", "not_over")
    if len(file.moves) > MOST_MOVES:
        why = f"this record has {len(file.moves)} moves; {MOST_MOVES} are the most"
        raise BadFile(why, "many_moves", moves=len(file.moves), most=MOST_MOVES)
    if file.is_sealed is False:
        proof = verify(file, find_game(file.header.game))
        besides = "; ".join(words for good, words in proof.findings if not good and not words.startswith(SEAL_BROKEN))
        raise BadFile(f"{SEAL_BROKEN}{': ' if besides else ''}{besides}", "changed", said=besides)
    return file.end


def bad_file(refusal: Refusal, text: str) -> BadFile:
    """Why a file is no good record, with the line or the move that is to blame."""
    why = f"this file is no good record: {refusal}"[:300]
    if isinstance(refusal, BadRecord) and refusal.line:
        return BadFile(why, "line", line=refusal.line, said=refusal.why)
    if isinstance(refusal, BadRecord) and refusal.move:
        return BadFile(why, "move", move=refusal.move, said=refusal.why, rule=refusal.rule or "")
    return BadFile(why) if text.strip() else BadFile(why, "empty")


def read_eyes(text: str, seats: int) -> list[int] | None:
    """The seats whose eyes are asked for; an empty list is a spectator's, None all of them together."""
    if text == ALL:
        return None
    if not text:
        return []
    if not text.isascii() or not text.isdigit() or len(text) > 2 or int(text) >= seats:
        raise BadOptions(f"eyes: a seat from 0 to {seats - 1}, `{ALL}`, or nothing for a spectator's")
    return [int(text)]


def shown(record: str, told: Told, seats: list[int] | None) -> Replay:
    """A game through the eyes of some seats."""
    header = told.file.header
    return Replay(
        id=record,
        game=header.game,
        options=msgspec.to_builtins(told.game.read_options(header.options)),
        players=header.players,
        started=header.started,
        outcome=told.steps[-1].position.outcome,
        commitment=header.commitment,
        given=header.position is not None,
        kept=not record.startswith(BROUGHT),
        steps=[shown_step(told.game, header.players, number, step, seats) for number, step in enumerate(told.steps)],
    )


def shown_step(game: AnyGame, names: list[str], number: int, step: Step, seats: list[int] | None) -> ReplayStep:
    """One step through the eyes of some seats."""
    events = [told_event(game, event, seats) for event in step.events]
    line = step.move
    return ReplayStep(
        number=number,
        at=line.at if line else 0,
        seat=line.seat if line else None,
        move=told_move(step, events, seats),
        part=int(getattr(step.position.truth, game.part_field, 0)),
        events=[shown_event(game, event, names) for event in events],
        eyes=looks(step.position, seats),
    )


def told_event(game: AnyGame, event: Event, seats: list[int] | None) -> Event:
    """An event as some eyes know it."""
    if seats is None:
        return event
    known: Event = game.redact(event, seats[0] if seats else None)
    return known


def told_move(step: Step, events: list[Event], seats: list[int] | None) -> str | None:
    """The text of a move for those who know it: its own event is the first, and tells them all."""
    if step.move is None:
        return None
    if seats is None or step.move.seat in seats:
        return step.move.move
    return step.move.move if step.events and events[0] == step.events[0] else None


def looks(position: Position, seats: list[int] | None) -> list[SeatView]:
    """A position through some eyes; nobody can move in a replay."""
    wanted: list[int | None] = [*range(position.seats)] if seats is None else [*seats] or [None]
    return [SeatView(seat, shown_view(position.game, position.shown(seat)), [], False) for seat in wanted]


def begin_at(told: Told, at: int, seat: int) -> Started:
    """A game that goes on from a step: what the seat could not see is dealt again, and chance gets a new key."""
    if not 0 <= at < len(told.steps):
        raise BadOptions(f"this game has the points 0 to {len(told.steps) - 1}")
    position = told.steps[at].position
    if position.outcome is not None:
        raise BadOptions("the game is over there: choose an earlier point")
    if not 0 <= seat < position.seats:
        raise BadOptions(f"there is no seat {seat}: the seats are 0 to {position.seats - 1}")
    game, key = told.game, chance.fresh_key()
    s = game.imagine(position.view(seat), fresh_luck(secrets.randbits(62)))
    for name in game.public_fields:  # these stay as they were when the rest is imagined
        getattr(s, name)[:] = getattr(position.truth, name)
    chance.put_key(s, key)
    given = Position(game, s).to_json()
    Position.from_json(game, given)  # refused here rather than at the table
    return Started(key.hex(), chance.fresh_salt().hex(), game.rules_version, given, new_record_id())


# -- in the thinking thread


def look_through(told: Told, looking: Looking) -> None:
    """Analyse every decision of a game."""
    try:
        wait_for(told.game.name)
        found = analyse(
            told.game,
            told.file,
            level=LEVEL,
            playouts=told.game.analysis_playouts,
            worst=WORST,
            progress=looking.progress,
        )
        looking.seats = losses_in(found.seats)
    except Refusal as refusal:
        looking.failed = refusal.why
    except Exception:
        log_error("no analysis", game=told.game.name)
        looking.failed = "the bots have nothing to say about this game"


async def look_along(told: Told, looking: Looking, pool: FairPool) -> None:
    """Analyse every decision of a game without a thread: after each of them, others have their turn."""
    budget, found = Budget(playouts=told.game.analysis_playouts), list[Decision]()
    try:
        for question in questions(told.game, told.file, looking.progress):
            found.append(await pool.run("analysis", decided, question, LEVEL, budget, 0))
            await asyncio.sleep(0)
        seats = range(told.file.header.seats)
        looking.seats = losses_in([seat_analysis(told.file, seat, found, WORST) for seat in seats])
    except Refusal as refusal:
        looking.failed = refusal.why
    except Exception:
        log_error("no analysis", game=told.game.name)
        looking.failed = "the bots have nothing to say about this game"


def losses_in(seats: list[SeatAnalysis]) -> list[SeatLoss]:
    """What an analysis found, as pages are told."""
    return [SeatLoss(one.seat, one.decisions, one.agreed, one.cost, one.worst, one.best) for one in seats]
