"""The bus in process: for one worker, and for tests with several workers in one process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial

from erre.server.bus.contract import Answer, Beaten, BusFailed, Hear, Kept, NoAnswer, Stop, Watcher

MOST_KEPT = 10_000  # keys in a bucket whose keys grow old; the oldest make room


class MemoryBucket:
    """A bucket of keys in this process."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.since = int(time.time())
        self._seconds, self._clock = seconds, clock
        self._kept: dict[str, tuple[Kept, float]] = {}  # with the time until which it is kept, the oldest first
        self._revision = 0
        self._watchers: list[Watcher] = []

    async def read(self, key: str) -> Kept | None:
        return self._read(key)

    def _read(self, key: str) -> Kept | None:
        found = self._kept.get(key)
        if found is not None and self._seconds and found[1] <= self._clock():
            del self._kept[key]
            return None
        return found[0] if found is not None else None

    async def create(self, key: str, value: bytes) -> int:
        if self._read(key) is not None:
            raise Beaten(key)
        return self._keep(key, value)

    async def update(self, key: str, value: bytes, revision: int) -> int:
        self._check(key, revision)
        return self._keep(key, value)

    async def delete(self, key: str, revision: int) -> None:
        self._check(key, revision)
        del self._kept[key]
        self._revision += 1
        self._tell(key, None)

    async def watch(self, watcher: Watcher) -> Stop:
        self._watchers.append(watcher)
        loop = asyncio.get_running_loop()
        loop.call_soon(watcher.restarted)
        for key, (kept, _) in self._kept.items():
            loop.call_soon(watcher.seen, key, kept)
        loop.call_soon(watcher.whole)
        return partial(self._watchers.remove, watcher)

    def _check(self, key: str, revision: int) -> None:
        """Refuse a caller that knows another revision."""
        kept = self._read(key)
        if kept is None or kept.revision != revision:
            raise Beaten(key)

    def _keep(self, key: str, value: bytes) -> int:
        self._revision += 1
        kept = Kept(value, self._revision)
        self._kept.pop(key, None)
        self._kept[key] = (kept, self._clock() + self._seconds)
        while self._seconds and len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        self._tell(key, kept)
        return self._revision

    def _tell(self, key: str, kept: Kept | None) -> None:
        loop = asyncio.get_running_loop()
        for watcher in self._watchers:
            loop.call_soon(watcher.seen, key, kept)


class MemoryBus:
    """A bus for workers in one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.is_up = True
        self._clock = clock
        self._hearing: dict[str, list[Hear]] = {}
        self._answering: dict[str, Answer] = {}
        self._buckets: dict[str, MemoryBucket] = {}

    async def open(self) -> None:
        """Nothing to connect to."""

    async def close(self) -> None:
        """Nothing: other workers may still use it."""

    def say(self, subject: str, data: bytes) -> None:
        for hear in self._hearing.get(subject, ()):
            asyncio.get_running_loop().call_soon(self._tell, subject, hear, data)

    def _tell(self, subject: str, hear: Hear, data: bytes) -> None:
        """Deliver a message, unless its hearer has stopped meanwhile."""
        if hear in self._hearing.get(subject, ()):
            hear(data)

    async def hear(self, subject: str, hear: Hear) -> Stop:
        hearing = self._hearing.setdefault(subject, [])
        hearing.append(hear)
        return partial(hearing.remove, hear)

    async def answer(self, subject: str, answer: Answer) -> Stop:
        self._answering[subject] = answer

        def stop() -> None:
            del self._answering[subject]

        return stop

    async def ask(self, subject: str, data: bytes, seconds: float = 1.0) -> bytes:
        if subject not in self._answering:
            raise NoAnswer(subject)
        try:
            async with asyncio.timeout(seconds):
                return await self._answering[subject](data)
        except TimeoutError:
            raise BusFailed(f"no answer on {subject}") from None

    async def bucket(self, name: str, seconds: float = 0.0) -> MemoryBucket:
        return self._buckets.setdefault(name, MemoryBucket(seconds, self._clock))
