"""`erre soak abuse`: attacks on a server under its default limits, one after the other, while people play elsewhere.

The attacker comes from one loopback address, the people from another. What counts is what the people notice:
how long a move takes to be acknowledged, and how long bots take to answer, compared with the same server at rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import signal
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from erre.core.puzzles import maker_of
from erre.games import all_games
from erre.server.net.websocket import MORE, PING, PONG, TEXT
from erre.trials.client import Page, known_person, open_table
from erre.trials.fuzz_messages import masked
from erre.trials.soak import ServerProcess

Say = Callable[[str], None]
ATTACKERS = "127.0.0.{}"  # a new address for each attack, from 2 on; everybody else is 127.0.0.1
PLAYERS, PACE = 4, 0.25  # people who play, and seconds between two moves of one of them
TEMPO = 0.05  # bots wait little, so that the time they think shows
AT_ONCE = 50  # requests of the attacker under way
HALF_SENT = 800
HINTED = 20  # tables at which hints are asked for
LONGER = 60.0  # seconds that a case may take longer until there is something to judge
PATIENCE = 20.0  # seconds that a page waits for bots before it counts the wait
ACKNOWLEDGED_WITHIN = 0.25  # seconds, at the 99th percentile
SLOWER = 2.0  # times that bots may take longer than at rest
HELLO = b'{"type":"hello","protocol":1,"client":"attacker"}'


@dataclass
class Case:
    """One attack, and what the people who played noticed of it."""

    name: str
    acknowledged: list[float] = field(default_factory=list)  # seconds
    answered: list[float] = field(default_factory=list)  # seconds that a bot's move took
    requests: int = 0
    refused: int = 0

    @property
    def p99(self) -> float:
        """How long a move took, at the 99th percentile."""
        return quantile(self.acknowledged, 0.99)

    @property
    def bots(self) -> float:
        """How long bots took on average: a median would not show that some never answered."""
        return statistics.fmean(self.answered) if self.answered else 0.0

    def words(self) -> str:
        """The figures as one line."""
        return (
            f"{self.name}: a move acknowledged within {1000 * self.p99:.0f} ms (p99 of {len(self.acknowledged)}), "
            f"bots answered in {1000 * self.bots:.0f} ms; "
            f"{self.requests} requests of the attacker, {self.refused} refused"
        )


def is_judged(case: Case) -> bool:
    """Whether there is something to judge a case by."""
    return bool(case.acknowledged and case.answered)


Enough = Callable[[Case], bool]


@dataclass
class AbuseReport:
    """The figures of all attacks."""

    rest: Case
    cases: list[Case] = field(default_factory=list)

    def is_good(self, case: Case) -> bool:
        """Whether somebody elsewhere could play on."""
        return bool(case.acknowledged) and case.p99 < ACKNOWLEDGED_WITHIN and case.bots <= SLOWER * self.rest.bots

    @property
    def is_clean(self) -> bool:
        """Whether no attack was noticed."""
        return all(self.is_good(case) for case in self.cases)

    def words(self) -> list[str]:
        """The results as text."""
        lines = [self.rest.words()]
        return lines + [("" if self.is_good(case) else "NOTICED: ") + case.words() for case in self.cases]


def quantile(values: list[float], share: float) -> float:
    """The value below which this share of all values lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


class Attack:
    """The attacker's means: people, connections, and a count of what they asked for."""

    def __init__(self, server: ServerProcess, case: Case, address: str) -> None:
        self.server, self.base, self.case, self.address = server, server.base, case, address
        self.is_over = False
        self._free = asyncio.Semaphore(AT_ONCE)
        self._connector = aiohttp.TCPConnector(local_addr=(address, 0), limit=0)
        self._people: list[aiohttp.ClientSession] = []

    async def person(self) -> aiohttp.ClientSession:
        """Somebody new, from the attacker's address."""
        jar = aiohttp.CookieJar(unsafe=True)
        http = aiohttp.ClientSession(cookie_jar=jar, connector=self._connector, connector_owner=False)
        self._people.append(http)
        await self.ask(http, "GET", "/api/me")
        return http

    async def ask(self, http: aiohttp.ClientSession, method: str, path: str, **more: Any) -> Any:
        """A request; None if it is refused."""
        async with self._free:
            self.case.requests += 1
            with contextlib.suppress(aiohttp.ClientError, TimeoutError, OSError):
                async with http.request(method, self.base + path, **more) as answer:
                    self.case.refused += answer.status >= 400
                    return await answer.json() if answer.status < 300 else None
        return None

    async def close(self) -> None:
        """Close all connections."""
        self.is_over = True
        for http in self._people:
            await http.close()
        await self._connector.close()


# -- the attacks


async def many_tables(attack: Attack) -> None:
    """Endless new tables with the strongest bots, opened by one person and by newcomers."""
    game = max(all_games(), key=lambda one: one.most_seats)
    wish = {"game": game.name, "seats": game.most_seats, "bots": ["champion"] * game.most_seats, "play_now": True}
    people = [await attack.person() for _ in range(20)]
    while not attack.is_over:
        http = random.choice(people)
        opened = await asyncio.gather(*(attack.ask(http, "POST", "/api/tables", json=wish) for _ in range(60)))
        for table in [one["id"] for one in opened if one][:5]:  # and looks at some of them, so that their bots play
            with contextlib.suppress(aiohttp.ClientError, OSError):
                wire = await http.ws_connect(f"{attack.base}/ws/{table}", max_msg_size=0)
                await wire.send_str(HELLO.decode())
        await asyncio.sleep(0.05)


async def many_hints(attack: Attack) -> None:
    """Hints at many tables at once: each costs a strong bot's time, and goes before the moves of other bots."""
    game = next(one for one in all_games() if not one.is_race)
    wish = {"game": game.name, "seats": game.most_seats, "play_now": True}
    http = await attack.person()
    wires = []
    for _ in range(HINTED):
        opened = await attack.ask(http, "POST", "/api/tables", json=wish)
        if opened:
            wires.append(await http.ws_connect(f"{attack.base}/ws/{opened['id']}", max_msg_size=0))
            await wires[-1].send_str(HELLO.decode())
    number = 0
    while not attack.is_over:
        number += 1
        for wire in wires:
            attack.case.requests += 1
            with contextlib.suppress(aiohttp.ClientError, OSError):
                await wire.send_json({"type": "hint", "n": number, "seat": 0})
        await asyncio.sleep(PACE)


async def many_reads(attack: Attack) -> None:
    """Costly reads, without a cookie."""
    paths = ["/api/players/solid", "/api/players/solid/statistics", "/api/records"]
    paths += [f"/api/ratings/{game.name}" for game in all_games()]
    async with aiohttp.ClientSession(connector=attack._connector, connector_owner=False) as http:
        while not attack.is_over:
            await asyncio.gather(*(attack.ask(http, "GET", random.choice(paths)) for _ in range(AT_ONCE)))


async def many_solvers(attack: Attack) -> None:
    """Costly work: proofs, replays, puzzles."""
    paths = [f"/api/puzzles/next?game={game.name}" for game in all_games() if maker_of(game)]
    async with aiohttp.ClientSession(connector=attack._connector, connector_owner=False) as http:
        records = await attack.ask(http, "GET", "/api/records") or []
        for one in records:
            paths += [f"/api/records/{one['id']}/{what}" for what in ("proof", "replay?eyes=all", "losses")]
        while not attack.is_over:
            await asyncio.gather(*(attack.ask(http, "GET", random.choice(paths)) for _ in range(AT_ONCE)))


async def half_requests(attack: Attack) -> None:
    """Connections that never finish their request."""
    held: list[asyncio.StreamWriter] = []
    while not attack.is_over:
        with contextlib.suppress(OSError):
            local = (attack.address, 0)
            _, writer = await asyncio.open_connection("127.0.0.1", attack.server.port, local_addr=local)
            writer.write(b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            held.append(writer)
            attack.case.requests += 1
        if len(held) > HALF_SENT:
            held.pop(0).close()
        await asyncio.sleep(0.001)
    for writer in held:
        writer.close()


async def many_frames(attack: Attack) -> None:
    """Messages in thousands of parts, and more pings, pongs and texts than anybody would read."""
    chance = random.Random(1)
    parts = masked(chance, TEXT, b"x", is_last=False) + b"".join(
        masked(chance, MORE, b"x", is_last=False) for _ in range(2000)
    )
    floods = [b"".join(masked(chance, kind, b"{}") for _ in range(20_000)) for kind in (PING, PONG, TEXT)]
    http = await attack.person()
    table = (await attack.ask(http, "POST", "/api/tables", json={"game": all_games()[0].name}) or {}).get("id")
    kinds = itertools.cycle((parts, *floods))
    while not attack.is_over and table:
        with contextlib.suppress(aiohttp.ClientError, OSError, ConnectionError, AttributeError):
            async with http.ws_connect(f"{attack.base}/ws/{table}", max_msg_size=0) as wire:
                await wire.send_str(HELLO.decode())
                transport: Any = wire._writer.transport
                transport.write(next(kinds))
                attack.case.requests += 1
                await asyncio.sleep(0.1)
        await asyncio.sleep(0.01)


async def many_spectators(attack: Attack) -> None:
    """Spectators that come and go at one table."""
    http = await attack.person()
    table = (await attack.ask(http, "POST", "/api/tables", json={"game": all_games()[0].name}) or {}).get("id")
    while not attack.is_over and table:
        wires = []
        for _ in range(60):
            attack.case.requests += 1
            try:
                wire = await http.ws_connect(f"{attack.base}/ws/{table}", max_msg_size=0)
            except (aiohttp.ClientError, OSError):
                attack.case.refused += 1
                continue
            await wire.send_str(HELLO.decode())
            wires.append(wire)
        for wire in wires:
            with contextlib.suppress(aiohttp.ClientError, OSError):
                await wire.close()


ATTACKS: dict[str, Callable[[Attack], Awaitable[None]]] = {
    "endless new tables": many_tables,
    "endless hints": many_hints,
    "costly reads": many_reads,
    "costly work": many_solvers,
    "half-sent requests": half_requests,
    "endless frames": many_frames,
    "spectators that come and go": many_spectators,
}


# -- the people who play


class Timed(Page):
    """A page that counts the moves of bots."""

    def _update(self, message: dict[str, Any]) -> None:
        super()._update(message)
        if message["by_bot"]:
            self.bot_moves += 1

    bot_moves = 0


async def play(page: Timed, case: Case, seconds: float, is_enough: Enough = lambda _: True) -> None:
    """Play game after game, and note how long everything takes; for a while longer where there is not enough to note.

    On a busy machine nobody may have moved yet when the time is over.
    """
    chance, start = random.Random(page.client), time.monotonic()
    while (passed := time.monotonic() - start) < seconds or (passed < seconds + LONGER and not is_enough(case)):
        found = page.due() if page.outcome is None else None
        if found is not None:
            began = time.monotonic()
            await timed_move(page, case, found[0], chance.choice(found[1]))
            await asyncio.sleep(max(0.0, began + PACE - time.monotonic()))
        elif page.outcome is not None:
            await page.ask("rematch")
            await soon(page, lambda: page.outcome is None, 2.0)
        else:
            await soon(page, lambda: page.due() or page.outcome, 0.5)


async def timed_move(page: Timed, case: Case, seat: int, move: str) -> None:
    """Make a move, and wait until play is back at this page.

    The wait is shared out among the moves that bots made meanwhile. A wait in which no bot moved counts as a whole:
    bots that never answer must not go unnoticed.
    """
    began, before = time.monotonic(), page.bot_moves
    said = await page.move(seat, move)
    if said["type"] != "ok":
        return
    acknowledged = time.monotonic()
    case.acknowledged.append(acknowledged - began)
    await soon(page, lambda: (page.have or 0) >= said["number"], PATIENCE)
    if page.due() or page.outcome:
        return
    await soon(page, lambda: page.due() or page.outcome, PATIENCE)
    case.answered.append((time.monotonic() - acknowledged) / max(1, page.bot_moves - before))


async def soon(page: Timed, wanted: Callable[[], object], seconds: float) -> None:
    """Wait until something is so, but not for longer than this."""
    with contextlib.suppress(TimeoutError):
        await page.until(wanted, seconds)


async def sit_down(server: ServerProcess, number: int) -> Timed:
    """Somebody opens a table with bots, and plays there."""
    http = await known_person(server.base, f"Victim {number}")
    game = next(one for one in all_games() if not one.is_race)
    bots = ["", *["solid"] * (game.least_seats - 1)]
    table = await open_table(
        http, server.base, game=game.name, seats=len(bots), bots=bots, play_now=True, access="open"
    )
    page = Timed(http, server.base, table, f"victim-{number}")
    page.start()
    await page.until(lambda: page.info, 60)
    return page


@contextlib.asynccontextmanager
async def attacked(
    server: ServerProcess, case: Case, work: Callable[[Attack], Awaitable[None]], address: str
) -> AsyncIterator[None]:
    """While an attack goes on."""
    attack = Attack(server, case, address)
    going = asyncio.ensure_future(work(attack))
    try:
        yield
    finally:
        attack.is_over = True
        going.cancel()
        await asyncio.gather(going, return_exceptions=True)
        await attack.close()


async def abuse_all(
    seconds: float,
    folder: str,
    say: Say,
    attacks: Mapping[str, Callable[[Attack], Awaitable[None]]] = ATTACKS,
    is_enough: Enough = is_judged,
) -> AbuseReport:
    """Run every attack for its share of the time, and for a while longer where `is_enough` says that nothing came."""
    share = max(2.0, seconds / (len(attacks) + 1))
    server = ServerProcess(folder, TEMPO, warm=True, limits=1.0)
    await server.start()
    report = AbuseReport(Case("at rest"))
    pages: list[Timed] = []

    async def all_play(case: Case, seconds: float, is_enough: Enough = is_judged) -> None:
        await asyncio.gather(*(play(page, case, seconds, is_enough) for page in pages))

    try:
        for number in range(PLAYERS):
            pages.append(await sit_down(server, number))
        await all_play(Case("warming up"), min(share, 5.0))
        await all_play(report.rest, share)
        say(report.rest.words())
        for number, (name, work) in enumerate(attacks.items(), 2):
            case = Case(name)
            async with attacked(server, case, work, ATTACKERS.format(number)):
                await all_play(case, share, is_enough)
            report.cases.append(case)
            say(case.words())
    finally:
        for page in pages:
            await page.stop()
            await page.http.close()
        await server.kill(signal.SIGTERM)
    return report


def abuse(seconds: float = 60.0, say: Say = lambda _: None) -> AbuseReport:
    """Attack a server on the loopback, in a folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="erre-abuse-") as folder:
        return asyncio.run(abuse_all(seconds, folder, say))
