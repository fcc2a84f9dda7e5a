"""Files of puzzles: a header and one puzzle on each line, as compressed JSON.

`shipped()` is the set that comes with the package; an operator may add a file of their own.
"""

from __future__ import annotations

import gzip
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from erre.core.errors import BadOptions
from erre.core.files import check_plain
from erre.core.puzzles import Puzzle, maker_of
from erre.games import all_games

FORMAT, VERSION = "puzzles", 1
SHIPPED = "shipped.jsonl.gz"
MOST_BYTES = 256 << 20  # of a file, unpacked


class BadPuzzles(BadOptions):
    """The file holds no puzzles that can be used here."""

    code = "bad_puzzles"


class Header(msgspec.Struct, frozen=True):
    """The first line of a file."""

    erre: str
    version: int
    seed: int
    count: int  # that was asked for, of each game
    rules: dict[str, int]  # the rules version of each game in it


class Line(msgspec.Struct, frozen=True):
    """What lists need to know of a puzzle."""

    id: str
    game: str
    kind: str
    rating: int
    themes: list[str] = []


class PuzzleSet:
    """Puzzles by game, in the order of their files; each is decoded when it is asked for."""

    def __init__(self) -> None:
        self.lines: dict[str, list[Line]] = {}
        self._text: dict[str, bytes] = {}
        self.by_id: dict[str, Line] = {}

    def add(self, line: Line, text: bytes) -> None:
        """Add a puzzle with its text; one that is there already is left out."""
        if line.id not in self.by_id:
            self.by_id[line.id] = line
            self._text[line.id] = text
            self.lines.setdefault(line.game, []).append(line)

    def puzzle(self, name: str) -> Puzzle | None:
        """A puzzle by its id."""
        text = self._text.get(name)
        return None if text is None else msgspec.json.decode(text, type=Puzzle)

    def __iter__(self) -> Iterator[Puzzle]:
        return (msgspec.json.decode(text, type=Puzzle) for text in self._text.values())

    def __len__(self) -> int:
        return len(self._text)


def write(path: Path, header: Header, puzzles: Iterable[Puzzle]) -> None:
    """Write a file, complete or not at all; the same puzzles always give the same bytes."""
    encode = msgspec.json.Encoder().encode
    text = b"".join(encode(one) + b"\n" for one in (header, *puzzles))
    check_plain(path)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(gzip.compress(text, 9, mtime=0))
        part.replace(path)
    except OSError as error:
        raise BadPuzzles(f"{path} cannot be written: {error.strerror}") from None


def read_header(text: bytes, name: str) -> tuple[Header, list[bytes]]:
    """The header and the lines of an unpacked file."""
    first, *lines = text.split(b"\n")
    try:
        header = msgspec.json.decode(first, type=Header)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadPuzzles(f"{name} is no file of puzzles") from None
    if header.erre != FORMAT or header.version != VERSION:
        raise BadPuzzles(f"{name} is a file of another kind or version: {header.erre} {header.version}")
    return header, [line for line in lines if line]


def unpack(data: bytes, name: str) -> bytes:
    """The text of a file; what is damaged or far too large is refused."""
    try:
        unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
        text = unpacker.decompress(data, MOST_BYTES)
    except zlib.error:
        raise BadPuzzles(f"{name} is no file of puzzles, or it is damaged") from None
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise BadPuzzles(f"{name} is not whole, or larger than {MOST_BYTES >> 20} MB unpacked")
    return text


def read(path: Path, into: PuzzleSet | None = None) -> tuple[Header, PuzzleSet]:
    """The puzzles of a file, added to others where they are given."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadPuzzles(f"{path} cannot be read: {error.strerror}") from None
    return add_all(data, str(path), PuzzleSet() if into is None else into)


def add_all(data: bytes, name: str, found: PuzzleSet) -> tuple[Header, PuzzleSet]:
    """Add the puzzles of a file; games that this server does not have, or has by other rules, are left out."""
    header, lines = read_header(unpack(data, name), name)
    known = {game.name for game in all_games() if maker_of(game) and header.rules.get(game.name) == game.rules_version}
    decode = msgspec.json.Decoder(Line).decode
    for number, text in enumerate(lines, start=2):
        try:
            line = decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise BadPuzzles(f"{name}, line {number} is no puzzle") from None
        if line.game in known:
            found.add(line, text)
    return header, found


@cache
def shipped_data() -> bytes:
    """The file that comes with the package."""
    place = files("erre.puzzles").joinpath(SHIPPED)
    return place.read_bytes() if place.is_file() else b""


@cache
def shipped(more: str = "") -> PuzzleSet:
    """The puzzles that come with the package, and those of another file; read once."""
    found = PuzzleSet()
    if data := shipped_data():
        add_all(data, SHIPPED, found)
    if more:
        read(Path(more), found)
    return found


def counts_of(found: PuzzleSet) -> dict[str, dict[str, int]]:
    """How many puzzles of each kind there are, by game."""
    counts: dict[str, dict[str, int]] = {}
    for game, lines in found.lines.items():
        kinds: defaultdict[str, int] = defaultdict(int)
        for line in lines:
            kinds[line.kind] += 1
        counts[game] = dict(sorted(kinds.items()))
    return counts
