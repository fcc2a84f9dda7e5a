"""One contract for every storage: answers to puzzles, ratings, days and reports."""

from __future__ import annotations

from datetime import date

import pytest

from erre.server.storage import puzzle_book
from erre.server.storage.contract import StorageFailed, Store
from erre.server.storage.puzzle_book import EXPERIENCED, SETTLED, START, Answered
from tests.server.storage.backends import Backend


def right(puzzle: str, day: str = "", rating: float = START) -> Answered:
    return Answered(puzzle, "rage", rating, "bid 1", 1.0, True, 900, day)


def wrong(puzzle: str) -> Answered:
    return Answered(puzzle, "rage", START, "", 0.0, False)


def test_only_first_answers_count_and_ratings_settle(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana = (await store.make_person(b"a", "Ana")).id
        first = await store.run(lambda: puzzle_book.note_answer(ana, right("p0"), 1))
        assert first.first
        assert first.before == START
        assert first.standing.rating == START + 24
        assert first.puzzle_rating == START  # somebody new moves no puzzle
        again = await store.run(lambda: puzzle_book.note_answer(ana, wrong("p0"), 2))
        assert not again.first
        assert again.standing == first.standing
        for n in range(1, SETTLED):
            last = await store.run(lambda n=n: puzzle_book.note_answer(ana, right(f"p{n}"), 3 + n))  # type: ignore[misc]
            assert (last.puzzle_rating < START) == (n >= EXPERIENCED)
        assert not last.standing.provisional
        assert last.standing.answers == last.standing.solved == SETTLED
        assert await store.read(lambda: puzzle_book.answered_by(ana, "rage")) == {f"p{n}" for n in range(SETTLED)}
        assert await store.read(lambda: puzzle_book.results(ana, ["p0", "p99"])) == {"p0": True}
        assert await store.read(lambda: puzzle_book.best_time(ana, "rage")) == 900
        with pytest.raises(StorageFailed):
            await store.run(lambda: puzzle_book.note_answer("nobody", right("p0"), 9))

    backend.use(body)


def test_others_see_shares_and_a_deleted_person_leaves_nothing(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben = (await store.make_person(b"a", "Ana")).id, (await store.make_person(b"b", "Ben")).id
        await store.run(lambda: puzzle_book.note_answer(ana, right("p", "2026-01-02"), 1))
        await store.run(lambda: puzzle_book.note_answer(ben, wrong("p"), 1))
        await store.run(lambda: puzzle_book.note_answer(ben, right("p", "2026-01-02"), 2))
        assert await store.read(lambda: puzzle_book.days_of(ben)) == []
        assert await store.run(lambda: puzzle_book.report(ana, "p", "rage", START, "two answers", 1)) == 1
        assert await store.run(lambda: puzzle_book.report(ana, "p", "rage", START, "again", 2)) == 1
        assert await store.read(lambda: puzzle_book.reported(1)) == {"p"}
        shares = await store.read(lambda: puzzle_book.shares("p", 9))
        assert {(one.answer, one.people) for one in shares} == {("bid 1", 1), ("", 1)}
        kept = await store.data_of(ana)
        assert [one["puzzle"] for one in kept["puzzle_answers"]] == ["p"]
        assert kept["puzzle_days"] == [{"day": "2026-01-02", "game": "rage"}]
        await store.delete_person(ana)
        assert [one.answer for one in await store.read(lambda: puzzle_book.shares("p", 9))] == [""]
        assert await store.read(lambda: puzzle_book.days_of(ana)) == []

    backend.use(body)


def test_days_in_a_row() -> None:
    days = ["2026-03-01", "2026-02-28", "2026-02-27", "2026-02-20"]
    assert puzzle_book.streak(days, date(2026, 3, 1)) == 3
    assert puzzle_book.streak(days, date(2026, 3, 2)) == 3  # today is not over
    assert puzzle_book.streak(days, date(2026, 3, 3)) == 0
    assert puzzle_book.longest_streak(days) == 3
    assert puzzle_book.longest_streak([]) == 0
