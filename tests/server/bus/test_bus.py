"""The bus, in process and over a real NATS: one contract."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from erre.server.bus.contract import Beaten, Bus, BusFailed, Kept, NoAnswer
from erre.server.bus.memory import MemoryBus
from erre.server.bus.nats import NatsBus
from erre.trials.soak import free_port
from tests.real_servers import RealNats, own_folder, real_nats
from tests.server.running import run

KINDS = ["memory", "nats"]


@asynccontextmanager
async def buses(kind: str) -> AsyncIterator[tuple[Bus, Bus]]:
    """The bus as two workers see it."""
    if kind == "memory":
        shared = MemoryBus()
        yield shared, shared
        return
    with real_nats() as server:
        both = NatsBus(server.url), NatsBus(server.url)
        try:
            for bus in both:
                await open_again_and_again(bus)
            yield both
        finally:
            for bus in both:
                await bus.close()


async def open_again_and_again(bus: Bus) -> None:
    """Open a bus as a server does: a machine that is busy answers too late at first."""
    async with asyncio.timeout(120):
        while True:
            try:
                return await bus.open()
            except BusFailed:
                await asyncio.sleep(0.1)


def with_buses(kind: str, test: Callable[[Bus, Bus], Coroutine[Any, Any, None]]) -> None:
    """Run a test on a bus."""

    async def whole() -> None:
        async with buses(kind) as (one, other):
            await test(one, other)

    run(whole)


async def until(wanted: Callable[[], object], seconds: float = 120.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not wanted():
            await asyncio.sleep(0.01)


async def is_heard(bus: Bus, subject: str) -> bool:
    """Whether somebody answers questions of this kind."""
    try:
        await bus.ask(subject, b"1", 120.0)
    except NoAnswer:
        return False
    return True


class Noting:
    """A watcher that takes notes."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.notes: list[str] = []

    def restarted(self) -> None:
        self.kept.clear()
        self.notes.append("restarted")

    def seen(self, key: str, kept: Kept | None) -> None:
        self.notes.append(key)
        if kept is None:
            self.kept.pop(key, None)
        else:
            self.kept[key] = kept.value

    def whole(self) -> None:
        self.notes.append("whole")


@pytest.mark.parametrize("kind", KINDS)
def test_messages_are_heard_in_order_and_by_all_who_listen(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        heard: list[bytes] = []
        also: list[bytes] = []
        stop = await other.hear("news", heard.append)
        await one.hear("news", also.append)
        for number in range(300):
            one.say("news", b"%d" % number)
        await until(lambda: len(heard) == 300 and len(also) == 300)
        assert heard == also == [b"%d" % number for number in range(300)]
        stop()
        one.say("news", b"more")
        await until(lambda: len(also) == 301)
        assert len(heard) == 300

    with_buses(kind, test)


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_is_answered_or_it_is_known_at_once_that_nobody_hears_it(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        async def answer(data: bytes) -> bytes:
            if data == b"slow":
                await asyncio.Event().wait()  # never
            return data * 2

        await other.answer("twice", answer)
        while not await is_heard(one, "twice"):  # the server may learn of it a little later
            await asyncio.sleep(0.01)
        assert await asyncio.gather(*(one.ask("twice", b"%d" % n, 120.0) for n in range(20))) == [
            b"%d%d" % (n, n) for n in range(20)
        ]
        with pytest.raises(NoAnswer):
            await one.ask("nobody", b"", 120.0)
        with pytest.raises(BusFailed):
            await one.ask("twice", b"slow", 0.1)

    with_buses(kind, test)


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_is_created_once_and_changed_by_who_knows_its_revision(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        here, there = await one.bucket("tables"), await other.bucket("tables")
        assert here.since == there.since > 1_700_000_000
        assert await here.read("a") is None
        first = await here.create("a", b"1")
        with pytest.raises(Beaten):
            await there.create("a", b"2")
        assert await there.read("a") == Kept(b"1", first)
        second = await there.update("a", b"2", first)
        assert second > first
        with pytest.raises(Beaten):
            await here.update("a", b"3", first)
        with pytest.raises(Beaten):
            await here.delete("a", first)
        with pytest.raises(Beaten):
            await here.update("never", b"3", 7)
        await here.delete("a", second)
        assert await there.read("a") is None
        assert await there.create("a", b"again") > second

    with_buses(kind, test)


@pytest.mark.parametrize("kind", KINDS)
def test_of_many_who_create_a_key_one_succeeds(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        both = await one.bucket("tables"), await other.bucket("tables")
        found = await asyncio.gather(
            *(bucket.create("a", b"%d" % k) for k in range(10) for bucket in both), return_exceptions=True
        )
        assert sum(isinstance(one, int) for one in found) == 1
        assert sum(isinstance(one, Beaten) for one in found) == 19

    with_buses(kind, test)


@pytest.mark.parametrize("kind", KINDS)
def test_what_grows_old_goes_unless_it_is_renewed(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        here, there = await one.bucket("workers", 1.5), await other.bucket("workers", 1.5)
        await here.create("paused", b"")
        revision = await here.create("busy", b"")
        async with asyncio.timeout(120):
            while await there.read("paused") is not None:
                revision = await here.update("busy", b"", revision)
                await asyncio.sleep(0.05)
        assert await there.read("busy") == Kept(b"", revision)
        with pytest.raises(Beaten):  # who wakes up after its time learns so
            await here.update("paused", b"", 1)
        await there.create("paused", b"mine")

    with_buses(kind, test)


@pytest.mark.parametrize("kind", KINDS)
def test_a_watcher_sees_all_there_is_then_all_that_comes(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        here, there = await one.bucket("tables"), await other.bucket("tables")
        empty, noting = Noting(), Noting()
        await there.watch(empty)
        await until(lambda: empty.notes == ["restarted", "whole"])
        revisions = [await here.create(f"t{k}", b"%d" % k) for k in range(20)]
        stop = await there.watch(noting)
        await until(lambda: "whole" in noting.notes)
        assert noting.notes[0] == "restarted"
        assert noting.kept == {f"t{k}": b"%d" % k for k in range(20)}
        await here.update("t3", b"three", revisions[3])
        await here.delete("t4", revisions[4])
        await until(lambda: noting.kept.get("t3") == b"three" and "t4" not in noting.kept)
        await until(lambda: empty.kept == noting.kept)
        stop()

    with_buses(kind, test)


def test_a_nats_that_is_not_there_is_told() -> None:
    async def test() -> None:
        port = free_port()
        with pytest.raises(BusFailed, match=f"no NATS with JetStream at nats://127.0.0.1:{port}"):
            await NatsBus(f"nats://ana:secret@127.0.0.1:{port}").open()

    run(test)


@pytest.mark.parametrize("is_lost", [False, True])
def test_after_a_restart_of_nats_watches_start_again(is_lost: bool) -> None:
    async def test(folder: Path) -> None:
        server = RealNats(folder)
        server.start()
        bus = NatsBus(server.url)
        await open_again_and_again(bus)
        bucket, noting = await bus.bucket("tables"), Noting()
        since, revision = bucket.since, await bucket.create("a", b"1")
        await bucket.watch(noting)
        heard: list[bytes] = []
        await bus.hear("news", heard.append)
        await until(lambda: "a" in noting.kept)
        server.stop()
        await until(lambda: not bus.is_up)
        with pytest.raises(BusFailed):
            await bucket.read("a")
        if is_lost:
            shutil.rmtree(folder / "jetstream")
            await until(lambda: int(time.time()) > since)  # the age of a bucket is counted in seconds
        noting.notes.clear()
        server.start()
        await until(lambda: "whole" in noting.notes)
        assert noting.kept == ({} if is_lost else {"a": b"1"})
        assert (bucket.since > since) is is_lost
        assert await bucket.create("b", b"2") > (0 if is_lost else revision)
        await until(lambda: noting.kept.get("b") == b"2")
        bus.say("news", b"back")
        await until(lambda: heard == [b"back"])
        await bus.close()
        server.stop()

    with own_folder() as folder:
        run(partial(test, folder))
