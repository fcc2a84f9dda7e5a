"""Failures of several workers with a real PostgreSQL and NATS while pages play at random workers.

The proof is the pages' own, as on one machine: nothing acknowledged is lost, nothing is made twice, nothing is left
out, and all see the same in the end. How long tables were silent is measured from the pages' side too.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from erre.core.errors import BadOptions
from erre.games import all_games
from erre.trials.client import Json, Page, known_person, open_table
from erre.trials.cut_wire import Proxy
from erre.trials.soak import Group, ServerProcess, SoakReport, compare, cut_lines, lasting_port, play_on, settle
from erre.trials.sources import module_of_tests

SERVERS = "tests.real_servers"  # only in a checkout
WORKERS = 3
PULSE = 0.25  # seconds between two pings of a page
DEAF = 3.0  # seconds without an answer, after which a page reconnects
AWAY = 6.0  # seconds that a disaster lasts, longer than any lease
CALM = 3.0
SOON = 60.0  # seconds in which everything must have recovered

Say = Callable[[str], None]


class Pulse:
    """When something was last heard, and how long the silences were."""

    def __init__(self) -> None:
        self.at = time.monotonic()
        self._silences: list[tuple[float, float]] = []  # the end of each, and its length

    def beat(self) -> None:
        """Note that a page has heard something."""
        now = time.monotonic()
        if now - self.at > 2 * PULSE:
            self._silences.append((now, now - self.at))
        self.at = now

    def longest(self, since: float) -> float:
        """The longest silence that ended since then, or lasts."""
        ended = [seconds for end, seconds in self._silences if end >= since]
        return max([*ended, time.monotonic() - self.at])


class RoamingPage(Page):
    """A page that comes to another worker every time, and notes when it heard of its table."""

    def __init__(
        self, http: aiohttp.ClientSession, bases: list[str], table: str, client: str, seed: int, pulse: Pulse
    ) -> None:
        self.bases = bases
        self._chance = random.Random(seed)
        super().__init__(http, bases[0], table, client)
        self.table_pulse, self.pulse, self.game_pulse = pulse, Pulse(), Pulse()
        self._deaf_since = time.monotonic()
        self._asking: asyncio.Task[None] | None = None

    @property
    def base(self) -> str:
        """The address of some worker."""
        return self._chance.choice(self.bases)

    @base.setter
    def base(self, value: str) -> None:
        pass

    def start(self) -> None:
        super().start()
        self._asking = asyncio.get_running_loop().create_task(self._ask_on())

    async def stop(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
        await super().stop()

    async def _ask_on(self) -> None:
        """Ping the table at short intervals."""
        while True:
            await asyncio.sleep(PULSE)
            if self.socket is None:
                self._deaf_since = time.monotonic()
                continue
            with contextlib.suppress(ConnectionError, aiohttp.ClientError):
                await self.socket.send_json({"type": "ping", "at": 0.0})
            if time.monotonic() - max(self.pulse.at, self._deaf_since) > DEAF:
                self.cut()
                self._deaf_since = time.monotonic()

    def _hear(self, message: Json) -> None:
        if message["type"] != "bye":
            self.pulse.beat()
            self.table_pulse.beat()
        if message["type"] in ("update", "welcome"):
            self.game_pulse.beat()
        super()._hear(message)


@dataclass
class Case:
    """One disaster and what the pages noticed of it."""

    name: str
    seconds: float = 0.0
    silence: float = 0.0  # the longest time in which no page of a table heard of it
    typical: float = 0.0  # the median of all tables' longest silences
    page: float = 0.0  # the longest time in which some page did not hear of its table
    still: float = 0.0  # the longest time in which some page saw no move
    comebacks: int = 0
    acknowledged: int = 0

    def words(self) -> str:
        """The figures in a line."""
        return (
            f"{self.name}: no table was silent for more than {self.silence:.1f} s (half of them {self.typical:.1f} s), "
            f"no page for more than {self.page:.1f} s, no game stood still for more than {self.still:.1f} s; "
            f"{self.comebacks} comebacks, {self.acknowledged} moves acknowledged in {self.seconds:.0f} s"
        )


@dataclass
class ClusterReport(SoakReport):
    """The results of a cluster trial."""

    cases: list[Case] = field(default_factory=list)
    accidents: int = 0  # in the workers that are alive at the end

    @property
    def is_clean(self) -> bool:
        """Whether every guarantee held."""
        return super().is_clean and not self.accidents

    def words(self) -> list[str]:
        """The results as text."""
        return [*(case.words() for case in self.cases), *super().words(), f"accidents in workers: {self.accidents}"]


class ClusterWorker(ServerProcess):
    """A worker whose ways to the bus and to the database can be cut."""

    def __init__(self, folder: str, db: Proxy, bus: Proxy, db_url: str) -> None:
        super().__init__(folder, warm=True, port=lasting_port())  # a takeover must not wait for the rules to be loaded
        self.db, self.bus = db, bus
        self.flags += ["--db", db_url, "--bus", f"nats://127.0.0.1:{bus.port}"]

    def send(self, sign: signal.Signals) -> None:
        """Send a signal to a worker's process."""
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(sign)


class Stage:
    """The processes and pages of a trial."""

    def __init__(self, postgres: Any, nats: Any, workers: list[ClusterWorker]) -> None:
        self.postgres, self.nats, self.workers = postgres, nats, workers
        self.http: list[aiohttp.ClientSession] = []
        self.groups: list[Group] = []

    @property
    def pages(self) -> list[RoamingPage]:
        """The pages of all tables."""
        return [page for group in self.groups for page in group.pages if isinstance(page, RoamingPage)]

    async def gather(self, game: str, number: int) -> None:
        """Open a table with two people, a bot and a spectator, each connected to a random worker."""
        bases = [worker.base for worker in self.workers]
        opened_at = bases[number % len(bases)]
        people = [await known_person(opened_at, f"{name} {number}") for name in ("Ana", "Bo", "Cleo")]
        self.http += people
        table = await opened(people[0], opened_at, game)
        pulse = Pulse()
        pages = [
            RoamingPage(one, bases, table, f"page-{number}-{k}", 10 * number + k, pulse) for k, one in enumerate(people)
        ]
        for page in pages:
            page.start()
            await page.until(lambda page=page: page.info, 60)  # type: ignore[misc]
        for seat in range(2):
            await pages[seat].ask("sit", seat=seat, name=f"P{seat}")
        await pages[0].ask("start")
        self.groups.append(Group(list(pages[:2]), list(pages[2:])))


async def opened(person: aiohttp.ClientSession, base: str, game: str) -> str:
    """Open a table, retrying while a worker is still starting."""
    for _ in range(20):
        try:
            return await open_table(person, base, game=game, seats=3)
        except aiohttp.ClientResponseError as error:
            if error.status != 503:
                raise
        await asyncio.sleep(0.5)
    raise RuntimeError("no worker opens a table")


@asynccontextmanager
async def stage(folder: Path, count: int, rate: int = 2000) -> AsyncIterator[Stage]:
    """Real servers and workers, from their start to their end."""
    real = real_servers()
    proxies: list[Proxy] = []
    workers: list[ClusterWorker] = []
    with real.own_folder() as data, real.own_folder() as kept:
        postgres, nats = await asyncio.to_thread(real.RealPostgres, data), real.RealNats(kept)
        try:
            for server in (postgres, nats):
                await asyncio.to_thread(server.start)
            for _ in range(count):
                db, bus = Proxy(postgres.port), Proxy(nats.port)
                for proxy in (db, bus):
                    await proxy.start()
                    proxies.append(proxy)
                url = postgres.url().replace(f":{postgres.port}/", f":{db.port}/")
                workers.append(ClusterWorker(str(folder), db, bus, url))
                workers[-1].settings["ERRE_RATE"] = str(rate)
                workers[-1].errors = folder / f"worker-{len(workers)}.log"
            await workers[0].start()  # it makes the database ready
            await asyncio.gather(*(worker.start() for worker in workers[1:]))
            yield Stage(postgres, nats, workers)
        finally:
            for worker in workers:
                worker.send(signal.SIGCONT)
                await worker.kill(signal.SIGTERM)
            for proxy in proxies:
                await proxy.stop()
            for server in (nats, postgres):
                await asyncio.to_thread(server.stop)


def real_servers() -> Any:
    """The servers that tests use."""
    try:
        return module_of_tests(SERVERS)
    except ImportError as error:
        raise BadOptions(
            f"the real servers are started from the sources, with the development dependencies: run it in a checkout "
            f"({error})"
        ) from None


# -- disasters


async def nothing(there: Stage, chance: random.Random) -> None:
    """Disturb nothing: the baseline."""
    await asyncio.sleep(AWAY)


async def killed(there: Stage, chance: random.Random) -> None:
    """Kill a worker, and start another in its place."""
    worker = chance.choice(there.workers)
    await worker.kill(signal.SIGKILL)
    await asyncio.sleep(AWAY)
    await worker.start()


async def paused(there: Stage, chance: random.Random) -> None:
    """Suspend a worker until long after its lease has expired, then resume it."""
    worker = chance.choice(there.workers)
    worker.send(signal.SIGSTOP)
    await asyncio.sleep(AWAY)
    worker.send(signal.SIGCONT)


async def bus_cut(there: Stage, chance: random.Random) -> None:
    """Cut a worker off from the bus for a while."""
    worker = chance.choice(there.workers)
    worker.bus.cut()
    await asyncio.sleep(AWAY)
    worker.bus.restore()


async def database_cut(there: Stage, chance: random.Random) -> None:
    """Cut a worker off from the database for a while."""
    worker = chance.choice(there.workers)
    worker.db.cut()
    await asyncio.sleep(AWAY)
    worker.db.restore()


async def nats_restarted(there: Stage, chance: random.Random) -> None:
    """Restart NATS with its data."""
    await asyncio.to_thread(there.nats.stop)
    await asyncio.sleep(1.0)
    await asyncio.to_thread(there.nats.start)
    await asyncio.sleep(CALM)


async def nats_lost(there: Stage, chance: random.Random) -> None:
    """Kill NATS, and restart it without its data."""
    await asyncio.to_thread(there.nats.stop, signal.SIGKILL)
    shutil.rmtree(there.nats.folder / "jetstream", ignore_errors=True)
    await asyncio.sleep(1.0)
    await asyncio.to_thread(there.nats.start)
    await asyncio.sleep(CALM)


async def nats_tail_lost(there: Stage, chance: random.Random) -> None:
    """NATS loses power: restart it with its store as it was before tables changed owners.

    JetStream may lose what it has not flushed, so revisions of leases go back. No worker may then write to a table
    that another one has taken since.
    """
    kept, older = there.nats.folder / "jetstream", there.nats.folder / "older"
    worker = chance.choice(there.workers)
    await asyncio.to_thread(there.nats.stop)  # a store that is whole, at an earlier moment
    await asyncio.to_thread(shutil.copytree, kept, older)
    await asyncio.to_thread(there.nats.start)
    await asyncio.sleep(CALM)
    worker.send(signal.SIGSTOP)
    await asyncio.sleep(AWAY)  # others take its tables
    await asyncio.to_thread(there.nats.stop, signal.SIGKILL)
    await asyncio.to_thread(shutil.rmtree, kept)
    older.rename(kept)
    await asyncio.to_thread(there.nats.start)
    worker.send(signal.SIGCONT)
    await asyncio.sleep(CALM)


async def postgres_restarted(there: Stage, chance: random.Random) -> None:
    """Restart PostgreSQL."""
    await asyncio.to_thread(there.postgres.stop)
    await asyncio.sleep(1.0)
    await asyncio.to_thread(there.postgres.start)
    await asyncio.sleep(CALM)


async def rolled(there: Stage, chance: random.Random) -> None:
    """Each worker in turn is shut down gracefully and restarted."""
    for worker in there.workers:
        await worker.kill(signal.SIGTERM)
        await worker.start()
        await asyncio.sleep(CALM / 2)


DISASTERS: dict[str, Callable[[Stage, random.Random], Awaitable[None]]] = {
    "nothing happens": nothing,
    "kill -9 of a worker": killed,
    "SIGSTOP past the lease, SIGCONT": paused,
    "a worker cut off from the bus": bus_cut,
    "a worker cut off from the database": database_cut,
    "NATS restarts": nats_restarted,
    "NATS restarts and lost its store": nats_lost,
    "NATS restarts and lost the tail of its store": nats_tail_lost,
    "PostgreSQL restarts": postgres_restarted,
    "rolling restart by SIGTERM": rolled,
}
SHORT = ("kill -9 of a worker", "SIGSTOP past the lease, SIGCONT")


# -- the run


async def disaster(name: str, there: Stage, chance: random.Random) -> Case:
    """One disaster, until all pages are back; what they noticed."""
    case, began = Case(name), time.monotonic()
    before = counts(there)
    await DISASTERS[name](there, chance)
    ended = time.monotonic()
    async with asyncio.timeout(SOON):
        while any(page.pulse.at < ended for page in there.pages):
            await asyncio.sleep(0.1)
    await asyncio.sleep(CALM)
    case.seconds = time.monotonic() - began
    silences = sorted({page.table_pulse: page.table_pulse.longest(began) for page in there.pages}.values())
    case.silence, case.typical = silences[-1], silences[len(silences) // 2]
    case.page = max(page.pulse.longest(began) for page in there.pages)
    case.still = max(page.game_pulse.longest(began) for page in there.pages)
    case.comebacks, case.acknowledged = (now - then for now, then in zip(counts(there), before, strict=True))
    return case


async def accidents_of(worker: ClusterWorker) -> int:
    """What a worker counts as an accident."""
    async with aiohttp.ClientSession() as http, http.get(f"{worker.base}/metrics") as answer:
        found = [line.split()[1] for line in (await answer.text()).splitlines() if line.startswith("erre_accidents_t")]
    return int(found[0]) if found else 0


def counts(there: Stage) -> tuple[int, int]:
    """Comebacks and acknowledged moves so far."""
    notes = [page.notes for page in there.pages]
    return sum(note.comebacks for note in notes), sum(len(note.moves) for note in notes)


async def rough_cluster(names: list[str], tables: int, seed: int, folder: Path, say: Say) -> ClusterReport:
    """Play through one disaster after another; then check the pages' notes."""
    chance = random.Random(seed)
    report = ClusterReport(tables=tables)
    ended = asyncio.Event()
    async with stage(folder, WORKERS) as there:
        try:
            games = [one.name for one in all_games()]
            for number in range(tables):
                await there.gather(games[number % len(games)], number)
            report.pages = len(there.pages)
            say(f"{tables} tables are playing at {WORKERS} workers")
            began = time.monotonic()
            players = [
                asyncio.create_task(play_on(page, random.Random(chance.random()), ended, report))
                for group in there.groups
                for page in group.players
            ]
            cutting = asyncio.create_task(cut_lines([*there.pages], chance, report))
            for name in names:
                report.cases.append(await disaster(name, there, chance))
                report.kills += name.startswith("kill")
                say(report.cases[-1].words())
            report.seconds = time.monotonic() - began
            cutting.cancel()
            ended.set()
            await asyncio.wait_for(asyncio.gather(*players), 60)
            await settle(there.groups)
            for group in there.groups:
                await compare(group, report)
            report.accidents = sum([await accidents_of(worker) for worker in there.workers])
        finally:
            for person in there.http:
                await person.close()
    return report


def soak_cluster(
    names: list[str] | None = None, tables: int = 24, seed: int = 1, folder: str = "", say: Say = lambda _: None
) -> ClusterReport:
    """Run the whole trial on the loopback, with temporary servers."""
    chosen = list(DISASTERS) if names is None else names
    return asyncio.run(rough_cluster(chosen, tables, seed, Path(folder or "."), say))
