"""The deal of the day over HTTP: everybody plays the same deal against the same bots, once a day in each game."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from datetime import date

from aiohttp import web

from erre.clubs import daily
from erre.clubs.deals import Deal, deal_of
from erre.clubs.refusals import BadEvening, NotThisStage
from erre.clubs.scoring import matchpoints, rounded
from erre.core.errors import Refusal
from erre.core.game import AnyGame
from erre.games import all_games, usual_seats
from erre.games import game as find_game
from erre.server.clubs.club_types import DayGame, DayLine, DayView, DealProof, PastDay
from erre.server.clubs.compared import compared_table
from erre.server.clubs.evenings import Evenings
from erre.server.clubs.laying import Laying, Seated
from erre.server.net.headers import check_origin
from erre.server.net.http import answer
from erre.server.net.http_types import Opened
from erre.server.storage import clubs
from erre.server.storage.clubs import NoEvening, Play
from erre.server.storage.contract import Person, StorageFailed
from erre.server.storage.notice_book import secret

MY_SEAT = 0  # where everybody sits
SHOWN = 100  # lines of a ranking
COMPARED = 30  # tables side by side
LOOK_BACK = 400  # days of a streak
NEWCOMER = "Guest"


class DealOfDay:
    """The HTTP handlers of `/api/deal`."""

    def __init__(self, evenings: Evenings, laying: Laying) -> None:
        self.store, self.identity, self.limits = evenings.store, evenings.identity, evenings.limits
        self.laying, self.now = laying, evenings.now
        self._secret = ""
        self._opened = ""  # the day up to which older records were opened
        self._beginning: dict[str, asyncio.Lock] = {}

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/deal", self.today),
            web.post("/api/deal/{game}", self.play),
            web.get("/api/deal/{game}/{day}", self.past),
        ]

    async def deal(self, day: str, game: str) -> Deal:
        """The deal of a game on a day."""
        if not self._secret:
            fresh = secrets.token_hex(32)
            self._secret = await self.store.run(lambda: secret("deal of the day", fresh))
        return deal_of(self._secret, daily.deal_name(day, game))

    async def today(self, request: web.Request) -> web.Response:
        """The deals of today, and the ranking of those that the person has finished."""
        person = await self.identity.find(request)
        day = daily.day_at(self.now())
        await self._open_past(day)
        games = [await self._game(game, day, person) for game in all_games() if game.can_duplicate]
        return answer(DayView(day, daily.end_of(day), self.now(), games))

    async def _open_past(self, day: str) -> None:
        """Once a day: the records of the days before can be read."""
        if self._opened != day:
            await self.store.run(lambda: clubs.open_days(day))
            self._opened = day

    async def _game(self, game: AnyGame, day: str, person: Person | None) -> DayGame:
        """One game of today, as a person sees it."""
        me, monday = person.id if person else "", daily.week_of(day)
        plays = await self.store.read(lambda: clubs.plays_of_days(monday, day, game.name))
        done = [play for play in plays if play.ended and play.day == day]
        mine = next((play for play in plays if play.day == day and play.person == me), None)
        since = daily.moved(day, -LOOK_BACK)
        own = await self.store.look(lambda: clubs.plays_of_person(me, since)) if me else []
        days = {play.day for play in own if play.game == game.name and play.ended}
        is_done = mine is not None and bool(mine.ended)
        shown = [play for play in plays if play.ended and (is_done or play.day != day)]
        return DayGame(
            game=game.name,
            level=game.usual_level,
            seats=usual_seats(game),
            is_begun=mine is not None,
            is_done=is_done,
            table=mine.table if mine else "",
            score=mine.score if mine and is_done else 0,
            rank=mine.rank if mine and is_done else 0,
            players=len(done),
            streak=daily.streak(days, day),
            commitment=(await self.deal(day, game.name)).commitment,
            next_commitment=(await self.deal(daily.moved(day, 1), game.name)).commitment,
            ranking=ranking(done, me, with_records=False) if is_done else [],
            week=week_ranking(shown, me),
        )

    async def play(self, request: web.Request) -> web.Response:
        """Begin today's deal of a game, or go on with it."""
        check_origin(request, "")
        person = await self.identity.need(request)
        game = find_game(request.match_info["game"])
        if not game.can_duplicate:
            raise BadEvening("no_shared_deal", game=game.title)
        lock = self._beginning.setdefault(person.id, asyncio.Lock())
        try:
            async with lock:
                play = await self._begin(request, person, game)
        finally:
            if not lock.locked():
                self._beginning.pop(person.id, None)
        return answer(Opened(play.table, f"/t/{play.table}"), 201)

    async def _begin(self, request: web.Request, person: Person, game: AnyGame) -> Play:
        """Somebody's play of today; opened if there is none."""
        day = daily.day_at(self.now())
        plays = await self.store.look(lambda: clubs.plays_of_person(person.id, day))
        for play in plays:
            if play.game == game.name and play.day == day:
                return play
        self.limits.check_opening(self.identity.address_of(request), person.id)
        name = person.name or NEWCOMER
        seated = [Seated(name, person.id), *[Seated(level=game.usual_level)] * (usual_seats(game) - 1)]
        deal = await self.deal(day, game.name)
        table = await self.laying.open(game, {}, seated, name, f"/deal/{day}", deal)
        begun = Play(day, game.name, person.id, name, table, self.now(), 0, 0, 0, "")
        play = await self.store.run(lambda: clubs.begin_play(begun))
        if play.table != table:  # begun at another worker meanwhile
            with contextlib.suppress(Refusal, StorageFailed):
                await self.laying.finish(table)
        return play

    async def past(self, request: web.Request) -> web.Response:
        """A day that is over: the key of its deal, and everybody's play side by side."""
        game, day = find_game(request.match_info["game"]), request.match_info["day"]
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", day) or not is_date(day) or not game.can_duplicate:
            raise NoEvening("there is no such day")
        today = daily.day_at(self.now())
        if day >= today:
            raise NotThisStage("day_is_not_over")
        await self._open_past(today)
        plays = await self.store.read(lambda: clubs.plays_of_days(day, day, game.name))
        done = in_time([play for play in plays if play.ended])
        deal, person = await self.deal(day, game.name), await self.identity.find(request)
        shares = matchpoints([play.score for play in done])
        tables = [
            await compared_table(self.store, at, [play.name], [play.score], [rounded(100 * shares[at])], play.record)
            for at, play in enumerate(done[:COMPARED])
        ]
        proof = DealProof(deal.commitment, deal.key.hex(), deal.salt.hex())
        return answer(PastDay(day, game.name, proof, ranking(done, person.id if person else "", True), tables))


def is_date(day: str) -> bool:
    """Whether a text is a day of the calendar."""
    try:
        return bool(date.fromisoformat(day))
    except ValueError:
        return False


def in_time(plays: list[Play]) -> list[Play]:
    """The plays that ended on their day: after it the deal is known."""
    return [play for play in plays if play.ended < daily.end_of(play.day)]


def ranking(plays: list[Play], me: str, with_records: bool) -> list[DayLine]:
    """The ranking of a day; equal scores share a place."""
    done = sorted(in_time(plays), key=lambda play: (-play.score, play.ended))
    return [
        DayLine(
            1 + sum(other.score > play.score for other in done),
            *(play.name, play.score, 1, play.person == me, play.record if with_records else ""),
        )
        for play in done[:SHOWN]
    ]


def week_ranking(plays: list[Play], me: str) -> list[DayLine]:
    """The ranking of a week: percentages added up."""
    done = in_time(plays)
    sums = daily.week_percentages((play.day, play.person, play.score) for play in done)
    names = {play.person: play.name for play in done}
    order = sorted(sums, key=lambda person: (-sums[person][0], names[person].casefold()))
    return [
        DayLine(
            1 + sum(other[0] > sums[person][0] for other in sums.values()),
            *(names[person], sums[person][0], sums[person][1], person == me, ""),
        )
        for person in order[:SHOWN]
    ]
