"""Puzzles from a player's own mistakes: the costliest decisions of a finished game, asked again.

The analysis that finds them also judges the new answer. The cost of a move is how much less the bot expects from it
than from its own choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aiohttp import web

from erre.bots.contract import Budget
from erre.bots.kernel_bot import fresh_luck
from erre.bots.roster import HINT_SEED
from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.core.puzzles import Grade
from erre.lab.analyse import Decision, cost_of, judged
from erre.server.after.puzzle_types import Mistakes
from erre.server.after.replays import BROUGHT, LEVEL, Replays, Told
from erre.server.storage.contract import Store
from erre.server.storage.puzzle_book import seats_in
from erre.server.tables.ownership import NoTable

OWN = "own"
MARK = f"{OWN}-"  # how the ids of such puzzles begin
LEAST_COST = 0.3  # points: less is within the noise
AS_GOOD, SHARE = 0.35, 0.3  # a move is right if it costs no more than this, or this share of what was lost
SEED = 0  # of the analysis


@dataclass(frozen=True)
class Mistake:
    """A decision of one's own, and the view it was made with."""

    told: Told
    decision: Decision
    view: Any

    @property
    def game(self) -> AnyGame:
        """The game it was made in."""
        return self.told.game

    def grade(self, text: str) -> Grade:
        """Judge another answer; a move against the rules is refused."""
        game, seat = self.game, self.decision.seat
        move = game.parse_move(text)
        game.check(game.state_from_view(self.view), seat, move)
        budget = Budget(playouts=game.analysis_playouts)
        luck = fresh_luck(HINT_SEED + SEED)
        cost = cost_of(game, self.view, move, judged(game, self.view, move, LEVEL, budget, luck))
        lost = self.decision.cost or 0.0
        right = cost is not None and cost <= max(AS_GOOD, SHARE * lost)
        right = right or game.format_move(move) == self.decision.better
        return Grade(right, float(right), game.format_move(move), None if cost is None else -round(cost, 2), 0.0)


class OwnMistakes:
    """Finds the mistakes of the person who asks."""

    def __init__(self, store: Store, replays: Replays) -> None:
        self.store, self.replays = store, replays

    async def list_of(self, request: web.Request, record: str) -> Mistakes:
        """The mistakes in a record; the first request starts the analysis."""
        seats = await self.seats(request, record)
        found = await self.replays.losses_anywhere(request, record)
        names = [
            f"{MARK}{record}-{one.number}"
            for seat in found.seats
            if seats is None or seat.seat in seats
            for one in seat.worst
            if (one.cost or 0.0) >= LEAST_COST
        ]
        return Mistakes(found.done, found.total, names, found.failed)

    async def seats(self, request: web.Request, record: str) -> list[int] | None:
        """The seats of the person who asks; None for all, in a file or a game of others that anybody may read."""
        await self.replays.check(request, record)
        if record.startswith(BROUGHT):
            return None
        person = await self.replays.identity.find(request)
        mine = await self.store.read(lambda: seats_in(person.id, record)) if person is not None else []
        return mine or None

    async def find(self, request: web.Request, name: str) -> Mistake:
        """A mistake by the id of its puzzle."""
        record, _, number = name.removeprefix(MARK).rpartition("-")
        if not (record and number.isascii() and number.isdigit() and len(number) < 6):
            raise NoTable("there is no such puzzle")
        seats = await self.seats(request, record)
        losses = await self.replays.losses_anywhere(request, record)
        if losses.failed:
            raise BadOptions(losses.failed)
        for seat in losses.seats:
            for one in seat.worst:
                if one.number == int(number) and (seats is None or seat.seat in seats):
                    told = await self.replays.told(record, self.replays.identity.address_of(request))
                    return Mistake(told, one, told.steps[one.number - 1].position.view(one.seat))
        raise NoTable("there is no such puzzle; the game may still be analysed")
