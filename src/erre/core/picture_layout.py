"""The layout of a picture: where its places and their pieces go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from erre.core.picture import (
    BESIDE,
    HEAD,
    INK,
    LEFT,
    LINE,
    LONGEST,
    MARGIN,
    NAMED,
    SOFT,
    WIDTH,
    Pen,
    Picture,
    Piece,
    Place,
    cut,
    svg,
    text_at,
)
from erre.core.stills import Stills

GAP, APART, BELOW = 5, 18, 16  # pixels between pieces, between groups, and of a note
ROOM = WIDTH - MARGIN - LEFT
MOST_HEIGHT, NEAREST = 420.0, 17.0  # pixels of a plane; pixels of a unit on it, at most

Laid = tuple[Piece, float, float, float, float]  # left, top, width, height


def draw(stills: Stills, picture: Picture) -> str:
    """One picture."""
    pen = Pen(stills, picture)
    height, inner = panel(pen, picture)
    return svg(picture.title, WIDTH, height, inner + pen.definitions())


def strip(stills: Stills, pictures: Sequence[tuple[str, Picture]]) -> str:
    """Pictures of a game below each other, each under a caption; the whole is one picture."""
    pen = Pen(stills, pictures)
    parts, top = [], 0.0
    for caption, picture in pictures:
        height, inner = panel(pen, picture, caption)
        parts.append(f"<g transform='translate(0 {top:.0f})'>{inner}</g>")
        top += height + MARGIN
    return svg(pictures[0][1].title, WIDTH, top - MARGIN, "".join(parts) + pen.definitions())


def panel(pen: Pen, picture: Picture, caption: str = "") -> tuple[float, str]:
    """A picture on a ground of its own, and its height."""
    top = float(HEAD)
    about = f"{picture.title}, {picture.about}" if caption else picture.about
    parts = [text_at(MARGIN, 22, cut(caption or picture.title, 80), f"fill='{INK}' font-weight='700' font-size='15'")]
    parts.append(text_at(MARGIN, 40, cut(about), f"fill='{SOFT}'"))
    for place in picture.places:
        parts.append(f"<path d='M{MARGIN} {top:.0f}H{WIDTH - MARGIN}' stroke='#e3ddd0'/>")
        height, inner = band(pen, picture, place, top + 8)
        parts.append(inner)
        top += ceil(height) + 18
    ground = f"<rect x='.5' y='.5' width='{WIDTH - 1}' height='{top - 1:.0f}' rx='8' fill='#fbfaf7' stroke='#cfc9bd'/>"
    return top, ground + "".join(parts)


def band(pen: Pen, picture: Picture, place: Place, top: float) -> tuple[float, str]:
    """A place: its words at the left, its pieces at the right; and its height."""
    words = [text_at(MARGIN + 12, top + 13, title_of(picture, place), f"fill='{INK}' font-weight='600'")]
    if place.seat in picture.turn:
        words.append(f"<path d='M{MARGIN} {top + 3:.0f}l7 5.500-7 5.500z' fill='#b3261e'><title>to act</title></path>")
    for number, line in enumerate(place.words, 1):
        words.append(text_at(MARGIN + 12, top + 13 + LINE * number, cut(line, BESIDE), f"fill='{SOFT}' font-size='12'"))
    height, pieces = plane(pen, place, top) if place.is_plane else rows(pen, place, top)
    return max(height, LINE * (1 + len(place.words))), "".join(words) + pieces


def title_of(picture: Picture, place: Place) -> str:
    """Whose place it is, and what it is called."""
    if place.seat is None:
        return cut(place.title, NAMED)
    name = picture.names[place.seat] if place.seat < len(picture.names) else ""
    return cut(" · ".join(part for part in (f"seat {place.seat}", name, place.title) if part), NAMED)


def rows(pen: Pen, place: Place, top: float) -> tuple[float, str]:
    """Groups of pieces in rows that fit; and their height."""
    laid = list(lay(pen, place, top))
    drawn = [pen.draw(*one) for one in laid]
    for piece, left, up, wide, tall in laid:
        if piece.note:
            middle = f"fill='{SOFT}' font-size='12' text-anchor='middle'"
            drawn.append(text_at(left + wide / 2, up + tall + 12, cut(piece.note, LONGEST), middle))
    bottom = max((up + depth_of(piece, tall) for piece, _, up, _, tall in laid), default=top)
    return bottom - top, "".join(drawn)


def depth_of(piece: Piece, tall: float) -> float:
    """The height of a piece with its note."""
    return tall + BELOW if piece.note else tall


def lay(pen: Pen, place: Place, top: float) -> Iterator[Laid]:
    """The pieces of a place, each with its box: a group stays in one row if any row has room for it."""
    left, deep = float(LEFT), 0.0
    for group in filter(None, place.groups):
        boxes = [pen.size(piece, place.height) for piece in group]
        whole = sum(wide + GAP for wide, _ in boxes) - GAP
        for number, (wide, tall) in enumerate(boxes):
            needed = whole if whole <= ROOM and number == 0 else wide
            if left > LEFT and left + needed > LEFT + ROOM:
                left, top, deep = float(LEFT), top + deep + GAP, 0.0
            yield group[number], left, top, wide, tall
            left, deep = left + wide + GAP, max(deep, depth_of(group[number], tall))
        left += APART - GAP


def plane(pen: Pen, place: Place, top: float) -> tuple[float, str]:
    """Pieces where they lie, seen from above, as near as there is room; and the height of it all."""
    pieces = [(piece, piece.lies) for group in place.groups for piece in group if piece.lies]
    left, right = (side(lies.x for _, lies in pieces) for side in (min, max))
    low, high = (side(lies.y for _, lies in pieces) for side in (min, max))
    scale = min(NEAREST, ROOM / (right - left + 3), MOST_HEIGHT / (high - low + 3))
    height, size = scale * (high - low + 3), 2.2 * scale
    middle = LEFT + ROOM / 2 - scale * (left + right) / 2
    ground = f"x='{LEFT}' y='{top:.0f}' width='{ROOM}' height='{height:.0f}'"
    drawn = [f"<rect {ground} rx='8' fill='#e9e3d6' stroke='#cfc6b3'/>"]
    for piece, lies in pieces:
        x, y = middle + scale * lies.x, top + scale * (high - lies.y + 1.5)
        drawn.append(pen.draw(piece, x - size / 2, y - size / 2, size, size))
    return height, "".join(drawn)
