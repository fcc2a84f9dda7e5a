"""Messages that nobody should send, by the hundred thousand: no crash, and no table changed by a refused one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import aiohttp
import msgspec

from erre.server.app import Server
from erre.server.config import Config
from erre.server.live import LiveTable
from erre.server.rest import NewTable
from erre.server.sessions import Session
from erre.server.sqlite_store import SqliteStore
from erre.server.storage import Person
from erre.table import requests
from erre.table.entries import parse_commit
from erre.table.sight import look
from erre.table.table import Table

Say = Callable[[str], None]
GAMES = ("rage", "rurare", "rummy", "rok")
ONE_LINE = 120  # messages over one socket: more than its rate allows
SAY_EVERY = 50_000
ONE_TABLE = 1500  # messages to one table before the next is opened
BATCH = 25  # messages between two looks at the table
SEATS = (0, 1, 2, 3, -1, 7, 10**12)
NUMBERS: tuple[Any, ...] = (0, 1, 2, 3, -1, 2**31, 2**63, 2**64, -(2**63), 1e308, 0.5, True, None, "1", [], {})
TEXTS = ("", "Ana", "\u202eRTL", "\x00", "<script>", "🎲" * 30, "x" * 5000, "solid", "greedy", "clap", "bid 3", "row 1")
MOVES = (
    "draw",
    "pass",
    "lay [R5 R6 R7]",
    "timeout",
    "grab W1a",
    "row 99",
    "bid -1",
    "Y8",
    "J:R",
    "lay " + "[R1] " * 900,
)
BROKEN = (b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 5000, b'{"type":', b'{"type":"move"}', b"1e999", b'"\\ud800"')


# Every request: its tag and the names of its fields.
KINDS = tuple((kind.__struct_config__.tag, kind.__struct_encode_fields__) for kind in get_args(requests.AnyRequest))


@dataclass
class FuzzReport:
    """What became of the messages."""

    messages: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    commits: int = 0
    accepted: int = 0  # lasting requests that were answered with ok
    accidents: int = 0
    is_whole: bool = True  # the log gives the same tables again

    @property
    def is_clean(self) -> bool:
        """Whether nothing broke, and nothing changed but by what was accepted."""
        return self.accidents == 0 and self.commits == self.accepted and self.is_whole

    def lines(self) -> list[str]:
        """The figures, for people."""
        refused = sum(self.codes.values())
        common = ", ".join(f"{code} {count}" for code, count in self.codes.most_common(6))
        return [
            f"{refused} refused ({common}); {self.accepted} accepted, {self.commits} commits; accidents "
            f"{self.accidents}; the logs {'give' if self.is_whole else 'do NOT give'} the same tables again"
        ]


class Recorder(Session):
    """A page that only counts what it is told."""

    def __init__(self, person: str, report: FuzzReport) -> None:
        super().__init__(None, None, person, False, ONE_TABLE)  # type: ignore[arg-type]
        self.report = report
        self.number = -1

    def send(self, data: bytes) -> None:
        message = msgspec.json.decode(data)
        self.report.answers[message["type"]] += 1
        if message["type"] == "refused":
            self.report.codes[message["code"]] += 1
        self.number = message.get("number") or self.number

    def may_speak(self) -> bool:
        return True

    async def ping(self) -> None:
        self.measured = 0.0

    def drop(self) -> None:
        self.report.answers["dropped"] += 1


def next_message(chance: random.Random, table: Table, n: int) -> bytes:
    """Now and then one that is as it should be, so that games go on; else anything."""
    return good_message(chance, table, n) if chance.random() > 0.95 else any_message(chance, table.number)


def any_message(chance: random.Random, number: int) -> bytes:
    """A message: mostly of the right shape with odd values, sometimes of no shape at all."""
    roll = chance.random()
    if roll < 0.1:
        return chance.choice(BROKEN)
    if roll < 0.2:
        return chance.randbytes(chance.randrange(60))
    tag, names = chance.choice(KINDS)
    made: dict[str, Any] = {"type": tag}
    for name in names:
        made[name] = any_value(chance, name, number)
    if roll < 0.3:
        made[chance.choice(list(made))] = chance.choice(NUMBERS)
    elif roll < 0.35:
        made.pop(chance.choice(list(made)))
    elif roll < 0.4:
        made["more"] = 1
    data = json.dumps(made).encode()
    return data[: chance.randrange(len(data))] if roll > 0.9 else data


def good_message(chance: random.Random, table: Table, n: int) -> bytes:
    """A message that is as it should be, so that games go on between the others."""
    empty = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "empty"]
    if empty:
        return msgspec.json.encode(requests.Sit(n, empty[0], f"P{n % 10**6}"))
    if table.round is None or table.stage != "playing":
        return msgspec.json.encode(chance.choice((requests.Start(n), requests.Rematch(n))))
    seat = chance.choice(table.round.position.turn)
    legal = look(table, table.round.position, seat).legal or [""]
    return msgspec.json.encode(requests.MakeMove(n, seat, chance.choice(legal), table.number))


def any_value(chance: random.Random, name: str, number: int) -> Any:
    """A value that a field might have, right or wrong."""
    match name:
        case "n":
            return chance.choice((chance.randrange(10**9), chance.randrange(10**9), *NUMBERS[:7]))
        case "seat" | "seats" | "rune" | "reveal":
            return chance.choice(SEATS)
        case "seen" | "have":
            return chance.choice((number, number, 0, -1, 10**9))
        case "move" | "draft":
            return chance.choice(MOVES + TEXTS)
        case "options":
            return chance.choice(({}, {"bidding": "hidden"}, {"bidding": 3}, {"x": {}}, {"deck": "x" * 99}))
        case "at" | "reaction" if chance.random() < 0.7:
            return chance.uniform(-1e6, 1e6)
        case "protocol":
            return chance.choice((1, 1, 1, 2, -1))
        case _:
            return chance.choice(TEXTS + NUMBERS)


async def fuzz_server(messages: int, seed: int, games: tuple[str, ...], until: float, say: Say) -> FuzzReport:
    """Feed a server's own ears, past the limit of the rate, from a host, a player and a stranger."""
    chance, report = random.Random(seed), FuzzReport()
    server = Server(Config(host="127.0.0.1", port=0, tempo=1e9), SqliteStore(Path(":memory:")))
    await server.store.open()
    try:
        share = min(ONE_TABLE, messages // len(games))
        while report.messages < messages and time.monotonic() < until:
            for game in games:
                await fuzz_game(server, game, share, chance, report)
            if report.messages // SAY_EVERY > (report.messages - share * len(games)) // SAY_EVERY:
                say(f"{report.messages} of {messages} messages")
        report.accidents = server.hub.metrics.counted["accidents"]
    finally:
        await server.hub.close()
        await server.store.close()
    return report


async def fuzz_game(server: Server, game: str, messages: int, chance: random.Random, report: FuzzReport) -> None:
    """All stages of a table of one game."""
    people = [Person(name, name.title()) for name in ("host", "guest", "stranger")]
    live = await server.hub.open(NewTable(game, seats=3), people[0])
    table = live.table.id
    for _ in range(0, messages, BATCH):
        before = live.table.next_commit
        pages = [Recorder(person.id, report) for person in people]
        for page in pages:
            await server.sockets._hear(page, table, b'{"type":"hello","protocol":1,"client":"fuzz"}')
        oks, lasting = report.answers["ok"], server.hub.metrics.counted["light"]
        for _ in range(BATCH):
            page = chance.choice(pages)
            await server.sockets._hear(page, table, next_message(chance, live.table, 10**9 + report.messages))
            report.messages += 1
            if any(page.asking for page in pages):
                await caught_up(live)
        await caught_up(live)
        light = server.hub.metrics.counted["light"] - lasting + server.hub.metrics.counted["resent"]
        server.hub.metrics.counted["resent"] = 0
        if live.races is None:  # a race goes on by itself
            report.accepted += report.answers["ok"] - oks - light
            report.commits += live.table.next_commit - before
        for page in pages:
            live.detach(page)
    await check_whole(server, live.table, report)
    server.hub.forget(live, "")


async def caught_up(live: LiveTable) -> None:
    """Wait until a table has done all that it was asked so far."""
    done = asyncio.Event()

    async def job() -> None:
        done.set()

    live.put(job)
    while not done.is_set() and not live.is_dead:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await done.wait()


async def check_whole(server: Server, table: Table, report: FuzzReport) -> None:
    """The log gives the same table again."""
    again = Table.replay([parse_commit(line) for line in await server.store.lines(table.id)], table.levels)
    same = again.number == table.number and again.next_commit == table.next_commit
    if table.round is not None and again.round is not None:
        same &= again.round.position == table.round.position
    report.is_whole &= same and [chair.name for chair in again.chairs] == [chair.name for chair in table.chairs]


def fuzz(
    messages: int,
    seed: int = 1,
    games: tuple[str, ...] = GAMES,
    until: float = math.inf,
    say: Say = lambda _: None,
) -> FuzzReport:
    """Feed a server with that many messages, or with as many as come until a time of the monotonic clock."""
    return asyncio.run(fuzz_server(messages, seed, games, until, say))


# -- the same from outside


async def fuzz_lines(messages: int, seed: int, games: tuple[str, ...]) -> FuzzReport:
    """Send messages and other frames over real sockets, each until the server has had enough of it."""
    chance, report = random.Random(seed), FuzzReport()
    server = Server(Config(host="127.0.0.1", port=0, tempo=1e9), SqliteStore(Path(":memory:")))
    await server.start()
    base = f"http://127.0.0.1:{server.port}"
    try:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
            async with http.get(f"{base}/api/me") as answer:
                answer.raise_for_status()
            ids = [(await server.hub.open(NewTable(game, seats=3), Person("host", "Host"))).table.id for game in games]
            while report.messages < messages:
                await fuzz_line(http, base, server.hub.tables[chance.choice(ids)].table, chance, report)
            for table in ids:
                await check_whole(server, server.hub.tables[table].table, report)
        report.accidents = server.hub.metrics.counted["accidents"]
        report.commits = report.accepted = 0  # what a stranger may do is counted inside; here nothing may break
    finally:
        await server.stop()
    return report


async def fuzz_line(
    http: aiohttp.ClientSession, base: str, table: Table, chance: random.Random, report: FuzzReport
) -> None:
    """One socket, from hello to its end."""
    async with http.ws_connect(f"{base}/ws/{table.id}", max_msg_size=0) as line:
        await line.send_str('{"type":"hello","protocol":1,"client":"fuzz"}')
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            for _ in range(ONE_LINE):
                data = next_message(chance, table, report.messages)
                if chance.random() < 0.7:
                    await line.send_frame(data, aiohttp.WSMsgType.TEXT)
                else:
                    await line.send_bytes(data)
                report.messages += 1
            await line.close()
        report.answers["line"] += 1


def fuzz_sockets(messages: int, seed: int = 1, games: tuple[str, ...] = GAMES) -> FuzzReport:
    """Feed a server with that many messages over real sockets."""
    return asyncio.run(fuzz_lines(messages, seed, games))
