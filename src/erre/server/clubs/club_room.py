"""Creates and connects everything about clubs: evenings, seasons and the deal of the day."""

from __future__ import annotations

from aiohttp import web

from erre.server.bus.peers import Peers
from erre.server.clubs.deal_of_day import DealOfDay
from erre.server.clubs.evenings import Evenings
from erre.server.clubs.laying import Laying
from erre.server.clubs.seasons import Seasons
from erre.server.net.identity import Identity
from erre.server.tables.services import Services
from erre.server.tables.table_registry import TableRegistry


class Clubs:
    """The rooms of a club, as the server needs them."""

    def __init__(self, services: Services, identity: Identity, registry: TableRegistry, peers: Peers) -> None:
        laying = Laying(registry, peers)
        self.evenings = Evenings(services, identity, laying)
        self.seasons = Seasons(self.evenings)
        self.deal_of_day = DealOfDay(self.evenings, laying)

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [*self.evenings.routes(), *self.seasons.routes(), *self.deal_of_day.routes()]
