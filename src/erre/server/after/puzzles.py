"""Puzzles: positions in which the best turn is hard to find, as their games declare them.

`python -m erre.server.after.puzzles` finds those that everybody gets; others come from finished games, for people who
want to know what they did not see.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from aiohttp import web

from erre import games as games_package
from erre.bots.kernel_bot import KernelBot
from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.core.position import Position
from erre.games import all_games
from erre.games import game as find_game
from erre.server.after.replays import Replays
from erre.server.net.http import answer, read_body
from erre.server.tables.ownership import NoTable
from erre.table.table_info import GameData

OFFERED = 12
LONGEST = 4000  # characters of a turn
MOST = 20  # puzzles out of one game


class Puzzle(msgspec.Struct, frozen=True):
    """A position, as the seat sees it whose turn it is."""

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


class Puzzles:
    """The handlers of puzzles; a source is a game, or a record."""

    def __init__(self, replays: Replays) -> None:
        self.replays = replays

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/puzzles/{source}", self.all),
            web.post("/api/puzzles/{source}/{number}/draft", self.judge),
            web.post("/api/puzzles/{source}/{number}", self.solve),
            web.get("/api/puzzles/{source}/{number}/solution", self.solution),
        ]

    async def positions(self, source: str) -> list[tuple[int, Position]]:
        """The positions of a source, with the move they come after."""
        if source in with_puzzles():
            return [(0, position) for position in shipped(source)]
        told = await self.replays.told(source)
        rules = told.game.puzzles
        if not rules.has_puzzles:
            raise BadOptions(f"{told.game.title} has no puzzles")
        return await self.replays.read(
            lambda: [(at, step.position) for at, step in enumerate(told.steps) if rules.is_puzzle(step.position)][:MOST]
        )

    async def all(self, request: web.Request) -> web.Response:
        """The puzzles of a source."""
        found = await self.positions(request.match_info["source"])
        return answer([puzzle_of(number, at, position) for number, (at, position) in enumerate(found)])

    async def position(self, request: web.Request) -> Position:
        """The position of one puzzle."""
        found = await self.positions(request.match_info["source"])
        number = request.match_info["number"]
        if not (number.isascii() and number.isdigit() and len(number) < 4 and int(number) < len(found)):
            raise NoTable("there is no such puzzle")
        return found[int(number)][1]

    async def judge(self, request: web.Request) -> web.Response:
        """What the rules say to a turn that is being built."""
        position, turn = await self.position(request), await read_turn(request)
        return answer(position.game.judge_draft(position.view(position.turn[0]), turn.melds))

    async def solve(self, request: web.Request) -> web.Response:
        """Make a turn, and compare it with the best one."""
        position, turn = await self.position(request), await read_turn(request)
        rules = position.game.puzzles
        move, best = rules.turn(turn.melds), rules.best(position)
        position.play(position.turn[0], move)
        return answer(Solved(rules.worth(position, move), rules.worth(position, best), best))

    async def solution(self, request: web.Request) -> web.Response:
        """The best turn."""
        position = await self.position(request)
        best = position.game.puzzles.best(position)
        worth = position.game.puzzles.worth(position, best)
        return answer(Solved(worth, worth, best))


async def read_turn(request: web.Request) -> Turn:
    """The turn in a request."""
    turn: Turn = await read_body(request, Turn)
    if len(turn.melds) > LONGEST:
        raise BadOptions(f"a turn has at most {LONGEST} characters")
    return turn


def puzzle_of(number: int, at: int, position: Position) -> Puzzle:
    """A puzzle as it is shown."""
    seat, rules = position.turn[0], position.game.puzzles
    return Puzzle(number, seat, position.view(seat), rules.worth(position, rules.best(position)), at)


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
    """Puzzles out of games between quick bots, at most one of each game."""
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
    """Search puzzles for every game that has some, and write them into its folder."""
    for name in sorted(with_puzzles()):
        game = find_game(name)
        found = [position for _, position in zip(range(OFFERED), search(game, range(1, 2000)), strict=False)]
        found.sort(key=lambda position: position.game.puzzles.worth(position, position.game.puzzles.best(position)))
        file = Path(games_package.__path__[0]) / name / "puzzles.json"
        file.write_text(json.dumps([position.to_json() for position in found], separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
