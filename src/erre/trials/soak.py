"""Play at many tables while the server is killed and connections are cut, then check the guarantees.

Nothing is taken from the server's word: the pages' own notes say that no acknowledged move was lost, that none was
made twice, and that all who look at a table see the same in the end.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from erre.games import all_games
from erre.trials.client import Page, known_person, open_table

UP_WITHIN = 120.0  # seconds, with all the rules to be loaded
TEMPO = 0.02  # bots are quick here
LASTING_PORTS = (20_000, 32_000)  # below those that Linux deals out


@dataclass
class SoakReport:
    """The results of a soak test."""

    tables: int = 0
    pages: int = 0
    seconds: float = 0.0
    kills: int = 0
    cuts: int = 0
    comebacks: int = 0
    resent: int = 0
    updates: int = 0
    acknowledged: int = 0
    lost: int = 0
    twice: int = 0
    gaps: int = 0
    unlike: int = 0  # pages that see another table than the others
    games_over: int = 0
    refusals: Counter[str] = field(default_factory=Counter)

    @property
    def is_clean(self) -> bool:
        """Whether every guarantee held."""
        return not (self.lost or self.twice or self.gaps or self.unlike) and self.acknowledged > 0

    def words(self) -> list[str]:
        """The results as text."""
        return [
            f"{self.tables} tables, {self.pages} pages, {self.seconds:.0f} s; {self.games_over} games played out",
            f"the server was killed {self.kills} times, connections were cut {self.cuts} times; "
            f"pages came back {self.comebacks} times and sent {self.resent} requests again",
            f"{self.acknowledged} moves were acknowledged, {self.updates} updates received",
            f"lost {self.lost}, made twice {self.twice}, gaps {self.gaps}, pages that see something else {self.unlike}",
            f"refused: {dict(self.refusals)}" if self.refusals else "nothing was refused",
        ]


class ServerProcess:
    """A real server in a process of its own, to be killed."""

    def __init__(
        self, folder: str, tempo: float = TEMPO, *, warm: bool = False, port: int | None = None, limits: float = 0.0
    ) -> None:
        self.folder = folder
        self.settings = {"ERRE_TEMPO": str(tempo), "ERRE_WARM": str(int(warm)), "ERRE_LIMITS": str(limits)}
        self.port = port or free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.flags = ["--host", "127.0.0.1", "--port", str(self.port), "--data", self.folder, "--quiet"]
        self.process: asyncio.subprocess.Process | None = None
        self.errors: Path | None = None  # where its standard error goes; ours by default

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        environment, nothing = {**os.environ, **self.settings}, asyncio.subprocess.DEVNULL
        command = [sys.executable, "-m", "erre.cli.serve", *self.flags]
        with contextlib.ExitStack() as stack:
            errors = None if self.errors is None else stack.enter_context(self.errors.open("ab"))
            self.process = await asyncio.create_subprocess_exec(
                *command, env=environment, stdout=nothing, stderr=errors
            )
        async with asyncio.timeout(UP_WITHIN), aiohttp.ClientSession() as http:
            while True:
                with contextlib.suppress(aiohttp.ClientError, OSError):
                    async with http.get(f"{self.base}/health") as answer:
                        if answer.status == 200:
                            return
                if self.process.returncode is not None:
                    said = "" if self.errors is None else f": {self.errors.read_text()[-1000:]}"
                    raise RuntimeError(f"the server ended by itself with {self.process.returncode}{said}")
                await asyncio.sleep(0.05)

    async def kill(self, sign: signal.Signals = signal.SIGKILL) -> None:
        """Stop it with a signal; by default SIGKILL."""
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(sign)
            await self.process.wait()


def lasting_port() -> int:
    """A free port outside the ephemeral range, so that no connection takes it while the server is down."""
    while True:
        port = random.randrange(*LASTING_PORTS)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def free_port() -> int:
    """A port that is free at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@dataclass
class Group:
    """The pages at one table."""

    players: list[Page]
    spectators: list[Page]

    @property
    def pages(self) -> list[Page]:
        """The pages of all tables."""
        return [*self.players, *self.spectators]


async def gather_table(base: str, game: str, number: int, http: list[aiohttp.ClientSession]) -> Group:
    """Open a table with two people, a bot and a spectator, and start the game."""
    people = []
    for name in ("Ana", "Bo", "Cleo"):
        people.append(await known_person(base, f"{name} {number}"))
        http.append(people[-1])  # at once: whoever is here is let go in the end, even if nobody else comes
    table = await open_table(people[0], base, game=game, seats=3)
    pages = [Page(person, base, table, f"page-{number}-{k}") for k, person in enumerate(people)]
    for page in pages:
        page.start()
        await page.until(lambda page=page: page.info, 60)  # type: ignore[misc]
    for seat in range(2):
        await pages[seat].ask("sit", seat=seat, name=f"P{seat}")
    await pages[0].ask("start")
    return Group(pages[:2], pages[2:])


async def play_on(page: Page, chance: random.Random, ended: asyncio.Event, report: SoakReport) -> None:
    """Play game after game until the run ends."""
    while not ended.is_set():
        if page.outcome is not None:
            await page.ask("rematch")
            if page.mine and page.mine[0] == 0:
                report.games_over += 1
            with contextlib.suppress(TimeoutError):
                await page.until(lambda: page.outcome is None, 1.0)
            continue
        found = page.due()
        if found is None:
            page.changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await page.changed.wait()
            continue
        seat, legal = found
        await page.act(seat, chance.choice(legal), chance)
        await asyncio.sleep(chance.uniform(0.05, 0.35))


async def rough_evening(
    tables: int, seconds: float, kills: int, seed: int, folder: str, say: Callable[[str], None]
) -> SoakReport:
    """Play while the server is killed and connections are cut; then check the pages' notes."""
    chance = random.Random(seed)
    report = SoakReport(tables=tables, kills=0)
    server = ServerProcess(folder)
    http: list[aiohttp.ClientSession] = []
    ended = asyncio.Event()
    try:
        await server.start()
        names = [one.name for one in all_games()]
        groups = [await gather_table(server.base, names[k % len(names)], k, http) for k in range(tables)]
        pages = [page for group in groups for page in group.pages]
        report.pages = len(pages)
        say(f"{tables} tables are playing")
        began = time.monotonic()
        players = [
            asyncio.create_task(play_on(page, random.Random(chance.random()), ended, report))
            for group in groups
            for page in group.players
        ]
        cutting = asyncio.create_task(cut_lines(pages, chance, report))
        for _ in range(kills):
            await asyncio.sleep(seconds / (kills + 1) * chance.uniform(0.5, 1.0))
            await server.kill()
            report.kills += 1
            say(f"killed the server ({report.kills})")
            await server.start()
        await asyncio.sleep(max(0.0, began + seconds - time.monotonic()))
        report.seconds = time.monotonic() - began
        cutting.cancel()
        ended.set()
        await asyncio.wait_for(asyncio.gather(*players), 60)
        await settle(groups)
        for group in groups:
            await compare(group, report)
    finally:
        for person in http:
            await person.close()
        await server.kill(signal.SIGTERM)
    return report


async def cut_lines(pages: list[Page], chance: random.Random, report: SoakReport) -> None:
    """Cut a connection now and then."""
    while True:
        await asyncio.sleep(chance.uniform(0.02, 0.3))
        chance.choice(pages).cut()
        report.cuts += 1


async def settle(groups: list[Group]) -> None:
    """Wait until nothing happens any more: only people are to move, and all of them have stopped."""
    quiet = 0
    seen: list[int | None] = []
    while quiet < 5:
        await asyncio.sleep(0.3)
        now = [page.have for group in groups for page in group.pages]
        whole = all(page.socket is not None for group in groups for page in group.pages)
        quiet = quiet + 1 if now == seen and whole else 0
        seen = now


async def compare(group: Group, report: SoakReport) -> None:
    """Compare the notes of a table's pages."""
    numbers = {page.have for page in group.pages}
    report.unlike += len(numbers) - 1
    for page in group.pages:
        notes = page.notes
        report.gaps += len(notes.gaps)
        report.comebacks += notes.comebacks
        report.resent += notes.resent
        report.updates += len(notes.updates)
        report.refusals.update(refusal["code"] for refusal in notes.refusals)
    for page in group.players:
        check_moves(page, group, report)
    check_sight(group, report)
    for page in group.pages:  # a new page must see what the old one saw through updates
        fresh = Page(page.http, page.base, page.table, page.client + "-fresh")
        fresh.start()
        await fresh.until(lambda fresh=fresh: fresh.info, 30)  # type: ignore[misc]
        report.unlike += fresh.eyes != page.eyes or fresh.have != page.have
        await fresh.stop()
        await page.stop()


def check_moves(page: Page, group: Group, report: SoakReport) -> None:
    """Every acknowledged move is an update of its own, and a seat has no update that it did not ask for."""
    told = {number: update for other in group.pages for number, update in other.notes.updates.items()}
    acknowledged = Counter(number for _, _, number in page.notes.moves.values())
    report.acknowledged += len(page.notes.moves)
    report.twice += sum(count - 1 for count in acknowledged.values())
    for seat, move, number in page.notes.moves.values():
        own = page.notes.updates.get(number)
        if number not in told or told[number]["seat"] != seat or (own is not None and own["move"] != move):
            report.lost += 1
    made = [number for number, update in told.items() if update["seat"] in page.mine and not update["by_bot"]]
    # The clock moves without a request; its moves are marked as such.
    report.twice += sum(number not in acknowledged and not told[number]["by_clock"] for number in made)


def check_sight(group: Group, report: SoakReport) -> None:
    """Check that all pages saw the same updates by the same seats."""
    seats: dict[int, set[int | None]] = {}
    for page in group.pages:
        for number, update in page.notes.updates.items():
            seats.setdefault(number, set()).add(update["seat"])
    report.unlike += sum(len(said) > 1 for said in seats.values())


def soak(
    tables: int = 24, seconds: float = 60.0, kills: int = 5, seed: int = 1, say: Callable[[str], None] = lambda _: None
) -> SoakReport:
    """Run the trial on the loopback, in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="erre-soak-") as folder:
        return asyncio.run(rough_evening(tables, seconds, kills, seed, folder, say))
