"""Reports to the operator: who, why, and the last lines of chat, which the server adds itself."""

from __future__ import annotations

import json
import secrets

from erre.server.company.circle import Circle
from erre.server.company.types import ReportWish
from erre.server.net.limits import Limits
from erre.server.storage import company as storage
from erre.server.storage.company import Report
from erre.server.storage.contract import Store
from erre.server.storage.work import milliseconds
from erre.table.clean_text import one_line
from erre.table.refusals import NoPerson

LONGEST = 300  # letters
SENT, SENT_PER_SECOND = 8.0, 1 / 900
SENT_AT_ADDRESS, SENT_AT_ADDRESS_PER_SECOND = 30.0, 1 / 300


class Reports:
    """Takes reports from people."""

    def __init__(self, store: Store, circle: Circle, limits: Limits) -> None:
        self.store, self.circle, self.limits = store, circle, limits

    async def report(self, me: str, address: str, wish: ReportWish) -> None:
        """Keep a report for the operator; the person it is about is not told."""
        about = await self.circle.find(me, wish.whom)
        name, lines = await self._seen(me, wish, about)
        words = one_line(wish.words, LONGEST, "a report") if wish.words.strip() else ""
        self.limits.spend(f"reported {me}", 1.0, SENT, SENT_PER_SECOND)
        self.limits.spend(f"reported at {address}", 1.0, SENT_AT_ADDRESS, SENT_AT_ADDRESS_PER_SECOND)
        table = wish.whom.table
        one = Report(
            secrets.token_hex(8), milliseconds(), me, about, name, table, wish.category, words, json.dumps(lines)
        )
        await self.store.run(lambda: storage.report(one))

    async def _seen(self, me: str, wish: ReportWish, about: str) -> tuple[str, list[tuple[int, str, str]]]:
        """The name under which somebody was met, and what was said there."""
        if wish.whom.table:
            table = await self.circle.visible(me, wish.whom.table)
            if about in table.persons:
                return table.names[table.persons.index(about)], table.lines if table.knows(me) else []
        name = await self.store.look(lambda: storage.name_of(about))
        if name is None:
            raise NoPerson("this person is gone")
        return name, []
