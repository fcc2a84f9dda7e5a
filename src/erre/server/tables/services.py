"""What live tables need from the server: settings, storage, metrics, bots, clocks, and a thread for slow work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from erre.games.compiling import Workshop
from erre.server.clock import Clock
from erre.server.config import Config
from erre.server.metrics import Metrics
from erre.server.net.limits import Limits
from erre.server.notices.notices import Notices
from erre.server.storage.contract import Store
from erre.server.tables.bot_runner import BotRunner
from erre.server.tables.names import Names

T = TypeVar("T")


class Services:
    """Shared by all tables of a server."""

    def __init__(
        self,
        config: Config,
        store: Store,
        metrics: Metrics,
        clock: Clock,
        workshop: Workshop | None = None,
        notices: Notices | None = None,
    ) -> None:
        self.config, self.store, self.metrics, self.clock = config, store, metrics, clock
        self.limits = Limits(config.limits)
        self.names = Names(store, config.child_safe)
        self.notices = notices or Notices(store, clock, metrics)
        self.workshop = workshop or Workshop([])
        self.bots = BotRunner(config.bot_threads, config.tempo, metrics, self.workshop)
        self._aside = ThreadPoolExecutor(1, "table")

    async def aside(self, work: Callable[..., T], *values: Any) -> T:
        """Run slow work in a thread; it must not change shared state."""
        return await asyncio.get_running_loop().run_in_executor(self._aside, work, *values)

    def close(self) -> None:
        """Stop the threads."""
        self.bots.close()
        self._aside.shutdown(wait=False, cancel_futures=True)
