"""`erre soak crowd`: thousands of people come to watch one table, under the server's default limits.

What the server sends them must grow with their number, not with its square.
"""

from __future__ import annotations

import asyncio
import signal
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass

import aiohttp

from erre.games import all_games
from erre.server.net.doors import raise_file_limit
from erre.server.net.messages import PROTOCOL
from erre.trials.client import Page, known_person, open_table
from erre.trials.soak import ServerProcess

Say = Callable[[str], None]
SPECTATORS = 2000
OF_ADDRESS = 50  # spectators who share an address
AT_ONCE = 20  # spectators who come at the same moment
BYTES_EACH = 20_000  # that a spectator may cost: 40 MB for 2,000
HEADER = 4  # bytes of a frame
HELLO = f'{{"type":"hello","protocol":{PROTOCOL},"client":"spectator"}}'


@dataclass
class CrowdReport:
    """What the crowd was sent."""

    spectators: int
    watching: int = 0  # as the table says in the end
    messages: int = 0
    bytes: int = 0
    closed: int = 0  # connections that the server closed
    seconds: float = 0.0
    acknowledged: float = 0.0  # seconds until the player's move was, with everybody there

    @property
    def is_clean(self) -> bool:
        """Whether everybody got in, stayed, and cost no more than their share."""
        return self.watching == self.spectators and not self.closed and self.bytes < BYTES_EACH * self.spectators

    def words(self) -> list[str]:
        """The results as text."""
        return [
            f"{self.watching} of {self.spectators} spectators watched one table after {self.seconds:.1f} s, "
            f"{self.closed} were closed",
            f"they were sent {self.messages} messages, {self.bytes / 1e6:.1f} MB "
            f"({self.bytes / self.spectators / 1000:.1f} kB each; {BYTES_EACH / 1000:g} kB are the most)",
            f"a move with everybody there was acknowledged after {1000 * self.acknowledged:.0f} ms",
        ]


class Crowd:
    """Spectators, each a person of their own, some of them at each loopback address."""

    def __init__(self, base: str, table: str, report: CrowdReport) -> None:
        self.base, self.table, self.report = base, table, report
        self.connectors: list[aiohttp.TCPConnector] = []
        self._people: list[aiohttp.ClientSession] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._arriving = asyncio.Semaphore(AT_ONCE)

    async def come(self) -> None:
        """Connect all spectators."""
        for number in range(-(-self.report.spectators // OF_ADDRESS)):
            local = (f"127.0.1.{number + 1}", 0)
            self.connectors.append(aiohttp.TCPConnector(local_addr=local, limit=0))
        arrived = [asyncio.get_running_loop().create_future() for _ in range(self.report.spectators)]
        for number, future in enumerate(arrived):
            self._tasks.append(asyncio.create_task(self._watch(self.connectors[number // OF_ADDRESS], future)))
        await asyncio.gather(*arrived)

    async def _watch(self, connector: aiohttp.TCPConnector, arrived: asyncio.Future[None]) -> None:
        """One spectator: come, and count what is sent."""
        http = aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True), connector=connector, connector_owner=False
        )
        self._people.append(http)
        try:
            async with self._arriving:
                async with http.get(f"{self.base}/api/me") as answer:
                    answer.raise_for_status()
                wire = await http.ws_connect(f"{self.base}/ws/{self.table}", max_msg_size=0)
                await wire.send_str(HELLO)
                self._count(await wire.receive())
            arrived.set_result(None)
        except Exception as error:
            arrived.set_exception(error)
            return
        async for message in wire:
            self._count(message)
        self.report.closed += 1

    def _count(self, message: aiohttp.WSMessage) -> None:
        if message.type is aiohttp.WSMsgType.TEXT:
            self.report.messages += 1
            self.report.bytes += HEADER + len(message.data.encode())

    async def go(self) -> None:
        """Disconnect all spectators."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for http in self._people:
            await http.close()
        for connector in self.connectors:
            await connector.close()


async def crowd_at(server: ServerProcess, spectators: int, say: Say) -> CrowdReport:
    """Let a crowd come to a table of a server that runs, and let its player move once they are all there."""
    report = CrowdReport(spectators)
    http = await known_person(server.base, "Player")
    game = next(one for one in all_games() if not one.is_race)
    bots = ["", *["random"] * (game.least_seats - 1)]
    table = await open_table(
        http, server.base, game=game.name, seats=len(bots), bots=bots, play_now=True, access="open"
    )
    page, crowd, began = Page(http, server.base, table, "player"), Crowd(server.base, table, report), time.monotonic()
    page.start()
    try:
        await page.until(lambda: page.info and page.due(), 60)
        await crowd.come()
        say(f"{spectators} spectators came in {time.monotonic() - began:.1f} s")
        await page.until(lambda: page.info["watching"] == spectators, 60)
        report.watching, report.seconds = page.info["watching"], time.monotonic() - began
        due = page.due()
        assert due is not None
        moved = time.monotonic()
        await page.move(due[0], due[1][0])
        report.acknowledged = time.monotonic() - moved
        await page.until(lambda: page.due() or page.outcome, 60)
        before = -1
        while before != report.messages:  # until nothing more is on its way
            before = report.messages
            await asyncio.sleep(1.0)
        return report
    finally:
        await page.stop()
        await crowd.go()
        await http.close()


async def crowd_comes(spectators: int, folder: str, say: Say) -> CrowdReport:
    """A server of its own, and a crowd at one of its tables."""
    raise_file_limit(spectators)
    server = ServerProcess(folder, 0.0, warm=True, limits=1.0)
    await server.start()
    try:
        return await crowd_at(server, spectators, say)
    finally:
        await server.kill(signal.SIGTERM)


def crowd(spectators: int = SPECTATORS, say: Say = lambda _: None) -> CrowdReport:
    """Let a crowd come to a server on the loopback, in a folder that is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="erre-crowd-") as folder:
        return asyncio.run(crowd_comes(spectators, folder, say))
