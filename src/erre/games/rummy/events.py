"""Rummy: what happened, told step by step, and what of it a seat may know."""

from __future__ import annotations

from msgspec.structs import replace

from erre.core.game import Event
from erre.core.record import NONE
from erre.games.rummy.components import RACKS
from erre.games.rummy.moves import Draw, Lay, Pass, RummyMove, Timeout
from erre.games.rummy.notation import format_tile
from erre.games.rummy.rules.end import has_lowest_rack, is_winner
from erre.games.rummy.state import DEALING, OVER, SCORING, Rummy
from erre.games.rummy.tables import melds_of, rack_of, table_text


class HandDealt(Event, frozen=True):
    """A hand begins: who starts, and each rack (None where the reader may not see it)."""

    hand: int
    starter: int
    racks: list[list[str] | None]
    pool: int


class TilesDrawn(Event, frozen=True):
    """A seat has drawn from the pool (tiles None where the reader may not see them)."""

    seat: int
    count: int
    tiles: list[str] | None
    pool: int


class Passed(Event, frozen=True):
    """A seat has passed: the pool is empty."""

    seat: int


class TimeRanOut(Event, frozen=True):
    """The time of a seat is up; what it had laid in right melds stays."""

    seat: int


class TilesLaid(Event, frozen=True):
    """A seat has laid tiles: those, the whole table now, and what is left on the rack."""

    seat: int
    tiles: list[str]
    table: list[list[str]]
    opened: bool  # it was the seat's first lay
    left: int
    dissolved: list[list[str]]  # melds of the table before of which no two tiles lie together any more
    freed: list[str]  # jokers of the table before that stand for another tile now


class HandScored(Event, frozen=True):
    """A hand is over: who won it (several share a hand that nobody closed), the racks shown, and the points."""

    hand: int
    winners: list[int]
    blocked: bool
    closed_from_hand: bool
    racks: list[list[str]]
    points: list[int]
    totals: list[int]


class MatchEnded(Event, frozen=True):
    """The last hand has been scored: the totals, and the seats that share the victory."""

    scores: list[int]
    winners: list[int]


RummyEvent = HandDealt | TilesDrawn | Passed | TimeRanOut | TilesLaid | HandScored | MatchEnded


def tell(before: Rummy, after: Rummy, seat: int | None, move: RummyMove | None) -> list[RummyEvent]:
    """What happened between two states one step apart."""
    mover = int(seat or 0)
    match move:
        case Draw():
            return [drawn(before, after, mover)]
        case Pass():
            return [Passed(mover)]
        case Lay():
            return [laid(before, after, mover)]
        case Timeout():
            return [TimeRanOut(mover), *tell_timeout(before, after, mover)]
        case None:
            return tell_step(before, after)


def tell_timeout(before: Rummy, after: Rummy, seat: int) -> list[RummyEvent]:
    """What became of the turn when the time was up."""
    if after.held[seat] < before.held[seat]:
        return [laid(before, after, seat)]
    return [drawn(before, after, seat)] if after.held[seat] > before.held[seat] else []


def drawn(before: Rummy, after: Rummy, seat: int) -> TilesDrawn:
    """Tiles that have come to a rack."""
    old = set(rack_of(before, seat))
    tiles = [format_tile(tile) for tile in rack_of(after, seat) if tile not in old]
    return TilesDrawn(seat, len(tiles), tiles, after.left)


def laid(before: Rummy, after: Rummy, seat: int) -> TilesLaid:
    """Tiles that have gone from a rack to the table."""
    tiles = [tile for meld in melds_of(after) for tile in meld if before.place[tile] == RACKS + seat]
    first = not before.opened[seat]
    old, new = table_text(before), table_text(after)
    names = [format_tile(tile) for tile in tiles]
    return TilesLaid(seat, names, new, first, after.held[seat], dissolved(old, new), freed(old, new))


def dissolved(old: list[list[str]], new: list[list[str]]) -> list[list[str]]:
    """The melds that were taken apart: no two of their tiles lie together any more."""
    now = [{tile.partition("=")[0] for tile in meld} for meld in new]
    return [meld for meld in old if all(len({tile.partition("=")[0] for tile in meld} & row) < 2 for row in now)]


def freed(old: list[list[str]], new: list[list[str]]) -> list[str]:
    """The jokers that stand for another tile now."""
    stood = {tile.partition("=")[0]: tile for meld in old for tile in meld if "=" in tile}
    return [tile for meld in new for tile in meld if stood.get(tile.partition("=")[0], tile) != tile]


def tell_step(before: Rummy, after: Rummy) -> list[RummyEvent]:
    """What the game did by itself."""
    seats = range(after.seats)
    if before.phase == DEALING:
        racks: list[list[str] | None] = [rack_text(after, seat) for seat in seats]
        return [HandDealt(after.hand_no, after.starter, racks, after.left)]
    assert before.phase == SCORING
    n = after.seats
    scored = HandScored(
        hand=before.hand_no,
        winners=hand_winners(before),
        blocked=before.winner == NONE,
        closed_from_hand=bool(before.closed_from_hand),
        racks=[rack_text(before, seat) for seat in seats],
        points=after.sheet[before.hand_no - 1, :n].tolist(),
        totals=after.totals[:n].tolist(),
    )
    if after.phase == OVER:
        return [scored, MatchEnded(after.totals[:n].tolist(), [seat for seat in seats if is_winner(after, seat)])]
    return [scored]


def hand_winners(s: Rummy) -> list[int]:
    """The seats that won a hand that is over."""
    if s.winner != NONE:
        return [s.winner]
    return [seat for seat in range(s.seats) if has_lowest_rack(s, seat)]


def rack_text(s: Rummy, seat: int) -> list[str]:
    """The tiles of a rack in the order of their kinds, as text."""
    return [format_tile(tile) for tile in rack_of(s, seat)]


def redact(event: RummyEvent, seat: int | None) -> RummyEvent:
    """The event as a seat may know it: of tiles taken, only its own."""
    match event:
        case HandDealt(racks=racks):
            return replace(event, racks=[rack if i == seat else None for i, rack in enumerate(racks)])
        case TilesDrawn(seat=drawer):
            return event if drawer == seat else replace(event, tiles=None)
        case Passed() | TimeRanOut() | TilesLaid() | HandScored() | MatchEnded():
            return event
