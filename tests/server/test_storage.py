"""Storage: what was answered is on disk, once; nothing half-written; people can leave."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from erre.server.ratings import ranks_of, rate, shown
from erre.server.sqlite_store import FORGOTTEN, SqliteStore
from erre.server.storage import Finished, NameTaken, Player, StorageFailed, Taken

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


def test_a_log_comes_back_in_order_after_a_restart(path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        await asyncio.gather(*(store.append("t", number, b"line %d" % number) for number in range(200)))

    with_store(path, write)
    assert with_store(path, lambda store: store.lines("t")) == [b"line %d" % number for number in range(200)]


def test_a_number_is_written_once(path: Path) -> None:
    async def body(store: SqliteStore) -> list[bytes]:
        await store.append("t", 0, b"mine")
        results = await asyncio.gather(
            store.append("t", 1, b"first"),
            store.append("t", 0, b"other"),
            store.append("t", 2, b"third"),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), Taken, type(None)]
        return await store.lines("t")

    assert with_store(path, body) == [b"mine", b"first", b"third"]


def test_an_answered_line_survives_a_copy_of_the_files_taken_that_instant(path: Path, tmp_path: Path) -> None:
    """What kill -9 would leave: the file and its write-ahead log as they are."""

    async def body(store: SqliteStore) -> list[bytes]:
        await store.append("t", 0, b"kept")
        for file in path.parent.iterdir():
            (tmp_path / file.name).write_bytes(file.read_bytes())
        db = sqlite3.connect(tmp_path / path.name)
        rows = db.execute("SELECT line FROM entries").fetchall()
        db.close()
        return [row[0] for row in rows]

    assert with_store(path, body) == [b"kept"]


def test_the_table_touched_last_comes_first_and_a_closed_one_is_gone(path: Path) -> None:
    async def body(store: SqliteStore) -> tuple[list[str], list[str], list[bytes]]:
        await store.append("a", 0, b"")
        await store.append("b", 0, b"")
        both = await store.live_tables()
        await store.close_table("a")
        return both, await store.live_tables(), await store.lines("a")

    both, left, lines = with_store(path, body)
    assert sorted(both) == ["a", "b"]
    assert left == ["b"]
    assert lines == []


def test_a_backup_is_one_file_that_opens(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"

    async def body(store: SqliteStore) -> None:
        await store.append("t", 0, b"one")
        await asyncio.gather(store.append("t", 1, b"two"), store.backup(str(copy)), store.append("t", 2, b"three"))
        with pytest.raises(StorageFailed, match="exists already"):
            await store.backup(str(copy))

    with_store(path, body)
    assert with_store(copy, lambda store: store.lines("t"))[:1] == [b"one"]
    assert len(with_store(path, lambda store: store.lines("t"))) == 3


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


def test_a_call_after_the_end_is_refused(path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.close()
        with pytest.raises(StorageFailed, match="closed"):
            await store.append("t", 0, b"")

    asyncio.run(run())


def game_of(players: list[Player], *, record: str = "r1", ranks: list[int], rated: bool = True) -> Finished:
    """A finished game of Rage."""
    text = json.dumps({"line": "game", "players": [player.name for player in players]}) + '\n{"line":"end"}\n'
    return Finished(record, "t", "rage", 1000, players, ranks, [-rank for rank in ranks], text, rated)


def test_a_finished_game_is_kept_and_rated_once(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        ana = await store.make_person(b"a", "Ana")
        game = game_of([Player("Ana", ana.id), Player("Bot", bot="solid")], ranks=[1, 2])
        first = await store.finish(game)
        assert [standing.games for standing in first] == [1, 1]
        assert first[0].rating > first[1].rating
        assert await store.finish(game) == []
        assert [standing.games for standing in await store.ratings("rage")] == [1, 1]
        assert await store.record("r1") == game.text
        assert [line.names for line in await store.records()] == [["Ana", "Bot"]]

    with_store(path, body)


@pytest.mark.parametrize(
    ("players", "rated"),
    [
        ([Player("Ana", "x"), Player("Ana", "x")], 0),  # a hot seat: one person on two chairs
        ([Player("Ana", "x"), Player("guest")], 0),  # somebody nobody knows
        ([Player("b", bot="solid"), Player("b", bot="solid")], 1),  # the same bot twice has one rating
        ([Player("b", bot="solid"), Player("c", bot="casual")], 2),
    ],
)
def test_who_is_rated(path: Path, players: list[Player], rated: int) -> None:
    async def body(store: SqliteStore) -> int:
        await store.finish(game_of(players, ranks=[1, 2]))
        return len(await store.ratings("rage"))

    assert with_store(path, body) == rated


def test_a_name_is_theirs_alone_once_claimed(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        ana, other = await store.make_person(b"a", "Ana"), await store.make_person(b"b", "ana")
        assert (await store.claim(ana.id)).is_named
        with pytest.raises(NameTaken):
            await store.claim(other.id)
        await store.rename(ana.id, "Anna")
        assert (await store.claim(other.id)).is_named

    with_store(path, body)


def test_a_person_comes_back_on_another_device(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        ana = await store.make_person(b"phone", "Ana")
        await store.add_token(ana.id, b"laptop")
        assert await store.person(b"laptop") == ana
        assert await store.person(b"unknown") is None

    with_store(path, body)


def test_a_deleted_person_leaves_games_without_a_name(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        ana, ben = await store.make_person(b"a", "Ana"), await store.make_person(b"b", "Ben")
        await store.claim(ana.id)
        await store.finish(game_of([Player("Ana", ana.id), Player("Ben", ben.id)], ranks=[2, 1]))
        assert (await store.profile("ANA")) is not None
        await store.delete_person(ana.id)
        assert await store.person(b"a") is None
        assert await store.profile("Ana") is None
        assert [standing.name for standing in await store.ratings("rage")] == ["Ben"]
        text = await store.record("r1")
        assert text is not None
        assert "Ana" not in text
        assert json.loads(text.splitlines()[0])["players"] == [FORGOTTEN, "Ben"]

    with_store(path, body)


def test_a_profile_tells_ratings_and_games(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        ana = await store.make_person(b"a", "Ana")
        await store.claim(ana.id)
        await store.finish(game_of([Player("Ana", ana.id), Player("Bot", bot="solid")], ranks=[1, 2]))
        page = await store.profile("Ana")
        assert page is not None
        assert [(line.id, line.rank) for line in page.records] == [("r1", 1)]
        assert page.records[0].rating == page.standings[0].rating
        bot = await store.profile("solid")
        assert bot is not None
        assert bot.is_bot

    with_store(path, body)


@pytest.mark.parametrize(
    ("scores", "winners", "ranks"),
    [([3, 1, 2], [0], [1, 3, 2]), ([5, 5, 1], [0, 1], [1, 1, 3]), ([5, 5, 1], [1], [2, 1, 3]), ([0], [], [1])],
)
def test_places(scores: list[int], winners: list[int], ranks: list[int]) -> None:
    assert ranks_of(scores, winners) == ranks


def test_ratings_rise_with_wins_and_newcomers_show_nothing_yet() -> None:
    winner, loser = (25.0, 25 / 3), (25.0, 25 / 3)
    assert shown(*winner) == 0
    for _ in range(10):
        winner, loser = rate([winner, loser], [1, 2])
    assert shown(*winner) > 0 > shown(*loser) - shown(*winner)
