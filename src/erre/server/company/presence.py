"""Presence: whether people are at a table, in the lobby, or were here recently. Each worker knows its own pages."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from erre.server.bus.peers import Peers
from erre.server.company.types import Presence
from erre.server.tables.table_registry import TableRegistry

ONLINE, AWAY = 30.0, 900.0  # seconds since a page of theirs last asked for news
MOST_NOTED = 20_000
FRESH = 2.0  # seconds for which the people at tables are not counted again
ORDER: tuple[Presence, ...] = ("", "away", "online", "table")


class PresenceBook:
    """Who was here lately, at this worker and at the others."""

    def __init__(self, registry: TableRegistry, peers: Peers, clock: Callable[[], float] = time.monotonic) -> None:
        self.registry, self.peers, self._clock = registry, peers, clock
        self._noted: OrderedDict[str, float] = OrderedDict()
        self._at_tables: tuple[float, frozenset[str]] = (-FRESH, frozenset())
        peers.answer_with("presence", self._answer)

    def note(self, person: str) -> None:
        """A page of somebody has asked for something."""
        self._noted[person] = self._clock()
        self._noted.move_to_end(person)
        if len(self._noted) > MOST_NOTED:
            self._noted.popitem(last=False)

    def forget(self, person: str) -> None:
        """Forget a person who is gone."""
        self._noted.pop(person, None)

    async def of(self, persons: list[str]) -> dict[str, Presence]:
        """The presence of some people, at all workers together."""
        if not persons:
            return {}
        everywhere = [await self._answer(persons), *await self.peers.ask_all(dict[str, str], "presence", persons)]
        return {
            person: max((one.get(person, "") for one in everywhere), key=lambda state: ORDER.index(state))  # type: ignore[misc]
            for person in persons
        }

    async def _answer(self, persons: list[str]) -> dict[str, str]:
        """What this worker knows of some people."""
        return {person: self._here(person) for person in persons}

    def _here(self, person: str) -> Presence:
        if person in self._seated():
            return "table"
        since = self._clock() - self._noted.get(person, -AWAY)
        return "online" if since < ONLINE else "away" if since < AWAY else ""

    def _seated(self) -> frozenset[str]:
        """Everybody with a page at a table of this worker."""
        counted, found = self._at_tables
        if self._clock() - counted > FRESH:
            lives = self.registry.tables.values()
            found = frozenset(session.person for live in lives for session in live.sessions)
            self._at_tables = (self._clock(), found)
        return found
