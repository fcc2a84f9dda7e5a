"""Game records as text: JSON lines with a header, the moves, the outcome with the key, and a seal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import msgspec

from erre.core import chance
from erre.core.errors import BadRecord, Refusal, quote
from erre.core.explain import explain
from erre.core.files import check_plain
from erre.core.game import AnyGame, Event, Outcome, Played, Position

FORMAT = 1
SEAL_BROKEN = "the seal does NOT fit: something in the file was changed"


class Header(msgspec.Struct, tag="game", tag_field="line", forbid_unknown_fields=True, omit_defaults=True):
    """What a table publishes before the first card."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    players: list[str]
    commitment: str
    started: str = ""
    format: int = FORMAT
    position: dict[str, Any] | None = None  # where it began, if not with the first deal; the deal is then not proven


class MoveLine(msgspec.Struct, tag="move", tag_field="line", forbid_unknown_fields=True):
    """A move: the seat, its text, and milliseconds since the start."""

    seat: int
    move: str
    at: int = 0


class EndLine(msgspec.Struct, tag="end", tag_field="line", forbid_unknown_fields=True):
    """How it ended, and the key and salt that the commitment promised."""

    outcome: Outcome | None
    key: str
    salt: str


class Secret(msgspec.Struct, tag="secret", tag_field="line", forbid_unknown_fields=True):
    """Only in the private file of a running game: what the commitment hides."""

    key: str
    salt: str


class Seal(msgspec.Struct, tag="seal", tag_field="line", forbid_unknown_fields=True):
    """The last line of a finished record: a hash over all lines before it, so that a change of any byte is found."""

    sha256: str


Line = Header | MoveLine | EndLine | Secret | Seal
_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
_encoder = msgspec.json.Encoder()


@dataclass
class GameFile:
    """A whole record: finished, or of a running game."""

    header: Header
    moves: list[MoveLine] = field(default_factory=list)
    end: EndLine | None = None
    secret: Secret | None = None
    is_sealed: bool | None = field(default=None, compare=False)  # whether the seal is right; None: there was none

    @property
    def key(self) -> bytes | None:
        """The key, where the record reveals it."""
        revealed = self.end or self.secret
        return bytes.fromhex(revealed.key) if revealed else None

    @property
    def salt(self) -> bytes | None:
        """The salt, where the record reveals it."""
        revealed = self.end or self.secret
        return bytes.fromhex(revealed.salt) if revealed else None

    def lines(self) -> Iterator[str]:
        """The text, line by line; a finished record is sealed."""
        lines = [format_line(line) for line in (self.header, self.secret, *self.moves, self.end) if line is not None]
        yield from lines if self.end is None else sealed(lines)

    def write(self, path: Path) -> None:
        """Save the record atomically."""
        check_plain(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(path.name + ".new")
        draft.write_text("".join(f"{line}\n" for line in self.lines()), "utf-8")
        draft.replace(path)


def format_line(line: Line) -> str:
    """One line of a record."""
    return _encoder.encode(line).decode()


def sealed(lines: list[str]) -> list[str]:
    """Lines with their seal after them; an old seal is renewed."""
    kept = [line for line in lines if not line.startswith('{"line":"seal"')]
    return [*kept, format_line(Seal(seal_of(kept)))]


def seal_of(lines: list[str]) -> str:
    """SHA-256 over lines, each with its end."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")).hexdigest()


def new_file(
    game: AnyGame, seats: int, options: msgspec.Struct, players: list[str], key: bytes, started: str
) -> GameFile:
    """The record of a game about to begin: the commitment is public, the key is in the private line."""
    salt = chance.fresh_salt()
    header = Header(
        game.name,
        game.rules_version,
        seats,
        msgspec.to_builtins(options),
        players,
        chance.commitment(key, salt),
        started,
    )
    return GameFile(header, secret=Secret(key.hex(), salt.hex()))


def close_file(file: GameFile, outcome: Outcome | None) -> None:
    """Reveal the key: the game is over."""
    if file.secret is None:
        raise BadRecord("the record holds no key to reveal")
    file.end = EndLine(outcome, file.secret.key, file.secret.salt)
    file.secret = None


def read_file(path: Path) -> GameFile:
    """A record from disk; BadRecord says which line is broken."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is no game record: it is not text") from None
    except ValueError as error:  # of a path that cannot be
        raise BadRecord(f"{quote(str(path))}: {error}") from None
    return parse_file(text, str(path))


def parse_file(text: str, name: str = "the record") -> GameFile:
    """A record from its text."""
    file: GameFile | None = None
    raw_lines = text.replace("\r\n", "\n").split("\n")
    for number, raw in enumerate(raw_lines, 1):
        if not raw.strip():
            continue
        try:
            file = add_text(file, raw_lines, number, f"{name}, line {number}")
        except BadRecord as refusal:
            raise refusal.at(line=number) from None
    if file is None:
        raise BadRecord(f"{name} is empty")
    return file


def add_text(file: GameFile | None, raw_lines: list[str], number: int, where: str) -> GameFile:
    """The record with one more line of its text."""
    try:
        line = _decoder.decode(raw_lines[number - 1])
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise BadRecord(f"{where}: {explain(error)}") from None
    if isinstance(line, Header):
        if file is not None:
            raise BadRecord(f"{where}: a second header")
        check_header(line, where)
        return GameFile(line)
    if file is None:
        raise BadRecord(f"{where}: a record begins with its header")
    if isinstance(line, Seal):
        check_seal(file, line, raw_lines[: number - 1], where)
    else:
        add_line(file, line, where)
    return file


def check_header(header: Header, where: str) -> None:
    """Refuse a header of another format, or with a commitment that is none."""
    if header.format != FORMAT:
        raise BadRecord(f"{where}: record format {header.format} is not known here (format {FORMAT} is)")
    if not is_hex(header.commitment, 32):
        raise BadRecord(f"{where}: the commitment is not 64 hexadecimal digits")
    if len(header.players) != header.seats:
        raise BadRecord(f"{where}: {header.seats} seats, but {len(header.players)} players")


def check_seal(file: GameFile, seal: Seal, before: list[str], where: str) -> None:
    """Note whether a seal is right; refuse one that is not the last line."""
    if file.end is None or file.is_sealed is not None:
        raise BadRecord(f"{where}: the seal stands after the end, once")
    file.is_sealed = seal.sha256 == seal_of(before)


def add_line(file: GameFile, line: MoveLine | EndLine | Secret, where: str) -> None:
    """Add a parsed line to the record."""
    if file.end is not None:
        raise BadRecord(f"{where}: the record goes on after its end")
    match line:
        case MoveLine():
            file.moves.append(line)
            return
        case EndLine():
            file.end = line
        case Secret():
            if file.secret is not None or file.moves:
                raise BadRecord(f"{where}: the private line stands right after the header")
            file.secret = line
    if not is_hex(line.key, chance.KEY_BYTES) or not is_hex(line.salt, chance.SALT_BYTES):
        raise BadRecord(f"{where}: key and salt are 64 hexadecimal digits each")


def is_hex(text: str, size: int) -> bool:
    """Whether a text is that many bytes in hexadecimal digits."""
    try:
        return len(bytes.fromhex(text)) == size and len(text) == 2 * size
    except ValueError:
        return False


@dataclass(frozen=True)
class Step:
    """A point of a replay: the move that led there (None at the start), the position, and what happened."""

    move: MoveLine | None
    position: Position
    events: list[Event]


def replay(file: GameFile, game: AnyGame) -> Iterator[Step]:
    """Play a record again, checking every move."""
    if file.key is None:
        raise BadRecord("the record does not reveal its key: the game is not over")
    start = opening(file, game, file.key)
    yield Step(None, start.position, start.events)
    position = start.position
    for number, line in enumerate(file.moves, 1):
        try:
            played: Played = position.play(line.seat, line.move)
        except Refusal as refusal:
            broken = BadRecord(f"move {number}, {quote(line.move)} of seat {line.seat}: {refusal}")
            raise broken.at(move=number, rule=getattr(refusal, "rule", None)) from None
        position = played.position
        yield Step(line, position, played.events)


def opening(file: GameFile, game: AnyGame, key: bytes) -> Played:
    """Where a record begins: with the first deal from its key, or at the position in its header."""
    header = file.header
    options = game.options_under(header.rules, header.options)
    if header.position is None:
        return Position.new(game, header.seats, options, key=key)
    position = Position.from_json(game, position_under(header, game))
    truth = position.truth
    if position.seats != header.seats or game.options_of(truth) != game.read_options(options):
        raise BadRecord("the position that the record begins with has other seats or options than its header")
    if chance.key_of(truth) != key:
        raise BadRecord("the position that the record begins with has another key than the record reveals")
    return Played(position, [])


def position_under(header: Header, game: AnyGame) -> dict[str, Any]:
    """The position in a record's header, read by the present rules."""
    position = header.position or {}
    given = position.get("options", {})
    return {**position, "options": game.options_under(header.rules, given)} if isinstance(given, dict) else position


Verdict = Literal["proven", "broken", "open"]


@dataclass(frozen=True)
class Proof:
    """The result of `verify`: one line for each check."""

    verdict: Verdict
    findings: list[tuple[bool, str]]


def verify(file: GameFile, game: AnyGame, progress: Callable[[int], None] | None = None) -> Proof:
    """Whether the key is the promised one, every deal follows from it, all moves were legal, the outcome is true."""
    if file.end is None:
        return Proof("open", [(False, "the game is not over: its key is still secret, so nothing can be proven yet")])
    findings: list[tuple[bool, str]] = []
    kept = chance.keeps_promise(bytes.fromhex(file.end.key), bytes.fromhex(file.end.salt), file.header.commitment)
    words = "the key is the one promised before the first card" if kept else "the key does NOT match its commitment"
    findings.append((kept, words))
    if file.is_sealed is not None:
        words = "no byte of the file has changed since it was written: its seal fits"
        findings.append((file.is_sealed, words if file.is_sealed else f"{SEAL_BROKEN} after it was written"))
    if file.header.position is not None:
        findings.append((True, "it began at a given position: the first deal is NOT proven, only what followed"))
    try:
        last: Step | None = None
        for step in replay(file, game):
            last = step
            if progress:
                progress(1)
        assert last is not None
        findings.append((True, f"all {len(file.moves)} moves are legal on the deal computed from that key"))
        same = last.position.outcome == file.end.outcome
        said = "is" if same else "is NOT"
        findings.append((same, f"the outcome written in the record {said} the one these moves lead to"))
        if file.end.outcome is None:
            findings.append((True, "the game was broken off before its end"))
    except Refusal as refusal:
        findings.append((False, str(refusal)))
    return Proof("proven" if all(good for good, _ in findings) else "broken", findings)


def describe(event: Event) -> str:
    """An event on one line, for people who read records."""
    facts = msgspec.to_builtins(event)
    kind = facts.pop("type")
    return f"{kind} {json.dumps(facts, separators=(', ', ': '))}" if facts else str(kind)
