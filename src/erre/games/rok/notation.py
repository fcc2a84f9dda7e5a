"""ROK: runes as text, `W1a`: colour, symbol, copy. Lengths are read and written in radii of a rune."""

from __future__ import annotations

import re
from collections.abc import Iterable

from erre.core.errors import BadNotation, quote
from erre.games.rok.components import BALANCE, COLOURS, COPIES, KIND_COUNT, RADIUS, RUNE_COUNT, SYMBOL_COUNT
from erre.games.rok.state import Rok

KINDS = tuple(f"{colour}{symbol}" for colour in COLOURS for symbol in range(1, SYMBOL_COUNT + 1))
RUNES = tuple(f"{kind}{copy}" for kind in KINDS for copy in COPIES)
assert (len(KINDS), len(RUNES)) == (KIND_COUNT, RUNE_COUNT)
KIND_CODES = {kind: code for code, kind in enumerate(KINDS)}
RUNE_CODES = {rune: code for code, rune in enumerate(RUNES)}


def parse_kind(text: str) -> int:
    """A kind from its name."""
    code = KIND_CODES.get(text.strip().upper())
    if code is None:
        raise BadNotation(f"{quote(text)} is no kind of rune: write it W1 to W8, G1 to G8 or B1 to B8")
    return code


def parse_rune(text: str) -> int:
    """A rune from its name."""
    plain = text.strip()
    code = RUNE_CODES.get(plain[:-1].upper() + plain[-1:].lower())
    if code is None:
        raise BadNotation(f"{quote(text)} is no rune: write colour, symbol and copy, as in W1a or B8b")
    return code


def format_runes(codes: Iterable[int]) -> list[str]:
    """Runes by name, in their order."""
    return [RUNES[code] for code in codes]


def radii(length: int) -> float:
    """A length in radii of a rune."""
    return length / RADIUS


def runes_at(s: Rok, place: int) -> list[int]:
    """The runes in a place, of all seats together."""
    return [rune for rune, where in enumerate(s.place.tolist()) if where == place]


def runes_of(s: Rok, place: int, seat: int) -> list[int]:
    """The runes of a seat in a place; in a treasure the oldest first."""
    owners, since = s.owner.tolist(), s.since.tolist()
    return sorted((rune for rune in runes_at(s, place) if owners[rune] == seat), key=lambda rune: (since[rune], rune))


def balance_runes(s: Rok) -> list[str | None]:
    """The Balance Runes of the seats; None where there is none."""
    return [next(iter(format_runes(runes_of(s, BALANCE, seat))), None) for seat in range(s.seats)]


def seats_in(bits: int, seats: int) -> list[int]:
    """The seats of a set of bits."""
    return [seat for seat in range(seats) if bits >> seat & 1]


NUMBER = re.compile(r"[+-]?(\d{1,6}(\.\d{0,9})?|\.\d{1,9})", re.ASCII)


def parse_number(text: str) -> float:
    """Read a decimal number, or refuse the text."""
    if not NUMBER.fullmatch(text):
        raise BadNotation(f"{quote(text)} is no number")
    return float(text)
