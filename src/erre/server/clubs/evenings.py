"""Evenings over HTTP: creating, joining, the steps of the host, results, and files to save."""

from __future__ import annotations

import contextlib
import secrets
from hmac import compare_digest

import msgspec
from aiohttp import web

from erre.clubs import steps
from erre.clubs.evening import Evening, Setup
from erre.clubs.refusals import BadEvening, NotTheHost, NotThisStage, TooManyEvenings
from erre.clubs.tables_text import results_csv, standings_csv
from erre.core.errors import Refusal
from erre.core.game import AnyGame
from erre.games import game as find_game
from erre.server.clubs.club_types import Add, AnyStep, MyClubs, NewEvening, PaperResult, SetSeason
from erre.server.clubs.compared import compared_deals
from erre.server.clubs.evening_book import EveningBook, check_host
from erre.server.clubs.evening_view import club_of, is_host_away, line_of, season_info, sheet_word, view_of
from erre.server.clubs.host_steps import HostSteps
from erre.server.clubs.laying import Laying
from erre.server.clubs.rounds import Rounds, notice_of
from erre.server.logs import log
from erre.server.net.headers import check_origin
from erre.server.net.http import answer, read_body
from erre.server.net.http_types import Opened
from erre.server.net.identity import Identity
from erre.server.storage import clubs
from erre.server.storage.clubs import Season, Stored
from erre.server.storage.contract import Person
from erre.server.tables.bot_runner import levels_of
from erre.server.tables.services import Services
from erre.server.tables.table_registry import new_id
from erre.table.clean_text import clean_name, one_line
from erre.table.refusals import NoName

LONGEST_TITLE = 60
MOST_OPEN = 10  # evenings of one host that are not over
CREATED, CREATED_PER_SECOND = 10.0, 0.002  # evenings that one person, or five times as many that one address creates
SEEN_EVERY = 60_000  # milliseconds between two notes that the host is here


class Evenings:
    """The HTTP handlers of `/api/evenings`."""

    def __init__(self, services: Services, identity: Identity, laying: Laying) -> None:
        self.store, self.limits, self.names = services.store, services.limits, services.names
        self.identity, self.now, self.notices = identity, services.clock.now, services.notices
        self.book = EveningBook(services.store, services.clock)
        self.rounds = Rounds(self.book, laying, services.notices)
        self.steps = HostSteps(self.book, self.rounds)

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
        return await self.book.read(request.match_info["evening"])

    async def mine(self, request: web.Request) -> web.Response:
        """The evenings and seasons of the person who asks."""
        person = await self.identity.find(request)
        if person is None:
            return answer(MyClubs([], []))
        found = await self.store.read(lambda: clubs.evenings_of(person.id))
        seasons = await self.store.look(lambda: clubs.seasons_of(person.id))
        lines = [line_of(stored, person.id) for stored in found]
        return answer(MyClubs(lines, [season_info(one) for one in seasons]))

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
        evening, season, journal, seasons = stored.evening, None, None, None
        if evening.season:
            with contextlib.suppress(Refusal):
                season = await self.store.look(lambda: clubs.read_season(evening.season))
        if person and evening.host == person:
            journal = await self.store.look(lambda: clubs.steps_of(evening.id))
            seasons = await self.store.look(lambda: clubs.seasons_of(person))
        return view_of(stored, person, self.now(), season, journal, seasons)

    async def _look_after(self, stored: Stored, person: str) -> None:
        """Note that the host is here, and look after the tables of the running round."""
        evening, now = stored.evening, self.now()
        if person and person == evening.host and now - stored.host_seen > SEEN_EVERY:
            await self.store.run(lambda: clubs.note_host(evening.id, person, now))
        self.rounds.look_after(evening)

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
            raise NotThisStage("compare_later")
        return answer(await compared_deals(self.store, evening))

    # -- creating, coming and going

    async def create(self, request: web.Request) -> web.Response:
        """Create an evening."""
        wish: NewEvening = await read_body(request, NewEvening)
        person = await self.named(request)
        setup = checked_setup(wish.setup)
        await self.names.check_words(setup.name)
        await self.check_season(wish.season, person)
        self.check_quota(request, person)
        now = self.now()
        evening = Evening(new_id(), setup, secrets.token_hex(32), person.id, season=wish.season, created=now)
        if not await self.store.run(lambda: clubs.new_evening(evening, now, MOST_OPEN)):
            raise TooManyEvenings("most_evenings", most=MOST_OPEN)
        if wish.plays:
            await self.book.change(evening.id, "", lambda found: steps.join(found, person.id, person.name))
        await self.store.run(lambda: clubs.drop_old(now))
        log("an evening was created", evening=evening.id, game=setup.game)
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
            raise NotTheHost("season_host_only")
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
        stored = await self.book.change(
            request.match_info["evening"], "", lambda found: steps.join(found, person.id, person.name)
        )
        return answer(await self.view(stored, person.id))

    async def leave(self, request: web.Request) -> web.Response:
        """Go home: no more seats from the next round on."""
        check_origin(request, "")
        person = await self.identity.need(request)

        def go(found: Evening) -> None:
            member = found.member_of(person.id)
            if member is None:
                raise NotThisStage("not_a_player")
            steps.set_out(found, member.number, True)

        return answer(await self.view(await self.book.change(request.match_info["evening"], "", go), person.id))

    async def take_over(self, request: web.Request) -> web.Response:
        """Become the host where the host has disappeared."""
        check_origin(request, "")
        person = await self.identity.need(request)
        stored = await self.read(request)
        if not is_host_away(stored, self.now()):
            raise NotThisStage("host_is_here")

        def take(found: Evening) -> None:
            member = found.member_of(person.id)
            if member is None or member.is_out:
                raise NotTheHost("players_only")
            found.host = person.id

        return answer(await self.view(await self.book.change(stored.evening.id, "take_over", take), person.id))

    # -- the host's steps, and results

    async def step(self, request: web.Request) -> web.Response:
        """Carry out a step of the host."""
        wish: AnyStep = await read_body(request, AnyStep)  # type: ignore[arg-type]
        person = await self.identity.need(request)
        if isinstance(wish, Add):
            await self.names.check(clean_name(wish.name), "")
        stored = await self.read(request)
        check_host(stored.evening, person.id)
        if isinstance(wish, SetSeason):
            await self.check_season(wish.season, person)
        await self.steps.carry_out(stored.evening, wish, person.id)
        return answer(await self.view(await self.read(request), person.id))

    async def result(self, request: web.Request) -> web.Response:
        """Scores of a real table, from its sheet or from one of its players."""
        wish: PaperResult = await read_body(request, PaperResult)
        stored = await self.read(request)
        evening = stored.evening
        if not evening.setup.paper or not evening.begun():
            raise NotThisStage("no_paper_round")
        person = await self.identity.find(request)
        mine = steps.seat_of(evening, person.id) if person else None
        is_theirs = mine is not None and mine[1] == wish.table
        is_table = 0 <= wish.table < len(evening.rounds[-1].tables)
        if not is_table or not (is_theirs or is_word(wish.word, evening, wish.table)):
            raise NotTheHost("sheet_needed")
        number = len(evening.begun()) - 1
        if wish.round not in (None, number):
            raise NotThisStage("other_round")
        stored = await self.book.change(
            evening.id,
            f"result {number} {wish.table}",
            lambda found: steps.enter_scores(found, number, wish.table, wish.scores, "player"),
        )
        return answer(await self.view(stored, person.id if person else ""))


def is_word(word: str, evening: Evening, table: int) -> bool:
    """Whether this is the word on the sheet of a table."""
    return compare_digest(word.encode(), sheet_word(evening, table).encode())


def checked_setup(setup: Setup) -> Setup:
    """Settings as they are stored; refused where they make no evening of their game."""
    game: AnyGame = find_game(setup.game)
    steps.check_setup(setup, game.least_seats, game.most_seats)
    if setup.bots and setup.bots not in levels_of(game):
        raise BadEvening("no_such_bot", game=game.title, levels=", ".join(levels_of(game)))
    if setup.duplicate and not game.can_duplicate:
        raise BadEvening("no_shared_deal", game=game.title)
    if setup.seating == "alone" and game.is_race:
        raise BadEvening("race_alone", game=game.title)
    options = msgspec.to_builtins(game.read_options(setup.options))
    return msgspec.structs.replace(
        setup, name=one_line(setup.name, LONGEST_TITLE, "the name of an evening"), options=options
    )


def csv_file(text: str, name: str) -> web.Response:
    """A CSV file to save; the mark at its beginning tells spreadsheets that it is UTF-8."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"', "Cache-Control": "no-store"}
    return web.Response(body=b"\xef\xbb\xbf" + text.encode(), content_type="text/csv", headers=headers)
