"""Send millions of invalid messages over real sockets: nothing may crash, and no refused message may change a table."""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

import aiohttp
import msgspec

from erre.games import all_games
from erre.server.app import Server
from erre.server.config import Config
from erre.server.net.websocket import CLOSE, TEXT
from erre.server.storage.sqlite.store import SqliteStore
from erre.server.tables.live_table import LiveTable
from erre.table.decide import Lasting
from erre.table.entries import parse_commit
from erre.table.table import Table
from erre.trials.client import known_person, open_table
from erre.trials.fuzz_messages import UNIQUE, broken_frames, frame, masked, next_message

Say = Callable[[str], None]
SAY_EVERY = 50_000
ONE_TABLE = 6000  # messages to one table before the next is opened
BATCH = 30  # messages in one write: as many as a page may have waiting
BREAK = 0.1  # share of the batches that end with frames after which the connection must be closed
ONE_LINE = 120  # messages over one socket under the usual limits: more than its rate allows
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
HELLO = b'{"type":"hello","protocol":1,"client":"fuzz"}'
LASTING = frozenset(("grab", *(str(kind.__struct_config__.tag) for kind in get_args(Lasting))))


class Told(msgspec.Struct):
    """The part of the server's messages that matters here."""

    type: str
    n: int | None = None
    code: str = ""


class Tag(msgspec.Struct):
    """What kind of request it is."""

    type: str
    n: int


_told, _tag = msgspec.json.Decoder(Told), msgspec.json.Decoder(Tag)


@dataclass
class FuzzReport:
    """What happened to the messages."""

    messages: int = 0
    sockets: int = 0  # that were used up
    answers: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    accepted: int = 0  # requests that the logs hold
    lost: int = 0  # acknowledged, and not in the log
    changed: int = 0  # in the log, and refused or never asked for
    accidents: int = 0
    is_whole: bool = True  # tables whose log reproduces them

    @property
    def is_clean(self) -> bool:
        """Whether nothing broke, and only accepted messages changed anything."""
        return self.is_whole and not (self.accidents or self.lost or self.changed)

    def words(self) -> list[str]:
        """The results as text."""
        common = ", ".join(f"{code} {count}" for code, count in self.codes.most_common(6))
        return [
            f"{self.messages} messages over {self.sockets} sockets: {sum(self.codes.values())} refused ({common})",
            f"{self.accepted} accepted and in the logs; acknowledged but lost {self.lost}, "
            f"changed by a refused message {self.changed}; accidents {self.accidents}",
            f"the logs {'give' if self.is_whole else 'do NOT give'} the same tables again",
        ]


@dataclass
class Asked:
    """What one person sent to one table, and what the answers were; only messages with numbers of their own."""

    lasting: set[int] = field(default_factory=set)
    agreed: set[int] = field(default_factory=set)
    refused: set[int] = field(default_factory=set)

    def note(self, data: bytes) -> None:
        """Count a message that is sent."""
        with contextlib.suppress(msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            sent = _tag.decode(data)
            if sent.n >= UNIQUE and sent.type in LASTING:
                self.lasting.add(sent.n)


class RawSocket:
    """A socket whose frames are built by hand."""

    def __init__(self, asked: Asked, report: FuzzReport) -> None:
        self.asked, self.report = asked, report
        self.is_open = False
        self._writer: asyncio.StreamWriter | None = None
        self._listening: asyncio.Task[None] | None = None

    async def open(self, port: int, table: str, cookie: str) -> None:
        """Shake hands and say hello."""
        reader, self._writer = await asyncio.open_connection("127.0.0.1", port)
        self._writer.write(
            f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        self.is_open = True
        self.report.sockets += 1
        self._listening = asyncio.create_task(self._listen(reader))
        self.send(masked(random.Random(0), TEXT, HELLO))

    def send(self, data: bytes) -> None:
        """Send frames in one write."""
        assert self._writer is not None
        self._writer.write(data)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Count what comes back."""
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while self.is_open:
                first, size = await reader.readexactly(2)
                if size >= 126:
                    size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8))
                data = await reader.readexactly(size)
                if first & 15 == TEXT:
                    self._hear(_told.decode(data))
                elif first & 15 == CLOSE:
                    break
        self.is_open = False

    def _hear(self, told: Told) -> None:
        """One message of the server."""
        self.report.answers[told.type] += 1
        if told.type == "refused":
            self.report.codes[told.code] += 1
        if told.n is not None and told.n >= UNIQUE and told.type in ("ok", "refused"):
            (self.asked.agreed if told.type == "ok" else self.asked.refused).add(told.n)

    async def close(self) -> None:
        """Disconnect without a closing frame."""
        self.is_open = False
        if self._writer is not None and self._listening is not None:
            self._writer.transport.abort()
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)


class Fuzzer:
    """A server without a rate limit, three people, and what they send."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.chance = random.Random(seed)
        self.report = FuzzReport()
        self.people: list[aiohttp.ClientSession] = []
        self.cookies: list[str] = []

    async def arrive(self) -> None:
        """A host, a guest and a stranger."""
        base = f"http://127.0.0.1:{self.server.port}"
        self.people = [await known_person(base, name) for name in ("Host", "Guest", "Stranger")]
        self.cookies = [f"erre={next(iter(http.cookie_jar)).value}" for http in self.people]

    async def leave(self) -> None:
        """Close all connections."""
        for http in self.people:
            await http.close()

    async def fuzz_table(self, game: str, messages: int) -> None:
        """All stages of a table of one game."""
        table = await open_table(self.people[0], f"http://127.0.0.1:{self.server.port}", game=game, seats=3)
        live = self.server.registry.tables[table]
        asked = [Asked() for _ in self.people]
        wires = [RawSocket(one, self.report) for one in asked]
        for _ in range(0, messages, BATCH * len(wires)):
            for wire, cookie in zip(wires, self.cookies, strict=True):
                if not wire.is_open:
                    await wire.close()
                    await wire.open(self.server.port, table, cookie)
                wire.send(self.batch(live.table, wire.asked))
            await caught_up(self.server, live)
        for wire in wires:
            await wire.close()
        await check_whole(self.server, live.table, self.report)
        await self.check_log(live.table, asked)
        self.server.registry.forget(live, "")

    def batch(self, table: Table, asked: Asked) -> bytes:
        """Messages in one write; now and then the last one forces the connection to be closed."""
        frames = []
        for _ in range(BATCH):
            data = next_message(self.chance, table, UNIQUE + self.report.messages)
            asked.note(data)
            frames.append(frame(self.chance, data))
            self.report.messages += 1
        if self.chance.random() < BREAK:
            frames.append(broken_frames(self.chance))
        return b"".join(frames)

    async def check_log(self, table: Table, asked: list[Asked]) -> None:
        """What was acknowledged is in the log; what was refused, or never asked for, is not."""
        written: set[int] = set()
        for line in await self.server.store.lines(table.id):
            commit = parse_commit(line)
            written |= {one.n for one in (commit.asked, *commit.also) if one is not None and one.n >= UNIQUE}
        self.report.accepted += len(written)
        for one in asked:
            self.report.lost += len((one.agreed & one.lasting) - written)
            self.report.changed += len(one.refused & written)
        self.report.changed += len(written - set().union(*(one.lasting for one in asked)))


async def caught_up(server: Server, live: LiveTable) -> None:
    """Wait until a server has read everything, and a table has done all that it was asked."""
    heard = -1
    while heard != server.metrics.counted["messages"]:
        heard = server.metrics.counted["messages"]
        for _ in range(3):
            await asyncio.sleep(0)
    done = asyncio.Event()

    async def job() -> None:
        done.set()

    live.put(job)
    while not done.is_set() and not live.is_dead:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await done.wait()


async def check_whole(server: Server, table: Table, report: FuzzReport) -> None:
    """Check that the log reproduces the table."""
    again = Table.replay([parse_commit(line) for line in await server.store.lines(table.id)], table.levels)
    same = again.number == table.number and again.next_commit == table.next_commit
    if table.match is not None and again.match is not None:
        same &= again.match.position == table.match.position
    report.is_whole &= same and [chair.name for chair in again.chairs] == [chair.name for chair in table.chairs]


async def fuzz_all(messages: int, seed: int, games: tuple[str, ...], until: float, say: Say) -> FuzzReport:
    """Attack table after table until the time is up."""
    server = Server(Config(host="127.0.0.1", port=0, tempo=1e9, rate=10**12, limits=0.0), SqliteStore(Path(":memory:")))
    await server.start()
    fuzzer, said = Fuzzer(server, seed), 0
    try:
        await fuzzer.arrive()
        share = min(ONE_TABLE, messages // len(games))
        while fuzzer.report.messages < messages and time.monotonic() < until:
            for game in games:
                await fuzzer.fuzz_table(game, share)
            if fuzzer.report.messages // SAY_EVERY > said:
                said = fuzzer.report.messages // SAY_EVERY
                say(f"{fuzzer.report.messages} of {messages} messages")
        fuzzer.report.accidents = server.metrics.counted["accidents"]
    finally:
        await fuzzer.leave()
        await server.stop()
    return fuzzer.report


def every_game() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(one.name for one in all_games())


def fuzz(
    messages: int,
    seed: int = 1,
    games: tuple[str, ...] = (),
    until: float = math.inf,
    say: Say = lambda _: None,
) -> FuzzReport:
    """Send a server this many messages, or as many as possible until a time of the monotonic clock."""
    return asyncio.run(fuzz_all(messages, seed, games or every_game(), until, say))


# -- under the usual limits


async def flood(messages: int, seed: int, games: tuple[str, ...]) -> FuzzReport:
    """Send messages to a server with its usual limits, over each socket until the server closes it."""
    server = Server(Config(host="127.0.0.1", port=0, tempo=1e9, limits=0.0), SqliteStore(Path(":memory:")))
    await server.start()
    fuzzer = Fuzzer(server, seed)
    try:
        await fuzzer.arrive()
        base = f"http://127.0.0.1:{server.port}"
        ids = [await open_table(fuzzer.people[0], base, game=game, seats=3) for game in games]
        while fuzzer.report.messages < messages:
            await flood_line(fuzzer, base, server.registry.tables[fuzzer.chance.choice(ids)].table)
        for table in ids:
            live = server.registry.tables[table]
            await caught_up(server, live)
            await check_whole(server, live.table, fuzzer.report)
        fuzzer.report.accidents = server.metrics.counted["accidents"]
    finally:
        await fuzzer.leave()
        await server.stop()
    return fuzzer.report


async def flood_line(fuzzer: Fuzzer, base: str, table: Table) -> None:
    """One socket from hello to its end, with a standard client."""
    chance, report = fuzzer.chance, fuzzer.report
    async with chance.choice(fuzzer.people).ws_connect(f"{base}/ws/{table.id}", max_msg_size=0) as wire:
        await wire.send_frame(HELLO, aiohttp.WSMsgType.TEXT)
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            for _ in range(ONE_LINE):
                data = next_message(chance, table, UNIQUE + report.messages)
                await wire.send_frame(
                    data, aiohttp.WSMsgType.TEXT if chance.random() < 0.7 else aiohttp.WSMsgType.BINARY
                )
                report.messages += 1
            await wire.close()
        report.sockets += 1


def fuzz_limits(messages: int, seed: int = 1, games: tuple[str, ...] = ()) -> FuzzReport:
    """Send this many messages to a server with its usual limits."""
    return asyncio.run(flood(messages, seed, games or every_game()))
