"""Logs know when they were changed or cut, at their end too: at reading, in `erre check-log`, and in a migration."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from erre.cli.check_log import check_log
from erre.cli.migrate import migrate
from erre.core.errors import BadRecord
from erre.server.storage.check_log import check_store
from erre.server.storage.contract import Store
from erre.server.storage.migrate import copy
from erre.server.storage.sqlite.fresh import FreshLine, pack_lines, unpack_lines
from erre.server.storage.sqlite.store import SqliteStore
from erre.table.entries import Head, parse_log
from tests.server.running import run, running
from tests.server.storage.backends import Backend
from tests.table.test_entries import log

CHANGE_LAST = "UPDATE entries SET line = {line} WHERE table_id = 't' AND number = 2"
CUT_LAST = "DELETE FROM entries WHERE table_id = 't' AND number = 2"
CUT_ALL = "DELETE FROM entries WHERE table_id = 't'"
TAMPERINGS = [
    (CHANGE_LAST, "line 2 of the table's log is not the one that was written"),
    (CUT_LAST, "the table's log has 2 lines of 3: its end is missing"),
    (CUT_ALL, "the table's log has 0 lines of 3: its end is missing"),
]


def tamper(backend: Backend, statement: str) -> None:
    """Change a storage behind the server's back."""
    line = log("a", "b", "x")[2]

    async def in_database() -> None:
        connection = await asyncpg.connect(backend.place, server_settings={"search_path": "erre"})
        await connection.execute(statement.format(line=f"'\\x{line.hex()}'::bytea"))
        await connection.close()

    if backend.kind != "sqlite":
        asyncio.run(in_database())
        return
    db = sqlite3.connect(backend.place)
    db.execute(statement.format(line=f"x'{line.hex()}'"))
    db.commit()
    db.close()


def test_whole_logs_are_whole_and_others_are_named(backend: Backend) -> None:
    async def body(store: Store) -> None:
        whole, bent, cut = log("a", "b", "c"), log("a", "b", "c"), log("a", "b", "c")
        bent[1] = bent[1].replace(b'"b"', b'"x"')
        await store.append("whole", 0, *whole)
        await store.append("bent", 0, *bent)
        await store.append("cut", 0, cut[0], cut[2])
        checked = await check_store(store)
        assert (checked.tables, checked.lines) == (3, 8)
        assert set(checked.broken) == {"bent", "cut"}
        assert checked.words()[-1] == "2 logs are NOT whole"

    backend.use(body)


@pytest.mark.parametrize(("statement", "why"), TAMPERINGS)
def test_a_last_line_that_was_changed_or_cut_is_found(backend: Backend, statement: str, why: str) -> None:
    async def write(store: Store) -> None:
        for table in ("t", "other"):
            lines = log("a", "b", "c")
            await store.append(table, 0, *lines[:1])
            for number in (1, 2):
                await store.append(table, number, lines[number])
        assert not (await check_store(store)).broken

    async def read(store: Store) -> None:
        assert (await check_store(store)).broken == {"t": why}
        found = await store.log("t")
        with pytest.raises(BadRecord, match=why):
            parse_log(found.lines, found.head)

    backend.use(write)
    tamper(backend, statement)
    backend.use(read)


@pytest.mark.parametrize(("statement", "why"), TAMPERINGS)
def test_a_changed_end_is_found_in_a_migration_and_stays_known_after_it(
    backend: Backend, tmp_path: Path, statement: str, why: str
) -> None:
    backend.use(lambda store: store.append("t", 0, *log("a", "b", "c")))
    tamper(backend, statement)
    warnings: list[str] = []
    asyncio.run(copy(backend.place, str(tmp_path / "copy.sqlite"), warn=warnings.append))
    assert warnings == [f"A log that was copied is not whole: table t: {why}"]
    checked = Backend("sqlite", str(tmp_path / "copy.sqlite")).use(check_store)
    assert checked.broken == {"t": why}


def test_the_end_follows_every_owner_and_every_rewriting(backend: Backend) -> None:
    async def body(store: Store) -> None:
        fence = await store.take("t")
        lines = log("a", "b", "c", "d")
        await store.append("t", 0, *lines[:2], fence=fence)
        newer = await store.take("t")
        await store.append("t", 2, lines[2], fence=newer)
        assert (await store.log("t")).head == (3, parse_log(lines)[3].after)
        await store.rewrite("t", log("x", "y"), newer)
        await store.append("t", 2, log("x", "y", "z")[2], fence=newer)
        assert not (await check_store(store)).broken
        assert (await store.log("t")).head.length == 3

    backend.use(body)


def test_lines_of_a_worker_that_keeps_no_heads_are_believed_after_a_head_that_holds() -> None:
    """While workers of two versions run, the older ones write lines without noting the end."""
    lines = log("a", "b", "c")
    head = Head.of(lines[:2])
    assert len(parse_log(lines, head)) == 3
    lines[1] = lines[1].replace(b'"b"', b'"x"')
    with pytest.raises(BadRecord):
        parse_log(lines, head)


def test_a_changed_line_is_found_also_if_the_server_was_killed_before_it_sorted_it_in(tmp_path: Path) -> None:
    path = tmp_path / "erre.sqlite"

    async def killed() -> None:
        store = SqliteStore(path, is_exclusive=False)
        await store.open()
        for number, line in enumerate(log("a", "b", "c")):
            await store.append("t", number, line)
        for file in list(tmp_path.iterdir()):  # what kill -9 would leave
            (tmp_path / f"copy-{file.name}").write_bytes(file.read_bytes())
        await store.close()

    asyncio.run(killed())
    left = tmp_path / "copy-erre.sqlite"
    db = sqlite3.connect(left)
    (number, packed) = db.execute("SELECT number, lines FROM fresh ORDER BY number DESC").fetchone()
    (last,) = unpack_lines(packed)
    bent = FreshLine(last.table, last.number, last.line.replace(b'"c"', b'"x"'), last.hash)
    db.execute("UPDATE fresh SET lines = ? WHERE number = ?", (pack_lines([bent]), number))
    db.commit()
    db.close()
    assert Backend("sqlite", str(left)).use(check_store).broken == {"t": TAMPERINGS[0][1]}


@pytest.mark.parametrize("statement", [CHANGE_LAST, CUT_LAST, CUT_ALL])
def test_a_server_does_not_open_a_table_whose_end_is_not_the_one_it_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str
) -> None:
    async def read(http: Any, base: str, table: str) -> int:
        async with http.get(f"{base}/api/tables/{table}/past") as answer:
            return int(answer.status)

    async def evening() -> str:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rurare", seats=2)
            page = await here.page(ana, table)
            for text in ("one", "two"):
                await page.ask("say", text=text)
            assert await read(ana, here.base, table) != 410
            return table

    table = asyncio.run(evening())
    db = sqlite3.connect(tmp_path / "erre.sqlite")
    (last,) = db.execute("SELECT max(number) FROM entries").fetchone()
    (line,) = db.execute("SELECT line FROM entries WHERE number = ?", (last,)).fetchone()
    changed = "x'" + line.replace(b'"two"', b'"six"').hex() + "'"
    db.execute(statement.replace("'t'", f"'{table}'").replace("= 2", f"= {last}").format(line=changed))
    db.commit()
    db.close()

    async def next_morning() -> None:
        async with running(tmp_path) as here:
            bo = await here.person("Bo")
            assert await read(bo, here.base, table) == 410

    run(next_morning)
    assert check_log(str(tmp_path)) == 1
    assert f"table {table}: " in capsys.readouterr().out
    migrate(str(tmp_path / "erre.sqlite"), str(tmp_path / "copy.sqlite"))
    assert f"table {table}: " in capsys.readouterr().out
