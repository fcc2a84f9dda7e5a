"""What somebody's finished games add up to: results, rating curves, and how well bids were kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

import msgspec
from aiohttp import web

from erre.core.errors import Refusal
from erre.core.game import AnyGame
from erre.core.gamefile import parse_file, replay
from erre.games import all_games
from erre.games import game as find_game
from erre.server.after.replays import Replays
from erre.server.net.http import answer
from erre.server.net.identity import Identity
from erre.server.storage.contract import Chaired, Player, Store
from erre.server.tables.ownership import NoTable

MOST_BIDS_READ = 60  # games whose bids are looked at: each is played again
Bids = list[tuple[list[int | None], list[int]]]  # announced and made, by seat, one time after the other


class Point(msgspec.Struct, frozen=True):
    """A rating, and when it was reached."""

    ended: int
    rating: int


class BidLine(msgspec.Struct, frozen=True):
    """All bids of one height, and what was made of them."""

    bid: int
    times: int
    tricks: float  # on average
    kept: int  # how often it was exactly met


class GameStatistics(msgspec.Struct, frozen=True):
    """One game's results."""

    game: str
    played: int
    won: int
    mean_rank: float
    mean_score: float
    best_score: int
    curve: list[Point]  # the oldest first; only rated games
    bids: list[BidLine]  # in games with bids


class Result(msgspec.Struct, frozen=True):
    """One finished game in the list."""

    record: str
    game: str
    ended: int
    rank: int
    score: int
    rating: int | None
    given: bool  # it began at a given position, and counts nowhere


class PlayerStatistics(msgspec.Struct, frozen=True):
    """A player's page."""

    name: str
    is_bot: bool
    games: list[GameStatistics]
    results: list[Result]  # the newest first


class Statistics:
    """The handlers of players' pages."""

    def __init__(self, store: Store, identity: Identity, replays: Replays) -> None:
        self.store, self.identity, self.replays = store, identity, replays

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/players/{name}/statistics", self.player),
            web.get("/api/me/statistics", self.mine),
        ]

    async def player(self, request: web.Request) -> web.Response:
        """Anybody with a name of their own, or a bot."""
        player = await self.store.player(request.match_info["name"])
        if player is None:
            raise NoTable("nobody of that name has played here")
        return await self.tell(player)

    async def mine(self, request: web.Request) -> web.Response:
        """Whoever asks."""
        person = await self.identity.need(request)
        return await self.tell(Player(person.name, person.id))

    async def tell(self, player: Player) -> web.Response:
        """The page of a player, worked out in a thread."""
        chaired = await self.store.chaired(player)
        return answer(await self.replays.read(lambda: statistics_of(player, chaired)))


def statistics_of(player: Player, chaired: list[Chaired]) -> PlayerStatistics:
    """What games add up to; those that began at a given position are listed and not counted."""
    given = {one.record for one in chaired if began_elsewhere(one.text)}
    results = [
        Result(one.record, one.game, one.ended, one.rank, one.score, one.rating, one.record in given) for one in chaired
    ]
    counted = [one for one in chaired if one.record not in given]
    games = [game_statistics(game, [one for one in counted if one.game == game.name]) for game in all_games()]
    return PlayerStatistics(player.name, bool(player.bot), [one for one in games if one.played], results)


def began_elsewhere(text: str) -> bool:
    """Whether a record begins at a given position."""
    return '"position":' in text.partition("\n")[0]


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
        bids=bid_lines(chaired[:MOST_BIDS_READ]) if game.has_bids else [],
    )


def bid_lines(chaired: Iterable[Chaired]) -> list[BidLine]:
    """What came of bids, by their height."""
    tricks: defaultdict[int, list[int]] = defaultdict(list)
    for one in chaired:
        for bids, won in bids_of(one.text):
            bid = bids[one.seat]
            if bid is not None:
                tricks[bid].append(won[one.seat])
    return [BidLine(bid, len(won), sum(won) / len(won), won.count(bid)) for bid, won in sorted(tricks.items())]


@lru_cache(maxsize=2000)
def bids_of(text: str) -> Bids:
    """All bids of a record; none where it cannot be played again."""
    try:
        file = parse_file(text)
        game = find_game(file.header.game)
        steps = list(replay(file, game))
    except Refusal:
        return []
    return game.bids([event for step in steps for event in step.events])
