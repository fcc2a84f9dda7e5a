"""Invalid messages and frames: mostly well-formed with odd values, some malformed."""

from __future__ import annotations

import json
import random
from typing import Any, get_args

import msgspec

from erre.server.net.websocket import BINARY, CLOSE, MORE, PING, PONG, TEXT, unmask
from erre.table import requests
from erre.table.projection import look
from erre.table.table import Table

UNIQUE = 2**40  # from here on every message has a number of its own
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


def next_message(chance: random.Random, table: Table, n: int) -> bytes:
    """Now and then a valid message, so that games go on; otherwise anything."""
    return good_message(chance, table, n) if chance.random() > 0.95 else any_message(chance, table.number, n)


def any_message(chance: random.Random, number: int, n: int) -> bytes:
    """A message: mostly of the right shape with odd values, sometimes of no shape at all."""
    roll = chance.random()
    if roll < 0.1:
        return chance.choice(BROKEN)
    if roll < 0.2:
        return chance.randbytes(chance.randrange(60))
    tag, names = chance.choice(KINDS)
    made: dict[str, Any] = {"type": tag}
    for name in names:
        made[name] = any_value(chance, name, number, n)
    if roll < 0.3:
        made[chance.choice(list(made))] = chance.choice(NUMBERS)
    elif roll < 0.35:
        made.pop(chance.choice(list(made)))
    elif roll < 0.4:
        made["more"] = 1
    data = json.dumps(made).encode()
    return data[: chance.randrange(len(data))] if roll > 0.9 else data


def good_message(chance: random.Random, table: Table, n: int) -> bytes:
    """A valid message, so that games go on between the others."""
    empty = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "empty"]
    if empty:
        return msgspec.json.encode(requests.Sit(n, empty[0], f"P{n % 10**6}"))
    if table.match is None or table.stage != "playing":
        return msgspec.json.encode(chance.choice((requests.Start(n), requests.Rematch(n))))
    seat = chance.choice(table.match.position.turn)
    legal = look(table, table.match.position, seat).legal or [""]
    return msgspec.json.encode(requests.MakeMove(n, seat, chance.choice(legal), table.number))


def any_value(chance: random.Random, name: str, number: int, n: int) -> Any:
    """A value that a field might have, right or wrong."""
    match name:
        case "n":
            return n if chance.random() < 0.8 else chance.choice(NUMBERS[:7])
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


def frame(chance: random.Random, data: bytes) -> bytes:
    """A message as frames: mostly one, now and then in parts, with control frames between, or as bytes."""
    roll = chance.random()
    if roll < 0.9 or len(data) < 2:
        return masked(chance, TEXT, data)
    if roll < 0.95:
        middle = chance.randrange(1, len(data))
        between = masked(chance, chance.choice((PING, PONG)), chance.randbytes(chance.randrange(126)))
        first, last = masked(chance, TEXT, data[:middle], is_last=False), masked(chance, MORE, data[middle:])
        return first + between + last
    return masked(chance, chance.choice((BINARY, PING, PONG)), data[:125])


def masked(chance: random.Random, kind: int, data: bytes, *, is_last: bool = True) -> bytes:
    """One frame of a client."""
    size = len(data)
    length = bytes((128 | size,)) if size < 126 else bytes((128 | 126,)) + size.to_bytes(2)
    mask = chance.randbytes(4)
    return bytes((128 * is_last | kind,)) + length + mask + unmask(mask, data)


def broken_frames(chance: random.Random) -> bytes:
    """Frames after which the connection must be closed."""
    whole = masked(chance, TEXT, b"x" * chance.randrange(200))
    return chance.choice(
        (
            chance.randbytes(chance.randrange(1, 400)),
            bytes((whole[0] | 0x40,)) + whole[1:],
            whole[:1] + bytes((whole[1] & 127,)) + whole[2:],
            masked(chance, MORE, b"x"),
            masked(chance, TEXT, b"x", is_last=False) + whole,
            masked(chance, CLOSE, chance.randbytes(chance.randrange(8))),
            bytes((129, 255)) + chance.randbytes(8),
            masked(chance, TEXT, b"x" * 9000),
        )
    )
