"""One contract for every storage: what was answered is kept, once, and one owner writes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from erre.core.errors import Refusal
from erre.server.storage.backup import back_up_any
from erre.server.storage.contract import Fenced, Player, StorageFailed, Store, Taken
from tests.server.storage.backends import Backend, game_of


def test_a_log_comes_back_in_order_after_a_restart(backend: Backend) -> None:
    async def write(store: Store) -> None:
        await asyncio.gather(*(store.append("t", number, b"line %d" % number) for number in range(200)))

    backend.use(write)
    assert backend.use(lambda store: store.lines("t")) == [b"line %d" % number for number in range(200)]


def test_lines_of_many_tables_that_are_written_at_once_each_come_to_their_log(backend: Backend) -> None:
    async def body(store: Store) -> None:
        tables = [f"t{k}" for k in range(60)]
        for number in range(5):
            await asyncio.gather(*(store.append(table, number, f"{table} {number}".encode()) for table in tables))
        for table in tables:
            assert await store.lines(table) == [f"{table} {number}".encode() for number in range(5)]

    backend.use(body)


def test_a_number_is_written_once(backend: Backend) -> None:
    async def body(store: Store) -> list[bytes]:
        await store.append("t", 0, b"mine")
        results = await asyncio.gather(
            store.append("t", 1, b"first"),
            store.append("t", 0, b"other"),
            store.append("t", 0, b"mine"),  # also when it would say the same
            store.append("t", 2, b"third"),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), Taken, Taken, type(None)]
        return await store.lines("t")

    assert backend.use(body) == [b"mine", b"first", b"third"]


def test_of_several_lines_all_are_added_or_none(backend: Backend) -> None:
    async def body(store: Store) -> list[bytes]:
        await store.append("t", 0, b"a", b"b", b"c")
        with pytest.raises(Taken):
            await store.append("t", 2, b"x", b"y")
        return await store.lines("t")

    assert backend.use(body) == [b"a", b"b", b"c"]


def test_two_workers_never_both_write_a_number(backend: Backend) -> None:
    async def body(one: Store, two: Store) -> None:
        await one.append("t", 0, b"")
        await two.lines("t")
        for number in range(1, 30):
            both = await asyncio.gather(
                one.append("t", number, b"one"), two.append("t", number, b"two"), return_exceptions=True
            )
            assert sorted(type(result).__name__ for result in both) == ["NoneType", "Taken"]
        assert len(await one.lines("t")) == 30
        assert await one.lines("t") == await two.lines("t")

    backend.use_two(body)


def test_only_who_took_a_table_last_writes_to_it(backend: Backend) -> None:
    async def body(one: Store, two: Store) -> None:
        old = await one.take("t")
        await one.append("t", 0, b"one", fence=old)
        new = await two.take("t")
        assert new == old + 1
        for fence in (0, old, new + 1):
            with pytest.raises(Fenced):
                await one.append("t", 1, b"late", fence=fence)
        with pytest.raises(Fenced):
            await one.close_table("t", fence=old)
        await two.append("t", 1, b"two", fence=new)
        assert await one.lines("t") == [b"one", b"two"]

    backend.use_two(body)


def test_no_two_who_take_a_table_at_once_get_the_same_fence(backend: Backend) -> None:
    """Whatever the bus believes: the storage issues the fence in the statement that claims the table."""

    async def body(one: Store, two: Store) -> None:
        fences = await asyncio.gather(*(store.take("t") for store in (one, two) for _ in range(10)))
        assert len(set(fences)) == 20
        for fence in sorted(fences)[:-1]:
            with pytest.raises(Fenced):
                await one.append("t", 0, b"late", fence=fence)
        await two.append("t", 0, b"last", fence=max(fences))

    backend.use_two(body)


def test_a_process_that_is_alone_takes_over_what_workers_left(backend: Backend) -> None:
    async def body(one: Store, two: Store) -> None:
        for table in ("t", "u"):
            fence = await one.take(table)
            await one.append(table, 0, b"worker", fence=fence)
        await two.take_all()
        await two.append("t", 1, b"alone")
        with pytest.raises(Fenced):
            await one.append("t", 2, b"worker", fence=fence)
        again = await one.take("u")  # and workers may come back
        await one.append("u", 1, b"worker", fence=again)
        with pytest.raises(Fenced):
            await two.append("u", 2, b"alone")
        assert await two.lines("t") == [b"worker", b"alone"]

    backend.use_two(body)


def test_who_takes_a_table_reads_all_that_was_ever_accepted(backend: Backend) -> None:
    """However the race ends: a line was refused, or the new owner sees it."""

    async def body(one: Store, two: Store) -> None:
        for round_ in range(20):
            table = f"t{round_}"
            first = await one.take(table)
            await one.append(table, 0, b"0", fence=first)

            async def write(table: str = table, fence: int = first) -> int:
                for number in range(1, 1000):
                    try:
                        await one.append(table, number, b"%d" % number, fence=fence)
                    except Fenced:
                        return number
                return 1000

            async def take(table: str = table, pause: float = round_ / 5000) -> tuple[int, list[bytes]]:
                await asyncio.sleep(pause)
                return await two.take(table), await two.lines(table)

            accepted, (second, seen) = await asyncio.gather(write(), take())
            assert len(seen) == accepted
            await two.append(table, accepted, b"two", fence=second)

    backend.use_two(body)


def test_a_table_that_was_taken_and_never_written_is_none(backend: Backend) -> None:
    async def body(store: Store) -> None:
        fence = await store.take("t")
        assert await store.live_tables() == []
        await store.append("t", 0, b"", fence=fence)
        assert await store.live_tables() == ["t"]
        await store.close_table("t", fence=fence)
        await store.close_table("t", fence=fence)  # asked again
        assert await store.lines("t") == []
        with pytest.raises(Fenced):
            await store.append("t", 1, b"", fence=fence)
        assert await store.live_tables() == []

    backend.use(body)


def test_a_refused_line_does_no_harm_to_those_written_with_it(backend: Backend) -> None:
    async def body(store: Store) -> None:
        fences = await asyncio.gather(*(store.take(f"t{k}") for k in range(40)))
        results = await asyncio.gather(
            *(store.append(f"t{k}", 0, b"x", fence=fences[k] - (k % 13 == 5)) for k in range(40)),
            return_exceptions=True,
        )
        assert [k for k, result in enumerate(results) if isinstance(result, Fenced)] == [5, 18, 31]
        results = await asyncio.gather(
            *(store.append(f"t{k}", 0 if k % 11 == 3 else 1, b"y", fence=fences[k]) for k in range(40)),
            return_exceptions=True,
        )
        assert [k for k, result in enumerate(results) if type(result) is Taken] == [3, 14, 25, 36]
        assert await store.lines("t4") == [b"x", b"y"]
        assert await store.lines("t3") == [b"x"]

    backend.use(body)


def test_the_table_touched_last_comes_first_and_a_closed_one_is_gone(backend: Backend) -> None:
    async def body(store: Store) -> tuple[list[str], list[str], list[bytes]]:
        await store.append("a", 0, b"")
        await store.append("b", 0, b"")
        both = await store.live_tables()
        await store.close_table("a")
        return both, await store.live_tables(), await store.lines("a")

    both, left, lines = backend.use(body)
    assert sorted(both) == ["a", "b"]
    assert left == ["b"]
    assert lines == []


def test_a_backup_is_one_file_that_opens(backend: Backend, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"

    async def body(store: Store) -> None:
        ana = await store.make_person(b"a", "Ana")
        await store.append("t", 0, b"one")
        await store.finish(game_of([Player("Ana", ana.id), Player("Bot", bot="solid")], ranks=[1, 2]))
        backup = back_up_any(backend.place, copy)
        await asyncio.gather(store.append("t", 1, b"two"), backup, store.append("t", 2, b"three"))
        with pytest.raises((StorageFailed, Refusal), match="exists already"):
            await back_up_any(backend.place, copy)

    async def look(store: Store) -> None:
        assert (await store.lines("t"))[:1] == [b"one"]
        assert await store.live_tables() == ["t"]
        assert (await store.person(b"a")) is not None
        assert [standing.games for standing in await store.ratings("rage")] == [1, 1]

    backend.use(body)
    assert copy.stat().st_mode & 0o077 == 0
    Backend("sqlite", str(copy)).use(look)
    assert len(backend.use(lambda store: store.lines("t"))) == 3


def test_a_call_after_the_end_is_refused(backend: Backend) -> None:
    async def run() -> None:
        store = backend.store()
        await store.open()
        await store.close()
        with pytest.raises(StorageFailed, match="closed"):
            await store.append("t", 0, b"")
        with pytest.raises(StorageFailed, match="closed"):
            await store.lines("t")

    asyncio.run(run())


def test_many_workers_start_at_once_on_an_empty_storage(backend: Backend) -> None:
    async def run() -> None:
        stores = [backend.store() for _ in range(6)]
        await asyncio.gather(*(store.open() for store in stores))
        await asyncio.gather(*(store.append(f"t{k}", 0, b"") for k, store in enumerate(stores)))
        assert len(await stores[0].live_tables()) == 6
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(run())


def test_a_log_is_replaced_as_a_whole_and_only_by_its_owner(backend: Backend) -> None:
    async def body(store: Store) -> None:
        fence = await store.take("t")
        await store.append("t", 0, b"Ana sat", b"Ana said", fence=fence)
        assert await store.tables_with("Ana") == ["t"]
        with pytest.raises(Fenced):
            await store.rewrite("t", [b"x"], fence - 1)
        await store.rewrite("t", [b"somebody sat", b"-"], fence)
        assert await store.lines("t") == [b"somebody sat", b"-"]
        assert await store.tables_with("Ana") == []
        await store.append("t", 2, b"next", fence=fence)

    backend.use(body)
