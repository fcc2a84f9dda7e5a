"""ROK: runes and where they are; what every chapter of the rules asks."""

from __future__ import annotations

from erre.core.chance import draw
from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rok.components import BAG, BALANCE, HELD, RUNE_COUNT, TABLE, TREASURE
from erre.games.rok.state import Rok


@rule
def twin(rune: int) -> int:
    """§0.3 The other rune of the same kind: identical are two runes of one colour and one symbol."""
    return rune ^ 1


@rule
def kind_of(rune: int) -> int:
    """The kind, 0 to 23."""
    return rune >> 1


@rule
def colour_of(rune: int) -> int:
    """The colour, 0 to 2."""
    return rune >> 4


@rule
def put(s: Rok, rune: int, place: int, owner: int) -> None:
    """Move a rune from the table, or from before a seat, elsewhere."""
    s.place[rune] = place
    s.owner[rune] = owner
    s.up[rune] = 0
    s.x[rune] = 0
    s.y[rune] = 0
    s.since[rune] = s.round_no if place == TREASURE else 0


@rule
def is_face_up(s: Rok, rune: int) -> bool:
    """§0.4 A rune has one engraved side: on the table it lies face up, and is seen, or face down."""
    return (s.place[rune] == TABLE) & (s.up[rune] == 1)  # without a branch, which would often be guessed wrong


@rule
def belongs(s: Rok, rune: int, place: int, seat: int) -> bool:
    """Whether a rune is in that place before that seat."""
    return s.place[rune] == place and s.owner[rune] == seat


@rule
def count_at(s: Rok, place: int) -> int:
    """Runes in a place, of all seats together."""
    count = 0
    for rune in range(RUNE_COUNT):
        count += s.place[rune] == place
    return count


@rule
def count_of(s: Rok, place: int, seat: int) -> int:
    """Runes of a seat in a place."""
    count = 0
    for rune in range(RUNE_COUNT):
        count += (s.place[rune] == place) & (s.owner[rune] == seat)  # `belongs` without a branch: eight at a time
    return count


@rule
def balance_of(s: Rok, seat: int) -> int:
    """The Balance Rune of a seat; NONE if it has none."""
    for rune in range(RUNE_COUNT):
        if belongs(s, rune, BALANCE, seat):
            return rune
    return NONE


@rule
def draw_from_bag(s: Rok, size: int) -> int:
    """A rune by lot, out of the `size` runes in the bag; it is still in there."""
    left = draw(s, size)
    rune = NONE
    while left >= 0:
        rune += 1
        left -= s.place[rune] == BAG
    return rune


@rule
def pair_up(s: Rok, seat: int, rune: int) -> bool:
    """§3.4 §3.5 Two identical runes in one hand, or the twin of one's own Balance Rune with it, become treasure."""
    other = twin(rune)
    if not (belongs(s, other, HELD, seat) or belongs(s, other, BALANCE, seat)):
        return False
    put(s, rune, TREASURE, seat)
    put(s, other, TREASURE, seat)
    return True


@rule
def next_seat(s: Rok, seats: int) -> int:
    """The first seat of a set of bits, from the first player clockwise; NONE for the empty set."""
    for i in range(s.seats):
        seat = (s.first + i) % s.seats
        if seats >> seat & 1:
            return seat
    return NONE


@rule
def draw_seat(s: Rok, seats: int) -> int:
    """A seat of a set of bits, by lot."""
    count = 0
    for seat in range(s.seats):
        count += seats >> seat & 1
    skip = draw(s, count)
    seat = 0
    while skip > 0 or not seats >> seat & 1:
        skip -= seats >> seat & 1
        seat += 1
    return seat
