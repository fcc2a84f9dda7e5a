"""Games that somebody played offline and uploads: verified move by move, then kept as unrated records.

People who play on their own device could choose their own deals. Such a game is therefore never rated: it can be
listed, replayed and verified, but neither ratings nor statistics include it.
"""

from __future__ import annotations

import hashlib
import re
from datetime import datetime
from functools import partial

from aiohttp import web

from erre.core.errors import Refusal
from erre.core.gamefile import GameFile, verify
from erre.games import game as find_game
from erre.server.after.replay_types import Brought
from erre.server.after.replays import MOST_BYTES, BadFile, Replays, tell_brought, too_long
from erre.server.net.headers import check_origin
from erre.server.net.http import answer, read_bytes
from erre.server.storage import handed
from erre.server.storage.contract import Finished, Person, Player
from erre.server.storage.ratings import ranks_of
from erre.server.storage.work import milliseconds

MOST_HANDED = 300  # games of one person
BOT = re.compile(r" \([a-z0-9.-]+\)$")  # how the name of a bot ends: with its level


class TooManyGames(Refusal):
    """This person has handed in as many games as may be kept."""

    code = "too_many_games"


class HandedGames:
    """The HTTP handler of games that were played elsewhere."""

    def __init__(self, replays: Replays) -> None:
        self.replays, self.store, self.identity = replays, replays.store, replays.identity

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [web.post("/api/me/games", self.take)]

    async def take(self, request: web.Request) -> web.Response:
        """Keep a record of a finished game among those of a person; the same one a second time changes nothing."""
        check_origin(request, self.replays.config.origins)
        person = await self.identity.need(request)
        data = await read_bytes(request, MOST_BYTES, too_long)
        record = handed.PREFIX + hashlib.sha256(person.id.encode() + data).hexdigest()[:20]
        told = Brought(record, f"/replay/{record}")
        if await self.store.record(record) is not None:
            return answer(told)
        if await self.store.look(lambda: handed.count_of(person.id)) >= MOST_HANDED:
            raise TooManyGames(f"at most {MOST_HANDED} games from elsewhere are kept for you here")
        file = await self.replays.read(partial(proven, data), self.identity.address_of(request))
        await self.store.finish(finished(record, file, data.decode(), person))
        return answer(told, 201)


def proven(data: bytes) -> GameFile:
    """A file whose game ended, was dealt as promised and played by the rules; refused otherwise."""
    file = tell_brought(data).file
    if file.end is None or file.end.outcome is None:
        raise BadFile("this game was broken off: only finished games are kept")
    if file.is_sealed is None:
        raise BadFile("this record has no seal: it was changed, or is older than seals")
    proof = verify(file, find_game(file.header.game))
    if proof.verdict != "proven":
        raise BadFile(next(words for good, words in proof.findings if not good))
    if all(BOT.search(name) for name in file.header.players):
        raise BadFile("nobody but bots played this game")
    return file


def finished(record: str, file: GameFile, text: str, person: Person) -> Finished:
    """The game as it is kept: the first seat without a bot is the person's."""
    assert file.end is not None
    assert file.end.outcome is not None
    outcome, names = file.end.outcome, file.header.players
    own = next(seat for seat, name in enumerate(names) if not BOT.search(name))
    players = [Player(BOT.sub("", name), person.id if seat == own else None) for seat, name in enumerate(names)]
    return Finished(
        *(record, handed.TABLE, file.header.game, ended(file), players),
        *(ranks_of(outcome.scores, outcome.winners, set()), outcome.scores, text),
        given=True,  # it does not count
    )


def ended(file: GameFile) -> int:
    """When a game ended, as its record says; never in the future."""
    last = file.moves[-1].at if file.moves else 0
    try:
        started = int(datetime.fromisoformat(file.header.started).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return milliseconds()
    return max(0, min(started + last, milliseconds()))
