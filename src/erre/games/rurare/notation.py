"""Ru-Ra-Re: cards and rows as text. A card is written as its kind; rows have the numbers on their number cards."""

from __future__ import annotations

from collections.abc import Iterable

from erre.core.errors import BadNotation, quote
from erre.core.record import NONE, IntArray
from erre.games.rurare.components import KINDS
from erre.games.rurare.rules.table import row_count
from erre.games.rurare.state import RuRaRe

KIND_CODES = {kind: code for code, kind in enumerate(KINDS)}


def parse_kind(text: str) -> int:
    """A kind from its name."""
    code = KIND_CODES.get(text.strip().lower())
    if code is None:
        raise BadNotation(f"{quote(text)} is no card: the kinds are {', '.join(KINDS)}")
    return code


def format_kinds(codes: Iterable[int]) -> list[str]:
    """Cards by name, in their order."""
    return [KINDS[code] for code in codes]


def format_counts(counts: IntArray) -> dict[str, int]:
    """How many cards of each kind there are; kinds without any are left out."""
    return {kind: count for kind, count in zip(KINDS, counts.tolist(), strict=True) if count}


def format_row(row: int) -> int | None:
    """The number of a row; None for none."""
    return None if row == NONE else row + 1


def rows_of(s: RuRaRe) -> list[list[str]]:
    """The rows, each from its number card outwards."""
    return [format_kinds(s.rows[row, : s.depth[row]].tolist()) for row in range(row_count(s))]


def display_of(s: RuRaRe, seat: int) -> dict[str, int]:
    """§2.12 What a seat has taken lies open, sorted by kind, so that everybody can see every card."""
    return format_counts(s.displays[seat, :])


def choices_of(s: RuRaRe) -> list[int | None]:
    """The rows chosen and not yet shown; None where there is none."""
    return [format_row(row) for row in s.chosen[: s.seats].tolist()]


def seats_in(bits: int, seats: int) -> list[int]:
    """The seats of a set of bits."""
    return [seat for seat in range(seats) if bits >> seat & 1]
