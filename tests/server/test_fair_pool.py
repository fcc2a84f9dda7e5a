"""A fair pool: a heavy user waits only for their own work."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from erre.server.fair_pool import Busy, FairPool
from tests.server.running import run


def test_owners_take_turns_and_urgent_work_goes_first() -> None:
    async def test() -> None:
        pool, order, gate = FairPool(1, "test"), list[str](), threading.Event()

        def work(name: str) -> str:
            gate.wait(120)
            order.append(name)
            return name

        flood = [asyncio.ensure_future(pool.run("eve", work, f"eve {k}")) for k in range(10)]
        await asyncio.sleep(0)
        fair = [asyncio.ensure_future(pool.run("ana", work, f"ana {k}")) for k in range(2)]
        hint = asyncio.ensure_future(pool.run("bo", work, "hint", urgent=True))
        await asyncio.sleep(0)
        gate.set()
        assert await hint == "hint"
        await asyncio.gather(*flood, *fair)
        assert order[:2] == ["eve 0", "hint"]
        assert order.index("ana 0") <= 3
        assert order.index("ana 1") <= 5
        pool.close()

    run(test)


def test_too_much_of_one_owner_is_refused_and_others_get_in() -> None:
    async def test() -> None:
        pool, gate = FairPool(1, "test", most_waiting=100, most_of_one=2), threading.Event()
        waiting = [asyncio.ensure_future(pool.run("eve", gate.wait, 10)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run("eve", gate.wait)
        other = asyncio.ensure_future(pool.run("ana", lambda: 7))
        await asyncio.sleep(0)
        gate.set()
        assert await other == 7
        await asyncio.gather(*waiting)
        pool.close()

    run(test)


def test_work_that_nobody_waits_for_is_not_done_and_errors_come_back() -> None:
    async def test() -> None:
        pool, gate, done = FairPool(1, "test"), threading.Event(), list[int]()
        first = asyncio.ensure_future(pool.run("a", gate.wait, 10))
        dropped = asyncio.ensure_future(pool.run("a", done.append, 1))
        await asyncio.sleep(0)
        dropped.cancel()
        await asyncio.sleep(0)
        gate.set()
        await first
        with pytest.raises(ZeroDivisionError):
            await pool.run("a", lambda: 1 // 0)
        assert done == []
        pool.close()

    run(test)


@pytest.mark.parametrize("threads", [1, 2])
def test_urgent_work_without_end_keeps_no_other_work_from_being_done(threads: int) -> None:
    async def test() -> None:
        pool, is_over = FairPool(threads, "test"), threading.Event()

        async def ask_on() -> None:
            while not is_over.is_set():
                await pool.run("eve", time.sleep, 0.001, urgent=True)

        floods = [asyncio.ensure_future(ask_on()) for _ in range(20)]
        while pool.waiting < 10:
            await asyncio.sleep(0)
        try:
            async with asyncio.timeout(120):
                assert [await pool.run("ana", str, k) for k in range(5)] == list("01234")
        finally:
            is_over.set()
            await asyncio.gather(*floods)
            pool.close()

    run(test)


def test_urgent_work_never_has_every_thread() -> None:
    async def test() -> None:
        pool, gate, begun = FairPool(3, "test"), threading.Event(), threading.Semaphore(0)

        def work() -> None:
            begun.release()
            gate.wait(120)

        hints = [asyncio.ensure_future(pool.run(f"owner {k}", work, urgent=True)) for k in range(5)]
        assert await asyncio.to_thread(lambda: begun.acquire(timeout=120) and begun.acquire(timeout=120))
        assert await pool.run("ana", str, 1) == "1"  # though five hints wait, and two are being worked out
        gate.set()
        await asyncio.gather(*hints)
        pool.close()

    run(test)
