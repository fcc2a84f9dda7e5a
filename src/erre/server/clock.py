"""The clocks of a server, in one object, so that a test can bring its own."""

from __future__ import annotations

import time


class Clock:
    """The wall clock that people share, and a steady one that never jumps."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def steady(self) -> float:
        """Milliseconds since some moment in the past; only differences mean anything."""
        return time.perf_counter() * 1000
