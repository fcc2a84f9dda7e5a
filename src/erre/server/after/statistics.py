"""Statistics of a player's finished games: results, rating curves, and how often bids were met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec
from aiohttp import web

from erre.core.game import AnyGame
from erre.games import all_games
from erre.server.net.http import answer
from erre.server.net.identity import Identity
from erre.server.storage import profiles
from erre.server.storage.contract import Chaired, Player, Standing, Store
from erre.server.storage.profiles import Rival
from erre.server.tables.ownership import NoTable

MOST_RIVALS = 200  # lines


class Point(msgspec.Struct, frozen=True):
    """A rating, and when it was reached."""

    ended: int
    rating: int


class BidLine(msgspec.Struct, frozen=True):
    """All bids of one size, and their results."""

    bid: int
    times: int
    tricks: float  # on average
    kept: int  # how often it was exactly met


class GameStatistics(msgspec.Struct, frozen=True):
    """A player's results in one game."""

    game: str
    played: int
    won: int
    mean_rank: float
    mean_score: float
    best_score: int
    curve: list[Point]  # the oldest first; only rated games
    bids: list[BidLine]  # in games with bids
    rating: int | None = None  # at present; None without rated games
    is_provisional: bool = False  # based on few games
    streak: int = 0  # games won in a row, up to now
    best_streak: int = 0


class Result(msgspec.Struct, frozen=True):
    """One finished game in the list."""

    record: str
    game: str
    ended: int
    rank: int
    score: int
    rating: int | None
    given: bool  # it began at a given position, so it does not count


class PlayerStatistics(msgspec.Struct, frozen=True):
    """The statistics on a player's page."""

    name: str
    is_bot: bool
    games: list[GameStatistics]
    results: list[Result]  # the newest first
    portrait: str = ""
    rivals: list[Rival] = []  # those met most first


class Statistics:
    """The HTTP handlers of players' pages."""

    def __init__(self, store: Store, identity: Identity) -> None:
        self.store, self.identity = store, identity

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/players/{name}/statistics", self.player),
            web.get("/api/me/statistics", self.mine),
        ]

    async def player(self, request: web.Request) -> web.Response:
        """The page of anybody with a claimed name, or of a bot."""
        player = await self.store.player(request.match_info["name"])
        if player is None:
            raise NoTable("nobody of that name has played here")
        person = await self.identity.find(request)
        return await self.tell(player, is_own=person is not None and person.id == player.person)

    async def mine(self, request: web.Request) -> web.Response:
        """The statistics of the person who asks."""
        person = await self.identity.need(request)
        return await self.tell(Player(person.name, person.id), is_own=True)

    async def tell(self, player: Player, *, is_own: bool) -> web.Response:
        """The page of a player."""
        found = statistics_of(player, await self.store.chaired(player), is_own)
        games = [self._rated(one, await self.store.standing(one.game, player)) for one in found.games]
        rivals = await self.store.read(lambda: profiles.rivals_of(player, is_own=is_own))
        portrait = await self.store.look(lambda: profiles.portrait_of(player.person))
        return answer(msgspec.structs.replace(found, games=games, rivals=rivals[:MOST_RIVALS], portrait=portrait))

    def _rated(self, found: GameStatistics, standing: Standing | None) -> GameStatistics:
        """A game's statistics with the present rating."""
        if standing is None:
            return found
        return msgspec.structs.replace(found, rating=standing.rating, is_provisional=standing.is_provisional)


def statistics_of(player: Player, chaired: list[Chaired], is_own: bool) -> PlayerStatistics:
    """What games add up to; those that began at a given position are listed and not counted.

    Others see no more of games at private tables than what they add up to.
    """
    results = [
        Result(one.record, one.game, one.ended, one.rank, one.score, one.rating, one.given)
        for one in chaired
        if one.is_open or is_own
    ]
    counted = [one for one in chaired if not one.given]
    games = [game_statistics(game, [one for one in counted if one.game == game.name]) for game in all_games()]
    return PlayerStatistics(player.name, bool(player.bot), [one for one in games if one.played], results)


def game_statistics(game: AnyGame, chaired: list[Chaired]) -> GameStatistics:
    """One game's results; the newest come first."""
    count = max(1, len(chaired))
    return GameStatistics(
        game=game.name,
        played=len(chaired),
        won=sum(one.rank == 1 for one in chaired),
        mean_rank=sum(one.rank for one in chaired) / count,
        mean_score=sum(one.score for one in chaired) / count,
        best_score=max((one.score for one in chaired), default=0),
        curve=[Point(one.ended, one.rating) for one in reversed(chaired) if one.rating is not None],
        bids=bid_lines(chaired),
        streak=next((at for at, one in enumerate(chaired) if one.rank != 1), len(chaired)),
        best_streak=longest_streak(one.rank == 1 for one in chaired),
    )


def longest_streak(won: Iterable[bool]) -> int:
    """The most games won in a row."""
    best = now = 0
    for is_won in won:
        now = now + 1 if is_won else 0
        best = max(best, now)
    return best


def bid_lines(chaired: Iterable[Chaired]) -> list[BidLine]:
    """The results of bids, by their size."""
    tricks: defaultdict[int, list[int]] = defaultdict(list)
    for one in chaired:
        for bids, won in one.bids:
            bid = bids[one.seat]
            if bid is not None:
                tricks[bid].append(won[one.seat])
    return [BidLine(bid, len(won), sum(won) / len(won), won.count(bid)) for bid, won in sorted(tricks.items())]
