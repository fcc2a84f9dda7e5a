"""How late the event loop is while bots play at many tables: `python -m erre.trials.lag`, on the loopback only."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import tempfile
from collections.abc import Callable

import aiohttp
import msgspec

from erre.games import all_games
from erre.server.metrics import Histogram
from erre.trials.client import Page, known_person, open_table
from erre.trials.soak import ServerProcess

OF_ONE = 40  # tables that one person opens
WATCHED = 1  # one in this many tables has a spectator; tables without one rest
SETTLING = 5.0  # seconds before the measure begins
LAG, COMMIT = "erre_loop_lag_seconds", "erre_commit_seconds"


class LagReport(msgspec.Struct, frozen=True):
    """What was measured; times in milliseconds, each the upper bound of its bucket."""

    tables: int
    level: str
    seconds: float
    samples: int
    moves_per_second: float
    p50: float
    p99: float
    p999: float
    worst: float
    commit_p99: float
    load: float  # of the machine over the last minute, all processes

    def lines(self) -> list[str]:
        """The results as text."""
        return [
            f"{self.tables} tables of {self.level} bots for {self.seconds:.0f} s: {self.moves_per_second:.0f} moves/s",
            f"the loop was late by p50 {self.p50:g} ms, p99 {self.p99:g} ms, p99.9 {self.p999:g} ms, "
            f"at worst {self.worst:g} ms ({self.samples} samples)",
            f"a move was on disk within {self.commit_p99:g} ms (p99); load of the machine {self.load:.1f}",
        ]


async def read_metrics(http: aiohttp.ClientSession, base: str) -> str:
    """The metrics that the server reports about itself."""
    async with http.get(f"{base}/metrics") as answer:
        return await answer.text()


def histogram(before: str, after: str, name: str) -> Histogram:
    """What a histogram counted between two looks."""
    pattern = re.compile(rf'^{name}_bucket{{le="(.+)"}} (\d+)$', re.MULTILINE)
    seen = [dict(pattern.findall(text)) for text in (before, after)]
    found = Histogram(tuple(float(bound) for bound in seen[1] if bound != "+Inf"))
    counts = [int(seen[1][bound]) - int(seen[0].get(bound, 0)) for bound in seen[1]]
    found.counts = [count - last for count, last in zip(counts, [0, *counts], strict=False)]
    return found


def counter(text: str, name: str) -> int:
    """The value of a counter in the metrics."""
    found = re.search(rf"^erre_{name}_total (\d+)$", text, re.MULTILINE)
    return int(found[1]) if found else 0


async def measure(tables: int, seconds: float, level: str, say: Callable[[str], None], folder: str) -> LagReport:
    """Open the tables, let the bots play, and read the server's metrics."""
    server = ServerProcess(folder, tempo=1.0, warm=True)
    people: list[aiohttp.ClientSession] = []
    pages: list[Page] = []
    try:
        say("a server starts")
        await server.start()
        games = all_games()
        for number in range(tables):
            if number % OF_ONE == 0:
                people.append(await known_person(server.base, f"Regular {number}"))
            game = games[number % len(games)]
            bots = [level] * min(4, game.most_seats)
            wish = {"game": game.name, "seats": len(bots), "bots": bots, "play_now": True}
            table = await open_table(people[-1], server.base, **wish)
            if number % WATCHED == 0:
                pages.append(Page(people[-1], server.base, table, f"watcher-{number}"))
                pages[-1].start()
        await asyncio.sleep(SETTLING)
        say(f"bots play at {tables} tables")
        before = await read_metrics(people[0], server.base)
        await asyncio.sleep(seconds)
        after = await read_metrics(people[0], server.base)
    finally:
        for page in pages:
            await page.stop()
        for person in people:
            await person.close()
        await server.kill()
    lag, commit = histogram(before, after, LAG), histogram(before, after, COMMIT)
    moves = counter(after, "moves") - counter(before, "moves")
    p50, p99, p999, worst = (round(1000 * lag.quantile(share), 1) for share in (0.5, 0.99, 0.999, 1.0))
    on_disk, load = round(1000 * commit.quantile(0.99), 1), os.getloadavg()[0]
    return LagReport(tables, level, seconds, sum(lag.counts), moves / seconds, p50, p99, p999, worst, on_disk, load)


def lag(
    tables: int = 100, seconds: float = 60.0, level: str = "solid", say: Callable[[str], None] = lambda _: None
) -> LagReport:
    """Measure in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="erre-lag-") as folder:
        return asyncio.run(measure(tables, seconds, level, say, folder))


def main() -> None:
    """`python -m erre.trials.lag`."""
    parser = argparse.ArgumentParser(description="Measure how late the event loop is while bots play.")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--level", default="solid")
    print("\n".join(lag(**vars(parser.parse_args()), say=print).lines()))


if __name__ == "__main__":
    main()
