"""Puzzles: positions in which the best turn is hard to find, as their games declare them.

`python -m erre.server.after.puzzles` finds those that everybody gets; others come from finished games, for people who
want to know what they did not see.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
from aiohttp import web

from erre import games as games_package
from erre.bots.kernel_bot import KernelBot
from erre.core.errors import BadOptions
from erre.core.game import AnyGame, Position
from erre.games import all_games
from erre.games import game as find_game
from erre.server.after.replays import Replays, keep
from erre.server.net.http import answer, read_body
from erre.server.tables.ownership import NoTable
from erre.table.table_info import GameData

OFFERED = 12
LONGEST = 4000  # characters of a turn
MOST = 20  # puzzles from one game
MOST_KEPT = 50  # sources


class Puzzle(msgspec.Struct, frozen=True):
    """A position, as the seat to move sees it."""

    number: int
    seat: int
    view: GameData
    best: int  # what can be achieved
    at: int  # the move of the record it is from; 0 for those that everybody gets


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn as it is built, or as it shall be, in the game's notation of drafts."""

    melds: str


class Solved(msgspec.Struct, frozen=True):
    """What a turn achieves, what can be achieved, and how."""

    laid: int
    best: int
    solution: str


@dataclass(frozen=True)
class Made:
    """A puzzle with its solution."""

    position: Position
    puzzle: Puzzle
    best: str


class Puzzles:
    """The HTTP handlers of puzzles; a source is a game or a record."""

    def __init__(self, replays: Replays) -> None:
        self.replays = replays
        self._kept: OrderedDict[str, list[Made]] = OrderedDict()

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/puzzles/{source}", self.all),
            web.post("/api/puzzles/{source}/{number}/draft", self.judge),
            web.post("/api/puzzles/{source}/{number}", self.solve),
            web.get("/api/puzzles/{source}/{number}/solution", self.solution),
        ]

    async def puzzles(self, request: web.Request) -> list[Made]:
        """The puzzles of a source, computed once."""
        source, address = request.match_info["source"], self.replays.identity.address_of(request)
        if source in with_puzzles():
            return await self._made(source, lambda: [(0, position) for position in shipped(source)], address)
        await self.replays.check(request, source)
        told = await self.replays.told(source, address)
        rules = told.game.puzzles
        if not rules.has_puzzles:
            raise BadOptions(f"{told.game.title} has no puzzles")

        def found() -> list[tuple[int, Position]]:
            return [(at, one.position) for at, one in enumerate(told.steps) if rules.is_puzzle(one.position)][:MOST]

        return await self._made(source, found, address)

    async def _made(self, source: str, find: Callable[[], list[tuple[int, Position]]], address: str) -> list[Made]:
        """Puzzles with their solutions, which the solver finds in a thread."""
        if source not in self._kept:
            keep(self._kept, source, await self.replays.read(lambda: made_of(find()), address), MOST_KEPT)
        return self._kept[source]

    async def all(self, request: web.Request) -> web.Response:
        """The puzzles of a source."""
        return answer([one.puzzle for one in await self.puzzles(request)])

    async def one(self, request: web.Request) -> Made:
        """Answer a request for one puzzle."""
        found = await self.puzzles(request)
        number = request.match_info["number"]
        if not (number.isascii() and number.isdigit() and len(number) < 4 and int(number) < len(found)):
            raise NoTable("there is no such puzzle")
        return found[int(number)]

    async def judge(self, request: web.Request) -> web.Response:
        """What the rules say about a turn that is being built."""
        position, turn = (await self.one(request)).position, await read_turn(request)
        return answer(position.game.judge_draft(position.view(position.turn[0]), turn.melds))

    async def solve(self, request: web.Request) -> web.Response:
        """Make a turn, and compare it with the best one."""
        one, turn = await self.one(request), await read_turn(request)
        rules = one.position.game.puzzles
        move = rules.turn(turn.melds)
        one.position.play(one.puzzle.seat, move)
        return answer(Solved(rules.worth(one.position, move), one.puzzle.best, one.best))

    async def solution(self, request: web.Request) -> web.Response:
        """The best move at the position of a puzzle."""
        one = await self.one(request)
        return answer(Solved(one.puzzle.best, one.puzzle.best, one.best))


async def read_turn(request: web.Request) -> Turn:
    """The turn in a request."""
    turn: Turn = await read_body(request, Turn)
    if len(turn.melds) > LONGEST:
        raise BadOptions(f"a turn has at most {LONGEST} characters")
    return turn


def made_of(found: list[tuple[int, Position]]) -> list[Made]:
    """Puzzles with their solutions, found in a finished game."""
    made = []
    for number, (at, position) in enumerate(found):
        seat, rules = position.turn[0], position.game.puzzles
        best = rules.best(position)
        puzzle = Puzzle(number, seat, position.view(seat), rules.worth(position, best), at)
        made.append(Made(position, puzzle, best))
    return made


@cache
def with_puzzles() -> frozenset[str]:
    """The names of the games that have puzzles."""
    return frozenset(game.name for game in all_games() if game.puzzles.has_puzzles)


@cache
def shipped(name: str) -> list[Position]:
    """The puzzles of a game that everybody gets, the easiest first."""
    game = find_game(name)
    return [Position.from_json(game, given) for given in game.puzzles.shipped()]


# -- finding new ones


def search(game: AnyGame, seeds: range) -> Iterator[Position]:
    """Find puzzles in games between quick bots, at most one in each game."""
    rules = game.puzzles
    for seed in seeds:
        position = Position.new(game, rules.seats, rules.options, seed=seed).position
        bots = [KernelBot(game, "greedy", seed=seed + seat) for seat in range(rules.seats)]
        while position.outcome is None:
            if rules.is_puzzle(position):
                yield position
                break
            seat = position.turn[0]
            position = position.play(seat, bots[seat].move(position.view(seat))).position


def main() -> None:
    """Find puzzles for every game that has some, and write them into its folder."""
    for name in sorted(with_puzzles()):
        game = find_game(name)
        found = [position for _, position in zip(range(OFFERED), search(game, range(1, 2000)), strict=False)]
        found.sort(key=lambda position: position.game.puzzles.worth(position, position.game.puzzles.best(position)))
        file = Path(games_package.__path__[0]) / name / "puzzles.json"
        file.write_text(json.dumps([position.to_json() for position in found], separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
