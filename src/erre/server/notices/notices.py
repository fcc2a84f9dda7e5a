"""Creates notices for people. Other parts of the server only need `tell`."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine
from typing import Any

from erre.server.clock import Clock
from erre.server.logs import log_error
from erre.server.metrics import Metrics
from erre.server.notices.notice import Notice
from erre.server.notices.settings import NoticeSettings, not_quiet, read_settings
from erre.server.storage.contract import Store
from erre.server.storage.notice_store import NoticeStore
from erre.server.storage.notice_types import Delivery, StoredNotice

PUSH_AFTER = 5_000  # milliseconds in which a notice may settle itself before it is pushed
MAIL_AFTER = 600_000  # the same for mail: for people whom no push has reached
MOST_WAITING = 20_000  # deliveries in the outbox; above it, notices are only badges


class Notices:
    """Keeps a notice for its person, and hands it to the channels that they chose."""

    def __init__(self, store: Store, clock: Clock, metrics: Metrics, has_mail: bool = False) -> None:
        self.store = NoticeStore(store)
        self.clock, self.metrics, self.has_mail = clock, metrics, has_mail
        self._telling: dict[str, asyncio.Task[None]] = {}  # by person: the last of what they are told, in order

    async def tell(self, person: str, notice: Notice) -> bool:
        """Tell a person something, once for each key; False if it was told before, or if they are gone."""
        kept = notice.short()
        now = self.clock.now()
        stored = StoredNotice(new_id(), kept.kind, kept.about, kept.key, kept.path, kept.details, now)
        deliveries = await self._deliveries(person, stored)
        is_new = await self.store.add_notice(person, stored, deliveries)
        if is_new:
            self.metrics.count("notices")
        return is_new

    def tell_soon(self, person: str, notice: Notice) -> None:
        """Tell without waiting; nothing that fails here reaches the caller."""
        self._spawn(person, self.tell(person, notice))

    def settle_soon(self, person: str, about: str) -> None:
        """It needs no telling any more: the person has moved, has come, or has declined."""
        self._spawn(person, self.store.settle(person, about))

    async def idle(self) -> None:
        """Wait until everything that was told soon is told."""
        while self._telling:
            await asyncio.gather(*self._telling.values())

    async def _after(self, before: asyncio.Task[None] | None, work: Coroutine[Any, Any, object]) -> None:
        """Work after what the same person was told before."""
        if before is not None:
            await asyncio.wait([before])
        try:
            await work
        except Exception:
            self.metrics.count("notices_failed")
            log_error("a notice is lost")

    def _spawn(self, person: str, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.get_running_loop().create_task(self._after(self._telling.get(person), work))
        self._telling[person] = task
        task.add_done_callback(lambda done: self._told(person, done))

    def _told(self, person: str, task: asyncio.Task[None]) -> None:
        if self._telling.get(person) is task:
            del self._telling[person]

    async def _deliveries(self, person: str, notice: StoredNotice) -> list[Delivery]:
        """Where a notice goes besides the badge."""
        settings = read_settings(await self.store.notice_settings(person))
        if notice.kind in settings.muted:
            return []
        targets = await self._targets(person, settings)
        if targets and await self.store.waiting_deliveries() + len(targets) > MOST_WAITING:
            self.metrics.count("notices_over_limit")
            return []
        return [
            Delivery(new_id(), person, notice.id, channel, target, not_quiet(settings, notice.at + wait))
            for channel, target, wait in targets
        ]

    async def _targets(self, person: str, settings: NoticeSettings) -> list[tuple[str, str, int]]:
        """Channel, target and delay of everything that reaches a person."""
        found = []
        if settings.push:
            found = [("push", one.id, PUSH_AFTER) for one in await self.store.endpoints(person)]
        if settings.mail and self.has_mail:
            address = await self.store.mail_address(person)
            if address is not None and address.is_proven:
                found.append(("mail", "", MAIL_AFTER if found else PUSH_AFTER))
        return found


def new_id() -> str:
    """The id of a notice or of a delivery."""
    return secrets.token_hex(12)
