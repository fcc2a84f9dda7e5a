"""Shards on the threads of this machine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from queue import SimpleQueue

from erre.core.batch import Engine
from erre.core.cores import usable_cores
from erre.core.errors import BadOptions, quote
from erre.core.whole import whole
from erre.lab.plan import Job, Rows, Shard
from erre.lab.player import Player

Played = Generator[tuple[Shard, Rows], None, None]  # can be closed before its end
Executor = Callable[[Job, Iterator[Shard]], Played]  # plays shards; they come back in any order
MOST_THREADS = 1024


def check_threads(threads: int | None) -> None:
    """Refuse an impossible number of threads."""
    if threads is not None and not 1 <= (whole(threads) or 0) <= MOST_THREADS:
        raise BadOptions(f"threads: 1 to {MOST_THREADS}, not {quote(threads)}")


def on_threads(threads: int | None = None, engine: Engine = "cpu") -> Executor:
    """An executor with the given number of threads, by default one per core; the calling thread drives a GPU."""
    check_threads(threads)
    if engine not in ("cpu", "gpu"):
        raise BadOptions(f"the engine is 'cpu' or 'gpu', not {quote(engine)}")
    count = threads or usable_cores()

    def play(job: Job, shards: Iterator[Shard]) -> Played:
        player = Player(job, engine)
        try:
            if engine == "gpu":
                for shard in shards:
                    yield shard, player.play(shard)
            else:
                yield from Crew(player.play, count).play(shards)
        finally:
            player.close()

    return play


class Crew:
    """Threads that play; an interrupt does not wait for them, for a game of champions may take a while to end."""

    def __init__(self, play: Callable[[Shard], Rows], threads: int) -> None:
        self.play_shard, self.threads = play, threads
        self.waiting: SimpleQueue[Shard | None] = SimpleQueue()
        self.done: SimpleQueue[tuple[Shard, Rows | BaseException]] = SimpleQueue()
        self.stopped = False

    def work(self) -> None:
        """The loop of one thread: play shards until none is left."""
        while (shard := self.waiting.get()) is not None and not self.stopped:
            try:
                self.done.put((shard, self.play_shard(shard)))
            except BaseException as error:  # whatever it is, the caller must see it
                self.done.put((shard, error))

    def play(self, shards: Iterator[Shard]) -> Played:
        """Keep every thread busy with a shard, and have another ready for it."""
        for _ in range(self.threads):
            threading.Thread(target=self.work, daemon=True).start()
        under_way = 0
        try:
            for shard in islice(shards, 2 * self.threads):
                self.waiting.put(shard)
                under_way += 1
            while under_way:
                shard, rows = self.done.get()
                if isinstance(rows, BaseException):
                    raise rows
                if (following := next(shards, None)) is not None:
                    self.waiting.put(following)
                else:
                    under_way -= 1
                yield shard, rows
        finally:
            self.stopped = True
            for _ in range(self.threads):
                self.waiting.put(None)
