"""What is stored about puzzles: first answers, ratings of people and of puzzles, days, and reports.

Ratings are Elo ratings: an answer is a game between a person and a puzzle, and its score is the grade. Only a person's
first answer to a puzzle counts. A puzzle's rating changes only with people who have already answered some others, so
nobody can move it by coming back again and again as a new person.
"""

from __future__ import annotations

from datetime import date, timedelta

import msgspec

from erre.server.storage.contract import StorageFailed
from erre.server.storage.work import Hold, Work, do, rows_of, value_of

START = 1200.0  # the rating of somebody who has not answered yet
SETTLED = 20  # answers after which a rating is no longer provisional
FAST, SLOW = 48.0, 24.0  # how far a person's rating moves at most, before and after that
PUZZLE_SETTLED = 20
PUZZLE_FAST, PUZZLE_SLOW = 24.0, 8.0  # the same for puzzles
EXPERIENCED = 5  # answers of a person that count for the rating of a puzzle from then on
SCALE = 400.0  # points of difference for odds of ten to one
MOST_DAYS = 4000
MOST_REPORTS = 3  # reports after which a puzzle is no longer offered
MOST_REASONS = 10  # that the operator reads of one puzzle


class Answered(msgspec.Struct, frozen=True):
    """An answer that was judged."""

    puzzle: str
    game: str
    rating: float  # of the puzzle, as its maker estimated it
    answer: str
    score: float
    solved: bool
    milliseconds: int | None = None
    day: str = ""  # set if it was the puzzle of that day


class PuzzleStanding(msgspec.Struct, frozen=True):
    """How somebody does in the puzzles of a game."""

    game: str
    rating: int
    answers: int
    solved: int
    provisional: bool


class Noted(msgspec.Struct, frozen=True):
    """What an answer has changed."""

    first: bool  # whether it was the first one of this person
    before: int  # the person's rating
    standing: PuzzleStanding
    puzzle_rating: int
    puzzle_answers: int


class AnswerShare(msgspec.Struct, frozen=True):
    """How many people gave an answer first."""

    answer: str
    people: int


def expected(one: float, other: float) -> float:
    """The score that a rating expects against another."""
    return float(1 / (1 + 10 ** ((other - one) / SCALE)))


def standing_of(person: str, game: str) -> Work[tuple[float, int, int]]:
    """Rating, answers and solved ones of somebody in a game."""
    query = "SELECT rating, answers, solved FROM puzzle_ratings WHERE person = ? AND game = ?"
    rows = yield from rows_of(query, person, game)
    return (float(rows[0][0]), rows[0][1], rows[0][2]) if rows else (START, 0, 0)


def shown(game: str, rating: float, answers: int, solved: int) -> PuzzleStanding:
    """A standing as people see it."""
    return PuzzleStanding(game, round(rating), answers, solved, answers < SETTLED)


def standings(person: str) -> Work[list[PuzzleStanding]]:
    """Somebody's standings in all games."""
    query = "SELECT game, rating, answers, solved FROM puzzle_ratings WHERE person = ? ORDER BY game"
    return [shown(*row) for row in (yield from rows_of(query, person))]


def puzzle_standing(puzzle: str, start: float) -> Work[tuple[float, int]]:
    """The rating of a puzzle, and how many answers it has."""
    rows = yield from rows_of("SELECT rating, answers FROM puzzles WHERE id = ?", puzzle)
    return (float(rows[0][0]), rows[0][1]) if rows else (start, 0)


def note_answer(person: str, one: Answered, now: int) -> Work[Noted]:
    """Note an answer; the first one of a person counts for both ratings."""
    if (yield from value_of("SELECT id FROM people WHERE id = ?", person)) is None:
        raise StorageFailed("there is no such person")
    yield Hold(f"puzzles {person}")
    mine = yield from standing_of(person, one.game)
    query = "SELECT at FROM puzzle_answers WHERE person = ? AND puzzle = ?"
    before = yield from value_of(query, person, one.puzzle)
    if before is not None:
        query = "UPDATE puzzle_answers SET tries = tries + 1 WHERE person = ? AND puzzle = ?"
        yield from do(query, person, one.puzzle)
        theirs = yield from puzzle_standing(one.puzzle, one.rating)
        is_first = before == now  # this very work, carried out again
        return Noted(is_first, round(mine[0]), shown(one.game, *mine), round(theirs[0]), theirs[1])
    yield from do(
        """
        INSERT INTO puzzle_answers (person, puzzle, game, at, answer, score, solved, milliseconds, tries)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)
        """,
        *(person, one.puzzle, one.game, now, one.answer, one.score, int(one.solved), one.milliseconds),
    )
    yield from do("DELETE FROM puzzle_starts WHERE person = ? AND puzzle = ?", person, one.puzzle)
    if one.day and one.solved:  # a later answer knows the solution
        yield from do(
            "INSERT INTO puzzle_days (person, day, game) VALUES (?, ?, ?) ON CONFLICT (person, day, game) DO NOTHING",
            *(person, one.day, one.game),
        )
    return (yield from rate_answer(person, one, mine))


def rate_answer(person: str, one: Answered, mine: tuple[float, int, int]) -> Work[Noted]:
    """New ratings for a person and a puzzle after a first answer."""
    yield Hold(f"puzzle {one.puzzle}")
    rating, answers, solved = mine
    theirs, count = yield from puzzle_standing(one.puzzle, one.rating)
    surprise = one.score - expected(rating, theirs)
    after = rating + (FAST if answers < SETTLED else SLOW) * surprise
    step = (PUZZLE_FAST if count < PUZZLE_SETTLED else PUZZLE_SLOW) if answers >= EXPERIENCED else 0.0
    now = (after, answers + 1, solved + one.solved)
    yield from do(
        """
        INSERT INTO puzzle_ratings (person, game, rating, answers, solved) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (person, game) DO UPDATE SET
        rating = excluded.rating, answers = excluded.answers, solved = excluded.solved
        """,
        *(person, one.game, *now),
    )
    yield from do(
        """
        INSERT INTO puzzles (id, game, rating, answers, reports) VALUES (?, ?, ?, ?, 0)
        ON CONFLICT (id) DO UPDATE SET rating = excluded.rating, answers = excluded.answers
        """,
        *(one.puzzle, one.game, theirs - step * surprise, count + 1),
    )
    return Noted(True, round(rating), shown(one.game, *now), round(theirs - step * surprise), count + 1)


def answered_by(person: str, game: str) -> Work[set[str]]:
    """The puzzles of a game that somebody has answered."""
    query = "SELECT puzzle FROM puzzle_answers WHERE person = ? AND game = ?"
    return {row[0] for row in (yield from rows_of(query, person, game))}


def results(person: str, puzzles: list[str]) -> Work[dict[str, bool]]:
    """Whether somebody solved some puzzles with their first answer; only those that were answered."""
    found = {}
    for puzzle in puzzles:
        query = "SELECT solved FROM puzzle_answers WHERE person = ? AND puzzle = ?"
        solved = yield from value_of(query, person, puzzle)
        if solved is not None:
            found[puzzle] = bool(solved)
    return found


def shares(puzzle: str, limit: int) -> Work[list[AnswerShare]]:
    """The first answers of all people, the most frequent first."""
    query = """
        SELECT answer, count(*) FROM puzzle_answers WHERE puzzle = ? GROUP BY answer
        ORDER BY count(*) DESC, answer LIMIT ?
    """
    return [AnswerShare(row[0], row[1]) for row in (yield from rows_of(query, puzzle, limit))]


def best_time(person: str, game: str) -> Work[int | None]:
    """The shortest time in which somebody solved a puzzle of a game, in milliseconds."""
    query = "SELECT min(milliseconds) FROM puzzle_answers WHERE person = ? AND game = ? AND solved = 1"
    found: int | None = yield from value_of(query, person, game)
    return found


# -- time


def start(person: str, puzzle: str, now: int) -> Work[None]:
    """Note when somebody sees a puzzle whose time counts; the first time stays until they answer."""
    if (yield from value_of("SELECT id FROM people WHERE id = ?", person)) is None:
        raise StorageFailed("there is no such person")
    yield from do(
        "INSERT INTO puzzle_starts (person, puzzle, at) VALUES (?, ?, ?) ON CONFLICT (person, puzzle) DO NOTHING",
        *(person, puzzle, now),
    )


def started_at(person: str, puzzle: str) -> Work[int | None]:
    """When somebody saw a puzzle whose time counts."""
    query = "SELECT at FROM puzzle_starts WHERE person = ? AND puzzle = ?"
    found: int | None = yield from value_of(query, person, puzzle)
    return found


# -- days


def days_of(person: str) -> Work[list[str]]:
    """The days on which somebody solved a puzzle of the day with the first answer, the newest first."""
    query = "SELECT DISTINCT day FROM puzzle_days WHERE person = ? ORDER BY day DESC LIMIT ?"
    return [row[0] for row in (yield from rows_of(query, person, MOST_DAYS))]


def streak(days: list[str], today: date) -> int:
    """How many days in a row, up to today or yesterday."""
    there, count = set(days), 0
    day = today if today.isoformat() in there else today - timedelta(days=1)
    while day.isoformat() in there:
        count, day = count + 1, day - timedelta(days=1)
    return count


def longest_streak(days: list[str]) -> int:
    """The most days in a row."""
    best = run = 0
    before: date | None = None
    for day in sorted(date.fromisoformat(one) for one in days):
        run = run + 1 if before is not None and day - before == timedelta(days=1) else 1
        best, before = max(best, run), day
    return best


# -- reports


def report(person: str, puzzle: str, game: str, rating: float, reason: str, now: int) -> Work[int]:
    """Note that somebody thinks a puzzle is bad, once; how many people think so."""
    yield Hold(f"puzzle {puzzle}")
    query = "SELECT 1 FROM puzzle_reports WHERE person = ? AND puzzle = ?"
    if (yield from value_of(query, person, puzzle)) is None:
        yield from do(
            "INSERT INTO puzzle_reports (person, puzzle, reason, at) VALUES (?, ?, ?, ?)", person, puzzle, reason, now
        )
        yield from do(
            """
            INSERT INTO puzzles (id, game, rating, answers, reports) VALUES (?, ?, ?, 0, 1)
            ON CONFLICT (id) DO UPDATE SET reports = puzzles.reports + 1
            """,
            *(puzzle, game, rating),
        )
    return int((yield from value_of("SELECT reports FROM puzzles WHERE id = ?", puzzle)) or 0)


def reported(least: int) -> Work[set[str]]:
    """The puzzles that so many people think are bad."""
    return {row[0] for row in (yield from rows_of("SELECT id FROM puzzles WHERE reports >= ?", least))}


class Complaint(msgspec.Struct, frozen=True):
    """A puzzle that people find wrong, and why."""

    puzzle: str
    game: str
    reports: int
    reasons: list[str]


def complaints(limit: int) -> Work[list[Complaint]]:
    """Puzzles that were reported, those with the most reports first."""
    query = "SELECT id, game, reports FROM puzzles WHERE reports > 0 ORDER BY reports DESC, id LIMIT ?"
    rows = yield from rows_of(query, limit)
    reasons: dict[str, list[str]] = {row[0]: [] for row in rows}
    for puzzle, reason in (yield from rows_of("SELECT puzzle, reason FROM puzzle_reports ORDER BY at, person")):
        if puzzle in reasons and reason and len(reasons[puzzle]) < MOST_REASONS:
            reasons[puzzle].append(reason)
    return [Complaint(puzzle, game, count, reasons[puzzle]) for puzzle, game, count in rows]


def judge(puzzle: str, is_offered: bool) -> Work[bool]:
    """Offer a puzzle again and drop its reports, or offer it no more; whether anybody has answered or reported it."""
    yield Hold(f"puzzle {puzzle}")
    count = yield from value_of("SELECT reports FROM puzzles WHERE id = ?", puzzle)
    if is_offered:
        yield from do("DELETE FROM puzzle_reports WHERE puzzle = ?", puzzle)
    wanted = 0 if is_offered else max(count or 0, MOST_REPORTS)
    yield from do("UPDATE puzzles SET reports = ? WHERE id = ?", wanted, puzzle)
    return count is not None


def reported_before(least: int, time: int) -> Work[set[str]]:
    """The puzzles that so many people thought were bad before an instant, or that the operator offers no more."""
    later = "SELECT count(*) FROM puzzle_reports WHERE puzzle = puzzles.id AND at >= ?"
    return {
        row[0] for row in (yield from rows_of(f"SELECT id FROM puzzles WHERE reports - ({later}) >= ?", time, least))
    }


def seats_in(person: str, record: str) -> Work[list[int]]:
    """The seats that somebody had in a finished game."""
    query = "SELECT seat FROM players WHERE record = ? AND person = ? ORDER BY seat"
    return [row[0] for row in (yield from rows_of(query, record, person))]
