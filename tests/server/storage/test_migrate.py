"""What a server keeps moves to newer versions and to other storages, whole or not at all."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from erre.cli.migrate import migrate
from erre.core.errors import BadOptions
from erre.core.gamefile import parse_file, verify
from erre.games import game as find_game
from erre.server.app import Server
from erre.server.cluster.solo import SoloCluster
from erre.server.config import Config
from erre.server.storage.backup import main as back_up_command
from erre.server.storage.contract import Player, StorageFailed, Store
from erre.server.storage.migrate import copy, update
from erre.server.storage.postgres.store import PostgresStore
from erre.server.storage.sqlite.schema import VERSIONS
from erre.server.storage.sqlite.store import SqliteStore
from erre.table.entries import hash_of
from tests.real_servers import RealPostgres
from tests.server.running import run, running
from tests.server.storage.backends import Backend, game_of

GAMES = ("rurare", "rage")


async def everything(store: Store, tables: list[str]) -> list[Any]:
    """All that a storage tells."""
    records = await store.records(limit=1000)
    names = sorted({name for line in records for name in line.names} | {"Ana", "solid", "casual"})
    players = [player for name in names if (player := await store.player(name)) is not None]
    return [
        sorted(await store.live_tables()),
        [await store.lines(table) for table in tables],
        records,
        [await store.record(line.id) for line in records],
        [await store.ratings(game) for game in GAMES],
        [await store.profile(name) for name in names],
        [await store.chaired(player) for player in players],
    ]


async def play_evening(folder: Path) -> list[str]:
    """A server at which people and bots play: games that are over, one that goes on, one that gathers. Its tables."""
    async with running(folder) as here:
        ana = await here.person("Ana")
        async with ana.post(f"{here.base}/api/me/claim") as answer:
            assert answer.status == 200
        tables = []
        for game in GAMES:
            tables.append(await here.open(ana, game=game, seats=3, play_now=True, rated=True))
            page = await here.page(ana, tables[-1])
            await page.play(random.Random(1))
        tables.append(await here.open(ana, game="rurare", seats=2, play_now=True))
        page = await here.page(ana, tables[-1])
        await page.until(lambda: page.due())
        seat, legal = page.due() or (0, [])
        assert (await page.move(seat, legal[0]))["type"] == "ok"
        tables.append(await here.open(ana, game="rage", seats=3))
        with pytest.raises(StorageFailed, match="is in use: end its server first"):
            await copy(str(folder), str(folder / "copy.sqlite"))
        return tables


def test_an_evening_moves_to_postgresql_goes_on_there_and_comes_back(tmp_path: Path, postgres: RealPostgres) -> None:
    async def test() -> None:
        tables = await play_evening(tmp_path / "home")
        url = await postgres.make_database()
        counts = await copy(str(tmp_path / "home"), url)
        assert counts["records"] == len(GAMES)
        assert counts["tables"] == len(tables)
        assert counts["entries"] > 20
        stores = SqliteStore(tmp_path / "home" / "erre.sqlite"), PostgresStore(url)
        told = []
        for store in stores:
            await store.open()
            told.append(await everything(store, tables))
            await store.close()
        assert told[0] == told[1]
        for text in told[1][3]:
            file = parse_file(text)
            assert verify(file, find_game(file.header.game)).verdict == "proven"

        server = Server(Config(host="127.0.0.1", port=0, tempo=0.0), PostgresStore(url))
        await server.start()
        assert isinstance(server.cluster, SoloCluster)
        await server.cluster.all_back()
        assert sorted(server.registry.tables) == sorted(tables)
        await server.stop()

        with pytest.raises(StorageFailed, match="not empty"):
            await copy(str(tmp_path / "home"), url)
        back = tmp_path / "back.sqlite"
        await copy(url, str(back))
        assert back.stat().st_mode & 0o077 == 0
        with pytest.raises(StorageFailed, match="exists already"):
            await copy(url, str(back))
        returned = SqliteStore(back)
        await returned.open()
        assert (await everything(returned, tables[:2])) == [
            sorted(tables),
            told[0][1][:2],
            *told[0][2:],
        ]
        await returned.close()

    run(test)


def old_file(path: Path, version: int) -> None:
    """A file as the program of that version left it, with a game, people and half a table in it."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.create_function("hash_of", 1, hash_of)
    for script in VERSIONS[:version]:
        db.executescript(script)
    db.execute(f"PRAGMA user_version = {version}")
    text = game_of([Player("Ana", "p1"), Player("solid", bot="solid")], ranks=[1, 2]).text
    db.executemany("INSERT INTO entries VALUES ('t', ?, ?)", [(number, b"line %d" % number) for number in range(50)])
    db.execute("INSERT INTO tables (id, touched) VALUES ('t', 1700000000000)")
    db.execute("INSERT INTO people (id, name, handle, seen) VALUES ('p1', 'Ana', 'ana', 1700000000000)")
    db.execute("INSERT INTO tokens (hash, person) VALUES (?, 'p1')", (b"\x00\xff" * 16,))
    db.execute(
        """
        INSERT INTO records (id, table_id, game, ended, scores, text)
        VALUES ('r1', 't', 'rage', 1700000000000, '[-1, -2]', ?)
        """,
        (text,),
    )
    db.execute(
        "INSERT INTO players VALUES ('r1', 0, 'Ana', 'p1', '', 1, 105), ('r1', 1, 'solid', NULL, 'solid', 2, NULL)"
    )
    db.execute("INSERT INTO ratings VALUES ('p1', 'rage', 26.5, 8.1, 1), ('bot:solid', 'rage', 23.5, 8.1, 1)")
    db.commit()
    db.close()


async def has_all_of_the_old_file(store: Store) -> None:
    """What `old_file` wrote is what the store tells."""
    assert await store.lines("t") == [b"line %d" % number for number in range(50)]
    assert await store.live_tables() == ["t"]
    ana = await store.person(b"\x00\xff" * 16)
    assert ana is not None
    assert (ana.name, ana.is_named) == ("Ana", True)
    assert [(standing.name, standing.mu) for standing in await store.ratings("rage")] == [
        ("Ana", 26.5),
        ("solid", 23.5),
    ]
    assert [(line.id, line.names) for line in await store.records("p1")] == [("r1", ["Ana", "solid"])]
    assert await store.records() == []  # nobody knows from what kind of table it is: only its players may read it
    await store.append("t", 50, b"and on")


@pytest.mark.parametrize("version", range(1, len(VERSIONS)))
def test_an_old_file_is_brought_up_to_date_and_stays_beside_the_new_one(tmp_path: Path, version: int) -> None:
    path = tmp_path / "erre.sqlite"
    old_file(path, version)
    done = asyncio.run(update(str(tmp_path)))
    assert (done.before, done.now) == (version, len(VERSIONS))
    assert done.copy == tmp_path / f"erre.sqlite.version{version}"
    assert done.copy.stat().st_mode & 0o077 == 0
    again = asyncio.run(update(str(path)))
    assert (again.before, again.copy) == (len(VERSIONS), None)
    Backend("sqlite", str(path)).use(has_all_of_the_old_file)
    db = sqlite3.connect(done.copy)
    assert db.execute("PRAGMA user_version").fetchone() == (version,)
    assert db.execute("SELECT count(*) FROM entries").fetchone() == (50,)
    db.close()


@pytest.mark.parametrize("version", range(1, len(VERSIONS) + 1))
def test_a_file_of_any_version_moves_to_postgresql_and_is_only_read(
    tmp_path: Path, postgres: RealPostgres, version: int
) -> None:
    path, url = tmp_path / "erre.sqlite", postgres.new_database()
    old_file(path, version)
    before = path.read_bytes()
    asyncio.run(copy(str(path), url))
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["erre.sqlite"]
    Backend("postgresql", url).use(has_all_of_the_old_file)


def test_lines_that_a_killed_server_left_unsorted_are_copied_too(tmp_path: Path, postgres: RealPostgres) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "erre.sqlite")
        await store.open()
        for number in range(5):
            await store.append("t", number, b"%d" % number)
        left = tmp_path / "left"
        left.mkdir()
        for file in tmp_path.glob("erre.sqlite*"):
            (left / file.name).write_bytes(file.read_bytes())
        await store.close()
        url = await postgres.make_database()
        await copy(str(left), url)
        there = PostgresStore(url)
        await there.open()
        assert await there.lines("t") == [b"%d" % number for number in range(5)]
        await there.close()

    run(test)


def test_a_copy_that_is_broken_off_leaves_nothing_and_can_be_made_again(tmp_path: Path, postgres: RealPostgres) -> None:
    def broken(rows: int) -> Any:
        left = rows * 3 // 4

        def forward(count: int) -> None:
            nonlocal left
            left -= count
            if left < 0:
                raise RuntimeError("the power is gone")

        return forward

    path, url = tmp_path / "erre.sqlite", postgres.new_database()
    old_file(path, 1)
    for target in (url, str(tmp_path / "new.sqlite")):
        with pytest.raises(RuntimeError, match="power"):
            asyncio.run(copy(str(path), target, broken))
        assert [file.name for file in tmp_path.glob("*new*")] == []
        assert asyncio.run(copy(str(path), target))["entries"] == 50


def test_a_copy_that_is_not_alike_does_not_count(
    tmp_path: Path, postgres: RealPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, url = tmp_path / "erre.sqlite", postgres.new_database()
    old_file(path, 1)
    monkeypatch.setattr("erre.server.storage.migrate.DatabaseSide.add", spoil_one)
    with pytest.raises(StorageFailed, match="the copy of entries is not what was read: nothing was kept"):
        asyncio.run(copy(str(path), url))
    monkeypatch.undo()
    asyncio.run(copy(str(path), url))


async def spoil_one(side: Any, kept: Any, rows: list[Any]) -> None:
    """Write rows, one of them a little wrong."""
    if kept.name == "entries":
        rows = [*rows[:-1], (*rows[-1][:-1], b"line 48")]
    await side.connection.copy_records_to_table(kept.name, records=rows, columns=kept.columns)


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        ("nothing.sqlite", None, "there is no file"),
        ("nothing.sqlite", "postgresql://127.0.0.1:1/erre", "there is no file"),
        ("rubbish", None, "cannot be read"),
        ("other.sqlite", None, "was not written by Erre"),
        ("newer.sqlite", "new.sqlite", "update Erre"),
        ("erre.sqlite", "erre.sqlite", "exists already"),
        ("erre.sqlite", "no/folder/new.sqlite", "there is no folder"),
        ("erre.sqlite", "postgresql://127.0.0.1:1/erre", "cannot be reached"),
        ("postgresql://127.0.0.1:1/erre", "new.sqlite", "cannot be reached"),
        ("postgresql://127.0.0.1:1/erre", None, "cannot be reached"),
        ("erre.sqlite", "mysql://host/erre", "mysql:// is no storage"),
        ("postgresql://user:secret@127.0.0.1:port/erre", "new.sqlite", "no address of a database"),
    ],
)
def test_bad_input_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, target: str | None, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    old_file(Path("erre.sqlite"), 1)
    Path("rubbish").write_bytes(b"rubbish" * 100)
    for name, script in (("other", "CREATE TABLE t (x)"), ("newer", f"{VERSIONS[0]}; PRAGMA user_version = 99")):
        db = sqlite3.connect(f"{name}.sqlite")
        db.executescript(script)
        db.close()
    with pytest.raises(BadOptions, match=words) as refusal:
        migrate(source, target)
    assert "secret" not in str(refusal.value)


def test_the_command_tells_what_it_did(
    tmp_path: Path, postgres: RealPostgres, capsys: pytest.CaptureFixture[str]
) -> None:
    old_file(tmp_path / "erre.sqlite", 1)
    url = postgres.new_database()
    migrate(str(tmp_path / "erre.sqlite"), url)
    said = capsys.readouterr().out
    assert "50 entries" in said
    assert "compared row by row" in said
    assert "importance" not in said
    migrate(str(tmp_path / "erre.sqlite"), None)
    migrate(str(tmp_path / "erre.sqlite"), None)
    migrate(url, None)
    said = capsys.readouterr().out
    assert "it was of version 1" in said
    assert said.count("newest version") == 2


def test_a_backup_of_a_database_is_one_file(
    tmp_path: Path, postgres: RealPostgres, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old_file(tmp_path / "erre.sqlite", 1)
    url = postgres.new_database()
    asyncio.run(copy(str(tmp_path / "erre.sqlite"), url))
    monkeypatch.setattr("sys.argv", ["backup", str(tmp_path / "copy.sqlite"), "--db", url])
    back_up_command()
    assert "To bring it back: erre migrate" in capsys.readouterr().out
    Backend("sqlite", str(tmp_path / "copy.sqlite")).use(has_all_of_the_old_file)
    with pytest.raises(SystemExit, match="exists already"):
        back_up_command()


def test_a_password_is_never_shown(tmp_path: Path, postgres: RealPostgres) -> None:
    url = postgres.new_database()  # empty: of an older version than any
    secret = url.replace("://", "://somebody:hush-hush@", 1) if "@" not in url else url.replace("@", ":hush-hush@", 1)
    with pytest.raises(StorageFailed) as caught:
        asyncio.run(copy(secret, str(tmp_path / "new.sqlite")))
    assert "hush-hush" not in str(caught.value)


def test_a_line_that_was_changed_is_found_while_it_is_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def evening() -> str:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rurare", seats=2)
            await (await here.page(ana, table)).ask("say", text="a line after the first")
            return table

    table, path = asyncio.run(evening()), tmp_path / "erre.sqlite"
    db = sqlite3.connect(path)
    (first,) = db.execute("SELECT line FROM entries WHERE table_id = ? AND number = 0", (table,)).fetchone()
    db.execute("UPDATE entries SET line = ? WHERE table_id = ? AND number = 0", (first.replace(b"Ana", b"Eva"), table))
    db.commit()
    db.close()
    migrate(str(path), str(tmp_path / "copy.sqlite"))
    assert f"table {table}: line 0" in capsys.readouterr().out
