"""A position as SVG, for notebooks: the places of its sketch, each with its pieces as small cards.

It needs nothing but `Game.sketch` and `Game.held_pieces`, so every game has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from erre.core.sketch import Zone

WIDTH, MARGIN, LINE, CARD = 720, 12, 26, 20  # pixels
LETTER = 7.4  # pixels of a letter in the font below
HEIGHT = re.compile(r"height='(\d+)'")
LONGEST = 64  # letters of a piece or of words: what is longer is cut
STYLE = "font-family='ui-monospace, monospace' font-size='12'"


def picture(title: str, zones: list[Zone]) -> str:
    """A title, and below it one line or more for each place."""
    lines = [line for zone in zones for line in lines_of(zone)]
    height = MARGIN * 2 + LINE * (len(lines) + 1)
    body = [text_at(MARGIN, MARGIN + 16, title, "font-weight='bold'")]
    for number, (label, words, pieces) in enumerate(lines, 1):
        body.append(line_at(MARGIN + LINE * number, label, words, pieces))
    frame = f"<rect width='{WIDTH}' height='{height}' rx='8' fill='#fbfaf7' stroke='#cfc9bd'/>"
    size = f"width='{WIDTH}' height='{height}' viewBox='0 0 {WIDTH} {height}'"
    return f"<svg xmlns='http://www.w3.org/2000/svg' {size} {STYLE}>{frame}{''.join(body)}</svg>"


def strip(pictures: list[tuple[str, str]]) -> str:
    """Pictures of a game below each other, each under a caption; the whole is one picture."""
    parts, top = [], 0
    for caption, drawn in pictures:
        found = HEIGHT.search(drawn)
        height = int(found[1]) if found else 0
        parts.append(f"<text x='{MARGIN}' y='{top + 16}' {STYLE}>{escape(cut(caption))}</text>")
        parts.append(f"<svg y='{top + LINE}' width='{WIDTH}' height='{height}'>{drawn}</svg>")
        top += LINE + height + MARGIN
    size = f"width='{WIDTH}' height='{top}' viewBox='0 0 {WIDTH} {top}'"
    return f"<svg xmlns='http://www.w3.org/2000/svg' {size}>{''.join(parts)}</svg>"


def lines_of(zone: Zone) -> Iterator[tuple[str, str, list[str]]]:
    """A place as lines that fit: its name, words, and pieces."""
    label = zone.title if zone.seat is None else f"seat {zone.seat}: {zone.title}"
    words = cut(zone.text)
    room, row = WIDTH - 2 * MARGIN - 200 - LETTER * len(words), list[str]()
    for piece in map(cut, zone.pieces):
        wide = width_of(piece)
        if (row or words) and wide > room:
            yield label, words, row
            label, words, row, room = "", "", [], WIDTH - 2 * MARGIN - 200.0
        row.append(piece)
        room -= wide
    yield label, words, row


def cut(words: str) -> str:
    """Words that fit a line."""
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


def line_at(top: float, label: str, words: str, pieces: list[str]) -> str:
    """One line of a place."""
    parts = [text_at(MARGIN, top + 16, label, "fill='#6b6456'")]
    left = MARGIN + 200.0
    if words:
        parts.append(text_at(left, top + 16, words))
        left += LETTER * (len(words) + 1)
    for piece in pieces:
        wide = width_of(piece) - 4
        box = f"x='{left:.0f}' y='{top:.0f}' width='{wide:.0f}' height='{CARD + 2}'"
        parts.append(f"<rect {box} rx='4' fill='white' stroke='#8d8676'/>")
        parts.append(text_at(left + 5, top + 15, piece))
        left += width_of(piece)
    return "".join(parts)


def width_of(piece: str) -> float:
    """The room that a piece takes."""
    return LETTER * len(piece) + 14


def text_at(left: float, base: float, words: str, more: str = "") -> str:
    """SVG text at a point."""
    return f"<text x='{left:.0f}' y='{base:.0f}' {more}>{escape(words)}</text>"
