"""Pictures of positions for notebooks: places one below the other, with their pieces as the browser client draws them.

A game declares what is in each place (`Game.places`); by default, the places are those of its sketch. A picture is
self-contained: it includes the drawings that it uses, has no scripts and no addresses, and its ids are unique.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from html import escape

import msgspec

from erre.core.sketch import Sketch
from erre.core.stills import Stills

WIDTH, MARGIN, LEFT = 720, 12, 190  # pixels; the pieces begin at LEFT
LINE = 17  # pixels of a line of words
HEAD = 48  # of the title and the line below it
LONGEST = 104  # letters of a line; what is longer is cut
NAMED, BESIDE = 21, 26  # letters of a name and of the words to the left of the pieces
UNSEEN = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")  # what XML may not contain
FONT = "font-family='system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif' font-size='13'"
INK, SOFT = "#2b251c", "#6b6456"
LETTER = 7.4  # pixels of a letter in the font below
MONOSPACE = f"fill='{INK}' font-family='ui-monospace, monospace' font-size='12'"


class Lies(msgspec.Struct, frozen=True):
    """Where a piece lies on a plane: upwards and to the right of its middle, and how far it is turned to the left."""

    x: float
    y: float
    turned: float = 0.0


class Piece(msgspec.Struct, frozen=True):
    """A piece by its name, the drawing that shows it, and a note below it; without a drawing, its name is written."""

    name: str
    still: str = ""
    note: str = ""
    height: int = 0  # pixels; 0: as its place says
    is_boxed: bool = True  # False for words, where there is no drawing
    lies: Lies | None = None


class Place(msgspec.Struct, frozen=True):
    """A place on the table: words at the left, and groups of pieces that stay together."""

    title: str
    words: list[str] = []
    groups: list[list[Piece]] = []
    seat: int | None = None  # whose it is; None: everybody's
    height: int = 62  # pixels of a piece
    is_plane: bool = False  # True if each piece says where it lies


class Picture(msgspec.Struct, frozen=True):
    """A position as it is drawn."""

    title: str
    about: str  # more about it, in smaller letters
    places: list[Place]
    turn: list[int] = []  # the seats that play waits for
    names: list[str] = []  # of the players, where they are known


def places_of(sketch: Sketch, hands: Sequence[Sequence[str]]) -> list[Place]:
    """The places of a sketch, and what the seats hold."""
    found = [
        Place(
            zone.title,
            [],
            [[Piece(zone.text, is_boxed=False)] if zone.text else [], list(map(Piece, zone.pieces))],
            zone.seat,
        )
        for zone in sketch.zones
    ]
    return found + [Place("holds", [], [list(map(Piece, hand))], seat) for seat, hand in enumerate(hands) if hand]


def amount(number: int, thing: str) -> str:
    """A number of things, as in `1 tile` and `2 tiles`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def cut(words: str, longest: int = LONGEST) -> str:
    """Words that fit, without what no picture may contain."""
    clean = UNSEEN.sub("�", words)
    return clean if len(clean) <= longest else f"{clean[: longest - 1]}…"


def text_at(left: float, base: float, words: str, more: str = f"fill='{INK}'") -> str:
    """SVG text at a point."""
    return f"<text x='{left:.0f}' y='{base:.0f}' {more}>{escape(words)}</text>"


def svg(label: str, width: float, height: float, inner: str) -> str:
    """A picture of its own."""
    size = f"width='{width:.0f}' height='{height:.0f}' viewBox='0 0 {width:.0f} {height:.0f}'"
    named = f"aria-label='{escape(cut(label))}'"
    return f"<svg xmlns='http://www.w3.org/2000/svg' {size} {FONT} role='img' {named}>{inner}</svg>"


class Pen:
    """Draws pieces, and remembers which drawings they need."""

    def __init__(self, stills: Stills, pictures: object) -> None:
        self.stills = stills
        self.used: dict[str, int] = {}
        self.prefix = f"e{sha256(repr(pictures).encode()).hexdigest()[:10]}-"

    def definitions(self) -> str:
        """The drawings used so far."""
        return f"<defs>{self.stills.definitions(list(self.used), self.prefix)}</defs>" if self.used else ""

    def size(self, piece: Piece, height: float) -> tuple[float, float]:
        """The width and the height of a piece."""
        still = self.stills.stills.get(piece.still)
        if still is None:
            return LETTER * len(cut(piece.name, 64)) + (14 if piece.is_boxed else 0), 22.0
        tall = float(piece.height or height)
        return tall * still.shape, tall

    def draw(self, piece: Piece, left: float, top: float, wide: float, tall: float) -> str:
        """A piece in a box."""
        if piece.still not in self.stills.stills:
            box = f"x='{left:.0f}' y='{top:.0f}' width='{wide:.0f}' height='{tall:.0f}'"
            rect = f"<rect {box} rx='4' fill='white' stroke='#8d8676'/>" if piece.is_boxed else ""
            return rect + text_at(left + (7 if rect else 0), top + (16 if rect else 13), cut(piece.name, 64), MONOSPACE)
        number = self.used.setdefault(piece.still, len(self.used))
        lies = piece.lies
        turned = f" transform='rotate({-lies.turned:.0f} {left + wide / 2:.1f} {top + tall / 2:.1f})'" if lies else ""
        box = f"x='{left:.1f}' y='{top:.1f}' width='{wide:.1f}' height='{tall:.1f}'"
        return f"<use href='#{self.prefix}{number}' {box}{turned}><title>{escape(cut(piece.name))}</title></use>"
