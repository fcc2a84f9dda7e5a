"""Work of a page's server that another worker does: it comes back, whatever happens to that worker."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from erre.core.errors import BadOptions
from erre.core.game import Position
from erre.games import game as find_game
from erre.offline.thinker import Thinker, carry_out
from erre.server.fair_pool import FairPool
from erre.server.tables.bot_runner import look_and_choose


class Worker:
    """The other end, in this process; it answers when it is told to."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker, self.asked = thinker, list[tuple[int, bytes]]()

    def hear(self, number: int, data: bytes) -> None:
        self.asked.append((number, data))

    def answer(self) -> None:
        for number, data in self.asked:
            self.thinker.answered(number, carry_out(data))
        self.asked.clear()


def refuse(why: str) -> None:
    raise BadOptions(why)


def fail_strangely() -> None:
    class Local(Exception):
        """Nobody else knows this class."""

    raise Local("of no use elsewhere")


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


def test_bots_think_in_the_other_worker() -> None:
    async def test() -> None:
        thinker, pool = Thinker(), FairPool(1, "bot")
        worker, pool.start = Worker(thinker), thinker.start
        thinker.use(worker.hear)
        position = Position.new(find_game("rage"), 3, seed=5).position
        asked = asyncio.ensure_future(pool.run("", look_and_choose, position, position.turn[0], "casual", 7))
        await asyncio.sleep(0)
        assert not asked.done()
        worker.answer()
        assert await asked == look_and_choose(position, position.turn[0], "casual", 7)
        pool.close()

    run(test)


def test_a_refusal_comes_back_as_what_it_was() -> None:
    async def test() -> None:
        thinker = Thinker()
        worker = Worker(thinker)
        thinker.use(worker.hear)
        answer = thinker.start(partial(refuse, "not so"))
        worker.answer()
        with pytest.raises(BadOptions, match="not so"):
            await answer

    run(test)


def test_an_exception_that_does_not_travel_comes_back_in_words() -> None:
    async def test() -> None:
        thinker = Thinker()
        worker = Worker(thinker)
        thinker.use(worker.hear)
        answer = thinker.start(fail_strangely)
        worker.answer()
        with pytest.raises(RuntimeError, match="Local: of no use elsewhere"):
            await answer

    run(test)


def test_work_waits_for_a_worker_that_starts_but_not_for_ever() -> None:
    async def test() -> None:
        thinker = Thinker(patience=0.01)
        thinker.expect()
        assert await thinker.start(partial(int, "7")) == 7
        worker = Worker(thinker)
        later = Thinker()
        later.expect()
        answer = later.start(partial(int, "8"))
        worker.thinker = later
        later.use(worker.hear)
        worker.answer()
        assert await answer == 8

    run(test)


def test_the_other_worker_is_asked_for_once_with_the_first_work() -> None:
    async def test() -> None:
        asked: list[str] = []
        thinker = Thinker(want=lambda: asked.append("wanted"))
        worker = Worker(thinker)
        assert asked == []
        answers = [thinker.start(partial(int, text)) for text in ("1", "2")]
        assert asked == ["wanted"]
        thinker.use(worker.hear)
        worker.answer()
        assert [await one for one in answers] == [1, 2]
        thinker.lost()
        assert await thinker.start(partial(int, "3")) == 3
        assert asked == ["wanted"]

    run(test)


def test_what_a_lost_worker_was_asked_is_done_here() -> None:
    async def test() -> None:
        thinker = Thinker()
        worker = Worker(thinker)
        thinker.use(worker.hear)
        asked = [thinker.start(partial(int, text)) for text in ("1", "2")]
        dropped = thinker.start(partial(int, "3"))
        dropped.cancel()
        thinker.lost()
        assert [await one for one in asked] == [1, 2]
        assert await thinker.start(partial(int, "4")) == 4

    run(test)
