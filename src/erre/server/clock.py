"""The clocks of a server, in one object that a test can replace."""

from __future__ import annotations

import time

JUMP = 2_000  # milliseconds by which the system's clock may differ from ours before it counts as a jump


class Clock:
    """The time of day as it was when the process started, counted on by a clock that never jumps.

    A system clock that is set while the server runs ends no turn, makes none longer, and closes no table.
    """

    def __init__(self) -> None:
        self._began, self._since = time.time_ns() // 1_000_000, time.monotonic()
        self._told = 0  # the difference that was reported last

    def now(self) -> int:
        """The time in milliseconds since 1970."""
        return self._began + int((time.monotonic() - self._since) * 1000)

    def steady(self) -> float:
        """Milliseconds since some moment in the past; only differences mean anything."""
        return time.perf_counter() * 1000

    def jumped(self) -> int:
        """By how many milliseconds the system's clock has jumped since this was asked last; 0 if it has not."""
        difference = time.time_ns() // 1_000_000 - self.now()
        jump = difference - self._told
        if abs(jump) < JUMP:
            return 0
        self._told = difference
        return jump


class LateClock(Clock):
    """A clock for a table whose log is ahead of the time of day: it goes on from there."""

    def __init__(self, clock: Clock, last: int) -> None:
        super().__init__()
        self._clock, self._ahead = clock, max(0, last - clock.now())

    def now(self) -> int:
        return self._clock.now() + self._ahead

    def steady(self) -> float:
        return self._clock.steady()
