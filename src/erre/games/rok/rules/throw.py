"""ROK, chapter 2: the throw."""

from __future__ import annotations

from erre.core.chance import draw
from erre.core.engine import rule
from erre.games.rok.components import AUTO, BAG, HELD, LEAST_SEATS, SPREAD, TABLE, THOUSANDTHS, THROWN_EACH
from erre.games.rok.physics import put_in_hand, roll_out, throw_at
from erre.games.rok.rules.contest import list_lying
from erre.games.rok.rules.runes import count_at, draw_from_bag
from erre.games.rok.rules.scramble import end_scramble, is_anything_left
from erre.games.rok.state import SCRAMBLE, Rok


@rule
def thrown_each(s: Rok) -> int:
    """§2.1 Two seats throw five runes each, three four, four three, and five two."""
    return int(THROWN_EACH[s.seats - LEAST_SEATS])


@rule
def thrown_together(s: Rok) -> int:
    """§2.3 When the bag runs short all that is in it is thrown, and some throw fewer."""
    return min(thrown_each(s) * s.seats, count_at(s, BAG))


@rule
def take_runes(s: Rok) -> int:
    """§2.2 The runes are drawn unseen, one by one from the first player clockwise; how many."""
    size = count_at(s, BAG)
    count = thrown_together(s)
    for disc in range(count):
        rune = draw_from_bag(s, size - disc)
        s.place[rune] = HELD  # so that it is not drawn again
        s.discs[disc] = rune
    return count


@rule
def aim_throw(s: Rok, count: int) -> None:
    """§2.5 Every rune is thrown from its seat's edge at a place by lot around the middle, each as likely as any other.

    Chance decides as well which side will be up.
    """
    each = thrown_each(s)
    for disc in range(count):
        seat = (s.first + disc) % s.seats
        put_in_hand(s, disc, seat, 2 * (disc // s.seats) + 1 - each)
        x = y = SPREAD
        while x * x + y * y > SPREAD * SPREAD:
            x = draw(s, 2 * SPREAD + 1) - SPREAD
            y = draw(s, 2 * SPREAD + 1) - SPREAD
        throw_at(s, disc, x, y)
        s.up[s.discs[disc]] = draw(s, THOUSANDTHS) < s.face_up_probability


@rule
def prepare_throw(s: Rok) -> int:
    """A new round: runes in all hands, and where they will be thrown; how many they are."""
    s.round_no += 1
    count = take_runes(s)
    aim_throw(s, count)
    return count


@rule
def join_table(s: Rok, count: int) -> int:
    """The runes in the air are on the table, beside those that lie there already; how many these are."""
    lying = list_lying(s, count)
    for disc in range(count):
        s.place[s.discs[disc]] = TABLE
    return lying


@rule
def throw(s: Rok) -> None:
    """§2.4 At the first player's signal all throw at once; then the scramble is open."""
    count = prepare_throw(s)
    roll_out(s, count, join_table(s, count))
    s.phase = SCRAMBLE
    if s.grab_end == AUTO and not is_anything_left(s):
        end_scramble(s)
