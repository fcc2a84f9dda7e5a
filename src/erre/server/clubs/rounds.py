"""The live tables of a round: opened when it begins, loaded after a restart, finished by bots."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any

from erre.clubs import steps
from erre.clubs.deals import deal_of
from erre.clubs.evening import Evening
from erre.clubs.refusals import NotThisStage
from erre.core.errors import Refusal
from erre.core.game import AnyGame
from erre.games import game as find_game
from erre.server.clubs.evening_book import EveningBook, by_host_only
from erre.server.clubs.evening_view import club_of, deal_name
from erre.server.clubs.laying import Laying, Seated
from erre.server.logs import log_warning
from erre.server.notices.notice import Notice
from erre.server.notices.notices import Notices
from erre.server.storage.contract import StorageFailed

LOOK_EVERY = 30.0  # seconds between two looks after the tables of a round
MOST_KEPT = 500


class Rounds:
    """Opens and finishes the tables of evenings."""

    def __init__(self, book: EveningBook, laying: Laying, notices: Notices) -> None:
        self.book, self.laying, self.notices = book, laying, notices
        self._looked: OrderedDict[tuple[str, bool], float] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    # -- beginning

    async def begin(self, evening: str, host: str) -> None:
        """Open the tables of the planned round, then begin it."""
        planned = (await self.book.read(evening)).evening
        if planned.stage != "planned":
            raise NotThisStage("draw_first")
        seats = [list(plan.seats) for plan in planned.rounds[-1].tables]
        opened: list[str] = []
        now = self.book.now()

        def start(found: Evening) -> None:
            if found.stage != "planned" or [list(plan.seats) for plan in found.rounds[-1].tables] != seats:
                raise NotThisStage("seats_changed")
            steps.start_round(found, now, opened)

        try:
            if not planned.setup.paper:
                for at in range(len(seats)):
                    opened.append(await self._open(planned, at))
            stored = await self.book.change(
                evening, f"start {len(planned.rounds) - 1}", by_host_only(host, start), True
            )
        except BaseException:
            for table in opened:
                await self.release(table)
            raise
        self._call(stored.evening)

    async def _open(self, evening: Evening, at: int) -> str:
        """Open a live table of the planned round."""
        setup, number = evening.setup, len(evening.rounds) - 1
        game: AnyGame = find_game(setup.game)
        level = setup.bots or game.usual_level
        seated = []
        for player in evening.rounds[-1].tables[at].seats:
            member = None if steps.is_bot(player) else evening.member(player)
            playing = member is not None and bool(member.person)
            seated.append(Seated(member.name, member.person) if member and playing else Seated(level=level))
        deal = deal_of(evening.secret, deal_name(number)) if setup.duplicate else None
        return await self.laying.open(game, setup.options, seated, setup.name, club_of(evening.id), deal)

    def _call(self, evening: Evening) -> None:
        """Tell everybody who sits in the round that has begun; those who are here are led to their table anyway."""
        number = len(evening.rounds)
        for table in evening.rounds[-1].tables:
            for player in table.seats:
                member = None if steps.is_bot(player) else evening.member(player)
                if member is not None and member.person:
                    path = f"/t/{table.table}" if table.table else club_of(evening.id)
                    details = {"club": evening.setup.name, "number": str(number)}
                    key = f"round {evening.id} {number} {table.table}"
                    self.notices.tell_soon(member.person, Notice("round", notice_of(evening.id), key, path, details))

    # -- finishing

    async def finish(self, evening: Evening, table_no: int) -> None:
        """Let bots finish a table of the running round."""
        if evening.stage != "playing":
            raise NotThisStage("no_round")
        plan = evening.find_table(len(evening.rounds) - 1, table_no)
        if plan.result is not None or not plan.table:
            raise NotThisStage("enter_scores")
        await self.laying.finish(plan.table)
        await self.book.change(evening.id, f"finish {table_no}", lambda found: None)

    async def release(self, table: str) -> None:
        """Let bots finish a table that no evening waits for any more."""
        with contextlib.suppress(Refusal, StorageFailed):
            await self.laying.finish(table)

    # -- looking after tables whenever a page asks for the evening

    def look_after(self, evening: Evening) -> None:
        """Load tables that a restart has left on disk; close the round if its time is up and the host wants that."""
        if evening.stage != "playing":
            return
        closes = steps.must_close(evening, self.book.now())
        if self._is_due(evening.id, closes):
            left = [plan.table for plan in evening.rounds[-1].tables if plan.table and plan.result is None]
            self._do(self._close(evening, left) if closes else self._wake(left))

    def _is_due(self, evening: str, closes: bool) -> bool:
        """Whether the last look is long enough ago."""
        key, now = (evening, closes), time.monotonic()
        if key in self._looked and now - self._looked[key] <= LOOK_EVERY:
            return False
        self._looked[key] = now
        if len(self._looked) > MOST_KEPT:
            self._looked.popitem(last=False)
        return True

    async def _wake(self, tables: list[str]) -> None:
        for table in tables:
            try:
                await self.laying.wake(table)
            except (Refusal, StorageFailed) as error:
                log_warning("a table of an evening cannot be loaded", table=table, reason=str(error))

    async def _close(self, evening: Evening, tables: list[str]) -> None:
        """Note that the round is closed, then let bots finish its tables; done again until all have a result."""
        now, round_no = self.book.now(), len(evening.rounds) - 1
        with contextlib.suppress(Refusal, StorageFailed):
            if not evening.rounds[-1].is_closed:
                await self.book.change(evening.id, f"close {round_no}", lambda found: steps.close_round(found, now))
        for table in tables:
            await self.release(table)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def notice_of(evening: str) -> str:
    """What notices about an evening are about."""
    return f"evening {evening}"
