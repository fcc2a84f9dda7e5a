"""Evenings over HTTP: creating, joining, the steps of the host, results, and files to save."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from hmac import compare_digest
from typing import Any

import msgspec
from aiohttp import web

from erre.clubs import steps
from erre.clubs.deals import deal_of
from erre.clubs.evening import Evening, NotTheHost, NotThisStage
from erre.clubs.tables_text import results_csv, standings_csv
from erre.core.errors import BadOptions, Refusal
from erre.core.game import AnyGame
from erre.games import game as find_game
from erre.server.clubs.club_types import (
    Add,
    AnyStep,
    Begin,
    End,
    Extend,
    Finish,
    HandOn,
    MyClubs,
    NewEvening,
    Out,
    PaperResult,
    Plan,
    Score,
    SeasonInfo,
    SetSeason,
    Swap,
    Undo,
)
from erre.server.clubs.compared import compared_deals
from erre.server.clubs.evening_view import club_of, deal_name, is_host_away, line_of, sheet_word, view_of
from erre.server.clubs.laying import Laying, Seated
from erre.server.logs import log, log_warning
from erre.server.net.headers import check_origin
from erre.server.net.http import answer, read_body
from erre.server.net.http_types import Opened
from erre.server.net.identity import Identity
from erre.server.notices.notice import Notice
from erre.server.storage import clubs
from erre.server.storage.clubs import Season, Stored
from erre.server.storage.contract import Person, StorageFailed
from erre.server.tables.bot_runner import levels_of
from erre.server.tables.services import Services
from erre.server.tables.table_registry import new_id
from erre.table.clean_text import clean_name, one_line
from erre.table.refusals import NoName, TooManyTables

LONGEST_TITLE = 60
MOST_OPEN = 10  # evenings of one host that are not over
CREATED, CREATED_PER_SECOND = 10.0, 0.002  # evenings that one person, or five times as many that one address creates
WAKE_EVERY = 30.0  # seconds between two looks after tables that a restart has left on disk
SEEN_EVERY = 60_000  # milliseconds between two notes that the host is here
MOST_KEPT = 500


class Evenings:
    """The HTTP handlers of `/api/evenings`."""

    def __init__(self, services: Services, identity: Identity, laying: Laying) -> None:
        self.store, self.limits, self.names = services.store, services.limits, services.names
        self.identity, self.laying, self.now, self.notices = identity, laying, services.clock.now, services.notices
        self._locks: OrderedDict[str, asyncio.Lock] = OrderedDict()
        self._woken: OrderedDict[str, float] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/evenings", self.mine),
            web.post("/api/evenings", self.create),
            web.get("/api/evenings/{evening}", self.show),
            web.post("/api/evenings/{evening}/join", self.join),
            web.post("/api/evenings/{evening}/leave", self.leave),
            web.post("/api/evenings/{evening}/take_over", self.take_over),
            web.post("/api/evenings/{evening}/step", self.step),
            web.post("/api/evenings/{evening}/result", self.result),
            web.get("/api/evenings/{evening}/deals", self.deals),
            web.get("/api/evenings/{evening}/standings.csv", self.standings),
            web.get("/api/evenings/{evening}/results.csv", self.results),
        ]

    # -- reading

    async def read(self, request: web.Request) -> Stored:
        """The evening that a request is about."""
        evening = request.match_info["evening"]
        return await self.store.read(lambda: clubs.read_evening(evening))

    async def mine(self, request: web.Request) -> web.Response:
        """The evenings and seasons of the person who asks."""
        person = await self.identity.find(request)
        if person is None:
            return answer(MyClubs([], []))
        found = await self.store.read(lambda: clubs.evenings_of(person.id))
        seasons = await self.store.look(lambda: clubs.seasons_of(person.id))
        lines = [line_of(stored, person.id) for stored in found]
        return answer(MyClubs(lines, [SeasonInfo(one.id, one.name, one.best) for one in seasons]))

    async def show(self, request: web.Request) -> web.Response:
        """An evening; nothing is sent to a page that knows it already."""
        stored = await self.read(request)
        person = await self.identity.find(request)
        mine = person.id if person else ""
        tag = f'"{stored.revision}-{int(is_host_away(stored, self.now()))}"'
        await self._look_after(stored, mine)
        if request.headers.get("If-None-Match") == tag:
            return web.Response(status=304, headers={"ETag": tag, "Cache-Control": "no-store"})
        if steps.seat_of(stored.evening, mine) is not None:
            self.notices.settle_soon(mine, notice_of(stored.evening.id))
        response = answer(await self.view(stored, mine))
        response.headers["ETag"] = tag
        response.enable_compression()
        return response

    async def view(self, stored: Stored, person: str) -> object:
        """An evening as a person sees it."""
        evening, season, journal = stored.evening, None, None
        if evening.season:
            with contextlib.suppress(Refusal):
                season = await self.store.look(lambda: clubs.read_season(evening.season))
        if person and evening.host == person:
            journal = await self.store.look(lambda: clubs.steps_of(evening.id))
        return view_of(stored, person, self.now(), season, journal)

    async def _look_after(self, stored: Stored, person: str) -> None:
        """Note that the host is here, and load tables of the running round that are only on disk."""
        evening, now = stored.evening, self.now()
        if person and person == evening.host and now - stored.host_seen > SEEN_EVERY:
            await self.store.run(lambda: clubs.note_host(evening.id, person, now))
        if evening.stage == "playing" and time.monotonic() - self._woken.get(evening.id, 0.0) > WAKE_EVERY:
            self._woken[evening.id] = time.monotonic()
            if len(self._woken) > MOST_KEPT:
                self._woken.popitem(last=False)
            left = [plan.table for plan in evening.rounds[-1].tables if plan.table and plan.result is None]
            self._do(self._wake(left))

    async def _wake(self, tables: list[str]) -> None:
        for table in tables:
            try:
                await self.laying.wake(table)
            except (Refusal, StorageFailed) as error:
                log_warning("a table of an evening cannot be loaded", table=table, reason=str(error))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def standings(self, request: web.Request) -> web.Response:
        """The standings as CSV."""
        stored = await self.read(request)
        return csv_file(standings_csv(stored.evening), f"erre-{stored.evening.id}-standings")

    async def results(self, request: web.Request) -> web.Response:
        """All results as CSV."""
        stored = await self.read(request)
        return csv_file(results_csv(stored.evening), f"erre-{stored.evening.id}-results")

    async def deals(self, request: web.Request) -> web.Response:
        """How every table played each deal of a tournament that is over."""
        stored = await self.read(request)
        evening = stored.evening
        if not evening.setup.duplicate or not evening.is_ended:
            raise NotThisStage("the deals can be compared when the tournament is over")
        return answer(await compared_deals(self.store, evening))

    # -- creating, coming and going

    async def create(self, request: web.Request) -> web.Response:
        """Create an evening."""
        wish: NewEvening = await read_body(request, NewEvening)
        person = await self.named(request)
        setup = wish.setup
        game = find_game(setup.game)
        steps.check_setup(setup, game.least_seats, game.most_seats)
        if setup.bots and setup.bots not in levels_of(game):
            raise BadOptions(f"{game.title} has no such bot; it has {', '.join(levels_of(game))}")
        if setup.duplicate and not game.can_duplicate:
            raise BadOptions(f"{game.title} has no deal that two tables could share")
        if setup.seating == "alone" and game.is_race:
            raise BadOptions(f"{game.title} is a race: nobody plays it alone for points")
        options = msgspec.to_builtins(game.read_options(setup.options))
        name = one_line(setup.name, LONGEST_TITLE, "the name of an evening")
        await self.names.check_words(name)
        await self.check_season(wish.season, person)
        self.check_quota(request, person)
        evening = Evening(
            new_id(), msgspec.structs.replace(setup, name=name, options=options), secrets.token_hex(32), person.id,
            season=wish.season, created=self.now(),
        )  # fmt: skip
        now = self.now()
        if not await self.store.run(lambda: clubs.new_evening(evening, now, MOST_OPEN)):
            raise TooManyTables(f"you host {MOST_OPEN} evenings already: end one of them first")
        if wish.plays:
            await self.change(evening.id, "", lambda found: void(steps.join(found, person.id, person.name)))
        await self.store.run(lambda: clubs.drop_old(now))
        log("an evening was created", evening=evening.id, game=game.name)
        return answer(Opened(evening.id, club_of(evening.id)), 201)

    def check_quota(self, request: web.Request, person: Person) -> None:
        """Refuse somebody who creates too many evenings or seasons."""
        address = self.identity.address_of(request)
        self.limits.spend(f"evenings of {person.id}", 1.0, CREATED, CREATED_PER_SECOND)
        self.limits.spend(f"evenings at {address}", 1.0, 5 * CREATED, 5 * CREATED_PER_SECOND)

    async def check_season(self, season: str, person: Person) -> Season | None:
        """Refuse a season of somebody else."""
        if not season:
            return None
        found = await self.store.look(lambda: clubs.read_season(season))
        if found.host != person.id:
            raise NotTheHost("only the host of a season adds evenings to it")
        return found

    async def named(self, request: web.Request) -> Person:
        """The person who asks, once they have a name."""
        person = await self.identity.need(request)
        if not person.name:
            raise NoName("choose a name first")
        if not person.is_named:
            await self.names.check(person.name, person.id)
        return person

    async def join(self, request: web.Request) -> web.Response:
        """Take part in an evening."""
        check_origin(request, "")
        person = await self.named(request)
        stored = await self.change(
            request.match_info["evening"], "", lambda found: void(steps.join(found, person.id, person.name))
        )
        return answer(await self.view(stored, person.id))

    async def leave(self, request: web.Request) -> web.Response:
        """Go home: no more seats from the next round on."""
        check_origin(request, "")
        person = await self.identity.need(request)

        def go(found: Evening) -> None:
            member = found.member_of(person.id)
            if member is None:
                raise NotThisStage("you do not take part in this evening")
            steps.set_out(found, member.number, True)

        return answer(await self.view(await self.change(request.match_info["evening"], "", go), person.id))

    async def take_over(self, request: web.Request) -> web.Response:
        """Become the host where the host has disappeared."""
        check_origin(request, "")
        person = await self.identity.need(request)
        stored = await self.read(request)
        if not is_host_away(stored, self.now()):
            raise NotThisStage("the host is here, or was a moment ago")

        def take(found: Evening) -> None:
            member = found.member_of(person.id)
            if member is None or member.is_out:
                raise NotTheHost("only players of this evening can become its host")
            found.host = person.id

        return answer(await self.view(await self.change(stored.evening.id, "take_over", take), person.id))

    # -- the host's steps

    async def change(self, evening: str, what: str, change: Callable[[Evening], None], by_host: bool = False) -> Stored:
        """Carry out a step and store the evening."""
        step, now = secrets.token_hex(8), self.now()
        return await self.store.run(lambda: clubs.change_evening(evening, step, what, change, now, by_host))

    async def step(self, request: web.Request) -> web.Response:
        """Carry out a step of the host."""
        wish: AnyStep = await read_body(request, AnyStep)  # type: ignore[arg-type]
        person = await self.identity.need(request)
        if isinstance(wish, Add):
            await self.names.check(clean_name(wish.name), "")
        stored = await self.read(request)
        check_host(stored.evening, person.id)
        evening = stored.evening.id
        async with self._lock(evening):
            match wish:
                case Begin():
                    stored = await self._begin(evening, person.id)
                case Finish(table=table):
                    await self._finish(stored.evening, table)
                case Undo():
                    now, name = self.now(), secrets.token_hex(8)
                    for table_id in await self.store.run(lambda: clubs.undo(evening, name, now)):
                        await self._release(table_id)
                case SetSeason(season=season):
                    await self.check_season(season, person)
                    await self.change(evening, "season", lambda found: setattr(found, "season", season))
                case End():
                    stored = await self.change(evening, "end", by_host_only(person.id, steps.end), True)
                    for member in stored.evening.members:
                        if member.person:
                            self.notices.settle_soon(member.person, notice_of(evening))
                    if stored.evening.setup.duplicate:
                        await self.store.run(lambda: clubs.unseal(club_of(evening)))
                case _:
                    await self.change(evening, journal_of(wish), by_host_only(person.id, self.doing(wish)), True)
        stored = await self.store.read(lambda: clubs.read_evening(evening))
        return answer(await self.view(stored, person.id))

    def doing(self, wish: AnyStep) -> Callable[[Evening], None]:
        """What a plain step changes."""
        now = self.now()

        def change(found: Evening) -> None:
            match wish:
                case Plan():
                    steps.plan_round(found, find_game(found.setup.game).least_seats)
                case Swap(one=one, other=other):
                    steps.swap(found, one, other)
                case Extend(minutes=minutes):
                    steps.extend(found, minutes, now)
                case Score(round=round_no, table=table, scores=scores):
                    steps.enter_scores(found, round_no, table, scores, "host")
                case Add(name=name):
                    if not found.setup.paper:
                        raise NotThisStage("players of live tables join with their own device: show them the code")
                    steps.join(found, "", clean_name(name))
                case Out(number=number, is_out=is_out):
                    steps.set_out(found, number, is_out)
                case HandOn(number=number):
                    member = found.member(number)
                    if not member.person:
                        raise BadOptions("the host needs a device of their own")
                    found.host = member.person
                case _:
                    raise BadOptions("there is no such step")

        return change

    def _lock(self, evening: str) -> asyncio.Lock:
        """One step of an evening at a time, at this worker."""
        lock = self._locks.setdefault(evening, asyncio.Lock())
        self._locks.move_to_end(evening)
        for name in list(self._locks)[:-MOST_KEPT]:
            if not self._locks[name].locked():
                del self._locks[name]
        return lock

    async def _begin(self, evening: str, host: str) -> Stored:
        """Open the tables of the planned round, then begin it."""
        planned = (await self.store.read(lambda: clubs.read_evening(evening))).evening
        if planned.stage != "planned":
            raise NotThisStage("draw the seats first")
        seats = [list(plan.seats) for plan in planned.rounds[-1].tables]
        opened: list[str] = []
        now = self.now()

        def begin(found: Evening) -> None:
            if found.stage != "planned" or [list(plan.seats) for plan in found.rounds[-1].tables] != seats:
                raise NotThisStage("the seats have changed meanwhile: look again")
            steps.start_round(found, now, opened)

        try:
            if not planned.setup.paper:
                for at in range(len(seats)):
                    opened.append(await self._open(planned, at))
            stored = await self.change(evening, "start", by_host_only(host, begin), True)
            self._call(stored.evening)
            return stored
        except BaseException:
            for table in opened:
                await self._release(table)
            raise

    def _call(self, evening: Evening) -> None:
        """Tell everybody who sits in the round that has begun; those who are here are led to their table anyway."""
        number = len(evening.rounds)
        for table in evening.rounds[-1].tables:
            for player in table.seats:
                member = None if steps.is_bot(player) else evening.member(player)
                if member is not None and member.person:
                    path = f"/t/{table.table}" if table.table else club_of(evening.id)
                    details = {"club": evening.setup.name, "number": str(number)}
                    key = f"round {evening.id} {number} {table.table}"
                    self.notices.tell_soon(member.person, Notice("round", notice_of(evening.id), key, path, details))

    async def _open(self, evening: Evening, at: int) -> str:
        """Open a live table of the planned round."""
        setup, number = evening.setup, len(evening.rounds) - 1
        game: AnyGame = find_game(setup.game)
        level = setup.bots or game.usual_level
        seated = []
        for player in evening.rounds[-1].tables[at].seats:
            member = None if steps.is_bot(player) else evening.member(player)
            playing = member is not None and bool(member.person)
            seated.append(Seated(member.name, member.person) if member and playing else Seated(level=level))
        deal = deal_of(evening.secret, deal_name(number)) if setup.duplicate else None
        return await self.laying.open(game, setup.options, seated, setup.name, club_of(evening.id), deal)

    async def _release(self, table: str) -> None:
        """Let bots finish a table that no evening waits for any more."""
        with contextlib.suppress(Refusal, StorageFailed):
            await self.laying.finish(table)

    async def _finish(self, evening: Evening, table_no: int) -> None:
        """Let bots finish a table of the running round."""
        if evening.stage != "playing":
            raise NotThisStage("no round is being played")
        plan = evening.find_table(len(evening.rounds) - 1, table_no)
        if plan.result is not None or not plan.table:
            raise NotThisStage("this table has a result, or is played with real cards: enter its scores")
        await self.laying.finish(plan.table)
        await self.change(evening.id, f"finish {table_no}", lambda found: None)

    async def result(self, request: web.Request) -> web.Response:
        """Scores of a real table, from its sheet or from one of its players."""
        wish: PaperResult = await read_body(request, PaperResult)
        stored = await self.read(request)
        evening = stored.evening
        if not evening.setup.paper or not evening.begun():
            raise NotThisStage("no round with real cards is being played")
        person = await self.identity.find(request)
        mine = steps.seat_of(evening, person.id) if person else None
        is_theirs = mine is not None and mine[1] == wish.table
        is_table = 0 <= wish.table < len(evening.rounds[-1].tables)
        if not is_table or not (is_theirs or compare_digest(wish.word, sheet_word(evening, wish.table))):
            raise NotTheHost("the code of this table is needed: scan its sheet")
        number = len(evening.begun()) - 1
        stored = await self.change(
            evening.id,
            f"result {number} {wish.table}",
            lambda found: steps.enter_scores(found, number, wish.table, wish.scores, "player"),
        )
        return answer(await self.view(stored, person.id if person else ""))


def notice_of(evening: str) -> str:
    """What notices about an evening are about."""
    return f"evening {evening}"


def void(value: object) -> None:
    """Drop a result."""


def check_host(evening: Evening, person: str) -> None:
    """Refuse anybody but the host."""
    if not person or evening.host != person:
        raise NotTheHost("only the host of this evening may do that")


def by_host_only(person: str, change: Callable[[Evening], None]) -> Callable[[Evening], None]:
    """A change that is refused to somebody who is no longer the host."""

    def checked(found: Evening) -> None:
        check_host(found, person)
        change(found)

    return checked


def journal_of(wish: AnyStep) -> str:
    """A step as a line of the journal: its name and its numbers, never a name."""
    plain = msgspec.to_builtins(wish)
    values = [str(value).replace(" ", "") for key, value in plain.items() if key not in ("step", "name")]
    return " ".join([plain["step"], *values])


def csv_file(text: str, name: str) -> web.Response:
    """A CSV file to save; the mark at its beginning tells spreadsheets that it is UTF-8."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"', "Cache-Control": "no-store"}
    return web.Response(body=b"\xef\xbb\xbf" + text.encode(), content_type="text/csv", headers=headers)
