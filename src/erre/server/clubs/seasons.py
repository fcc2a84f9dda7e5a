"""Seasons over HTTP: evenings that are scored together."""

from __future__ import annotations

from aiohttp import web

from erre.clubs.refusals import BadEvening, TooManyEvenings
from erre.clubs.scoring import standings
from erre.clubs.season import MOST_COUNTED, SeasonLine, add_up, season_points
from erre.clubs.tables_text import season_csv
from erre.server.clubs.club_types import NewSeason, SeasonView
from erre.server.clubs.evening_view import line_of
from erre.server.clubs.evenings import LONGEST_TITLE, Evenings, csv_file
from erre.server.net.http import answer, read_body
from erre.server.net.http_types import Opened
from erre.server.storage import clubs
from erre.server.storage.clubs import Season, Stored
from erre.server.tables.table_registry import new_id
from erre.table.clean_text import one_line

MOST_SEASONS = 20  # of one host


class Seasons:
    """The HTTP handlers of `/api/seasons`."""

    def __init__(self, evenings: Evenings) -> None:
        self.evenings, self.store, self.identity = evenings, evenings.store, evenings.identity

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.post("/api/seasons", self.create),
            web.get("/api/seasons/{season}", self.show),
            web.get("/api/seasons/{season}/standings.csv", self.standings),
        ]

    async def create(self, request: web.Request) -> web.Response:
        """Create a season."""
        wish: NewSeason = await read_body(request, NewSeason)
        person = await self.evenings.named(request)
        name = one_line(wish.name, LONGEST_TITLE, "the name of a season")
        await self.evenings.names.check_words(name)
        if not 0 <= wish.best <= MOST_COUNTED:
            raise BadEvening("best_evenings", most=MOST_COUNTED)
        self.evenings.check_quota(request, person)
        season = Season(new_id(), person.id, name, wish.best, self.evenings.now())
        if not await self.store.run(lambda: clubs.new_season(season, MOST_SEASONS)):
            raise TooManyEvenings("most_seasons", most=MOST_SEASONS)
        return answer(Opened(season.id, f"/seasons/{season.id}"), 201)

    async def read(self, request: web.Request) -> tuple[Season, list[Stored], list[SeasonLine]]:
        """A season, its evenings and its standings; only evenings that are over count."""
        name = request.match_info["season"]
        season = await self.store.look(lambda: clubs.read_season(name))
        found = await self.store.read(lambda: clubs.evenings_in(name))
        over = [stored for stored in found if stored.evening.is_ended]
        return season, found, add_up([points_of(stored) for stored in over], season.best)

    async def show(self, request: web.Request) -> web.Response:
        """A season with its standings."""
        season, found, lines = await self.read(request)
        person = await self.identity.find(request)
        mine = person.id if person else ""
        listed = [line_of(stored, mine) for stored in found]
        is_host = bool(mine) and season.host == mine
        return answer(SeasonView(season.id, season.name, season.best, is_host, listed, lines))

    async def standings(self, request: web.Request) -> web.Response:
        """The standings of a season as CSV."""
        season, found, lines = await self.read(request)
        names = [stored.evening.setup.name for stored in found if stored.evening.is_ended]
        return csv_file(season_csv(lines, names), f"erre-{season.id}-season")


def points_of(stored: Stored) -> dict[str, tuple[str, float]]:
    """What an evening brings to each player: a person is known by their id, others by their name."""
    evening = stored.evening
    lines = standings(evening)
    return {
        evening.members[line.number].person or f"name {line.name.casefold()}": (
            line.name,
            season_points(line, len(lines), evening.setup.duplicate),
        )
        for line in lines
        if line.played or line.byes
    }
