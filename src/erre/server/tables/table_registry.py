"""All live tables of a worker: opens them, loads them from their logs, and unloads them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count

import msgspec

from erre.core.errors import BadOptions, BadRecord
from erre.games import game as find_game
from erre.games import usual_seats
from erre.race.fairness import check_terms
from erre.server.bus.peers import Peers
from erre.server.logs import log, log_error, log_warning
from erre.server.net.http_types import NewTable, TableLine
from erre.server.net.messages import Bye
from erre.server.storage.contract import Log, Person, StorageFailed
from erre.server.tables.bot_runner import levels_of
from erre.server.tables.departures import Departures
from erre.server.tables.listing import OpenTable, TableSketch, decode_line, encoded_line, line_for, listed, sketched
from erre.server.tables.live_table import LiveTable
from erre.server.tables.ownership import NoTable, Ownership
from erre.server.tables.rooms import Rooms
from erre.server.tables.services import Services
from erre.server.tables.sleep import SleepingTables
from erre.table.by_day import check_hours
from erre.table.clean_text import LONGEST_NAME
from erre.table.decide import LETTERS, Who, decide, fill_chairs, new_deal, open_table
from erre.table.entries import AnyEntry, Commit, Created, Sat, Started, format_commit, hash_of, parse_log
from erre.table.refusals import NotClaimed, ServerFull
from erre.table.requests import SetBot
from erre.table.seats import People
from erre.table.table import Table

ID_LENGTH = 12  # 59 bits
HOUR, DAY = 3600, 86_400
KEPT = {"gathering": 2 * DAY, "playing": 30 * DAY, "over": 2 * DAY}  # seconds for which nobody came
KEPT_UNPLAYED = HOUR  # for tables at which no person has ever moved, and at which no two people have sat down
MOST_OPEN = 50  # tables in the lobby's list
FRESH = 1.0  # seconds for which other workers are not asked again for their open tables


class TableRegistry:
    """The tables of this worker."""

    def __init__(self, services: Services, ownership: Ownership, peers: Peers) -> None:
        self.services, self.ownership, self.peers = services, ownership, peers
        self.tables: dict[str, LiveTable] = {}
        self.sleeping = SleepingTables(services)
        self.departures = Departures(services, ownership, peers, self.tables, self.find)
        limits, most = services.limits, services.config.most_tables
        self.rooms = Rooms(peers, limits, most, lambda: len(self.tables), self.kept_by, self.opened_from)
        self.rooms.asleep = self.sleeping.hosted_by
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._elsewhere: tuple[float, list[OpenTable]] = (0.0, [])  # open tables of other workers, and when asked for
        peers.answer_with("open_tables", self._answer_open)
        peers.answer_with("tables_of", self._answer_held)
        peers.answer_with("kept", self._answer_kept)
        peers.answer_with("seated", self._answer_seated)
        peers.answer_with("sketch", self._answer_sketch)
        peers.answer_with("close_table", self._answer_close)
        services.metrics.gauges["tables"] = lambda: len(self.tables)
        services.metrics.gauges["sockets"] = lambda: sum(len(live.sessions) for live in self.tables.values())

    # -- coming and going

    async def close(self) -> None:
        """Close all tables; requests made before are still carried out."""
        await self.ownership.leave()
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        bye = Bye("restart", "the server is restarting", self.ownership.come_back_in)
        sessions = [session for live in self.tables.values() for session in live.sessions]
        await asyncio.gather(*(live.close(bye) for live in self.tables.values()))
        await self._close_by_day()
        await self.ownership.give_back([table for table, live in self.tables.items() if not live.table.hours])
        await asyncio.gather(*(session.flush() for session in sessions))

    async def _close_by_day(self) -> None:
        """Leave tables by the day asleep, for whoever wakes them after the restart."""
        for live in [live for live in self.tables.values() if live.table.hours]:
            live.turns.tell_absent(everybody=True)
            try:
                if await self.sleeping.note_asleep(live, encoded_line(live)):
                    await self.ownership.drop(live.table.id)
            except StorageFailed:
                log_warning("a table is not noted as asleep: it is read at the next start", table=live.table.id)

    async def sleep(self, live: LiveTable) -> bool:
        """Let a table by the day leave memory, unless somebody comes meanwhile; whether it did."""
        table, length = live.table.id, live.table.next_commit
        live.turns.tell_absent(everybody=True)
        if not live.may_sleep() or not await self.sleeping.note_asleep(live, encoded_line(live)):
            return False
        if not live.may_sleep() or live.table.next_commit != length or self.tables.get(table) is not live:
            if not live.is_dead:
                await self.sleeping.note_awake(live.table)
            return False
        leaving = self.sleeping.leave(table)
        try:
            self.forget(live, "the table sleeps until somebody comes")
            await self.ownership.drop(table)
        finally:
            leaving.set_result(None)
        return True

    def forget(self, live: LiveTable, why: str) -> None:
        """Drop a table from memory; it is loaded from its log when somebody comes."""
        if self.tables.get(live.table.id) is live:
            del self.tables[live.table.id]
        live.die(why)

    async def tidy(self, seconds: int) -> None:
        """Close tables that nobody has used for long; `seconds` is the time since the last check.

        Time is counted while a server runs, by a clock that never jumps: a wrong time of day closes nothing.
        """
        idle: dict[str, int] = {}
        for live in list(self.tables.values()):
            was_used, live.is_touched = bool(live.sessions) or live.is_touched, False
            before, live.idle = live.idle, 0 if was_used else live.idle + seconds
            if live.idle != before:
                idle[live.table.id] = live.idle
            if live.idle > kept_for(live.table):
                log("a table is closed: nobody came", table=live.table.id, stage=live.table.stage, idle=live.idle)
                try:
                    await self.close_table(live)
                except Exception:  # go on with the others
                    log_error("a table could not be closed", table=live.table.id)
        await self.services.store.note_idle(idle)

    async def close_table(self, live: LiveTable) -> None:
        """Close a table with its log; the records of its games stay."""
        log("a table goes with its log", table=live.table.id, stage=live.table.stage)
        self.forget(live, "this table was closed")
        await self.services.store.close_table(live.table.id, live.fence)
        await self.ownership.drop(live.table.id)

    # -- finding

    async def find(self, table: str) -> LiveTable:
        """A table by its id; read from its log if it is not in memory."""
        if table in self.tables:
            return self.tables[table]
        if table not in self._loading:
            loading = self._loading[table] = asyncio.ensure_future(self._load(table))
            loading.add_done_callback(partial(self._loaded, table))
        return await asyncio.shield(self._loading[table])

    def _loaded(self, table: str, loading: asyncio.Future[LiveTable]) -> None:
        """A table is loaded, or cannot be; note it, even if nobody waits any more."""
        del self._loading[table]
        if not loading.cancelled():
            loading.exception()

    async def _load(self, table: str) -> LiveTable:
        """Take a table and read it from its log."""
        await self.sleeping.wait_for(table)
        fence = await self.ownership.take(table)
        stored = await self.services.store.log(table)
        if not stored.lines and not stored.head.length:
            await self.ownership.bury(table, fence)
            raise NoTable("there is no such table; perhaps it was closed")
        try:
            found = await self.services.aside(read_table, stored)
        except Exception as error:
            log_error("a table's log cannot be read", table=table)
            raise BadRecord("this table cannot be read any more") from error
        found.people = People(opened=self.services.clock.now())
        await self.sleeping.note_awake(found)
        self.ownership.check(table)
        live = self._keep(found, fence, hash_of(stored.lines[-1]))
        live.touched, live.idle, live.is_touched = found.last_at, await self.services.store.idle_time(table), False
        live.put(live.reopen)
        live.go_on()
        return live

    def _keep(self, table: Table, fence: int, last: str) -> LiveTable:
        """Keep a table in memory."""
        live = LiveTable(self.services, table, fence, last, self.forget, self.close_table)
        self.tables[table.id] = live
        if table.rated:
            live.put(live.look_up_ratings)
        if live.archive.lacks_portraits():
            live.put(live.look_up_portraits)
        return live

    # -- opening

    async def open(
        self,
        wish: NewTable,
        person: Person,
        start: Started | None = None,
        address: str = "",
        company: Sequence[Person] = (),
    ) -> LiveTable:
        """Open a table as requested; `start` is a position to begin with instead of a deal.

        `company` is seated too, where a game begins at once.
        """
        async with self.rooms.room(person.id, address):
            live = await self._open(wish, person, start, company)
            live.opened_from = address
            return live

    async def _open(
        self, wish: NewTable, person: Person, start: Started | None, company: Sequence[Person]
    ) -> LiveTable:
        """Open a table for which there is room."""
        if wish.play_now and not person.is_named:
            await self.services.names.check(person.name, person.id)
        if wish.rated and not person.is_named:
            raise NotClaimed("rated games are for people who have claimed their name")
        if wish.rated and start is not None:
            raise BadOptions("a game that goes on from a replay cannot be rated")
        game = find_game(wish.game)
        seats = usual_seats(game) if wish.seats is None else wish.seats
        game.check_seats(seats)
        chosen = game.read_options(wish.options)
        options = msgspec.to_builtins(chosen)
        check_hours(game, wish.hours)
        check_terms(wish.terms, seats, game.table_profile(chosen).is_race)
        invite = secrets.token_urlsafe(12)
        created = Created(
            new_id(),
            game.name,
            seats,
            options,
            wish.access,
            wish.rated,
            person.id,
            person.name,
            invite,
            wish.terms,
            wish.waits,
            wish.hours,
        )
        now = self.services.clock.now()
        first, table = await self.services.aside(lay_table, created, wish, [person, *company], start, now)
        return await self._put_up(first, table)

    async def open_laid(self, created: Created, rest: list[AnyEntry]) -> LiveTable:
        """Open a table whose people, bots and deal are given: one that an evening or a day has laid."""
        if len(self.tables) >= self.services.config.most_tables:
            raise ServerFull("this server has no room for more tables")
        first = Commit(0, self.services.clock.now(), [created, *rest])
        levels = levels_of(find_game(created.game))
        return await self._put_up(first, await self.services.aside(Table.replay, [first], levels))

    async def _put_up(self, first: Commit, table: Table) -> LiveTable:
        """Write the first line of a table's log, and keep the table."""
        table.people = People(opened=first.at)
        with self.ownership.opening(table.id):
            fence = await self.ownership.take(table.id, is_new=True)
            await self.sleeping.note_awake(table)
            line = format_commit(first)
            await self.services.store.append(table.id, 0, line, fence=fence)
            live = self._keep(table, fence, hash_of(line))
        await live.race.prepare()
        live.go_on()
        log("a table was opened", table=table.id, game=table.game.name, seats=len(table.chairs))
        self.services.metrics.count("opened")
        return live

    def opened_from(self, address: str) -> int:
        """How many tables of this worker were opened from an address."""
        return sum(live.opened_from == address for live in self.tables.values())

    def kept_by(self, person: str) -> int:
        """How many tables of this worker a person hosts."""
        mine = [live for live in self.tables.values() if live.table.host == person]
        return sum(live.table.stage != "over" for live in mine)

    def renamed(self, person: Person) -> None:
        """Pass a person's new name and portrait on to their pages and tables."""
        for live in self.tables.values():
            live.show_portrait(person.id, person.portrait)
            for session in live.sessions:
                if session.person == person.id:
                    session.name, session.is_named = person.name, person.is_named

    def note_blocks(self, person: str, blocks: frozenset[str]) -> None:
        """Note whom a person does not want to hear, for all their pages."""
        for live in self.tables.values():
            for session in live.sessions:
                if session.person == person:
                    session.blocks = blocks

    async def look_up_vacations(self, person: str) -> None:
        """Somebody has other days off: set the clocks of their tables, and show it."""
        for live in [live for live in self.tables.values() if live.table.hours and live.table.seats_of(person)]:
            await self.sleeping.look_up_vacations(live.table)
            live.set_alarm()
            live.broadcaster.tell_table()

    async def rename_seats(self, person: str, name: str) -> None:
        """Give somebody another name on all seats they hold at tables of this worker, whatever stage the game is in."""
        for live in list(self.tables.values()):
            if live.table.seats_of(person) or live.table.host == person:
                await live.do(partial(live.rename, person, name))

    # -- listing

    async def open_tables(self, person: str) -> list[TableLine]:
        """The lobby's list: open tables of all workers, those still gathering first, the newest first."""
        if time.monotonic() - self._elsewhere[0] > FRESH:
            others = await self.peers.ask_all(list[OpenTable], "open_tables")
            self._elsewhere = (time.monotonic(), [one for tables in others for one in tables])
            self._elsewhere[1].extend(decode_line(one) for one in await self.sleeping.listed_open(MOST_OPEN))
        here = self.open_here()
        known = {one.line.id for one in here}
        found = [*here, *(one for one in self._elsewhere[1] if one.line.id not in known)]
        found.sort(key=lambda one: (one.line.stage != "gathering", -one.touched))
        return [line_for(one, person) for one in found[:MOST_OPEN]]

    def open_here(self) -> list[OpenTable]:
        """The open tables of this worker, no more than a list shows."""
        lives = [live for live in self.tables.values() if live.table.access == "open" and live.table.stage != "over"]
        lives.sort(key=lambda live: (live.table.stage != "gathering", -live.touched))
        return [listed(live) for live in lives[:MOST_OPEN]]

    async def tables_of(self, person: str) -> list[TableLine]:
        """The tables where a person can continue, the most recent first."""
        await self.ownership.bring(person)
        others = await self.peers.ask_all(list[OpenTable], "tables_of", person)
        found = [*self.held_here(person), *(one for tables in others for one in tables)]
        awake = {one.line.id for one in found}
        asleep = [decode_line(one) for one in await self.sleeping.listed_of(person)]
        found += [one for one in asleep if one.line.id not in awake]
        found.sort(key=lambda one: -one.touched)
        return [line_for(one, person) for one in found]

    def held_here(self, person: str) -> list[OpenTable]:
        """The tables of this worker where a person can continue."""
        return [listed(live) for live in self._held_by(person)]

    def _held_by(self, person: str) -> Iterator[LiveTable]:
        """Tables where somebody holds a seat, or is the host of a game that has not begun."""
        for live in self.tables.values():
            if live.table.seats_of(person) or (live.table.host == person and live.table.stage == "gathering"):
                yield live

    async def seated(self) -> frozenset[str]:
        """Everybody who has a seat at a table or is the host of one, at all workers."""
        others = await self.peers.ask_all(list[str], "seated")
        asleep = await self.sleeping.seated()
        return frozenset([*self._seated_here(), *asleep, *(person for persons in others for person in persons)])

    def _seated_here(self) -> list[str]:
        """Everybody who has a seat or is a host at a table of this worker."""
        return [person for live in self.tables.values() for person in (*live.table.persons(), live.table.host)]

    async def sketch(self, table: str) -> TableSketch:
        """A table in a few words, wherever it is; NoTable if there is none."""
        owner = self.peers.owner(table)
        if table in self.tables or owner == self.peers.me:
            return await self._answer_sketch(table)
        return await self.peers.ask(owner, TableSketch, "sketch", table)

    async def close_anywhere(self, table: str) -> None:
        """Close a table with its log, at whichever worker it is."""
        owner = self.peers.owner(table)
        if table in self.tables or owner == self.peers.me:
            await self._answer_close(table)
        else:
            await self.peers.ask(owner, bool, "close_table", table)

    # -- questions of other workers

    async def _answer_sketch(self, table: str) -> TableSketch:
        return sketched((await self.find(table)).table)

    async def _answer_close(self, table: str) -> bool:
        await self.close_table(await self.find(table))
        return True

    async def _answer_open(self) -> list[OpenTable]:
        return self.open_here()

    async def _answer_held(self, person: str) -> list[OpenTable]:
        return self.held_here(person)

    async def _answer_seated(self) -> list[str]:
        return self._seated_here()

    async def _answer_kept(self, person: str) -> int:
        return self.kept_by(person)


def kept_for(table: Table) -> int:
    """For how many seconds a table is kept while nobody is there."""
    if not table.is_played and not (table.stage == "gathering" and len(table.persons()) > 1):
        return KEPT_UNPLAYED
    return KEPT[table.stage]


def new_id() -> str:
    """A table's id, hard to guess and easy to type."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def read_table(stored: Log) -> Table:
    """The table that a log describes."""
    commits = parse_log(stored.lines, stored.head)
    first = commits[0].entries[0]
    levels = levels_of(find_game(first.game)) if isinstance(first, Created) else []
    return Table.replay(commits, levels)


def lay_table(
    created: Created, wish: NewTable, people: Sequence[Person], start: Started | None, now: int
) -> tuple[Commit, Table]:
    """A new table and its first commit: the opening, the chairs taken from the start, the deal if it begins at once."""
    levels = levels_of(find_game(created.game))
    entries: list[AnyEntry] = [created]
    draft = Table.replay([open_table(created, now)], levels)

    def add(commit: Commit) -> None:
        draft.apply(commit)
        entries.extend(commit.entries)

    if len(wish.bots) > created.seats:
        raise BadOptions(f"{len(wish.bots)} bots for {created.seats} seats")
    for seat, level in enumerate(wish.bots):
        if level:
            add(decide(draft, Who(created.host, "opening"), SetBot(seat, seat, level), now).commit)
    if wish.play_now:
        free = [seat for seat, chair in enumerate(draft.chairs) if chair.kind == "empty"]
        for seat, person in zip(free, people, strict=False):
            name = free_name(person, [chair.name for chair in draft.chairs if chair.kind == "person"])
            add(Commit(draft.next_commit, now, [Sat(seat, person.id, name, person.is_named)]))
        add(Commit(draft.next_commit, now, fill_chairs(draft)))
    if wish.play_now or start is not None:
        entries.append(start or new_deal(draft))
    first = Commit(0, now, entries)
    return first, Table.replay([first], levels)


def free_name(person: Person, taken: list[str]) -> str:
    """A person's name at a table; guests with the same name are numbered."""
    if person.is_named or person.name not in taken:
        return person.name
    room = LONGEST_NAME - 3
    return next(name for n in count(2) if (name := f"{person.name[:room]} {n}") not in taken)
