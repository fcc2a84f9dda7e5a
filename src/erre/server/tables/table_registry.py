"""All live tables of a server: opened, read from their logs, forgotten."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from erre.core.errors import BadOptions, BadRecord, NoGame, Refusal
from erre.games import game as find_game
from erre.games import usual_seats
from erre.race.race import first_flight
from erre.server.config import Config
from erre.server.logs import log, log_error
from erre.server.metrics import Metrics
from erre.server.net.http_types import NewTable, TableLine
from erre.server.net.messages import Bye
from erre.server.storage.contract import Person, StorageFailed, Store
from erre.server.tables.bot_runner import BotRunner, levels_of
from erre.server.tables.live_table import LiveTable, milliseconds
from erre.table.decide import Who, decide, fill_chairs, new_deal, open_table
from erre.table.entries import AnyEntry, Commit, Created, Sat, Started, format_commit, parse_commit
from erre.table.fairness import check_terms
from erre.table.requests import SetBot
from erre.table.seats import People
from erre.table.table import Table

if TYPE_CHECKING:
    from erre.server.cluster.worker import Cluster

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


class OpenLine(msgspec.Struct, array_like=True):
    """A table in a list, with what it is to each person."""

    line: TableLine
    touched: int
    persons: dict[str, bool]  # who sits there, and whether it is their turn


class TableRegistry:
    """The tables of this server, each owned by one worker."""

    def __init__(self, config: Config, store: Store) -> None:
        self.config = config
        self.store = store
        self.metrics = Metrics()
        self.bots = BotRunner(config.bot_threads, config.tempo, self.metrics)
        self.tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._returning: asyncio.Task[None] | None = None
        self.cluster: Cluster | None = None  # where there are other workers
        self._aside = ThreadPoolExecutor(1, "table")
        self.metrics.gauges["tables"] = lambda: len(self.tables)
        self.metrics.gauges["sockets"] = lambda: sum(len(live.sessions) for live in self.tables.values())

    # -- coming and going

    async def start(self) -> None:
        """Begin to read every table, the one touched last first; one that somebody asks for is read at once."""
        if self.cluster is not None:
            await self.cluster.start()
            return
        await self.store.take_all()
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
        bye = Bye("restart", "the server starts anew", 1000 if self.cluster is None else 300)
        if self.cluster is not None:
            await self.cluster.leave()
            await asyncio.gather(*self._loading.values(), return_exceptions=True)
        sessions = [session for live in self.tables.values() for session in live.sessions]
        await asyncio.gather(*(live.close(bye) for live in self.tables.values()))
        if self.cluster is not None:
            await self.cluster.give_back(list(self.tables))
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
        await self.store.close_table(live.table.id, live.fence)
        if self.cluster is not None:
            await self.cluster.drop(live.table.id)

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
        """A table is read, or cannot be, whether or not somebody still waits for it."""
        del self._loading[table]
        if not loading.cancelled():
            loading.exception()

    async def _load(self, table: str) -> LiveTable:
        """Read a table from its log; where there are other workers it is made ours before."""
        fence = 0 if self.cluster is None else await self.cluster.take(table)
        lines = await self.store.lines(table)
        if not lines and self.cluster is not None:
            await self.cluster.bury(table, fence)
        if not lines:
            raise NoTable("there is no such table; perhaps it was closed")
        try:
            found = await self.aside(read_table, lines)
        except Exception as error:
            log_error("a table's log cannot be read", table=table)
            raise BadRecord("this table cannot be read any more") from error
        found.people = People(opened=milliseconds())
        if self.cluster is not None:
            self.cluster.check(table)
        live = self._keep(found, fence)
        live.touched = found.last_at
        live.put(live.reopen)
        live.go_on()
        return live

    def _keep(self, table: Table, fence: int) -> LiveTable:
        """A table in memory."""
        live = LiveTable(self, table, fence)
        self.tables[table.id] = live
        if table.rated:
            live.put(live.archive.look_up_ratings)
        return live

    # -- opening

    async def open(self, wish: NewTable, person: Person, start: Started | None = None) -> LiveTable:
        """A new table, as it was wished for; `start` deals it from a given position instead of by chance."""
        await self.check_room(person)
        if wish.rated and not person.is_named:
            raise BadOptions("rated games are for those whose name is theirs alone: claim it first")
        game = find_game(wish.game)
        seats = usual_seats(game) if wish.seats is None else wish.seats
        game.check_seats(seats)
        chosen = game.read_options(wish.options)
        options = msgspec.to_builtins(chosen)
        check_terms(wish.terms, seats, game.table_profile(chosen).is_race)
        invite = secrets.token_urlsafe(12)
        created = Created(
            new_id(), game.name, seats, options, wish.access, wish.rated, person.id, person.name, invite, wish.terms
        )
        first, table = await self.aside(lay_table, created, wish, person, start)
        table.people = People(opened=first.at)
        if self.cluster is None:
            await self.store.append(table.id, 0, format_commit(first))
            live = self._keep(table, 0)
        else:
            with self.cluster.opening(table.id):
                fence = await self.cluster.take(table.id, is_new=True)
                await self.store.append(table.id, 0, format_commit(first), fence=fence)
                live = self._keep(table, fence)
        live.flight = await self.aside(first_flight, table)
        live.go_on()
        log("a table was opened", table=table.id, game=game.name, seats=seats)
        self.metrics.count("opened")
        return live

    async def check_room(self, person: Person) -> None:
        """Refuse one table too many."""
        if len(self.tables) >= self.config.most_tables:
            raise BadOptions("this server keeps no more tables at once")
        kept = self.kept_by(person.id)
        if self.cluster is not None:
            kept += await self.cluster.kept_by(person.id)
        if kept >= MOST_OF_ONE:
            raise BadOptions(f"you keep {MOST_OF_ONE} tables already: play one of them out, or let it go")

    def kept_by(self, person: str) -> int:
        """How many tables somebody keeps here."""
        mine = [live for live in self.tables.values() if live.table.host == person]
        return sum(live.table.stage != "over" for live in mine)

    def forget_person(self, person: str) -> None:
        """Somebody is forgotten: nobody of that name sits at a table any more."""
        for live in list(self.tables.values()):
            if live.table.host == person or live.table.seats_of(person):
                live.put(partial(live.release, person))

    # -- listing

    async def open_tables(self, person: str) -> list[TableLine]:
        """The lobby's list: open tables, those still gathering first, the newest first."""
        lines = self.open_lines() if self.cluster is None else await self.cluster.open_tables()
        lines.sort(key=lambda one: (one.line.stage != "gathering", -one.touched))
        return [line_for(one, person) for one in lines[:MOST_OPEN]]

    def open_lines(self) -> list[OpenLine]:
        """The open tables here, no more than a list shows."""
        lives = [live for live in self.tables.values() if live.table.access == "open" and live.table.stage != "over"]
        lives.sort(key=lambda live: (live.table.stage != "gathering", -live.touched))
        return [open_line(live) for live in lives[:MOST_OPEN]]

    async def tables_of(self, person: str) -> list[TableLine]:
        """Where somebody can go on, the one touched last first."""
        lines = self.held_lines(person)
        if self.cluster is not None:
            lines += await self.cluster.tables_of(person)
            lines.sort(key=lambda one: -one.touched)
        return [line_for(one, person) for one in lines]

    def held_lines(self, person: str) -> list[OpenLine]:
        """The tables here where somebody can go on."""
        return [open_line(live) for live in self._held_by(person)]

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


def open_line(live: LiveTable) -> OpenLine:
    """A table in a list, and who sits there."""
    table = live.table
    turn = table.match.position.turn if table.match and table.stage == "playing" else []
    persons = {person: any(seat in turn for seat in table.seats_of(person)) for person in table.persons()}
    line = TableLine(
        id=table.id,
        game=table.game.name,
        stage=table.stage,
        host=table.host_name,
        names=[chair.name for chair in table.chairs if chair.kind != "empty"],
        seats=len(table.chairs),
        free=sum(chair.kind == "empty" for chair in table.chairs),
        watching=live.broadcaster.watching(),
        mine=False,
        my_turn=False,
    )
    return OpenLine(line, live.touched, persons)


def line_for(one: OpenLine, person: str) -> TableLine:
    """A table in somebody's list."""
    if person not in one.persons:
        return one.line
    return msgspec.structs.replace(one.line, mine=True, my_turn=one.persons[person])
