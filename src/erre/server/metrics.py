"""Metrics of a server in the Prometheus text format."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

LAG_BOUNDS = (0.0005, 0.001, 0.002, 0.003, 0.004, 0.005, 0.007, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
LAG_EVERY = 0.02


class Histogram:
    """A Prometheus histogram of durations in seconds."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one duration."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds

    def quantile(self, share: float) -> float:
        """The bound of the bucket in which that share of all lies."""
        wanted, seen = share * sum(self.counts), 0
        for bound, count in zip((*self.bounds, float("inf")), self.counts, strict=True):
            seen += count
            if seen >= wanted:
                return bound
        return 0.0

    def lines(self, name: str) -> Iterator[str]:
        """The histogram in Prometheus' text format."""
        seen = 0
        for bound, count in zip((*self.bounds, "+Inf"), self.counts, strict=True):
            seen += count
            yield f'{name}_bucket{{le="{bound}"}} {seen}'
        yield f"{name}_sum {self.sum:.6f}"
        yield f"{name}_count {seen}"


class Metrics:
    """All counters of a server."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {}
        self.lag = Histogram(LAG_BOUNDS)
        self.commit = Histogram(LAG_BOUNDS)

    def count(self, name: str, more: int = 1) -> None:
        """Increase a counter."""
        self.counted[name] += more

    async def watch_lag(self) -> None:
        """Measure how late the event loop is, for as long as it runs."""
        loop = asyncio.get_running_loop()
        while True:
            wanted = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.lag.add(max(0.0, loop.time() - wanted))

    def text(self) -> str:
        """All metrics in Prometheus' text format."""
        lines: list[str] = []
        for name, value in sorted(self.counted.items()):
            lines += [f"# TYPE erre_{name}_total counter", f"erre_{name}_total {value}"]
        for name, read in sorted(self.gauges.items()):
            lines += [f"# TYPE erre_{name} gauge", f"erre_{name} {read():g}"]
        for name, histogram in (("loop_lag_seconds", self.lag), ("commit_seconds", self.commit)):
            lines += [f"# TYPE erre_{name} histogram", *histogram.lines(f"erre_{name}")]
        return "\n".join(lines) + "\n"
