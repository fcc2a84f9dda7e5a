"""The relay between workers: both ends of a page, over a bus in process."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from erre.server.bus.memory import MemoryBus
from erre.server.cluster.relay_links import FRAMES, GONE, HEARD, SAY, Entry, Link, Links, subject_of
from tests.server.running import run


class End:
    """What arrives over a link."""

    def __init__(self) -> None:
        self.arrivals: list[Entry] = []
        self.failures: list[Entry] = []
        self.broke: list[str] = []
        self.is_used = True
        self.is_failing = False

    def arrived(self, link: Link, entry: Entry) -> None:
        if self.is_failing:
            raise RuntimeError("an accident")
        self.arrivals.append(entry)

    def failed(self, link: Link, entry: Entry) -> None:
        self.failures.append(entry)

    def broken(self, peer: str) -> None:
        self.broke.append(peer)

    def uses(self, peer: str) -> bool:
        return self.is_used


async def two() -> tuple[MemoryBus, tuple[Links, End], tuple[Links, End]]:
    """Two workers on one bus."""
    bus, ends = MemoryBus(), (End(), End())
    ana, bo = Links(bus, "ana", ends[0]), Links(bus, "bo", ends[1])
    await ana.start()
    await bo.start()
    return bus, (ana, ends[0]), (bo, ends[1])


async def until(wanted: Any) -> None:
    """Wait for something that comes soon."""
    async with asyncio.timeout(120):
        while not wanted():
            await asyncio.sleep(0)


def test_what_is_said_in_one_turn_is_one_batch_and_the_same_text_is_sent_once() -> None:
    async def test() -> None:
        bus, (ana, _), (bo, end) = await two()
        batches: list[bytes] = []
        await bus.hear(subject_of("bo"), batches.append)
        text = b"the same for both"
        ana["bo"].put(SAY, 1, 0.0, text)
        ana["bo"].put(SAY, 2, 0.0, text)
        ana["bo"].put(SAY, 3, 0.0, b"another")
        await until(lambda: len(end.arrivals) == 2)
        assert [(entry[0], list(entry[1]), entry[3]) for entry in end.arrivals] == [
            (SAY, [1, 2], text),
            (SAY, [3], b"another"),
        ]
        assert len(batches) == 1
        ana.stop()
        bo.stop()

    run(test)


def test_a_lost_batch_breaks_the_link_on_both_sides_and_a_new_one_begins() -> None:
    async def test() -> None:
        bus, (ana, ana_end), (bo, end) = await two()
        ana["bo"].put(HEARD, 1, 0.0, b"one")
        bo["ana"].put(SAY, 1, 0.0, b"hello")
        await until(lambda: end.arrivals and ana_end.arrivals)
        say = bus.say
        bus.say = lambda subject, data: None  # type: ignore[method-assign]
        ana["bo"].put(HEARD, 1, 0.0, b"two")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        bus.say = say  # type: ignore[method-assign]
        ana["bo"].put(HEARD, 1, 0.0, b"three")
        await until(lambda: end.broke == ["ana"])
        await until(lambda: ana_end.broke == ["bo"])
        assert [entry[3] for entry in end.arrivals] == [b"one"]
        ana["bo"].put(HEARD, 2, 0.0, b"four")
        await until(lambda: end.arrivals[-1][3] == b"four")
        ana.stop()
        bo.stop()

    run(test)


def test_what_no_batch_holds_is_cut_and_comes_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("erre.server.cluster.relay_links.MOST_BATCH", 10)

    async def test() -> None:
        _, (ana, _), (bo, end) = await two()
        ana["bo"].put(SAY, 1, 0.0, b"x" * 35)
        await until(lambda: sum(len(entry[3]) for entry in end.arrivals) == 37)
        assert {entry[0] for entry in end.arrivals} == {FRAMES}
        assert b"".join(entry[3] for entry in end.arrivals).endswith(b"x" * 35)
        ana.stop()
        bo.stop()

    run(test)


def test_an_accident_with_one_page_ends_that_page_and_no_other() -> None:
    async def test() -> None:
        _, (ana, _), (bo, end) = await two()
        end.is_failing = True
        ana["bo"].put(HEARD, 1, 0.0, b"bad")
        await until(lambda: end.failures)
        end.is_failing = False
        ana["bo"].put(GONE, 2)
        await until(lambda: end.arrivals)
        assert (end.failures[0][1], end.arrivals[0][1], end.broke) == ([1], [2], [])
        ana.stop()
        bo.stop()

    run(test)


def test_signs_of_life_measure_the_way_and_a_silent_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("erre.server.cluster.relay_links.BEAT", 0.01)

    async def test() -> None:
        _, (ana, end), (bo, _) = await two()
        _ = ana["bo"]
        await until(lambda: ana["bo"].trip > 0.0)
        bo.stop()
        ana["bo"].heard = time.monotonic() - 100.0  # nothing was heard for long
        await until(lambda: end.broke == ["bo"])
        ana.stop()

    run(test)
