"""Rummy puzzles: lay all you can, open, free the joker. The solver is exact, so the answers are too."""

from __future__ import annotations

from typing import Any, ClassVar

from erre.core.game import Position
from erre.core.puzzles import Grade, Maker, Puzzle
from erre.games.rummy.from_view import state_from_view
from erre.games.rummy.moves import Lay, format_move
from erre.games.rummy.rules.layouts import layout_text
from erre.games.rummy.solver import Aim
from erre.games.rummy.solvers import solver_of
from erre.games.rummy.state import Rummy
from erre.games.rummy.suggestions import best_lays
from erre.games.rummy.tables import cells_of, rack_counts, table_text
from erre.games.rummy.views import RummyView

Table = list[list[str]]
LEAST_LAID = 2  # tiles of a puzzle; one tile is too easy, unless a joker is freed for it
LEAST_OPENING = 5  # tiles of an opening: a single meld of three or four is seen at once
THREE_WAY = 3  # melds taken apart
MANY = 5  # tiles laid


class RummyPuzzles(Maker):
    """An answer is worth the tiles that it takes from the rack."""

    kinds: ClassVar = {"lay": 3, "open": 1, "joker": 1}
    themes = ("joker", "split", "group", "threeWay", "many", "close", "twoMelds")
    seats = (2, 3, 4)
    options: ClassVar = {"hands": 1}
    shows_goal = frozenset({"lay", "open", "joker"})
    every = 2
    lists_moves = False
    plays_on = False

    @property
    def game(self) -> Any:  # type: ignore[override]
        """The game, which the module `game` creates later than this one."""
        from erre.games.rummy.game import GAME

        return GAME

    def kind_of(self, position: Position, seat: int) -> str | None:
        view: RummyView = position.view(seat)
        if position.phase != "turn":
            return None
        if not view.opened[seat]:
            return "open"
        if len(view.table) < 2:
            return None
        return "joker" if any(is_joker(tile) for meld in view.table for tile in meld) else "lay"

    def make(self, view: RummyView, kind: str, seed: int) -> Puzzle | None:
        s, seat = state_from_view(view), view.seat or 0
        lays = best_lays(s, seat)
        if not lays:
            return None
        after = layout_text(lays[0])
        laid = count(after) - count(view.table)
        if kind == "joker" and not is_freed(view.table, after):
            kind = "lay"
        broken = taken_apart(view.table, after)
        if kind == "open":
            if laid < LEAST_OPENING or len(after) - len(view.table) < 2:
                return None
        elif laid < (1 if kind == "joker" else LEAST_LAID) or not broken:
            return None
        return self.puzzle(
            view,
            kind,
            [sorted(tile[:-1] for tile in view.rack), sorted(sorted(meld) for meld in view.table)],
            solution=format_move(Lay(after)),
            goal=laid,
            themes=themes_of(view, after, laid, broken),
            rating=rating_of(view, kind, laid, broken),
        )

    def grade(self, puzzle: Puzzle, view: RummyView, answer: list[str], seconds: float | None) -> Grade:
        after = played(self.game, view, answer[0])
        laid = count(after) - count(view.table)
        enough = laid >= puzzle.goal and (puzzle.kind != "joker" or is_freed(view.table, after))
        score = 1.0 if enough else 0.5 * laid / puzzle.goal if laid < puzzle.goal else 0.5
        return Grade(enough, score, str(laid), laid, puzzle.goal)

    def is_sound(self, puzzle: Puzzle, view: RummyView, seed: int) -> bool:
        """The solver, asked with another aim, lays no more tiles, and the solution keeps the rules."""
        s = state_from_view(view)
        return most_tiles(s, view.seat or 0) == puzzle.goal and self.judge(puzzle, puzzle.solution).right


def played(game: Any, view: RummyView, answer: str) -> Table:
    """The table after a lay; one that breaks a rule is refused."""
    s, seat, move = state_from_view(view), view.seat or 0, game.parse_move(answer)
    game.check(s, seat, move)
    if not isinstance(move, Lay):
        return view.table
    game.apply(s, seat, move)
    return table_text(s)


def most_tiles(s: Rummy, seat: int) -> int:
    """The most tiles that a seat can lay, by the solver's plain question: it does not look for the smallest change."""
    solver, rack = solver_of(s), rack_counts(s, seat)
    if s.opened[seat]:
        return solver.best_lay(cells_of(s), rack, Aim.TILES).tiles
    opening = solver.opening(rack)
    return opening.tiles if opening else 0


# -- what a lay does to the table


def plain(tile: str) -> str:
    """A tile without what a joker stands for."""
    return tile.partition("=")[0]


def is_joker(tile: str) -> bool:
    return tile.startswith("J")


def count(table: Table) -> int:
    """The tiles of a table."""
    return sum(map(len, table))


def taken_apart(before: Table, after: Table) -> list[list[str]]:
    """The melds whose tiles no longer lie together."""
    sets = [set(map(plain, meld)) for meld in after]
    return [meld for meld in before if not any(set(map(plain, meld)) <= other for other in sets)]


def is_freed(before: Table, after: Table) -> bool:
    """Whether a joker of the table now lies without any tile that it lay with before."""
    now = {plain(tile): set(map(plain, meld)) - {plain(tile)} for meld in after for tile in meld if is_joker(tile)}
    for meld in before:
        for tile in meld:
            company = set(map(plain, meld)) - {plain(tile)}
            if is_joker(tile) and plain(tile) in now and not company & now[plain(tile)]:
                return True
    return False


def is_run(meld: list[str]) -> bool:
    """Whether a meld is a run: its tiles, with what jokers stand for, have one colour."""
    return len({tile.partition("=")[2][:1] or tile[0] for tile in meld}) == 1


def themes_of(view: RummyView, after: Table, laid: int, broken: list[list[str]]) -> list[str]:
    """What a position is about."""
    found = {
        "joker": any(is_joker(tile) for tile in view.rack) or is_freed(view.table, after),
        "split": any(is_run(meld) for meld in broken),
        "group": any(not is_run(meld) for meld in broken),
        "threeWay": len(broken) >= THREE_WAY,
        "many": laid >= MANY,
        "close": laid == len(view.rack),
        "twoMelds": not broken and len(after) - len(view.table) >= 2,
    }
    return [name for name, holds in found.items() if holds]


def rating_of(view: RummyView, kind: str, laid: int, broken: list[list[str]]) -> float:
    """How hard it seems: melds to take apart, tiles to lay, and how much lies there."""
    base = {"open": 800, "lay": 850, "joker": 1100}[kind]
    return base + 160 * len(broken) + 45 * laid + 12 * len(view.table) + 8 * len(view.rack)


MAKER = RummyPuzzles()
