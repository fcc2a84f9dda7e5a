"""How many lines a second a storage takes, on disk before they are answered, with many tables at once.

    python benchmarks/appends.py [--tables 100] [--seconds 5] [--fenced] PLACE

PLACE is a new file, the address of an empty database, or `real`: a PostgreSQL that is started for it. Every table
writes its next line when the last was answered.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from erre.server.storage.contract import Store  # noqa: E402
from erre.server.storage.stores import make_store  # noqa: E402

LINE = b'{"number":12,"at":1763261234567,"entries":[{"type":"moved","seat":2,"move":"Y8","by":"person"}],"asked":' + (
    b'{"client":"a9f3c1","n":7,"person":"0123456789abcdef0123456789abcdef"}}'
)


async def table(store: Store, name: str, fence: int, until: float, took: list[float]) -> None:
    """One table, until the time is up."""
    if fence:
        await store.take(name, fence)
    number = 0
    while (began := time.perf_counter()) < until:
        await store.append(name, number, LINE, fence=fence)
        took.append(time.perf_counter() - began)
        number += 1


async def measure(place: str, tables: int, seconds: float, fenced: bool) -> None:
    """Append for a while, and say how it went."""
    store = make_store(place)
    await store.open()
    took: list[float] = []
    began = time.perf_counter()
    until = began + seconds
    await asyncio.gather(*(table(store, f"t{k:06}", fenced * (k + 1), until, took) for k in range(tables)))
    rate = len(took) / (time.perf_counter() - began)
    await store.close()
    took.sort()
    half, most = (1000 * took[int(part * (len(took) - 1))] for part in (0.5, 0.99))
    print(f"{tables} tables: {rate:,.0f} lines a second; half of them within {half:.1f} ms, 99 % within {most:.1f} ms")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--fenced", action="store_true", help="as workers of a cluster write")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        place = given.place
        if place == "real":
            from tests.real_servers import real_postgres

            place = stack.enter_context(real_postgres()).new_database()
        with asyncio.Runner(loop_factory=fastest_loop) as runner:
            runner.run(measure(place, given.tables, given.seconds, given.fenced))


def fastest_loop() -> asyncio.AbstractEventLoop:
    """The event loop of the server."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


if __name__ == "__main__":
    main()
