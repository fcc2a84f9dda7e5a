"""Rummy puzzles: positions in which the table must be rearranged to lay as many tiles as can be laid.

The solver says how many that are. `python -m erre.server.after.puzzles` finds those that everybody gets; others come
from finished games, for people who want to know what they did not see.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec
from aiohttp import web

from erre.bots.kernel_bot import KernelBot
from erre.core.errors import BadOptions
from erre.core.position import Position
from erre.games import game as find_game
from erre.server.after.replays import answer
from erre.server.tables.table_registry import NoTable

if TYPE_CHECKING:
    from erre.server.app import Server

GAME = "rummy"
FILE = Path(__file__).resolve().parents[2] / "games" / GAME / "puzzles.json"
OFFERED = 12
LONGEST = 4000  # characters of a turn
MOST = 20  # puzzles out of one game


class Puzzle(msgspec.Struct, frozen=True):
    """A position, through the eyes of who is to lay."""

    number: int
    seat: int
    view: dict[str, Any]
    best: int  # tiles that can be laid
    at: int  # the move of the record it is from; 0 for those that everybody gets


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn as it is built, or as it shall be: `[R5 R6 R7] [G2 Y2 B2]`."""

    melds: str


class Solved(msgspec.Struct, frozen=True):
    """What a turn lays, beside what can be laid, and how."""

    laid: int
    best: int
    solution: str


class Puzzles:
    """The handlers of puzzles; a source is `rummy`, or a record."""

    def __init__(self, server: Server) -> None:
        self.server = server

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
        if source == GAME:
            return [(0, position) for position in shipped()]
        told = await self.server.replays.told(source)
        if told.game.name != GAME:
            raise BadOptions("puzzles are made of games of Rummy")
        return await self.server.replays.read(
            lambda: [(at, step.position) for at, step in enumerate(told.steps) if is_puzzle(step.position)][:MOST]
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
        """A turn is made."""
        position, turn = await self.position(request), await read_turn(request)
        lay, best = f"lay {turn.melds}", best_lay(position)
        position.play(position.turn[0], lay)
        return answer(Solved(laid_by(position, lay), laid_by(position, best), best))

    async def solution(self, request: web.Request) -> web.Response:
        """How it goes."""
        position = await self.position(request)
        best = best_lay(position)
        laid = laid_by(position, best)
        return answer(Solved(laid, laid, best))


async def read_turn(request: web.Request) -> Turn:
    """The melds of a turn."""
    from erre.server.api.http_api import read_body

    turn: Turn = await read_body(request, Turn)
    if len(turn.melds) > LONGEST:
        raise BadOptions("no turn is so long")
    return turn


def puzzle_of(number: int, at: int, position: Position) -> Puzzle:
    """A puzzle as it is shown."""
    seat = position.turn[0]
    view = cast(dict[str, Any], position.view(seat))
    return Puzzle(number, seat, view, laid_by(position, best_lay(position)), at)


def best_lay(position: Position) -> str:
    """The lay that takes most tiles from the rack, and of those the one that leaves most of the table alone."""
    lays = [position.game.format_move(move) for move in position.legal(position.turn[0])]
    return next((move for move in lays if move.startswith("lay")), "")


def laid_by(position: Position, lay: str) -> int:
    """How many tiles a lay takes from the rack."""
    view: Any = position.view(position.turn[0])
    return len(lay.replace("[", " ").replace("]", " ").split()) - 1 - sum(map(len, view.table)) if lay else 0


def is_puzzle(position: Position) -> bool:
    """Whether the best lay takes two tiles or more, and a meld on the table must be taken apart for it."""
    if position.outcome is not None or len(position.turn) != 1:
        return False
    view: Any = position.view(position.turn[0])
    if not view.opened[position.turn[0]] or len(view.table) < 2:
        return False
    lay = best_lay(position)
    if laid_by(position, lay) < 2:
        return False
    after = [{plain(tile) for tile in meld.split()} for meld in lay.replace("[", "").split("]")[:-1]]
    return any(not any({plain(tile) for tile in meld} <= other for other in after) for meld in view.table)


def plain(tile: str) -> str:
    """A tile without what a joker stands for, and without the word of the move."""
    return tile.partition("=")[0]


@cache
def shipped() -> list[Position]:
    """The puzzles that everybody gets, the easiest first."""
    game = find_game(GAME)
    text = files("erre.games.rummy").joinpath("puzzles.json").read_text("utf-8")
    return [Position.from_json(game, given) for given in json.loads(text)]


def search(seeds: range) -> Iterator[Position]:
    """Puzzles out of games between quick bots, one of each."""
    game = find_game(GAME)
    for seed in seeds:
        position = Position.new(game, 2, {"hands": 1}, seed=seed).position
        bots = [KernelBot(game, "greedy", seed=seed + seat) for seat in range(2)]
        while position.outcome is None:
            if is_puzzle(position):
                yield position
                break
            seat = position.turn[0]
            position = position.play(seat, bots[seat].move(position.view(seat))).position


def main() -> None:
    """Look for puzzles, and keep them."""
    found = [position for _, position in zip(range(OFFERED), search(range(1, 2000)), strict=False)]
    found.sort(key=lambda position: laid_by(position, best_lay(position)))
    FILE.write_text(json.dumps([position.to_json() for position in found], separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
