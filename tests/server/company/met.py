"""People on a test server who have met: requests in their names, and games they finished together."""

from __future__ import annotations

from typing import Any

import aiohttp

from erre.server.storage.contract import Player
from tests.server.running import Running
from tests.server.storage.backends import game_of


async def ask(http: aiohttp.ClientSession, method: str, address: str, body: Any = None) -> tuple[int, Any]:
    """A request as a page sends it: the status and the answer."""
    more = {} if body is None else {"json": body}
    async with http.request(method, address, **more) as answer:
        text = await answer.text()
        return answer.status, await answer.json() if text else None


class Met:
    """A person on a server."""

    def __init__(self, here: Running, http: aiohttp.ClientSession, base: str) -> None:
        self.here, self.http, self.base = here, http, base

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """A request of this person."""
        return await ask(self.http, method, f"{self.base}{path}", body)

    async def get(self, path: str) -> Any:
        """An answer to this person."""
        status, answer = await self.ask("GET", path)
        assert status == 200, answer
        return answer

    async def id(self) -> str:
        """The id, which no page ever sees."""
        return str((await self.get("/api/me/data"))["id"])

    async def alias(self, name: str) -> str:
        """What this person calls somebody they know."""
        company = await self.get("/api/company")
        lists = ("friends", "requests", "asked", "played", "blocked")
        return next(str(one["id"]) for kind in lists for one in company[kind] if one["name"] == name)


async def meet(here: Running, *names: str, base: str = "") -> list[Met]:
    """People come."""
    return [Met(here, await here.person(name), base or here.base) for name in names]


async def played(here: Running, *people: Met, record: str = "r1") -> None:
    """Some people finished a game together, and a bot sat with them."""
    seats = [Player((await one.get("/api/me"))["name"], await one.id()) for one in people]
    game = game_of([*seats, Player("Bot", bot="solid")], record=record, ranks=list(range(1, len(seats) + 2)))
    await here.server.store.finish(game)
