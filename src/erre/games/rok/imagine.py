"""ROK: samples states that fit everything that was seen."""

from __future__ import annotations

from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rok.components import BAG, OUT, RUNE_COUNT, TABLE
from erre.games.rok.rules.contest import comes_before
from erre.games.rok.rules.runes import is_face_up
from erre.games.rok.state import Rok

SCRATCH = RUNE_COUNT  # the runes that nobody sees

# Why this is exact. A round's runes are drawn from the bag by lot; where they come to rest, and which side is up,
# depends on nothing that is engraved on them; and what players do depends only on what they see. Face-down runes go
# back to the bag, which keeps no order. So, given all that was seen, every way to deal the unseen runes to the places
# where a rune lies face down, and to the bag, is equally likely. Bag and table are the same for all: nobody sees more.
# In a partial position there are more unseen runes than places; which of them are out of play is dealt as well.


@rule
def is_unseen(s: Rok, rune: int) -> bool:
    """Whether nobody sees where a rune is."""
    return s.place[rune] == BAG or s.place[rune] == OUT or (s.place[rune] == TABLE and not is_face_up(s, rune))


@rule
def is_sooner(s: Rok, one: int, other: int) -> bool:
    """An order of unseen places that does not depend on what is in them: the table by place, the bag, out of play."""
    if s.place[one] == TABLE and s.place[other] == TABLE:
        return comes_before(s, one, other)
    return s.place[one] == TABLE or (s.place[one] == BAG and s.place[other] == OUT)


@rule
def change_places(s: Rok, one: int, other: int) -> None:
    """Two unseen runes change places."""
    place, x, y = s.place[one], s.x[one], s.y[one]
    s.place[one] = s.place[other]
    s.x[one] = s.x[other]
    s.y[one] = s.y[other]
    s.place[other] = place
    s.x[other] = x
    s.y[other] = y


@rule
def sort_places(s: Rok, pool: IntArray, size: int) -> None:
    """Unseen places in their order: so nothing is left of the truth."""
    for i in range(1, size):
        at = i
        while at > 0 and is_sooner(s, pool[at], pool[at - 1]):
            change_places(s, pool[at], pool[at - 1])
            at -= 1


@rule
def imagine(s: Rok, me: int, luck: IntArray, scratch: IntArray) -> None:
    """Re-deal the unseen runes, all fitting states equally likely, with fresh randomness to come."""
    size = 0
    for rune in range(RUNE_COUNT):
        if is_unseen(s, rune):
            scratch[size] = rune
            size += 1
    sort_places(s, scratch, size)
    for last in range(size - 1, 0, -1):
        change_places(s, scratch[last], scratch[roll(luck, last + 1)])
    s.drawn = 0
    for i in range(8):
        s.key[i] = roll(luck, 1 << 31)
    for i in range(16):
        s.block[i] = 0
