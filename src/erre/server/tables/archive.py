"""What is kept of a table's games: the records of finished games, and the ratings of their players."""

from __future__ import annotations

from erre.server.logs import log
from erre.server.storage.accounts import portraits_of
from erre.server.storage.contract import Finished, Player, Standing, StorageFailed
from erre.server.storage.ratings import SHOWN_START, ranks_of
from erre.server.tables.live import Live
from erre.table.finished_game import game_file
from erre.table.match import Match
from erre.table.seats import Chair
from erre.table.table import Table
from erre.table.table_info import Rating


class Archive:
    """Stores the games of one table."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.ratings: dict[int, Rating] = {}  # by seat, at a rated table
        self.stored = ""  # the record that can be read; pages learn its id only then
        self._rated: dict[int, Player] = {}  # whose ratings those are
        self.portraits: dict[str, str] = {}  # by person, empty for those who have chosen none

    async def store_game(self) -> None:
        """Store a finished game; a second time does nothing."""
        table, record = self.live.table, self.live.table.record_id
        if record is None or table.match is None or table.outcome is None:
            return
        players = [player_of(table, table.match, seat) for seat in range(len(table.match.seated))]
        text = "".join(f"{line}\n" for line in game_file(table).lines())
        outcome = table.outcome
        rated = table.rated and table.match.is_provable
        rated &= all(chair.is_named or chair.kind == "bot" for chair in table.match.seated)
        left = {seat for seat in table.match.left if table.match.seated[seat].kind == "person"} if rated else set()
        ranks = ranks_of(outcome.scores, outcome.winners, left)
        ended = table.match.started + (table.match.moves[-1].at if table.match.moves else 0)
        await self.live.services.store.finish(
            Finished(
                *(record, table.id, table.game.name, ended, players, ranks, outcome.scores, text, rated),
                access=table.access,
                given=not table.match.is_provable,
                bids=table.match.bids,
                sealed=table.club if table.sealed else "",
            )
        )
        self.stored = record
        log("a game ended", table=table.id, game=table.game.name, moves=len(table.match.moves))

    async def look_up_ratings(self, *, is_new: bool = False) -> bool:
        """Look up the ratings of those who sit at a rated table, if the players or their ratings are new.

        Whether any rating has changed.
        """
        table = self.live.table
        players = {seat: player_on(chair) for seat, chair in enumerate(table.chairs) if chair.kind != "empty"}
        if players == self._rated and not is_new:
            return False
        self._rated = players
        store = self.live.services.store
        found = {seat: await store.standing(table.game.name, one) for seat, one in players.items()}
        ratings = {seat: self._rating(seat, one, is_new) for seat, one in found.items() if one is not None}
        before, self.ratings = self.ratings, ratings
        return ratings != before

    def lacks_portraits(self) -> bool:
        """Whether somebody sits here whose portrait was not looked up yet."""
        return any(chair.person not in self.portraits for chair in self.live.table.chairs if chair.kind == "person")

    async def look_up_portraits(self) -> bool:
        """Look up the portraits of people who have sat down; whether there are any new ones."""
        seated = [chair.person for chair in self.live.table.chairs if chair.kind == "person"]
        new = [person for person in dict.fromkeys(seated) if person not in self.portraits]
        try:
            found = await self.live.services.store.look(lambda: portraits_of(new))
        except StorageFailed:  # initials will do
            found = {}
        self.portraits.update({person: found.get(person, "") for person in new})
        return bool(found)

    def _rating(self, seat: int, standing: Standing, is_after_game: bool) -> Rating:
        """A rating for the table; after a game with what it brought."""
        before = self.ratings.get(seat)
        change = standing.rating - (before.value if before else SHOWN_START) if is_after_game else None
        return Rating(standing.rating, standing.is_provisional, change)


def player_of(table: Table, match: Match, seat: int) -> Player:
    """The player to whom a result counts: the person who holds the seat at the end, or else the one who began on it."""
    chair = table.chairs[seat] if seat < len(table.chairs) else match.seated[seat]
    return player_on(chair if chair.kind == "person" else match.seated[seat])


def player_on(chair: Chair) -> Player:
    """Who sits on a chair, as records and ratings know them."""
    return Player(chair.name, chair.person or None, chair.level if chair.kind == "bot" else "")
