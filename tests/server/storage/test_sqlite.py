"""Storage: what was answered is on disk, once; nothing half-written; people can leave."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from erre.server.storage.contract import StorageFailed, Taken
from erre.server.storage.ratings import ranks_of, rate, shown
from erre.server.storage.sqlite import fresh as sqlite_fresh
from erre.server.storage.sqlite.fresh import MOST_FRESH
from erre.server.storage.sqlite.store import SqliteStore
from erre.server.storage.work import Work, value_of

T = TypeVar("T")


def with_store(path: Path, body: Callable[[SqliteStore], Awaitable[T]]) -> T:
    """Run a body with an open store."""

    async def run() -> T:
        store = SqliteStore(path)
        await store.open()
        try:
            return await body(store)
        finally:
            await store.close()

    return asyncio.run(run())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "erre.sqlite"


def test_an_answered_line_survives_a_copy_of_the_files_taken_that_instant(path: Path, tmp_path: Path) -> None:
    """What kill -9 would leave: the file and its write-ahead log as they are."""

    async def body(store: SqliteStore) -> None:
        for number in range(5):
            await store.append("t", number, b"%d" % number)
        for file in path.parent.iterdir():
            (tmp_path / file.name).write_bytes(file.read_bytes())

    with_store(path, body)
    assert with_store(tmp_path / path.name, lambda store: store.lines("t")) == [b"0", b"1", b"2", b"3", b"4"]


def test_fresh_lines_are_sorted_in_before_they_are_many_and_before_anybody_reads(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        count = 2 * MOST_FRESH + 10
        tables = [f"t{k}" for k in range(10)]
        for number in range(count // 10):
            await asyncio.gather(*(store.append(table, number, b"%d" % number) for table in tables))
        await store.append("t0", count // 10, b"last")
        with sqlite3.connect(path) as beside:
            assert (
                0
                < sum(len(msgspec.msgpack.decode(row[0])) for row in beside.execute("SELECT lines FROM fresh"))
                < MOST_FRESH
            )
        assert await store.lines("t0") == [*(b"%d" % number for number in range(count // 10)), b"last"]
        with sqlite3.connect(path) as beside:
            assert beside.execute("SELECT count(*) FROM fresh").fetchone() == (0,)
            assert beside.execute("SELECT count(*) FROM entries").fetchone() == (count + 1,)

    with_store(path, body)


def test_fresh_lines_are_sorted_in_when_nothing_else_happens(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_fresh, "LONGEST_FRESH", 0.05)

    async def body(store: SqliteStore) -> None:
        for number in range(3):
            await store.append("t", number, b"line")
        with sqlite3.connect(path) as beside:
            async with asyncio.timeout(120):
                while beside.execute("SELECT count(*) FROM entries").fetchone() != (3,):
                    await asyncio.sleep(0.02)

    with_store(path, body)


def test_a_line_out_of_order_is_looked_at_by_itself(path: Path) -> None:
    async def body(store: SqliteStore) -> list[bytes]:
        await store.append("t", 0, b"zero")
        await store.append("t", 3, b"three")
        await store.append("t", 1, b"one")
        for number in (1, 3):
            with pytest.raises(Taken):
                await store.append("t", number, b"again")
        await store.append("t", 4, b"four")
        return await store.lines("t")

    assert with_store(path, body) == [b"zero", b"one", b"three", b"four"]


def test_after_a_clean_stop_the_one_file_is_everything(path: Path, tmp_path: Path) -> None:
    with_store(path, lambda store: store.append("t", 0, b"line"))
    copy = tmp_path / "copied.sqlite"
    copy.write_bytes(path.read_bytes())
    assert with_store(copy, lambda store: store.lines("t")) == [b"line"]


def test_a_file_of_a_newer_program_is_refused_in_words(path: Path) -> None:
    path.parent.mkdir()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StorageFailed, match="update Erre"):
        with_store(path, lambda store: store.live_tables())


def test_a_file_that_is_no_database_is_refused_in_words(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"rubbish" * 100)
    with pytest.raises(StorageFailed, match="cannot be opened"):
        with_store(path, lambda store: store.live_tables())


@pytest.mark.parametrize(
    ("scores", "winners", "ranks"),
    [([3, 1, 2], [0], [1, 3, 2]), ([5, 5, 1], [0, 1], [1, 1, 3]), ([5, 5, 1], [1], [2, 1, 3]), ([0], [], [1])],
)
def test_places(scores: list[int], winners: list[int], ranks: list[int]) -> None:
    assert ranks_of(scores, winners) == ranks


def test_ratings_begin_in_the_middle_of_a_positive_scale_and_rise_with_wins() -> None:
    winner, loser = (25.0, 25 / 3), (25.0, 25 / 3)
    assert shown(winner[0]) == 1500
    assert shown(-1000.0) > 0
    for _ in range(10):
        winner, loser = rate([winner, loser], [1, 2])
    assert shown(winner[0]) > 1500 > shown(loser[0]) > 0


def test_two_servers_on_one_file_are_refused_and_the_file_is_the_owners(path: Path) -> None:
    async def test() -> None:
        first, second = SqliteStore(path), SqliteStore(path)
        await first.open()
        with pytest.raises(StorageFailed, match="served already by another process"):
            await second.open()
        assert path.stat().st_mode & 0o077 == 0
        await first.append("t", 0, b"one")
        await first.close()
        await second.open()  # whoever ends leaves nothing in the way
        assert await second.lines("t") == [b"one"]
        await second.close()

    asyncio.run(test())


def test_reading_waits_for_no_writer_and_no_writer_for_reading(path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(path)
        await store.open()
        ana = await store.make_person(b"a", "Ana")
        gate = threading.Event()

        def slow_work() -> Work[None]:
            gate.wait(120)
            yield from value_of("SELECT 1")

        reading = asyncio.ensure_future(store.read(slow_work))  # somebody reads for long
        await store.append("t", 0, b"one")
        assert await store.person(b"a") == ana
        assert not reading.done()
        gate.set()
        await reading
        await store.close()

    asyncio.run(test())
