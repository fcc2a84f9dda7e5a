"""The book of a tournament: JSON lines that grow while it is played, and from which it goes on later."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from erre.bots.contract import Budget
from erre.core.errors import BadRecord
from erre.lab.series import Scores


class Heading(msgspec.Struct, tag="tournament", tag_field="line", forbid_unknown_fields=True):
    """What a tournament is; two with the same heading are the same."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    bots: list[str]
    seed: int
    budget: Budget | None


class Page(msgspec.Struct, tag="games", tag_field="line", forbid_unknown_fields=True):
    """Games of one line-up, from a round on: points and victories by seat."""

    line_up: int
    first: int
    points: list[list[int]]
    wins: list[list[bool]]


class Book:
    """The file of a tournament, or none."""

    def __init__(self, heading: Heading, path: Path | None) -> None:
        self.heading, self.path = heading, path

    def read(self) -> Iterator[Page]:
        """The games written down before; a last line that broke off is cut away."""
        if self.path is None:
            return
        try:
            written = self.path.read_bytes() if self.path.exists() else b""
        except OSError as error:
            raise BadRecord(f"{self.path} cannot be read: {error.strerror}") from None
        if not written:
            self.append(self.heading)
            return
        whole, _, rest = written.rpartition(b"\n")
        if rest:
            self.path.write_bytes(whole + b"\n")
        decoder: msgspec.json.Decoder[Heading | Page] = msgspec.json.Decoder(Heading | Page)
        for number, raw in enumerate(whole.splitlines(), 1):
            try:
                line = decoder.decode(raw)
            except msgspec.MsgspecError as error:
                raise BadRecord(f"{self.path}, line {number}: {error}") from None
            if number == 1 and line != self.heading:
                raise BadRecord(f"{self.path} is the book of another tournament: {raw.decode(errors='replace')[:300]}")
            if isinstance(line, Page):
                if not fits(line, self.heading.seats):
                    raise BadRecord(f"{self.path}, line {number}: these are no games of this tournament")
                yield line

    def write(self, line_up: int, first: int, scores: Scores) -> None:
        """Write down some games."""
        if self.path is not None:
            self.append(Page(line_up, first, scores.points.tolist(), scores.wins.tolist()))

    def append(self, line: Heading | Page) -> None:
        """Add a line, whole."""
        assert self.path is not None
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            raise BadRecord(f"{self.path} cannot be written: {error.strerror}") from None


def fits(page: Page, seats: int) -> bool:
    """Whether a page is of games with so many seats; which line-up it is of, the tournament knows."""
    rows: list[list[int]] = [*page.points, *([int(won) for won in game] for game in page.wins)]
    numbers = [number for row in rows for number in row]
    return (
        page.line_up >= 0 <= page.first
        and len(page.points) == len(page.wins)
        and all(len(row) == seats for row in rows)
        and all(abs(number) < 1 << 31 for number in numbers)
    )
