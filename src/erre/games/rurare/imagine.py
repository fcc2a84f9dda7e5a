"""Ru-Ra-Re: samples states that fit everything a seat has seen."""

from __future__ import annotations

from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rurare.components import KIND_COUNT, MOST_CARDS
from erre.games.rurare.rules.table import row_count, rows_left
from erre.games.rurare.state import RuRaRe

SCRATCH = MOST_CARDS  # the cards that nobody has seen

# Why this is exact. The deck was shuffled, and what players do depends only on what they see; so, given all that was
# seen, every order of the cards not seen is equally likely over the places that nobody has looked at. Those places
# are the pile and that part of the box which was put there unseen. Everything else is known, card by card: the rows,
# the displays, and the cards that went to the box openly (`seen`).
# Once the box has been shuffled for the last turn, a card that was seen to go there may have come out again. But then
# the pile is empty: what does not lie in a row or a display is in the box, whichever way it got there. So `seen`
# starts again from nothing, and the cards not seen fill the rest of the box.
# In a partial position there are more unseen cards than places; which of them are out of play is dealt as well.


@rule
def unseen_cards(s: RuRaRe, pool: IntArray) -> int:
    """Every card of the deck that nobody has seen, written to the pool; how many."""
    size = 0
    for kind in range(KIND_COUNT):
        count = s.counts[kind] - s.seen[kind]
        for seat in range(s.seats):
            count -= s.displays[seat, kind]
        for row in range(row_count(s)):
            for i in range(s.depth[row]):
                count -= s.rows[row, i] == kind
        for _ in range(count):
            pool[size] = kind
            size += 1
    return size


@rule
def draw_unseen(luck: IntArray, pool: IntArray, size: int) -> int:
    """Any card of the pool, each equally likely; the last one takes its place."""
    at = roll(luck, size)
    card = pool[at]
    pool[at] = pool[size - 1]
    return card


@rule
def imagine_box(s: RuRaRe, luck: IntArray, pool: IntArray, size: int) -> None:
    """The cards that were seen to go to the box, and others out of the pool."""
    hidden = s.boxed
    for kind in range(KIND_COUNT):
        s.box[kind] = s.seen[kind]
        hidden -= s.seen[kind]
    for i in range(hidden):
        s.box[draw_unseen(luck, pool, size - i)] += 1


@rule
def imagine_choices(s: RuRaRe, me: int, luck: IntArray) -> None:
    """Choices that are made but not shown: any row with cards."""
    for seat in range(s.seats):
        if seat != me and s.chosen[seat] != NONE:
            skip = roll(luck, rows_left(s))
            row = 0
            while skip > 0 or s.depth[row] == 0:
                skip -= s.depth[row] > 0
                row += 1
            s.chosen[seat] = row


@rule
def imagine(s: RuRaRe, me: int, luck: IntArray, scratch: IntArray) -> None:
    """Re-deal everything the seat cannot see, all fitting states equally likely, with fresh randomness to come."""
    size = unseen_cards(s, scratch)
    for i in range(s.left):
        s.pile[i] = draw_unseen(luck, scratch, size - i)
    imagine_box(s, luck, scratch, size - s.left)
    imagine_choices(s, me, luck)
    s.drawn = 0
    for i in range(8):
        s.key[i] = roll(luck, 1 << 31)
    for i in range(16):
        s.block[i] = 0
