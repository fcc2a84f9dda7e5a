"""What an operator sees and does, at all workers; every action is recorded in a log of operations."""

from __future__ import annotations

import asyncio
import json
import platform
import secrets
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from erre import __version__
from erre.core.errors import BadOptions
from erre.server.accounts.operator_links import GOOD_FOR, make_link
from erre.server.config import Config
from erre.server.logs import log
from erre.server.net.identity import Identity
from erre.server.operator.backups import Backups
from erre.server.operator.banning import Banning, LeaveQueue
from erre.server.operator.types import (
    BanWish,
    Health,
    OperatorTable,
    Overview,
    PuzzleReport,
    RecoveryLink,
    ReportLine,
)
from erre.server.storage import company, operator, puzzle_book
from erre.server.storage.bookkeeping import rename_in_records
from erre.server.storage.company import Report
from erre.server.storage.contract import Person, StorageFailed, Store
from erre.server.storage.operator import Announcement, Found, Operation
from erre.server.storage.sqlite import schema
from erre.server.storage.work import milliseconds
from erre.server.tables.listing import OpenTable, decode_line, listed
from erre.server.tables.ownership import NoTable
from erre.server.tables.table_registry import TableRegistry
from erre.table.clean_text import clean_name, one_line
from erre.table.refusals import NoPerson
from erre.table.refused_names import clean_pattern

MOST_TABLES, MOST_REPORTS, MOST_SHOWN, MOST_NOTED, MOST_PATTERNS = 200, 100, 60, 1000, 500
LONGEST_LINE, MOST_HOURS, HOUR = 300, 30 * 24, 3_600_000


class Office:
    """The operator's view of a server, and the operator's hands."""

    def __init__(
        self,
        config: Config,
        store: Store,
        identity: Identity,
        registry: TableRegistry,
        health: Callable[[], dict[str, bool | int | float | str]],
        leave_queue: LeaveQueue,
    ) -> None:
        self.config, self.store, self.identity, self.registry = config, store, identity, registry
        self.peers, self.names, self._health = registry.peers, registry.services.names, health
        self.backups = Backups(config)
        self.banning = Banning(store, identity, registry, leave_queue)
        self._began = time.monotonic()
        self.peers.answer_with("all_tables", self._answer_tables)
        self.peers.answer_with("names_changed", self._answer_names_changed)
        self.peers.answer_with("rename_seats", self._answer_rename_seats)

    # -- looking

    async def overview(self, who: str) -> Overview:
        """Everything on the page."""
        now = milliseconds()
        return Overview(
            who,
            self.config.child_safe,
            tables=await self.tables(),
            reports=await self.reports(),
            puzzle_reports=await self.puzzle_reports(),
            bans=await self.banning.listed(),
            names=await self.store.look(operator.refused_names),
            announcement=await self.store.look(lambda: operator.announcement(now)),
            backups=await asyncio.to_thread(self.backups.listed),
            operations=await self.store.look(lambda: operator.operations(MOST_SHOWN)),
            health=await self.health(),
        )

    async def tables(self) -> list[OperatorTable]:
        """The tables of all workers and those that sleep, the one used last first."""
        others = await self.peers.ask_all(list[tuple[OpenTable, str]], "all_tables")
        awake = [*await self._answer_tables(), *(one for tables in others for one in tables)]
        found = [OperatorTable(one.line, one.touched, access) for one, access in awake]
        known = {table.line.id for table in found}
        found += [table for table in await self._asleep() if table.line.id not in known]
        found.sort(key=lambda table: -table.touched)
        return found[:MOST_TABLES]

    async def _asleep(self) -> list[OperatorTable]:
        """Tables by the day that are not in memory."""
        listed = [
            (decode_line(line), is_open) for line, is_open in await self.registry.sleeping.all_listed(MOST_TABLES)
        ]
        return [OperatorTable(one.line, one.touched, "open" if is_open else "", True) for one, is_open in listed]

    async def _answer_tables(self) -> list[tuple[OpenTable, str]]:
        lives = sorted(self.registry.tables.values(), key=lambda live: -live.touched)[:MOST_TABLES]
        return [(listed(live), live.table.access) for live in lives]

    async def puzzle_reports(self) -> list[PuzzleReport]:
        """Puzzles that people find wrong."""
        found = await self.store.look(lambda: puzzle_book.complaints(MOST_REPORTS))
        return [
            PuzzleReport(one.puzzle, one.game, one.reasons, one.reports, one.reports < puzzle_book.MOST_REPORTS)
            for one in found
        ]

    async def reports(self) -> list[ReportLine]:
        """Reports of people, the open ones first."""
        found = await self.store.look(lambda: company.reports(MOST_REPORTS))
        names = {one.reporter: await self._name_of(one.reporter) for one in found}
        return [report_line(one, names[one.reporter]) for one in found]

    async def _name_of(self, person: str) -> str:
        return (await self.store.look(lambda: company.name_of(person))) or ""

    async def search(self, words: str) -> list[Found]:
        """People by a part of their name."""
        return await self.store.read(lambda: operator.search_people(words.strip()[:40]))

    async def health(self) -> Health:
        """Sizes, counts and delays."""
        facts, metrics, file = self._health(), self.registry.services.metrics, self.config.data_file
        disk = await asyncio.to_thread(shutil.disk_usage, nearest_folder(str(file.parent)))
        files = [] if self.config.db else [file, file.with_name(f"{file.name}-wal")]
        size = sum(one.stat().st_size for one in files if one.is_file())
        return Health(
            bool(facts["ok"]),
            __version__,
            platform.python_version(),
            storage="postgresql" if self.config.db else "sqlite",
            schema=len(schema.VERSIONS),
            workers=int(facts.get("workers", 1)),
            uptime=int(time.monotonic() - self._began),
            storage_bytes=size,
            disk_free=disk.free,
            disk_total=disk.total,
            lag_ms=round(1000 * min(metrics.lag.quantile(0.99), 60.0), 1),
            commit_ms=round(1000 * min(metrics.commit.quantile(0.99), 60.0), 1),
            pages=sum(len(live.sessions) for live in self.registry.tables.values()),
            counts=await self.store.read(operator.counts),
        )

    # -- doing

    async def note(self, who: str, what: str, about: str = "") -> None:
        """Note what an operator did, for the page and for the server's log."""
        one = Operation(secrets.token_hex(8), milliseconds(), who, what, about)
        await self.store.run(lambda: operator.note_operation(one, MOST_NOTED))
        log("the operator acts", who=who, operation=what)

    async def close_table(self, who: str, table: str) -> None:
        """Close a table with its log."""
        await self.registry.close_anywhere(table)
        await self.note(who, "close_table", table)

    async def rename(self, who: str, person: str, name: str) -> Person:
        """Give somebody another name, here, at their tables and in the records of their games."""
        new = clean_name(name) if name.strip() else f"Player {secrets.randbelow(9000) + 1000}"
        await self.names.check(new, person)
        try:
            renamed = await self.store.rename(person, new)
        except StorageFailed:
            raise NoPerson("there is no such person") from None
        await self.store.run(lambda: rename_in_records(person, new))
        self.identity.forget(person)
        self.registry.renamed(renamed)
        await self.peers.ask_all(bool, "renamed", person, new, False, renamed.portrait)
        await self._answer_rename_seats(person, new)
        await self.peers.ask_all(bool, "rename_seats", person, new)
        await self.note(who, "rename", new)
        return renamed

    async def _answer_rename_seats(self, person: str, name: str) -> bool:
        await self.registry.rename_seats(person, name)
        return True

    async def recover(self, who: str, person: str) -> RecoveryLink:
        """A link with which somebody who lost all devices comes back, once."""
        path = await make_link(self.store, person)
        if path is None:
            raise NoPerson("there is no such person")
        await self.note(who, "recover", await self._name_of(person))
        return RecoveryLink(path, GOOD_FOR // HOUR)

    async def resolve(self, who: str, report: str, answer: str) -> None:
        """Note that a report was dealt with."""
        words = one_line(answer, LONGEST_LINE, "a remark") if answer.strip() else ""
        if not await self.store.run(lambda: company.resolve(report, words)):
            raise NoTable("there is no such report")
        await self.note(who, "resolve", report)

    async def ban(self, who: str, person: str, wish: BanWish, own_address: str) -> None:
        """Lock somebody out."""
        await self.note(who, "ban", await self.banning.ban(person, wish, own_address))

    async def lift_ban(self, who: str, ban: str) -> None:
        """Let somebody in again."""
        await self.note(who, "lift_ban", await self.banning.lift(ban))

    async def judge_puzzle(self, who: str, puzzle: str, is_offered: bool) -> None:
        """Offer a puzzle again that was reported, or offer it no more."""
        if not await self.store.run(lambda: puzzle_book.judge(puzzle, is_offered)):
            raise NoTable("nobody has reported this puzzle")
        await self.note(who, "keep_puzzle" if is_offered else "drop_puzzle", puzzle)

    async def refuse_name(self, who: str, pattern: str) -> None:
        """Refuse names from now on."""
        plain, now = clean_pattern(pattern), milliseconds()
        if not await self.store.run(lambda: operator.refuse_name(plain, now, MOST_PATTERNS)):
            raise BadOptions(f"there are {MOST_PATTERNS} patterns already: delete one first")
        await self._names_changed(who, "refuse_name", plain)

    async def allow_name(self, who: str, pattern: str) -> None:
        """Allow names again."""
        await self.store.run(lambda: operator.allow_name(pattern))
        await self._names_changed(who, "allow_name", pattern)

    async def _names_changed(self, who: str, what: str, pattern: str) -> None:
        await self._answer_names_changed()
        await self.peers.ask_all(bool, "names_changed")
        await self.note(who, what, pattern)

    async def _answer_names_changed(self) -> bool:
        self.names.changed()
        return True

    async def announce(self, who: str, text: str, hours: int) -> None:
        """Show a line to everybody, in the lobby and at tables."""
        if not 1 <= hours <= MOST_HOURS:
            raise BadOptions(f"an announcement is shown for 1 to {MOST_HOURS} hours")
        now, plain = milliseconds(), one_line(text, LONGEST_LINE, "an announcement")
        one = Announcement(secrets.token_hex(8), plain, now, now + hours * HOUR)
        await self.store.run(lambda: operator.announce(one))
        await self.note(who, "announce", plain)

    async def withdraw(self, who: str) -> None:
        """Show no line any more."""
        await self.store.run(operator.withdraw_announcement)
        await self.note(who, "withdraw")

    async def back_up(self, who: str) -> str:
        """Make a backup; its name."""
        name = await self.backups.make()
        await self.note(who, "back_up", name)
        return name

    async def delete_backup(self, who: str, name: str) -> None:
        """Delete a backup."""
        await asyncio.to_thread(self.backups.delete, name)
        await self.note(who, "delete_backup", name)


def report_line(one: Report, reporter: str) -> ReportLine:
    """A report for the page."""
    return ReportLine(
        *(one.id, one.at, one.about, one.name, reporter, one.table, one.category, one.words),
        lines=[(at, name, text) for at, name, text in json.loads(one.lines or "[]")],
        is_open=one.state == "open",
        answer=one.answer,
    )


def nearest_folder(path: str) -> str:
    """A folder that exists: this one, or one above it."""
    folder = Path(path).absolute()
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return str(folder)
