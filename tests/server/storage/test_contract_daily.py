"""One contract for every storage: tables that sleep, when they wake, what lists show of them, and days off."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from erre.server.storage import daily_book
from erre.server.storage.contract import Fenced, Store
from erre.server.storage.daily_book import Sleeping, Vacation
from tests.server.storage.backends import Backend


def left(table: str, due: int | None, stage: str = "playing", *, is_open: bool = False) -> Sleeping:
    return Sleeping(table, due, stage, is_open, f"line of {table}", ["ana", "ben"], "ana")


async def asleep(store: Store, one: Sleeping, fence: int = 0, *, is_used: bool = True) -> None:
    await store.run(partial(daily_book.note_asleep, one, fence, is_used))


def test_tables_sleep_until_they_are_due(backend: Backend) -> None:
    async def body(store: Store) -> None:
        for table in ("a", "b", "c", "d"):
            await store.append(table, 0, b"line")
        await asleep(store, left("a", 100))
        await asleep(store, left("b", 50, is_open=True))
        await asleep(store, left("c", None, "gathering", is_open=True))
        assert await store.live_tables() == ["d"]
        assert await store.look(daily_book.next_due) == 50
        assert await store.look(partial(daily_book.due_tables, 99, 10)) == ["b"]
        assert await store.look(partial(daily_book.due_tables, 100, 1)) == ["b"]
        assert await store.look(partial(daily_book.listed_of, "ben")) == ["line of a", "line of b", "line of c"]
        assert await store.look(partial(daily_book.listed_open, 10)) == ["line of c", "line of b"]
        assert await store.look(partial(daily_book.hosted_by, "ana")) == 3
        assert await store.look(partial(daily_book.hosted_by, "ben")) == 0
        assert sorted(await store.look(daily_book.all_seated)) == ["ana", "ben"]
        await store.run(partial(daily_book.note_awake, "a", 7))
        assert await store.look(partial(daily_book.due_tables, 0, 10)) == ["a"]  # a crash left it awake
        assert sorted(await store.live_tables()) == ["a", "d"]
        await store.run(partial(daily_book.wake_for, "ben", 20))
        assert await store.look(partial(daily_book.due_tables, 20, 10)) == ["b", "c", "a"]
        await store.close_table("b")
        assert await store.look(partial(daily_book.listed_of, "ben")) == ["line of c"]

    backend.use(body)


def test_a_worker_that_lost_a_table_cannot_note_it_as_asleep(backend: Backend) -> None:
    async def body(one: Store, two: Store) -> None:
        fence = await one.take("t")
        await one.append("t", 0, b"line", fence=fence)
        newer = await two.take("t")
        with pytest.raises(Fenced):
            await asleep(one, left("t", 5), fence)
        await asleep(two, left("t", 9), newer)
        assert await one.look(daily_book.next_due) == 9

    backend.use_two(body)


def test_tables_to_which_nobody_comes_grow_idle(backend: Backend) -> None:
    async def body(store: Store) -> None:
        for table, stage in (("a", "gathering"), ("b", "playing")):
            await store.append(table, 0, b"line")
            await asleep(store, left(table, None, stage))
        limits = {"gathering": 100, "playing": 200, "over": 100}
        assert await store.run(partial(daily_book.grow_idle, 90, limits)) == []
        assert await store.run(partial(daily_book.grow_idle, 90, limits)) == ["a"]
        await asleep(store, left("a", None, "gathering"))  # somebody came
        assert await store.run(partial(daily_book.grow_idle, 90, limits)) == ["b"]

    backend.use(body)


def test_days_off_never_overlap_and_never_exceed_the_limit(backend: Backend) -> None:
    async def body(one: Store, two: Store) -> None:
        wishes = [Vacation(k * 10, k * 10 + 5, 3) for k in range(8)]
        adding = (
            store.run(partial(daily_book.add_vacation, "ana", wish, -1, 9))
            for wish, store in zip(wishes, [one, two] * 4, strict=True)
        )
        assert sum(await asyncio.gather(*adding)) == 3
        known = (await one.look(partial(daily_book.vacations_of, ["ana", "ben"], -1)))["ana"]
        assert len(known) == 3
        first = known[0]
        assert await one.run(partial(daily_book.add_vacation, "ana", first, -1, 9))  # the same work again
        await one.run(partial(daily_book.end_vacation, "ana", first.begins, first.begins + 2, 1))
        await one.run(partial(daily_book.end_vacation, "ana", known[2].begins, known[2].begins - 1, 1))
        again = (await two.look(partial(daily_book.vacations_of, ["ana"], -1)))["ana"]
        assert [(one.ends - one.begins, one.days) for one in again] == [(2, 1), (5, 3)]

    backend.use_two(body)
