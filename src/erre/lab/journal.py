"""The journal of a run: JSON lines written while it is played, so that a crash costs at most one shard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
import numpy as np

from erre.core.errors import BadRecord
from erre.core.explain import explain
from erre.lab.plan import FACTS, MOST_KEPT, Job, Rows, Shard

try:
    import fcntl
except ImportError:  # Windows: nobody else is kept away there
    fcntl = None  # type: ignore[assignment]


class Heading(msgspec.Struct, tag="run", tag_field="line", forbid_unknown_fields=True):
    """The first line of a journal: the run that it belongs to."""

    job: Job


class ShardLine(msgspec.Struct, tag="games", tag_field="line", forbid_unknown_fields=True):
    """A shard: points and victories by game and seat, facts by game."""

    table: int
    first: int
    points: list[list[int]]
    wins: list[list[bool]]
    facts: list[list[int]]


class Journal:
    """An open journal, locked against other runs."""

    def __init__(self, path: Path, job: Job) -> None:
        self.path, self.job = path, job
        try:
            self.file: BinaryIO = path.open("a+b")
        except OSError as error:
            raise BadRecord(f"{path} cannot be written: {error.strerror}") from None
        if fcntl is not None:
            try:
                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self.file.close()
                raise BadRecord(f"{path} is being written by another run") from None

    def read(self) -> Iterator[tuple[Shard, Rows]]:
        """The shards written down before; a last line that broke off is cut away."""
        self.file.seek(0)
        written = self.file.read()
        whole, newline, rest = written.rpartition(b"\n")
        if rest:
            self.file.truncate(len(whole) + len(newline))
        if not newline:
            self.append(Heading(self.job))
            return
        decoder: msgspec.json.Decoder[Heading | ShardLine] = msgspec.json.Decoder(Heading | ShardLine)
        for number, raw in enumerate(whole.split(b"\n"), 1):
            try:
                line = decoder.decode(raw)
            except msgspec.MsgspecError as error:
                raise BadRecord(f"{self.path}, line {number}: {explain(error)}") from None
            if number == 1:
                self.check_heading(line)
            elif isinstance(line, ShardLine):
                yield self.shard_of(line, number)

    def check_heading(self, line: Heading | ShardLine) -> None:
        """Refuse the journal of another run, and say where it differs."""
        if not isinstance(line, Heading):
            raise BadRecord(f"{self.path} is not the journal of a run: it has no heading")
        theirs, ours = msgspec.to_builtins(line.job), msgspec.to_builtins(self.job)
        for name in ours:
            if theirs.get(name) != ours[name]:
                there, here = (shown(job.get(name)) for job in (theirs, ours))
                raise BadRecord(f"{self.path} is of another run: its {name.replace('_', ' ')}: {there}; here: {here}")

    def shard_of(self, line: ShardLine, number: int) -> tuple[Shard, Rows]:
        """The shard of a line, if it is one of this run."""
        count, seats, facts = len(line.points), self.job.seats, len(FACTS[self.job.kind])
        shapes = ((line.points, seats), (line.wins, seats), (line.facts, facts))
        known = line.table in range(len(self.job.tables)) and line.first in range(MOST_KEPT)
        if not known or any(len(rows) != count or any(len(row) != width for row in rows) for rows, width in shapes):
            raise BadRecord(f"{self.path}, line {number}: these are no games of this run")
        try:
            rows = Rows(np.array(line.points, np.int32), np.array(line.wins, np.bool_), np.array(line.facts, np.int32))
        except OverflowError:
            raise BadRecord(f"{self.path}, line {number}: such points or moves cannot be") from None
        return Shard(line.table, line.first, count), rows

    def write(self, shard: Shard, rows: Rows) -> None:
        """Append the result of a finished shard."""
        self.append(ShardLine(shard.table, shard.first, rows.points.tolist(), rows.wins.tolist(), rows.facts.tolist()))

    def append(self, line: Heading | ShardLine) -> None:
        """Add a line; its end is written last, so that a half one is known for what it is."""
        try:
            self.file.write(msgspec.json.encode(line) + b"\n")
            self.file.flush()
        except OSError as error:
            raise BadRecord(f"{self.path} cannot be written: {error.strerror}") from None

    def close(self, *, remove: bool) -> None:
        """Let go of it, and remove it where its games are kept elsewhere."""
        if remove:
            self.path.unlink(missing_ok=True)
        self.file.close()


def shown(value: object, most: int = 120) -> str:
    """A value as text, shortened for a message."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= most else text[: most - 1] + "…"
