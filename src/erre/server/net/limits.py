"""Rate limits: each request has a price, and every address has an allowance that refills over time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from erre.server.net.identity import TooMany

ALLOWANCE, PER_SECOND = 300.0, 30.0  # of each address
OPENINGS, OPENINGS_PER_SECOND = 60.0, 0.1  # tables that one address may open
OWN_OPENINGS, OWN_OPENINGS_PER_SECOND = 30.0, 0.05  # tables that one person may open
MOST_KEPT = 20_000  # allowances; the least recently used is forgotten
PRICES = {  # by route, or by method and route; all others cost 1
    "DELETE /api/me": 50.0,
    "POST /api/me/recovery": 20.0,
    "/api/recover": 20.0,
    "/api/restore": 5.0,
    "/api/passkeys/enter": 10.0,
    "POST /api/me/passkeys": 10.0,
    "/api/tables": 2.0,
    "/api/tables/{table}/past": 10.0,
    "/api/tables/{table}/company": 3.0,
    "/api/company": 10.0,
    "/api/company/again": 20.0,
    "/api/reports": 5.0,
    "/api/operator": 5.0,
    "/api/operator/enter": 20.0,
    "/api/records": 5.0,
    "/api/records/{record}": 5.0,
    "/api/records/{record}/proof": 20.0,
    "/api/records/{record}/replay": 20.0,
    "/api/records/{record}/losses": 5.0,
    "/api/records/{record}/play_on": 20.0,
    "/api/replays": 50.0,
    "/api/me/games": 50.0,
    "/api/players/{name}": 5.0,
    "/api/players/{name}/statistics": 10.0,
    "/api/me/statistics": 10.0,
    "/api/me/data": 100.0,
    "/api/ratings/{game}": 5.0,
    "/api/puzzles": 2.0,
    "/api/puzzles/next": 3.0,
    "/api/puzzles/mistakes/{record}": 5.0,
    "/api/puzzles/one/{puzzle}": 2.0,
    "POST /api/puzzles/one/{puzzle}": 5.0,
    "/api/puzzles/one/{puzzle}/report": 5.0,
    "/api/evenings/{evening}/deals": 20.0,
    "/api/evenings/{evening}/standings.csv": 5.0,
    "/api/evenings/{evening}/results.csv": 5.0,
    "/api/evenings/{evening}/step": 3.0,
    "/api/seasons/{season}": 10.0,
    "/api/seasons/{season}/standings.csv": 10.0,
    "/api/deal": 5.0,
    "/api/deal/{game}": 2.0,
    "/api/deal/{game}/{day}": 20.0,
    "/api/qr.svg": 2.0,
    "/api/lessons/{game}/{chapter}": 3.0,
    "/api/lessons/{game}/{chapter}/draft": 3.0,
    "/health": 0.0,
    "/metrics": 0.0,
    "/{path}": 0.05,  # pages and files of the client
    "/ws/{table}": 2.0,
}


class Limits:
    """Allowances by key. A scale of 0 sets no limit; 2 doubles them all."""

    def __init__(self, scale: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.scale, self._clock = scale, clock
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when that was true

    def __len__(self) -> int:
        return len(self._kept)

    def spend(self, key: str, price: float, allowance: float, per_second: float) -> None:
        """Take a price from an allowance; TooMany if it is used up."""
        if not self.scale:
            return
        now, most = self._clock(), allowance * self.scale
        left, since = self._kept.pop(key, (most, now))
        left = min(most, left + (now - since) * per_second * self.scale)
        is_enough = left >= price
        self._kept[key] = (left - price if is_enough else left, now)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        if not is_enough:
            raise TooMany("too much is asked from your address: wait a moment")

    def check_request(self, address: str, method: str, resource: str) -> None:
        """Refuse a request from an address whose allowance is used up."""
        price = PRICES.get(f"{method} {resource}", PRICES.get(resource, 1.0))
        self.spend(f"asked {address}", price, ALLOWANCE, PER_SECOND)

    def check_opening(self, address: str, person: str) -> None:
        """Refuse a new table to somebody who has opened too many."""
        self.spend(f"opened {person}", 1.0, OWN_OPENINGS, OWN_OPENINGS_PER_SECOND)
        self.spend(f"opened at {address}", 1.0, OPENINGS, OPENINGS_PER_SECOND)
