"""Rummy: the moves that a seat may ask for, their text, and how they are checked and applied."""

from __future__ import annotations

import msgspec

from erre.core.errors import BadNotation, IllegalMove, quote
from erre.core.game import Move
from erre.games.rummy.components import DRAW, PASS, TIMEOUT
from erre.games.rummy.lays import check_lay, salvage
from erre.games.rummy.notation import TILE_EXAMPLES, format_meld, format_written, parse_melds, parse_tile
from erre.games.rummy.rules.end import end_lay
from erre.games.rummy.rules.layouts import Layout, layout_text
from erre.games.rummy.rules.play import apply
from erre.games.rummy.rules.turn import may_draw
from erre.games.rummy.state import Rummy
from erre.games.rummy.suggestions import best_lays
from erre.games.rummy.tables import put_melds, table_text

MOVE_EXAMPLES = "moves are 'draw', 'pass', and 'lay [R5 R6 R7 R8] [G2 Y2 B2]' with the whole table as it shall stand"


class Draw(Move, frozen=True, tag="draw"):
    """Take a tile from the pool."""


class Pass(Move, frozen=True, tag="pass"):
    """Do nothing, once the pool is empty."""


class Lay(Move, frozen=True, tag="lay"):
    """Lay tiles: the whole table as it shall stand after the turn."""

    melds: list[list[str]]


class Timeout(Move, frozen=True, tag="timeout"):
    """The clock's move: the time is up, and this is how the table lay then; no melds where nothing was touched."""

    melds: list[list[str]] = msgspec.field(default_factory=list)


RummyMove = Draw | Pass | Lay | Timeout
CODES = (DRAW, PASS, TIMEOUT)  # of the moves that have one whatever the table is


def format_move(move: RummyMove) -> str:
    """`draw`, `pass`, `lay [R5 R6 R7]`, `timeout`."""
    match move:
        case Draw():
            return "draw"
        case Pass():
            return "pass"
        case Lay(melds):
            return " ".join(["lay", *melds_text(melds)])
        case Timeout(melds):
            return " ".join(["timeout", *melds_text(melds)])


def melds_text(melds: list[list[str]]) -> list[str]:
    """Each meld as text in brackets, as in `[R5 R6 R7]`."""
    return [format_meld([parse_tile(tile) for tile in meld]) for meld in melds]


def parse_move(text: str) -> RummyMove:
    """A move from its text."""
    word, *others = text.split(maxsplit=1)[:2] or [""]
    rest = others[0] if others else ""
    match word.lower():
        case "draw" if not rest:
            return Draw()
        case "pass" if not rest:
            return Pass()
        case "lay":
            return Lay(read_melds(rest))
        case "timeout":
            return Timeout(read_melds(rest))
        case _:
            pass
    raise BadNotation(f"{quote(text.strip())} is no move: {MOVE_EXAMPLES}; {TILE_EXAMPLES}")


def read_melds(text: str) -> list[list[str]]:
    """Melds as texts of tiles."""
    return [[format_written(tile) for tile in meld] for meld in parse_melds(text)]


def check_move(s: Rummy, seat: int, move: RummyMove) -> None:
    """Refuse a move of the seat whose turn it is, with the rule and the reason."""
    match move:
        case Draw():
            if not may_draw(s):
                raise IllegalMove("§8.7", "the pool is empty: lay or pass")
        case Pass():
            if may_draw(s):
                raise IllegalMove("§1.1", "there are tiles in the pool: lay or draw")
        case Lay(melds):
            check_lay(s, seat, melds)
        case Timeout(melds):
            salvage(s, seat, melds)  # refuses only what cannot be read


def apply_move(s: Rummy, seat: int, move: RummyMove) -> None:
    """Carry out a move that was checked."""
    match move:
        case Draw():
            apply(s, seat, DRAW)
        case Pass():
            apply(s, seat, PASS)
        case Lay(melds):
            apply_lay(s, seat, check_lay(s, seat, melds))
        case Timeout(melds):
            layout = salvage(s, seat, melds)
            if layout is None:
                apply(s, seat, TIMEOUT)
            else:
                apply_lay(s, seat, layout)


def apply_lay(s: Rummy, seat: int, layout: Layout) -> None:
    """Put the table of a lay into the state, and end the turn."""
    s.moves_made += 1
    put_melds(s, layout.melds, layout.stands)
    end_lay(s, seat)


def decode(code: int) -> RummyMove:
    """A move from its number, where the number says it all."""
    if code == DRAW:
        return Draw()
    if code == PASS:
        return Pass()
    if code == TIMEOUT:
        return Timeout()
    raise ValueError("what a lay by number is depends on the table: see move_of")


def encode(move: RummyMove) -> int:
    """The number of a move that has one."""
    match move:
        case Draw():
            return DRAW
        case Pass():
            return PASS
        case Timeout([]):
            return TIMEOUT
        case Lay() | Timeout():
            raise ValueError("a lay is a whole table and has no number")


def move_of(s: Rummy, seat: int, code: int) -> RummyMove:
    """A move from its number, at a table."""
    if code in (DRAW, PASS, TIMEOUT):
        return decode(code)
    after = s.copy()
    apply(after, seat, code)
    return Lay(table_text(after))


def suggested(s: Rummy, seat: int) -> list[RummyMove]:
    """Draw or pass, and the lays worth considering."""
    lays = [Lay(layout_text(layout)) for layout in best_lays(s, seat)]
    return [Draw() if may_draw(s) else Pass(), *lays]
