"""What stays of a table's games: their records, and the ratings of those who played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erre.server.logs import log
from erre.server.storage.contract import Finished, Player
from erre.server.storage.ratings import ranks_of
from erre.table.finished_game import record_of
from erre.table.seats import Chair

if TYPE_CHECKING:
    from erre.server.tables.live_table import LiveTable


class Archive:
    """Keeps the games of one table."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.ratings: dict[int, int] = {}  # by seat, at a rated table
        self._rated: dict[int, Player] = {}  # whose ratings those are

    async def keep_record(self) -> None:
        """Keep the record of a finished game; a second time does nothing."""
        table, record = self.live.table, self.live.table.record_id
        if record is None or table.match is None or table.outcome is None:
            return
        players = [player_on(chair) for chair in table.chairs]
        text = "".join(f"{line}\n" for line in record_of(table).lines())
        outcome = table.outcome
        ranks = ranks_of(outcome.scores, outcome.winners)
        ended = table.match.started + (table.match.moves[-1].at if table.match.moves else 0)
        rated = table.rated and all(chair.is_named or chair.kind == "bot" for chair in table.chairs)
        await self.live.registry.store.finish(
            Finished(record, table.id, table.game.name, ended, players, ranks, outcome.scores, text, rated)
        )
        if table.rated:
            await self.look_up_ratings(anew=True)
        log("a game ended", table=table.id, game=table.game.name, moves=len(table.match.moves))

    async def look_up_ratings(self, *, anew: bool = False) -> None:
        """At a rated table everybody sees how strong the others are; asked for when chairs change hands."""
        players = {seat: player_on(chair) for seat, chair in enumerate(self.live.table.chairs) if chair.kind != "empty"}
        if players == self._rated and not anew:
            return
        self._rated = players
        found = {
            seat: await self.live.registry.store.standing(self.live.table.game.name, one)
            for seat, one in players.items()
        }
        ratings = {seat: standing.rating for seat, standing in found.items() if standing is not None}
        if ratings != self.ratings:
            self.ratings = ratings
            self.live.broadcaster.tell_table()


def player_on(chair: Chair) -> Player:
    """Who sits on a chair, as records and ratings know them."""
    return Player(chair.name, chair.person or None, chair.level if chair.kind == "bot" else "")
