"""Messages that nobody should send, by the hundred thousand: no crash, and no table changed by a refused one."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import msgspec

from erre.server.app import Server
from erre.server.config import Config
from erre.server.rest import NewTable
from erre.server.sessions import Session
from erre.server.sqlite_store import SqliteStore
from erre.server.storage import Person
from erre.table import requests
from erre.table.entries import parse_commit
from erre.table.sight import look
from erre.table.table import Table

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


class Recorder(Session):
    """A page that only counts what it is told."""

    def __init__(self, person: str, report: FuzzReport) -> None:
        super().__init__(None, None, person, False)  # type: ignore[arg-type]
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


def any_message(chance: random.Random, number: int, good: bytes = b"") -> bytes:
    """A message: mostly of the right shape with odd values, sometimes of no shape at all."""
    roll = chance.random()
    if good and roll > 0.95:
        return good
    if roll < 0.1:
        return chance.choice(BROKEN)
    if roll < 0.2:
        return chance.randbytes(chance.randrange(60))
    kind = chance.choice(get_args(requests.AnyRequest))
    made: dict[str, Any] = {"type": kind.__struct_config__.tag}
    for one in msgspec.structs.fields(kind):
        made[one.encode_name] = any_value(chance, one.encode_name, number)
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


async def fuzz_server(messages: int, seed: int, games: tuple[str, ...]) -> FuzzReport:
    """Feed a server's own ears, past the limit of the rate, from a host, a player and a stranger."""
    chance, report = random.Random(seed), FuzzReport()
    server = Server(Config(host="127.0.0.1", port=0, tempo=1e9), SqliteStore(Path(":memory:")))
    await server.store.open()
    try:
        share = min(ONE_TABLE, messages // len(games))
        while report.messages < messages:
            for game in games:
                await fuzz_game(server, game, share, chance, report)
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
            good = good_message(chance, live.table, 10**9 + report.messages)
            await server.sockets._hear(page, table, any_message(chance, live.table.number, good))
            while any(page.asking for page in pages):
                await asyncio.sleep(0)
            report.messages += 1
        done = asyncio.Event()
        live.put(finished(done))
        await done.wait()
        light = server.hub.metrics.counted["light"] - lasting + server.hub.metrics.counted["resent"]
        server.hub.metrics.counted["resent"] = 0
        if live.races is None:  # a race goes on by itself
            report.accepted += report.answers["ok"] - oks - light
            report.commits += live.table.next_commit - before
        for page in pages:
            live.detach(page)
    await check_whole(server, live.table, report)
    server.hub.forget(live, "")


def finished(done: asyncio.Event) -> Any:
    """A job that says that all before it are done."""

    async def job() -> None:
        done.set()

    return job


async def check_whole(server: Server, table: Table, report: FuzzReport) -> None:
    """The log gives the same table again."""
    again = Table.replay([parse_commit(line) for line in await server.store.lines(table.id)], table.levels)
    same = again.number == table.number and again.next_commit == table.next_commit
    if table.round is not None and again.round is not None:
        same &= again.round.position == table.round.position
    report.is_whole &= same and [chair.name for chair in again.chairs] == [chair.name for chair in table.chairs]


def fuzz(messages: int, seed: int = 1, games: tuple[str, ...] = ("rage", "rurare", "rummy", "rok")) -> FuzzReport:
    """Feed a server with that many messages."""
    return asyncio.run(fuzz_server(messages, seed, games))
