"""The grade of an answer as sent to pages, and how long the answer took by the server's clock."""

from __future__ import annotations

from erre.core.errors import BadOptions
from erre.core.puzzles import Grade, Maker, Puzzle, need_maker
from erre.server.after.own_mistakes import Mistake
from erre.server.after.puzzle_play import played
from erre.server.after.puzzle_types import Graded, PuzzleAnswer, WeighedMove

LONGEST_TIME = 3_600_000  # milliseconds
ON_THE_WAY = 2_000  # milliseconds for which question and answer may travel and be drawn


def read_time(given: PuzzleAnswer) -> int | None:
    """The time that a page says an answer took; refused if it cannot be."""
    if given.milliseconds is not None and not 0 <= given.milliseconds <= LONGEST_TIME:
        raise BadOptions(f"an answer takes 0 to {LONGEST_TIME} milliseconds")
    return given.milliseconds


def believed(told: int | None, passed: int) -> int:
    """The time that counts: what the page says, within what has passed here."""
    passed = max(0, min(passed, LONGEST_TIME))
    return passed if told is None else min(passed, max(told, passed - ON_THE_WAY))


def judged(maker: Maker, puzzle: Puzzle, text: str, time: int | None) -> Grade:
    """The grade of an answer; who gives up has none of the score."""
    if not text:
        return Grade(False, 0.0, "", None, puzzle.goal)
    return maker.judge(puzzle, text, None if time is None else time / 1000)


def weighed_of(puzzle: Puzzle) -> list[WeighedMove]:
    """What the moves are worth, as pages read it."""
    return [
        WeighedMove(one.move, one.value, one.behind, one.doubt, one.share, one.move in puzzle.fine)
        for one in puzzle.weighed
    ]


def graded_mistake(mistake: Mistake, text: str) -> Graded:
    """The grade of another answer to one's own decision."""
    one = mistake.decision
    grade = mistake.grade(text) if text else Grade(False, 0.0, "")
    maker = need_maker(mistake.game)
    return Graded(
        right=grade.right,
        score=grade.score,
        first=False,
        answer=grade.answer,
        reached=grade.reached,
        goal=None,
        solution=one.better,
        themes=[],
        weighed=[],
        playouts=mistake.game.analysis_playouts,
        shares=[],
        people=0,
        steps=played(maker, mistake.view, [one.better]),
        played=one.played,
        cost=one.cost,
        why=one.why,
        reason=one.reason,
        numbers=one.numbers,
    )
