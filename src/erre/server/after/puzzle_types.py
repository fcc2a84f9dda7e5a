"""Wire types for puzzles: questions, answers, grades, and a person's page of puzzles."""

from __future__ import annotations

import msgspec

from erre.server.after.replay_types import ReplayStep
from erre.server.storage.puzzle_book import AnswerShare, PuzzleStanding
from erre.table.table_info import GameData


class Question(msgspec.Struct, frozen=True):
    """A puzzle as it is asked: nothing in it gives the answer away."""

    id: str
    game: str
    kind: str
    seat: int
    view: GameData | None  # None until the clock of a timed puzzle runs
    legal: list[str]  # empty where moves are not listed
    themes: list[str]
    rating: int
    provisional: bool  # whether few people have answered it
    moves: int  # that make an answer
    goal: float | None = None  # what can be achieved, where that is part of the question
    day: str = ""  # of the puzzle of the day
    solved: bool | None = None  # by this person's first answer; None before it
    timed: bool = False  # the time of the first answer counts


class PuzzleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer in the game's notation, and how long it took; no text gives up."""

    answer: str = ""
    milliseconds: int | None = None


class PuzzleDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn as it is built, in the game's notation of drafts."""

    draft: str


class PuzzleReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why somebody thinks that a puzzle is bad."""

    reason: str = ""


class Reported(msgspec.Struct, frozen=True):
    """How many people have reported a puzzle."""

    people: int


class WeighedMove(msgspec.Struct, frozen=True):
    """A move that was weighed against the best one."""

    move: str
    value: float
    behind: float
    doubt: float
    share: float
    fine: bool


class Graded(msgspec.Struct, frozen=True, kw_only=True):
    """How good an answer was, the solution, and what others answered."""

    right: bool
    score: float
    first: bool  # whether this answer counted
    answer: str
    reached: float | None
    goal: float | None
    solution: str
    themes: list[str]
    weighed: list[WeighedMove]
    playouts: int
    shares: list[AnswerShare]
    people: int  # who have answered it
    steps: list[ReplayStep]  # the solution, played on the table
    standing: PuzzleStanding | None = None
    before: int = 0  # the rating before this answer
    puzzle_rating: int = 0
    streak: int = 0
    best_milliseconds: int | None = None
    played: str = ""  # of a decision of one's own: what was played then,
    cost: float | None = None  # what that cost,
    why: str = ""  # and the bot's reason for its own move, in English,
    reason: str = ""  # by its name,
    numbers: dict[str, float | str] = {}  # and what it speaks of


class GamePuzzles(msgspec.Struct, frozen=True):
    """The puzzles of a game, and how somebody does in them."""

    game: str
    total: int
    kinds: dict[str, int]
    themes: dict[str, int]
    today: str  # the puzzle of the day
    kind: str
    rating: int
    solved: bool | None  # today's, by the first answer
    standing: PuzzleStanding | None = None


class PuzzleHome(msgspec.Struct, frozen=True):
    """What the page of puzzles shows."""

    day: str
    games: list[GamePuzzles]
    streak: int
    longest: int


class Mistakes(msgspec.Struct, frozen=True):
    """The costliest decisions of one's own in a finished game, as puzzles; none until all are analysed."""

    done: int
    total: int
    puzzles: list[str]
    failed: str = ""
