"""Puzzles: a view whose best answer is known, and the interface for making and judging them.

A game provides a module `puzzles` with a `MAKER` (see `core.companions`). Making puzzles needs bots. Judging does not:
everything it needs is in the puzzle or follows from the rules.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from erre.core.companions import companion
from erre.core.errors import BadNotation, BadOptions, Refusal, quote
from erre.core.game import AnyGame, Position

BETWEEN = ";"  # between the moves of an answer that has several
LONGEST_ANSWER = 4000  # characters
EASIEST, HARDEST = 600, 2400  # ratings that a maker gives


class Weighed(msgspec.Struct, frozen=True, array_like=True):
    """A move that was weighed against the best one."""

    move: str
    value: float  # what it is expected to bring
    behind: float  # how much less than the best move
    doubt: float  # half the width of the 95 % interval of that difference
    share: float = 0.0  # of a mixture, or the chance that it succeeds


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A question to one seat, and what judging an answer needs; it holds nothing that the seat cannot see."""

    id: str
    game: str
    kind: str  # what is asked
    view: dict[str, Any]
    solution: str  # a best answer, in the game's notation
    rating: int
    themes: list[str] = []
    fine: list[str] = []  # all answers that are right, where they can be listed
    weighed: list[Weighed] = []  # the best first
    goal: float = 0  # what the best answer achieves
    playouts: int = 0  # behind the figures


class Grade(msgspec.Struct, frozen=True):
    """How good an answer is."""

    right: bool
    score: float  # from 0 to 1, for ratings
    answer: str  # as others gave it too: answers that are the same have the same text
    reached: float | None = None  # what the answer achieves
    goal: float | None = None  # what can be achieved


class Maker:
    """Who finds the puzzles of one game, and judges their answers."""

    game: AnyGame
    kinds: ClassVar[Mapping[str, int]]  # how many of each kind to each other
    themes: ClassVar[tuple[str, ...]]
    seats: ClassVar[Sequence[int]]  # of the games that are searched
    options: ClassVar[Mapping[str, Any]] = {}
    every: ClassVar[int] = 1  # of the positions that qualify, one in so many is looked at
    moves: ClassVar[Mapping[str, int]] = {}  # moves of an answer, by kind; 1 if not named
    shows_goal: ClassVar[frozenset[str]] = frozenset()  # kinds whose goal is part of the question
    timed: ClassVar[frozenset[str]] = frozenset()  # kinds where the time of an answer counts
    lists_moves: ClassVar[bool] = True  # False where the moves that are listed are suggestions
    plays_on: ClassVar[bool] = True  # whether the others move on when a solution is played

    def kind_of(self, position: Position, seat: int) -> str | None:
        """The kind of puzzle that a position may be; a quick look only."""
        raise NotImplementedError

    def make(self, view: Any, kind: str, seed: int) -> Puzzle | None:
        """The puzzle of a view; None if it teaches nothing."""
        raise NotImplementedError

    def grade(self, puzzle: Puzzle, view: Any, answer: list[str], seconds: float | None) -> Grade:
        """Judge an answer; a move against the rules is refused."""
        raise NotImplementedError

    def is_sound(self, puzzle: Puzzle, view: Any, seed: int) -> bool:
        """Whether the solution is still right when it is found again, with other chance."""
        raise NotImplementedError

    # -- for all games

    def view_of(self, puzzle: Puzzle) -> Any:
        """The view of a puzzle; options that are not named have their defaults."""
        return msgspec.convert({"options": {}, **puzzle.view, "type": self.game.name}, self.game.view_type)

    def judge(self, puzzle: Puzzle, text: str, seconds: float | None = None) -> Grade:
        """Judge an answer as text; what is no answer is refused."""
        return self.grade(puzzle, self.view_of(puzzle), self.read_answer(puzzle, text), seconds)

    def read_answer(self, puzzle: Puzzle, text: str) -> list[str]:
        """The moves of an answer, in the game's own spelling."""
        if len(text) > LONGEST_ANSWER:
            raise BadOptions(f"an answer has at most {LONGEST_ANSWER} characters")
        moves = [self.game.format_move(self.game.parse_move(part)) for part in text.split(BETWEEN)]
        wanted = self.moves.get(puzzle.kind, 1)
        if len(moves) != wanted:
            raise BadNotation(f"an answer has {wanted} moves here, not {len(moves)}: {quote(text)}")
        return moves

    def check(self, view: Any, move: str) -> None:
        """Refuse a move that the rules forbid."""
        self.game.check(self.game.state_from_view(view), self.game.seat_of(view), self.game.parse_move(move))

    def puzzle(self, view: Any, kind: str, key: Any, **facts: Any) -> Puzzle:
        """A new puzzle; two with the same key are the same puzzle."""
        given = msgspec.to_builtins(view)
        usual = msgspec.to_builtins(self.game.read_options({}))
        given["options"] = {name: value for name, value in given["options"].items() if value != usual[name]}
        for left_out in ("type", *(() if given["options"] else ("options",))):
            del given[left_out]
        name = msgspec.json.encode([self.game.name, kind, key], order="sorted")
        facts["themes"] = [theme for theme in self.themes if theme in facts.get("themes", ())]
        facts["rating"] = max(EASIEST, min(HARDEST, round(facts["rating"])))
        found = hashlib.sha256(name).hexdigest()[:12]
        return Puzzle(id=found, game=self.game.name, kind=kind, view=given, **facts)

    def grade_by_list(self, puzzle: Puzzle, view: Any, move: str) -> Grade:
        """Judge a move by those that were weighed."""
        self.check(view, move)
        found = next((one for one in puzzle.weighed if one.move == move), None)
        right = move in puzzle.fine
        reached = found.value if found else None
        return Grade(right, float(right), move, reached, puzzle.weighed[0].value if puzzle.weighed else None)


def maker_of(game: AnyGame) -> Maker | None:
    """The maker of a game's puzzles; None for a game without puzzles."""
    module = companion(game, "puzzles")
    found: Maker | None = getattr(module, "MAKER", None)
    return found


def need_maker(game: AnyGame) -> Maker:
    """The maker of a game's puzzles; refused for a game without puzzles."""
    maker = maker_of(game)
    if maker is None:
        raise NoPuzzles(f"{game.title} has no puzzles")
    return maker


class NoPuzzles(Refusal):
    """The game has no puzzles."""

    code = "no_puzzles"
