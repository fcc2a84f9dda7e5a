"""What operators do: a port in use, a backup, a graceful stop, and what is left after each."""

from __future__ import annotations

import asyncio
import random
import signal
import socket
import sqlite3
from pathlib import Path

import pytest

from erre.cli.serve import check_port
from erre.core.errors import BadOptions
from erre.server.config import Config
from erre.server.storage.backup import back_up
from erre.server.storage.contract import StorageFailed
from erre.server.storage.sqlite.store import SqliteStore
from erre.trials.client import Page, known_person, open_table
from erre.trials.soak import ServerProcess
from tests.server.running import run, running


def test_a_port_in_use_is_told_with_another_to_take() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadOptions, match=f"port {port} is in use already.*--port {port + 1}"):
            check_port(Config(host="127.0.0.1", port=port))
    check_port(Config(host="127.0.0.1", port=port))


def test_an_address_of_another_machine_is_told() -> None:
    with pytest.raises(BadOptions, match="--host"):
        check_port(Config(host="192.0.2.77", port=0))


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")

    async def test() -> None:
        with pytest.raises(StorageFailed, match="cannot be made"):
            await SqliteStore(tmp_path / "file" / "data" / "erre.sqlite").open()

    run(test)


def test_a_backup_taken_while_people_play_is_one_file_with_everything(tmp_path: Path) -> None:
    async def test() -> None:
        copy = tmp_path / "backup" / "erre.sqlite"
        copy.parent.mkdir()
        async with running(tmp_path / "here") as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rurare", seats=2, play_now=True)
            page = await here.page(ana, table)
            await page.until(lambda: page.due())
            seat, legal = page.due() or (0, [])
            assert (await page.move(seat, legal[0]))["type"] == "ok"
            number = page.notes.moves[page.n - 1][2]
            await asyncio.to_thread(back_up, tmp_path / "here" / "erre.sqlite", copy)
            with pytest.raises(BadOptions, match="exists already"):
                back_up(tmp_path / "here" / "erre.sqlite", copy)
            cookies = ana.cookie_jar
        assert "erre.sqlite" in {file.name for file in copy.parent.iterdir()}
        async with running(copy.parent) as there:  # the copy is a server's file like any other
            live = await there.server.registry.find(table)
            assert live.table.number >= number
            assert len(list(cookies)) == 1

    run(test)


def test_a_server_that_is_alone_goes_on_with_tables_that_workers_left(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            table = await here.open(await here.person("Ana"), game="rurare", seats=2)
        left = SqliteStore(tmp_path / "erre.sqlite")
        await left.open()
        await left.take(table)
        await left.close()
        async with running(tmp_path) as here:
            bo = await here.person("Bo")
            page = await here.page(bo, table)
            assert (await page.ask("sit", seat=0, name="Bo"))["type"] == "ok"

    run(test)


def test_who_is_forgotten_leaves_no_name_at_tables(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            alone = await here.open(ana, game="rurare", seats=2, play_now=True)
            table = await here.open(ana, game="rurare", seats=2)
            pages = [await here.page(http, table) for http in (ana, bo)]
            for seat, page in enumerate(pages):
                await page.ask("sit", seat=seat, name=("Ana", "Bo")[seat])
            await pages[0].ask("start")
            async with ana.delete(f"{here.base}/api/me") as answer:
                assert answer.status == 204
            await pages[1].until(lambda: pages[1].info["seats"][0]["kind"] == "bot")
            assert "Ana" not in [pages[1].info["host"], *(seat["name"] for seat in pages[1].info["seats"])]
            assert await here.server.store.lines(table)
            while await here.server.store.lines(alone):
                await asyncio.sleep(0.02)
            assert alone not in here.server.registry.tables

    run(test)


def test_after_a_kind_end_the_one_file_is_everything_and_a_copy_goes_on(tmp_path: Path) -> None:
    async def test() -> None:
        server = ServerProcess(str(tmp_path))
        await server.start()
        ana = await known_person(server.base, "Ana")
        table = await open_table(ana, server.base, game="rurare", seats=2, play_now=True)
        page = Page(ana, server.base, table, "page")
        page.start()
        await page.until(lambda: page.due())
        await page.act(*(page.due() or (0, [""]))[:1], "row 1", random.Random(1))
        moved = dict(page.notes.moves)
        await server.kill(signal.SIGTERM)
        assert server.process is not None
        assert server.process.returncode == 0
        assert sorted(file.name for file in tmp_path.iterdir()) == ["erre.sqlite", "erre.sqlite.lock"]
        await page.stop()
        await ana.close()
        db = sqlite3.connect(tmp_path / "erre.sqlite")
        lines = [row[0] for row in db.execute("SELECT line FROM entries WHERE table_id = ?", (table,))]
        db.close()
        assert moved
        assert any(b'"move":"row 1","by":"person"' in line for line in lines)

    run(test)
