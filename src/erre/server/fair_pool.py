"""A fair thread pool: no owner's work waits for more than one task of any other owner."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from erre.core.errors import Refusal

T = TypeVar("T")


class Busy(Refusal):
    """Too much work is queued already."""

    code = "too_fast"


class Waiting:
    """A piece of work that waits for a thread."""

    __slots__ = ("answer", "is_urgent", "work")

    def __init__(self, work: Callable[[], Any], answer: asyncio.Future[Any], is_urgent: bool) -> None:
        self.work, self.answer, self.is_urgent = work, answer, is_urgent


Queue = OrderedDict[str, deque[Waiting]]  # by owner, the one whose turn is next first


class FairPool:
    """Threads that take one piece of work of each owner in turn; urgent work first.

    An owner is an address or a person. A heavy user waits behind their own work, and others do not wait behind it.
    Urgent work never takes every thread, and with one thread at most every other turn, so that the rest goes on too.
    """

    def __init__(
        self,
        threads: int,
        name: str,
        most_waiting: int = 10_000,
        most_of_one: int = 10_000,
        initializer: Callable[[], None] | None = None,
    ) -> None:
        self._threads, self._most_waiting, self._most_of_one = threads, most_waiting, most_of_one
        self._pool = ThreadPoolExecutor(threads, name, initializer=initializer)
        self.start: Callable[[Callable[[], Any]], asyncio.Future[Any]] = self._in_thread  # a page has other means
        self._queues: tuple[Queue, Queue] = (OrderedDict(), OrderedDict())  # urgent, and the rest
        self._running, self._urgent = 0, 0  # pieces of work in threads, and how many of them are urgent
        self._was_urgent = False  # the last one that was begun
        self._waiting = 0

    @property
    def waiting(self) -> int:
        """How many pieces of work wait for a thread."""
        return self._waiting

    async def run(self, owner: str, work: Callable[..., T], *values: Any, urgent: bool = False) -> T:
        """The result of work, when its turn comes; Busy if too much waits."""
        queue = self._queues[0 if urgent else 1]
        if self._waiting >= self._most_waiting or len(queue.get(owner, ())) >= self._most_of_one:
            raise Busy("too much is being worked out at the moment: try again soon")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        queue.setdefault(owner, deque()).append(Waiting(partial(work, *values), answer, urgent))
        self._waiting += 1
        self._begin()
        return await answer

    def _begin(self) -> None:
        """Give free threads something to do."""
        while self._running < self._threads and (waiting := self._next()) is not None:
            if waiting.answer.done():  # cancelled
                continue
            self._running += 1
            self._urgent += waiting.is_urgent
            self._was_urgent = waiting.is_urgent
            self.start(waiting.work).add_done_callback(
                lambda done, waiting=waiting: self._done(done, waiting)  # type: ignore[misc]
            )

    def _in_thread(self, work: Callable[[], Any]) -> asyncio.Future[Any]:
        """Begin a piece of work in a thread."""
        return asyncio.get_running_loop().run_in_executor(self._pool, work)

    def _next(self) -> Waiting | None:
        """The next piece of work: of the owner who has waited longest for a turn."""
        for queue in self._order():
            if queue:
                owner, works = queue.popitem(last=False)
                waiting = works.popleft()
                self._waiting -= 1
                if works:
                    queue[owner] = works
                return waiting
        return None

    def _order(self) -> tuple[Queue, ...]:
        """The queues to take from, the first one that has work first."""
        urgent, rest = self._queues
        if self._threads > 1:
            return (urgent, rest) if self._urgent < self._threads - 1 else (rest,)
        return (rest, urgent) if self._was_urgent else (urgent, rest)

    def _done(self, done: asyncio.Future[Any], waiting: Waiting) -> None:
        """A thread is free again."""
        answer = waiting.answer
        self._running -= 1
        self._urgent -= waiting.is_urgent
        error = None if done.cancelled() else done.exception()
        if answer.done():
            pass
        elif done.cancelled():
            answer.cancel()
        elif error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(done.result())
        self._begin()

    def close(self) -> None:
        """Stop the threads; queued work is dropped."""
        self._threads = 0
        self._pool.shutdown(wait=False, cancel_futures=True)
        for queue in self._queues:
            for works in queue.values():
                for waiting in works:
                    waiting.answer.cancel()
            queue.clear()
