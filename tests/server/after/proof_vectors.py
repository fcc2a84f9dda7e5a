"""`python -m tests.server.after.proof_vectors`: test vectors for the proof in the browser, made by the engine."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec

from erre.core import chance
from erre.core.gamefile import GameFile, replay
from erre.core.record import ints
from erre.games import game as find_game
from tests.conformance.games import Setting

WEB = Path(__file__).resolve().parents[3] / "web" / "src"
PRIMITIVES = WEB / "lib" / "proof" / "vectors.json"
# The game, the seats, the options and the seed of a record.
GAMES: tuple[tuple[str, int, dict[str, Any], int], ...] = (
    ("rage", 3, {}, 12),
    ("rage", 8, {"bidding": "hidden"}, 7),
    ("rurare", 4, {}, 1),
    ("rurare", 2, {"deck": "reconstructed-b"}, 2),
    ("rurare", 3, {"counts": {"king": 12}, "allowCustomTotal": True}, 3),
    ("rummy", 2, {"hands": 3}, 4),
    ("rummy", 4, {"hands": 2, "nextStarter": "left"}, 5),
    ("rok", 2, {}, 6),
    ("rok", 5, {"faceUpProbability": 0.7}, 23),
)
# Events that say what chance brought.
DEALING = {
    *("RoundDealt", "TrumpTurned", "RowsLaid", "RowsRefilled", "HandDealt", "TilesDrawn"),
    *("BalanceDrawn", "BalanceReturned", "RunesThrown"),
}


def primitives() -> dict[str, Any]:
    """Chance itself."""
    key = bytes(range(32))
    return {
        "blocks": [{"key": one.hex(), "number": number, "words": block(one, number)} for one, number in BLOCKS],
        "draws": [{"sides": sides, "numbers": draws(key, sides)} for sides in (2, 3, 7, 112, 1000, 28001, 2_000_000)],
        "shuffle": shuffled(key, 106),
        "commitment": {"key": key.hex(), "salt": key[::-1].hex(), "sha256": chance.commitment(key, key[::-1])},
        "hashes": [{"size": size, "sha256": hashlib.sha256(b"e" * size).hexdigest()} for size in HASHED],
    }


BLOCKS = [(bytes(32), 0), (bytes(range(32)), 1), (b"\xff" * 32, 5), (bytes(range(32)), 2**32 + 3)]
HASHED = (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000)


def block(key: bytes, number: int) -> list[int]:
    """A block of the stream as unsigned words."""
    s = find_game("rage").record_type.new()
    chance.put_key(s, key)
    chance.fill_block(s.key, s.block, number)
    return [int(word) & chance.WORD for word in s.block]


def draws(key: bytes, sides: int) -> list[int]:
    """The first numbers out of a stream."""
    s = find_game("rage").record_type.new()
    chance.put_key(s, key)
    return [int(chance.draw(s, sides)) for _ in range(40)]


def shuffled(key: bytes, count: int) -> list[int]:
    """Numbers in an order by lot."""
    s = find_game("rage").record_type.new()
    chance.put_key(s, key)
    pieces = ints(count)
    for i in range(count):
        pieces[i] = i
    chance.shuffle(s, pieces, count)
    return [int(piece) for piece in pieces]


def game_vector(name: str, seats: int, options: dict[str, Any], seed: int) -> dict[str, Any]:
    """A record, and what chance brought in it."""
    file = settled(Setting(find_game(name), seats, options, seed).record())
    return {"record": "".join(f"{line}\n" for line in file.lines()), "events": dealt(file)}


def dealt(file: GameFile) -> list[dict[str, Any]]:
    """What chance brought in a game, with every hand open."""
    game = find_game(file.header.game)
    events = [msgspec.to_builtins(event) for step in replay(file, game) for event in step.events]
    return [event for event in events if event["type"] in DEALING]


def settled(file: GameFile) -> GameFile:
    """The record with a salt that is the same every time."""
    assert file.end is not None
    assert file.key is not None
    salt = hashlib.sha256(file.key).digest()
    file.end.salt = salt.hex()
    file.header.commitment = chance.commitment(file.key, salt)
    return file


def file_of(game: str) -> Path:
    """Where the records of a game lie, next to the code that deals it in the browser."""
    return WEB / "games" / game / "deals.vectors.json"


def text(value: object) -> str:
    """JSON on one line."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n"


def main() -> None:
    """Write the files."""
    PRIMITIVES.write_text(text(primitives()), "utf-8")
    for name in sorted({game for game, *_ in GAMES}):
        file_of(name).write_text(text([game_vector(*one) for one in GAMES if one[0] == name]), "utf-8")


if __name__ == "__main__":
    main()
