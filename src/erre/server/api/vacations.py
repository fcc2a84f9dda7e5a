"""Days off over HTTP: they stop the player's clocks in games by the day."""

from __future__ import annotations

from functools import partial

from aiohttp import web

from erre.core.errors import BadOptions, Refusal
from erre.server.config import Config
from erre.server.net.headers import check_origin
from erre.server.net.http import answer, read_body
from erre.server.net.http_types import DaysOff, NewDaysOff, Vacations
from erre.server.net.identity import Identity
from erre.server.storage import daily_book
from erre.server.storage.daily_book import Vacation
from erre.server.tables.table_registry import TableRegistry

DAY = 86_400_000  # milliseconds
MOST_DAYS = 21  # in any 365 days
AHEAD = 365 * DAY  # how far ahead days off can be planned


class NoDaysOff(Refusal):
    """These days off cannot be taken."""

    code = "no_days_off"


class VacationsApi:
    """The HTTP handlers of `/api/me/vacations`."""

    def __init__(self, config: Config, identity: Identity, registry: TableRegistry) -> None:
        self.config, self.identity, self.registry = config, identity, registry
        self.store, self.clock = registry.services.store, registry.services.clock
        registry.peers.answer_with("days_off", self._changed)

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/me/vacations", self.mine),
            web.post("/api/me/vacations", self.take),
            web.delete("/api/me/vacations/{begins}", self.end),
        ]

    async def mine(self, request: web.Request) -> web.Response:
        """My days off, and how many are left."""
        return answer(await self._of((await self.identity.need(request)).id))

    async def take(self, request: web.Request) -> web.Response:
        """Take days off; those that begin now stop the clocks at once."""
        person = await self.identity.need(request)
        wish: NewDaysOff = await read_body(request, NewDaysOff)
        now = self.clock.now()
        begins = max(wish.begins, now)
        if not begins < wish.ends <= now + AHEAD or wish.ends - begins > MOST_DAYS * DAY:
            raise BadOptions(f"days off begin now or later, end after they begin, and are {MOST_DAYS} at most")
        days = Vacation(begins, wish.ends, days_in(wish.ends - begins))
        since = begins - 365 * DAY
        if not await self.store.run(partial(daily_book.add_vacation, person.id, days, since, MOST_DAYS)):
            raise NoDaysOff(f"you have {MOST_DAYS} days off in a year, and each of them once")
        await self._tell(person.id)
        return answer(await self._of(person.id), 201)

    async def end(self, request: web.Request) -> web.Response:
        """End days off now, or drop those that have not begun."""
        check_origin(request, self.config.origins)
        person = await self.identity.need(request)
        begins = request.match_info["begins"]
        if not (begins.isascii() and begins.isdigit() and len(begins) < 16):
            raise BadOptions("days off are named by their beginning, in milliseconds since 1970")
        now = self.clock.now()
        taken = days_in(now - int(begins))
        await self.store.run(partial(daily_book.end_vacation, person.id, int(begins), now, taken))
        await self._tell(person.id)
        return answer(await self._of(person.id))

    async def _of(self, person: str) -> Vacations:
        """Days off that are not over, and how many are left from now on."""
        now = self.clock.now()
        found = await self.store.look(partial(daily_book.vacations_of, [person], now - 365 * DAY))
        known = found.get(person, [])
        left = max(0, MOST_DAYS - sum(one.days for one in known))
        return Vacations([DaysOff(one.begins, one.ends) for one in known if one.ends > now], left, MOST_DAYS)

    async def _tell(self, person: str) -> None:
        """Let all tables of a person look at their clocks again, at every worker."""
        await self._changed(person)
        await self.registry.peers.ask_all(bool, "days_off", person)
        await self.store.run(partial(daily_book.wake_for, person, self.clock.now()))

    async def _changed(self, person: str) -> bool:
        await self.registry.look_up_vacations(person)
        return True


def days_in(milliseconds: int) -> int:
    """How many days off a time counts as: every day that was begun."""
    return max(1, -(-milliseconds // DAY))
