"""`erre serve --workers N`: workers are started, restarted when they die, and stopped gracefully."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from erre.core.errors import BadOptions
from erre.server import app
from erre.server.app import open_bus, open_patiently, open_store
from erre.server.bus.contract import BusFailed
from erre.server.cluster.processes import worker_environment
from erre.server.config import Config
from erre.server.storage.contract import StorageFailed
from erre.trials.client import Page, known_person, open_table
from erre.trials.soak import free_port, lasting_port
from tests.real_servers import RealNats, RealPostgres, real_nats, real_postgres
from tests.server.running import run


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[RealPostgres, RealNats]]:
    """A real PostgreSQL and a real NATS."""
    with real_postgres() as postgres, real_nats() as nats:
        yield postgres, nats


async def healths(port: int, count: int) -> dict[str, int]:
    """The workers that answer on ports of their own, and whether they know each other."""
    found: dict[str, int] = {}
    async with aiohttp.ClientSession() as http:
        for number in range(count):
            try:
                async with http.get(f"http://127.0.0.1:{port + number}/health") as answer:
                    told = await answer.json()
                    if answer.status == 200:
                        found[told["worker"]] = told["workers"]
            except (aiohttp.ClientError, OSError):
                pass
    return found


async def all_up(port: int, count: int, but: set[str] = frozenset()) -> set[str]:  # type: ignore[assignment]
    """Wait until so many workers know each other, none of them one of those before."""
    while True:
        found = await healths(port, count)
        if len(found) == count and not but & set(found) and all(known == count for known in found.values()):
            return set(found)
        await asyncio.sleep(0.1)


def children_of(pid: int) -> list[int]:
    """The processes that a process started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_a_worker_that_dies_comes_back_and_all_end_together(servers: tuple[RealPostgres, RealNats]) -> None:
    postgres, nats = servers
    port, url = lasting_port(), postgres.new_database()

    async def test() -> None:
        flags = ["--host", "127.0.0.1", "--port", str(port), "--quiet", "--workers", "2", "--own-ports"]
        environment = {**os.environ, "ERRE_WARM": "0", "ERRE_TEMPO": "0"}
        parent = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "erre.cli.serve", *flags, "--db", url, "--bus", nats.url), env=environment
        )
        try:
            first = await all_up(port, 2)
            ana = await known_person(f"http://127.0.0.1:{port}", "Ana")
            table = await open_table(ana, f"http://127.0.0.1:{port}", game="rurare", seats=2, play_now=True)
            page = Page(ana, f"http://127.0.0.1:{port + 1}", table, "page")
            page.start()
            await page.until(lambda: page.due())
            workers = children_of(parent.pid)
            assert len(workers) == 2
            os.kill(workers[0], signal.SIGKILL)
            second = await all_up(port, 2, but=first - (first & set(await healths(port + 1, 1))))
            assert len(first & second) == 1
            await page.until(lambda: page.due() and page.socket is not None)
            seat, legal = page.due() or (0, [])
            assert (await page.move(seat, legal[0]))["type"] == "ok"
            parent.send_signal(signal.SIGHUP)  # restart all of them, one by one
            await all_up(port, 2, but=second)
            await page.until(lambda: page.due() and page.socket is not None)
            await page.stop()
            await ana.close()
            workers = children_of(parent.pid)
            parent.send_signal(signal.SIGTERM)
            assert await parent.wait() == 0
            assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
        finally:
            if parent.returncode is None:
                parent.kill()
                await parent.wait()

    run(test)


def test_workers_without_their_parent_end(servers: tuple[RealPostgres, RealNats]) -> None:
    postgres, nats = servers
    port, url = lasting_port(), postgres.new_database()

    async def test() -> None:
        config = Config(host="127.0.0.1", port=port, db=url, bus=nats.url, warm=False, quiet=True)
        environment = {**worker_environment(config, port), "ERRE_PARENT": "1"}  # not who starts it
        orphan = await asyncio.create_subprocess_exec(sys.executable, "-m", "erre.cli.serve", env=environment)
        assert await orphan.wait() == 0

    run(test)


def test_servers_that_are_not_there_are_waited_for_and_then_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "PATIENCE", 0.5)
    monkeypatch.setattr(app, "AGAIN", 0.1)

    async def test() -> None:
        port = free_port()
        config = Config(bus=f"nats://127.0.0.1:{port}", db=f"postgresql://erre@127.0.0.1:{port}/erre")
        with pytest.raises(BusFailed, match=f"no NATS with JetStream at nats://127.0.0.1:{port}"):
            await open_patiently(open_bus(config), open_store(config), config)
        alone = Config(db=config.db)
        with pytest.raises(StorageFailed, match=str(port)):
            await open_patiently(open_bus(alone), open_store(alone), alone)

    run(test)


def test_a_storage_that_nobody_knows_is_refused() -> None:
    with pytest.raises(BadOptions, match="no storage that Erre knows"):
        open_store(Config(db="mysql://somewhere"))


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "erre.server.bus.nats", raising=False)
    for name in [name for name in sys.modules if name.partition(".")[0] == "nats"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nats", None)
    with pytest.raises(BadOptions, match=r"\.\[cluster\]"):
        open_bus(Config(bus="nats://127.0.0.1:4222", db="postgresql://x"))
