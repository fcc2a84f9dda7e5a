"""All live tables of a server: opened, read from their logs, forgotten."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec

from erre.core.errors import BadOptions, BadRecord, NoGame, Refusal
from erre.games import game as find_game
from erre.games import usual_seats
from erre.server.bot_runner import BotRunner, levels_of
from erre.server.config import Config
from erre.server.live import LiveTable, milliseconds
from erre.server.logs import log, log_error
from erre.server.messages import Bye
from erre.server.metrics import Metrics
from erre.server.rest import NewTable, TableLine
from erre.server.storage import Person, StorageFailed, Store
from erre.table.asking import Who, decide, fill_chairs, new_deal, open_table
from erre.table.customs import customs_of
from erre.table.entries import AnyEntry, Commit, Created, Sat, Started, format_commit, parse_commit
from erre.table.race import first_flight
from erre.table.requests import SetBot
from erre.table.seats import People
from erre.table.table import Table
from erre.table.terms import check_terms

T = TypeVar("T")
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
ID_LENGTH = 12  # 59 bits
DAY = 86_400_000
KEPT = {"gathering": 2 * DAY, "playing": 30 * DAY, "over": 2 * DAY}  # milliseconds after the last touch
MOST_OPEN = 50  # tables in the lobby's list
MOST_OF_ONE = 40  # tables that one person may keep at once


class NoTable(NoGame):
    """A table that is not there."""

    code = "no_table"


class Hub:
    """The tables of this server, each owned by one worker."""

    def __init__(self, config: Config, store: Store) -> None:
        self.config = config
        self.store = store
        self.metrics = Metrics()
        self.bots = BotRunner(config.bot_threads, config.tempo, self.metrics)
        self.tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._returning: asyncio.Task[None] | None = None
        self._aside = ThreadPoolExecutor(1, "table")
        self.metrics.gauges["tables"] = lambda: len(self.tables)
        self.metrics.gauges["sockets"] = lambda: sum(len(live.sessions) for live in self.tables.values())

    # -- coming and going

    async def start(self) -> None:
        """Begin to read every table, the one touched last first; one that somebody asks for is read at once."""
        kept = await self.store.live_tables()
        self._returning = asyncio.get_running_loop().create_task(self._bring_back(kept))

    async def _bring_back(self, kept: list[str]) -> None:
        """Read tables; those whose games go on give people time to return."""
        for table in kept:
            with contextlib.suppress(Refusal, StorageFailed):
                await self.find(table)
        log("tables are back", tables=len(self.tables))

    async def all_back(self) -> None:
        """Wait until every table that was kept is read."""
        if self._returning is not None:
            await self._returning

    async def aside(self, work: Callable[..., T], *values: Any) -> T:
        """Work out in a thread what would hold the event loop up; it must change nothing that others see."""
        return await asyncio.get_running_loop().run_in_executor(self._aside, work, *values)

    async def close(self) -> None:
        """Let everybody go, with a word; what was asked before is still written."""
        if self._returning is not None:
            self._returning.cancel()
        bye = Bye("restart", "the server starts anew", 1000)
        sessions = [session for live in self.tables.values() for session in live.sessions]
        await asyncio.gather(*(live.close(bye) for live in self.tables.values()))
        await asyncio.gather(*(session.flush() for session in sessions))
        self.bots.close()
        self._aside.shutdown(wait=False, cancel_futures=True)

    def forget(self, live: LiveTable, why: str) -> None:
        """Drop a table from memory: its log is the truth, and is read when somebody comes."""
        if self.tables.get(live.table.id) is live:
            del self.tables[live.table.id]
        live.die(why)

    async def tidy(self) -> None:
        """Close tables that nobody has touched for long."""
        now = milliseconds()
        for live in list(self.tables.values()):
            if not live.sessions and now - live.touched > KEPT[live.table.stage]:
                await self.close_table(live)

    async def close_table(self, live: LiveTable) -> None:
        """A table goes with its log; the records of its games stay."""
        self.forget(live, "this table was closed")
        await self.store.close_table(live.table.id)

    # -- finding

    async def find(self, table: str) -> LiveTable:
        """A table by its id; read from its log if it is not in memory."""
        if table in self.tables:
            return self.tables[table]
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
        try:
            return await asyncio.shield(self._loading[table])
        finally:
            self._loading.pop(table, None)

    async def _load(self, table: str) -> LiveTable:
        """Read a table from its log."""
        lines = await self.store.lines(table)
        if not lines:
            raise NoTable("there is no such table; perhaps it was closed")
        try:
            found = await self.aside(read_table, lines)
        except Exception as error:
            log_error("a table's log cannot be read", table=table)
            raise BadRecord("this table cannot be read any more") from error
        found.people = People(opened=milliseconds())
        live = self._keep(found)
        live.touched = found.last_at
        live.put(live.reopen)
        live.go_on()
        return live

    def _keep(self, table: Table) -> LiveTable:
        """A table in memory."""
        live = LiveTable(self, table)
        self.tables[table.id] = live
        if table.rated:
            live.put(live.keeper.look_up_ratings)
        return live

    # -- opening

    async def open(self, wish: NewTable, person: Person, start: Started | None = None) -> LiveTable:
        """A new table, as it was wished for; `start` deals it from a given position instead of by chance."""
        self.check_room(person)
        if wish.rated and not person.is_named:
            raise BadOptions("rated games are for those whose name is theirs alone: claim it first")
        game = find_game(wish.game)
        seats = usual_seats(game) if wish.seats is None else wish.seats
        game.check_seats(seats)
        options = msgspec.to_builtins(game.read_options(wish.options))
        check_terms(wish.terms, seats, customs_of(game.name, options).is_race)
        invite = secrets.token_urlsafe(12)
        created = Created(
            new_id(), game.name, seats, options, wish.access, wish.rated, person.id, person.name, invite, wish.terms
        )
        first, table = await self.aside(lay_table, created, wish, person, start)
        table.people = People(opened=first.at)
        await self.store.append(table.id, 0, format_commit(first))
        live = self._keep(table)
        live.flight = await self.aside(first_flight, table)
        live.go_on()
        log("a table was opened", table=table.id, game=game.name, seats=seats)
        self.metrics.count("opened")
        return live

    def check_room(self, person: Person) -> None:
        """Refuse one table too many."""
        if len(self.tables) >= self.config.most_tables:
            raise BadOptions("this server keeps no more tables at once")
        mine = [live for live in self.tables.values() if live.table.host == person.id]
        if sum(live.table.stage != "over" for live in mine) >= MOST_OF_ONE:
            raise BadOptions(f"you keep {MOST_OF_ONE} tables already: play one of them out, or let it go")

    def forget_person(self, person: str) -> None:
        """Somebody is forgotten: nobody of that name sits at a table any more."""
        for live in list(self.tables.values()):
            if live.table.host == person or live.table.seats_of(person):
                live.put(partial(live.release, person))

    # -- listing

    def open_tables(self, person: str) -> list[TableLine]:
        """The lobby's list: open tables, those still gathering first, the newest first."""
        lives = [live for live in self.tables.values() if live.table.access == "open" and live.table.stage != "over"]
        lives.sort(key=lambda live: (live.table.stage != "gathering", -live.touched))
        return [table_line(live, person) for live in lives[:MOST_OPEN]]

    def tables_of(self, person: str) -> list[TableLine]:
        """Where somebody can go on."""
        return [table_line(live, person) for live in self._held_by(person)]

    def _held_by(self, person: str) -> Iterator[LiveTable]:
        """Tables where somebody holds a seat or is the host, the one touched last first."""
        for live in sorted(self.tables.values(), key=lambda live: -live.touched):
            if live.table.seats_of(person) or (live.table.host == person and live.table.stage == "gathering"):
                yield live


def new_id() -> str:
    """A table's id: nobody guesses it, everybody can type it."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def read_table(lines: list[bytes]) -> Table:
    """The table that a log tells of."""
    commits = [parse_commit(line) for line in lines]
    first = commits[0].entries[0]
    levels = levels_of(find_game(first.game)) if isinstance(first, Created) else []
    return Table.replay(commits, levels)


def lay_table(created: Created, wish: NewTable, person: Person, start: Started | None) -> tuple[Commit, Table]:
    """A new table and its first commit: the opening, the chairs taken from the start, the deal if it begins at once."""
    now = milliseconds()
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
            add(decide(draft, Who(person.id, "opening"), SetBot(seat, seat, level), now))
    if wish.play_now:
        for seat in [seat for seat, chair in enumerate(draft.chairs) if chair.kind == "empty"][:1]:
            add(Commit(draft.next_commit, now, [Sat(seat, person.id, person.name, person.is_named)]))
        add(Commit(draft.next_commit, now, fill_chairs(draft)))
    if wish.play_now or start is not None:
        entries.append(start or new_deal(draft))
    first = Commit(0, now, entries)
    return first, Table.replay([first], levels)


def table_line(live: LiveTable, person: str) -> TableLine:
    """A table in a list."""
    table = live.table
    mine = table.seats_of(person)
    turn = table.round.position.turn if table.round and table.stage == "playing" else []
    return TableLine(
        id=table.id,
        game=table.game.name,
        stage=table.stage,
        host=table.host_name,
        names=[chair.name for chair in table.chairs if chair.kind != "empty"],
        seats=len(table.chairs),
        free=sum(chair.kind == "empty" for chair in table.chairs),
        watching=live.teller.watching(),
        mine=bool(mine),
        my_turn=any(seat in turn for seat in mine),
    )
