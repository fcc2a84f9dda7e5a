"""The book of a run: JSON lines that grow while it is played, so that whatever ends it costs no more than a shard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
import numpy as np

from erre.core.errors import BadRecord
from erre.lab.plan import FACTS, MOST_KEPT, Job, Rows, Shard

try:
    import fcntl
except ImportError:  # Windows: nobody else is kept away there
    fcntl = None  # type: ignore[assignment]


class Heading(msgspec.Struct, tag="run", tag_field="line", forbid_unknown_fields=True):
    """The first line."""

    job: Job


class Page(msgspec.Struct, tag="games", tag_field="line", forbid_unknown_fields=True):
    """A shard: points and victories by game and seat, facts by game."""

    table: int
    first: int
    points: list[list[int]]
    wins: list[list[bool]]
    facts: list[list[int]]


class Book:
    """An open book, locked against others."""

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
        decoder: msgspec.json.Decoder[Heading | Page] = msgspec.json.Decoder(Heading | Page)
        for number, raw in enumerate(whole.split(b"\n"), 1):
            try:
                line = decoder.decode(raw)
            except msgspec.MsgspecError as error:
                raise BadRecord(f"{self.path}, line {number}: {error}") from None
            if number == 1:
                self.check_heading(line)
            elif isinstance(line, Page):
                yield self.shard_of(line, number)

    def check_heading(self, line: Heading | Page) -> None:
        """Refuse the book of another run, and say where it differs."""
        if not isinstance(line, Heading):
            raise BadRecord(f"{self.path} is no book of a run: it has no heading")
        theirs, ours = msgspec.to_builtins(line.job), msgspec.to_builtins(self.job)
        for name in ours:
            if theirs.get(name) != ours[name]:
                there, here = (shown(job.get(name)) for job in (theirs, ours))
                raise BadRecord(f"{self.path} is of another run: its {name.replace('_', ' ')}: {there}; here: {here}")

    def shard_of(self, page: Page, number: int) -> tuple[Shard, Rows]:
        """The shard on a page, if it is one."""
        count, seats, facts = len(page.points), self.job.seats, len(FACTS[self.job.kind])
        shapes = ((page.points, seats), (page.wins, seats), (page.facts, facts))
        known = page.table in range(len(self.job.tables)) and page.first in range(MOST_KEPT)
        if not known or any(len(rows) != count or any(len(row) != width for row in rows) for rows, width in shapes):
            raise BadRecord(f"{self.path}, line {number}: these are no games of this run")
        try:
            rows = Rows(np.array(page.points, np.int32), np.array(page.wins, np.bool_), np.array(page.facts, np.int32))
        except OverflowError:
            raise BadRecord(f"{self.path}, line {number}: such points or moves cannot be") from None
        return Shard(page.table, page.first, count), rows

    def write(self, shard: Shard, rows: Rows) -> None:
        """Write down a shard."""
        self.append(Page(shard.table, shard.first, rows.points.tolist(), rows.wins.tolist(), rows.facts.tolist()))

    def append(self, line: Heading | Page) -> None:
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
    """A value in few signs."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= most else text[: most - 1] + "…"
