"""PostgreSQL that restarts, dies, is cut off or was never there: nothing is lost, guessed or written twice."""

from __future__ import annotations

import asyncio
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from erre.core.errors import BadOptions
from erre.server.storage import work
from erre.server.storage.contract import Fenced, OutcomeUnknown, Player, StorageFailed, Taken
from erre.server.storage.postgres import connection as postgres_line
from erre.server.storage.postgres import schema as postgres_schema
from erre.server.storage.postgres import writer as postgres_writer
from erre.server.storage.postgres.store import PostgresStore
from erre.server.storage.stores import make_store
from erre.trials.soak import free_port
from tests.real_servers import RealPostgres, real_postgres
from tests.server.running import run, running
from tests.server.storage.backends import game_of
from tests.server.storage.cut_line import cut_line


@pytest.fixture(scope="module")
def mortal() -> Iterator[RealPostgres]:
    """A server of its own, to be restarted."""
    with real_postgres(waits_for_disk=False) as server:
        yield server


async def count(url: str, table: str) -> list[bytes]:
    """A log as PostgreSQL itself says it is."""
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("SELECT line FROM erre.entries WHERE table_id = $1 ORDER BY number", table)
    await connection.close()
    return [row[0] for row in rows]


async def warmed_up(store: PostgresStore) -> None:
    """Have the writer do all that it does besides writing, so that the next thing it asks is to write."""
    await store.append("first", 0, b"")
    await store.append("first", 1, b"")


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL], ids=["restart", "crash"])
def test_what_was_answered_survives_and_tables_go_on(mortal: RealPostgres, sign: signal.Signals) -> None:
    async def test() -> None:
        store = PostgresStore(await mortal.make_database())
        await store.open()
        tables = {f"t{k}": 0 for k in range(20)}
        is_over = False

        async def play(table: str) -> None:
            fence = await store.take(table)
            while not is_over or tables[table] < 3:
                await store.append(table, tables[table], b"%d" % tables[table], fence=fence)
                tables[table] += 1

        async def restart() -> None:
            nonlocal is_over
            while not all(tables.values()):
                await asyncio.sleep(0.02)
            before = dict(tables)
            await asyncio.to_thread(mortal.restart, sign)
            while any(tables[table] <= before[table] + 1 for table in tables):
                await asyncio.sleep(0.02)
            is_over = True

        await asyncio.gather(restart(), *(play(table) for table in tables))
        for table, written in tables.items():
            assert await store.lines(table) == [b"%d" % number for number in range(written)]
        assert await store.person(b"nobody") is None
        await store.close()

    run(test)


def test_people_play_on_while_postgresql_restarts(mortal: RealPostgres, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path, db=await mortal.make_database()) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rurare", seats=2, play_now=True)
            page = await here.page(ana, table)
            playing = asyncio.create_task(page.play(random.Random(1)))
            await page.until(lambda: len(page.notes.moves) >= 3)
            await asyncio.to_thread(mortal.restart)
            await playing
            assert page.notes.gaps == []
            log = b"".join(await here.server.store.lines(table)).decode()
            assert all(f'"move":"{move}"' in log for _, move, _ in page.notes.moves.values())
            assert log.count('"by":"person"') == len(page.notes.moves)

    run(test)


def test_a_line_whose_answer_was_lost_is_found_and_not_written_twice(postgres: RealPostgres) -> None:
    async def test() -> None:
        place = await postgres.make_database()
        async with cut_line(place, postgres.port) as (line, url):
            store = PostgresStore(url)
            await store.open()
            await warmed_up(store)
            await store.append("t", 0, b"zero")
            line.is_deaf = True
            writing = [asyncio.create_task(store.append("t", 1, b"one"))]
            await line.asked.wait()
            writing.append(asyncio.create_task(store.append("t", 2, b"two")))
            assert await count(place, "t") == [b"zero", b"one"]  # written, and nobody was told
            line.is_deaf = False
            line.cut()
            await asyncio.gather(*writing)
            assert await store.lines("t") == [b"zero", b"one", b"two"]
            with pytest.raises(Taken):
                await store.append("t", 1, b"one")
            await store.close()

    run(test)


def test_a_line_whose_answer_was_lost_is_refused_if_it_did_not_arrive_and_another_wrote(postgres: RealPostgres) -> None:
    async def test() -> None:
        place = await postgres.make_database()
        direct = PostgresStore(place)
        await direct.open()
        async with cut_line(place, postgres.port) as (line, url):
            store = PostgresStore(url)
            await store.open()
            await warmed_up(store)
            old = await store.take("t")
            await store.append("t", 0, b"zero", fence=old)
            line.is_closed = True
            line.cut()
            writing = asyncio.create_task(store.append("t", 1, b"late", fence=old))
            new = await direct.take("t")
            await direct.append("t", 1, b"other", fence=new)
            line.is_closed = False
            with pytest.raises(Fenced):
                await writing
            assert await store.lines("t") == [b"zero", b"other"]
            await store.close()
        await direct.close()

    run(test)


def test_a_line_written_before_another_took_the_table_is_answered_truly(postgres: RealPostgres) -> None:
    async def test() -> None:
        place = await postgres.make_database()
        direct = PostgresStore(place)
        await direct.open()
        async with cut_line(place, postgres.port) as (line, url):
            store = PostgresStore(url)
            await store.open()
            await warmed_up(store)
            old = await store.take("t")
            await store.append("t", 0, b"zero", fence=old)
            line.is_deaf = True
            writing = asyncio.create_task(store.append("t", 1, b"mine", fence=old))
            await line.asked.wait()
            await direct.take("t")
            line.is_deaf = False
            line.cut()
            await writing  # it is in the log, and the new owner has read it
            with pytest.raises(Fenced):
                await store.append("t", 2, b"late", fence=old)
            assert await direct.lines("t") == [b"zero", b"mine"]
            await store.close()
        await direct.close()

    run(test)


def test_a_game_whose_answer_was_lost_is_kept_and_rated_once(postgres: RealPostgres) -> None:
    async def test() -> None:
        place = await postgres.make_database()
        async with cut_line(place, postgres.port) as (line, url):
            store = PostgresStore(url)
            await store.open()
            players = [Player("a", bot="solid"), Player("b", bot="casual")]
            for k in range(8):
                keeping = asyncio.create_task(store.finish(game_of(players, record=f"r{k}", ranks=[1, 2])))
                await asyncio.sleep(0.002 * k)  # somewhere in the middle
                line.cut()
                await keeping
            assert [standing.games for standing in await store.ratings("rage")] == [8, 8]
            await store.close()

    run(test)


def test_a_database_that_stays_away_is_told_and_what_is_not_known_is_not_claimed(
    postgres: RealPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_writer, "PATIENCE", 0.5)
    monkeypatch.setattr(postgres_writer, "IN_DOUBT_FOR", 0.7)
    monkeypatch.setattr("erre.server.storage.postgres.store.PATIENCE", 0.5)

    async def test() -> None:
        place = await postgres.make_database()
        async with cut_line(place, postgres.port) as (line, url):
            store = PostgresStore(url)
            await store.open()
            await warmed_up(store)
            await store.append("t", 0, b"zero")
            line.is_deaf = True
            in_doubt = asyncio.create_task(store.append("t", 1, b"one"))
            await line.asked.wait()
            waiting = asyncio.create_task(store.append("u", 0, b""))
            line.is_closed = True
            line.cut()
            with pytest.raises(OutcomeUnknown, match="not known"):
                await in_doubt
            with pytest.raises(StorageFailed, match="nothing was written"):
                await waiting
            with pytest.raises(StorageFailed, match="database at"):
                await store.lines("t")
            monkeypatch.undo()  # patient again
            line.is_deaf = line.is_closed = False
            assert await store.lines("t") == [b"zero", b"one"]
            await store.append("t", 2, b"two")
            await store.close()

    run(test)


def test_a_line_that_falls_silent_is_given_up_and_what_was_asked_over_it_is_found(
    postgres: RealPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a cable is pulled: nothing is refused, and nothing comes back."""
    monkeypatch.setattr(postgres_writer, "WRITTEN_WITHIN", 1.0)

    async def test() -> None:
        place = await postgres.make_database()
        async with cut_line(place, postgres.port) as (line, url):
            store = PostgresStore(url)
            await store.open()
            await warmed_up(store)
            monkeypatch.setattr(postgres_line, "CONNECT_WITHIN", 1.0)
            line.is_deaf = True
            writing = [asyncio.create_task(store.append(f"t{k}", 0, b"%d" % k)) for k in range(5)]
            await line.asked.wait()
            writing.append(asyncio.create_task(store.append("late", 0, b"late")))
            before = line.tried
            while line.tried < before + 2:
                await asyncio.sleep(0.02)
            assert not any(task.done() for task in writing)
            monkeypatch.undo()  # patient again
            line.is_deaf = False
            await asyncio.gather(*writing)
            assert sorted(await store.live_tables()) == ["first", "late", "t0", "t1", "t2", "t3", "t4"]
            assert await store.lines("t3") == [b"3"]
            await store.close()

    run(test)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("of%20no%20importance", "guessed"), "does not accept this user and password"),
        (("/postgres", "/elsewhere"), "no database .*elsewhere: make it first"),
        (("127.0.0.1", "nowhere.invalid"), "cannot be reached"),
        (("{port}", "{free}"), "cannot be reached"),
        (("{port}", "70000"), "no address of a database"),
    ],
)
def test_a_wrong_address_is_told_in_words_without_the_password(
    postgres: RealPostgres, change: tuple[str, str], words: str
) -> None:
    async def test() -> None:
        old, new = (part.format(port=postgres.port, free=free_port()) for part in change)
        with pytest.raises(StorageFailed, match=words) as refusal:
            await make_store(postgres.url().replace(old, new)).open()
        assert "importance" not in str(refusal.value)
        assert "guessed" not in str(refusal.value)

    run(test)


# Every line notes the setting of the connection that wrote it.
NOTE_HOW = "ALTER TABLE entries ADD COLUMN how TEXT DEFAULT current_setting('synchronous_commit')"


def test_a_server_that_does_not_wait_for_its_disk_is_told_to_for_us(postgres: RealPostgres) -> None:
    async def test() -> None:
        place = await postgres.make_database()
        connection = await asyncpg.connect(place)
        name = await connection.fetchval("SELECT current_database()")
        await connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
        await connection.close()
        store = PostgresStore(place)
        await store.open()
        await store.run(lambda: work.do(NOTE_HOW))
        await store.append("t", 0, b"one")
        assert await store.run(lambda: work.value_of("SELECT how FROM entries")) == "on"
        assert await store.run(lambda: work.value_of("SHOW synchronous_commit")) == "on"
        await store.close()

    run(test)


def test_of_several_servers_the_one_that_answers_is_taken(postgres: RealPostgres) -> None:
    async def test() -> None:
        place = await postgres.make_database()
        several = place.replace("@", f"@127.0.0.1:{free_port()},")
        store = PostgresStore(several)
        await store.open()
        await store.append("t", 0, b"")
        await store.close()
        assert "importance" not in postgres_line.place_of(several)

    run(test)


def test_another_kind_of_database_is_refused() -> None:
    with pytest.raises(BadOptions, match="mysql:// is no storage"):
        make_store("mysql://host/erre")


def test_a_missing_package_is_told_with_the_command_that_adds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StorageFailed, match=r"pip install '\.\[cluster\]'"):
        make_store("postgresql://host/erre")


def test_a_database_of_a_newer_program_is_refused_in_words(postgres: RealPostgres) -> None:
    async def test() -> None:
        place = await postgres.make_database()
        connection = await postgres_line.connect(place)
        await postgres_schema.bring_up_to_date(connection)
        await connection.execute("UPDATE version SET number = 99")
        await connection.close()
        with pytest.raises(StorageFailed, match="update Erre"):
            await PostgresStore(place).open()

    run(test)
