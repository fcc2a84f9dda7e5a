"""ROK: the slide that decides, over the order of captures and over a tie at the end."""

from __future__ import annotations

from erre.core.chance import draw
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rok.components import (
    AIM_SHIFT,
    BALANCE,
    FORCES,
    HELD,
    LISTED_AIMS,
    LISTED_FORCES,
    MOST_ATTEMPTS,
    MOST_SEATS,
    RUNE_COUNT,
    SLIDE_BASE,
    TABLE,
    TENTHS,
    TIE,
    TREASURE,
)
from erre.games.rok.physics import forget_motion, hand_angle, push_towards, put_in_hand, slide_out
from erre.games.rok.rules.runes import belongs, colour_of, draw_seat, next_seat, twin
from erre.games.rok.state import MEASURING, ORDERING, OVER, SLIDING, Rok


@rule
def slide_code(tenths: int, force: int) -> int:
    """The number of a slide: its direction in tenths of a degree, its force in hundredths."""
    return SLIDE_BASE + (tenths + AIM_SHIFT) % TENTHS * FORCES + force


@rule
def direction_of(move: int) -> int:
    """The direction of a slide, in tenths of a degree from 0 to 3599."""
    return ((move - SLIDE_BASE) // FORCES + TENTHS - AIM_SHIFT) % TENTHS


@rule
def force_of(move: int) -> int:
    """The force of a slide, in hundredths."""
    return (move - SLIDE_BASE) % FORCES


@rule
def clear_contest(s: Rok) -> None:
    """No contest, and no slide of an earlier one."""
    s.contest = NONE
    s.contesting = s.attempts = 0
    forget_slides(s)


@rule
def forget_slides(s: Rok) -> None:
    """Nobody has slid yet."""
    s.sliding = s.touched = 0
    for seat in range(MOST_SEATS):
        s.aim[seat] = NONE
        s.rest_x[seat] = s.rest_y[seat] = 0


@rule
def open_slides(s: Rok, seats: int) -> None:
    """These seats shall slide, one after the other from the first player."""
    forget_slides(s)
    s.contesting = s.sliding = seats
    s.phase = SLIDING
    s.turn = next_seat(s, seats)


@rule
def slide_moves(moves: IntArray) -> int:
    """Some slides out of very many; every direction and every force is as legal."""
    count = 0
    for i in range(len(LISTED_AIMS)):
        for j in range(len(LISTED_FORCES)):
            moves[count] = slide_code(int(LISTED_AIMS[i]), int(LISTED_FORCES[j]))
            count += 1
    return count


@rule
def slid_rune(s: Rok, seat: int) -> int:
    """The rune that a seat slides: the Balance Rune it captures, or in the tie-break one of its own treasure."""
    for rune in range(RUNE_COUNT):
        if s.contest == TIE and belongs(s, rune, TREASURE, seat):
            return rune
        if belongs(s, rune, HELD, seat) and colour_of(rune) == s.contest and s.place[twin(rune)] == BALANCE:
            return twin(rune)
    return 0  # all are tied with nothing: any rune will do


@rule
def list_lying(s: Rok, count: int) -> int:
    """The runes on the table become discs that lie still, in an order that anyone can see; how many they are."""
    end = count
    for rune in range(RUNE_COUNT):
        if s.place[rune] == TABLE:
            at = end
            while at > count and comes_before(s, rune, s.discs[at - 1]):
                s.discs[at] = s.discs[at - 1]
                at -= 1
            s.discs[at] = rune
            end += 1
    return end - count


@rule
def comes_before(s: Rok, one: int, other: int) -> bool:
    """The order of runes on the table, whatever is on them: by place."""
    return s.x[one] < s.x[other] or (s.x[one] == s.x[other] and s.y[one] < s.y[other])


@rule
def set_sliding(s: Rok, seat: int, move: int) -> int:
    """§6.4 A slide starts at the seat's edge of the table; direction 0 points straight at Destiny.

    What lies on the table stays where it is, and the rune bounces off it. The number of runes that lie there.
    """
    lying = list_lying(s, 1)
    s.discs[0] = slid_rune(s, seat)
    put_in_hand(s, 0, seat, 0)
    push_towards(s, 0, hand_angle(s, seat) + (TENTHS >> 1) + direction_of(move), force_of(move))
    return lying


@rule
def apply_slide(s: Rok, seat: int, move: int) -> None:
    """§6.5 A slid rune is measured and taken off the table again, so all slide on the same table.

    It is out if it has touched Destiny: if on its way the middles of both were two radii apart, or less.
    """
    lying = set_sliding(s, seat, move)
    rune = s.discs[0]
    if slide_out(s, lying):
        s.touched |= 1 << seat
    s.aim[seat] = move
    s.rest_x[seat] = s.x[rune]
    s.rest_y[seat] = s.y[rune]
    s.x[rune] = s.y[rune] = 0
    forget_motion(s, lying + 1)
    s.sliding &= ~(1 << seat)
    s.turn = next_seat(s, s.sliding)
    if s.turn == NONE:
        s.phase = MEASURING


@rule
def slide_by_chance(s: Rok) -> None:
    """§6.6 Where chance aims, a slide goes up to eight degrees astray, with a force from 0.50 to 0.69."""
    tenths = draw(s, 161) - 80
    apply_slide(s, s.turn, slide_code(tenths + TENTHS, 50 + draw(s, 20)))


@rule
def distance(s: Rok, seat: int) -> int:
    """The square of the distance from Destiny to where a seat's rune came to rest."""
    return s.rest_x[seat] * s.rest_x[seat] + s.rest_y[seat] * s.rest_y[seat]


@rule
def nearest(s: Rok) -> int:
    """The seats, as bits, whose runes are nearest to Destiny without having touched it."""
    best = NONE
    seats = 0
    for seat in range(s.seats):
        if s.contesting >> seat & 1 and not s.touched >> seat & 1:
            here = distance(s, seat)
            if best == NONE or here < best:
                best = here
                seats = 0
            if here == best:
                seats |= 1 << seat
    return seats


@rule
def measure(s: Rok) -> None:
    """§6.7 If all touched, all slide again. Equally near: the tie-break is repeated among those alone;
    otherwise the first of them in seat order wins. When ten attempts have decided nothing, a lot does.
    """
    seats = nearest(s)
    again = s.contesting if seats == 0 else seats
    if seats != 0 and (s.contest != TIE or seats & (seats - 1) == 0):
        win_contest(s, next_seat(s, seats))
        return
    s.attempts += 1
    if s.attempts < MOST_ATTEMPTS:
        open_slides(s, again)
    else:
        win_contest(s, draw_seat(s, again))


@rule
def win_contest(s: Rok, seat: int) -> None:
    """The winner of a contest chooses the order of captures, or has won the game."""
    if s.contest == TIE:
        s.champion = seat
        s.turn = NONE
        s.phase = OVER
    else:
        s.turn = seat
        s.phase = ORDERING
