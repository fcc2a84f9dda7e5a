"""ROK: how long it takes to see, to decide and to reach.

A look takes longer the more runes lie face up, and the more the one that is found is turned away. A hand then needs
the longer the farther it goes, by Fitts' law: every doubling of the way costs the same. All times are milliseconds.
"""

from __future__ import annotations

from erre.bots.rok.levels import LEAST, LOOKS, PACE, SPREAD, astray
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rok.components import RUNE_COUNT, TENTHS, TOUCH
from erre.games.rok.physics import hand_angle, root, turned
from erre.games.rok.rules.runes import is_face_up
from erre.games.rok.state import Rok

# A look: a share of the level's time for it however few runes there are, and more for each; in hundredths.
CALM, EACH_RUNE = 60, 5
MOST_RUNES = 16  # more than these make no difference
TURNED = 20  # for a rune that stands on its head
AGAIN = 60  # a second look at the same throw is shorter
TWIN = 30  # and the other rune of a pair has been seen already

# A reach: to start, and for every doubling of the way, measured in the width of a rune.
START, DOUBLING = 40, 45
UNIT = 256  # of a doubling


@rule
def doublings(way: int) -> int:
    """How often a rune's width must be doubled to reach over a way, in 256ths; straight between whole doublings."""
    share = UNIT + way * UNIT // TOUCH
    whole = 0
    while share >> (whole + 1) >= UNIT:
        whole += 1
    return whole * UNIT + (share >> whole) - UNIT


@rule
def reach_time(bot: int, dx: int, dy: int) -> int:
    """How long a hand takes over a way."""
    return (START * UNIT + DOUBLING * doublings(root(dx * dx + dy * dy))) * int(PACE[bot]) // (100 * UNIT)


@rule
def seen_turned(s: Rok, seat: int, rune: int) -> int:
    """How far a rune is turned away from a seat: tenths of a degree, up to 1800 for one on its head."""
    angle = (turned(s.x[rune], s.y[rune]) + TENTHS - hand_angle(s, seat)) % TENTHS
    return min(angle, TENTHS - angle)


@rule
def runes_in_view(s: Rok) -> int:
    """Runes that lie face up."""
    count = 0
    for rune in range(RUNE_COUNT):
        count += is_face_up(s, rune)
    return count


@rule
def look_time(s: Rok, seat: int, bot: int, rune: int, share: int, luck: IntArray) -> int:
    """How long a look takes until the hand moves: one at a new throw takes a share of 100. NONE: nothing is found."""
    usual = int(LOOKS[bot]) * share // 100
    load = CALM + EACH_RUNE * min(runes_in_view(s), MOST_RUNES)
    if rune != NONE:
        load += TURNED * seen_turned(s, seat, rune) // (TENTHS >> 1)
    time = usual * load // 100
    return max(time + astray(luck, time * SPREAD // 100), 0)


@rule
def grab_time(look: int, reach: int) -> int:
    """How long look and reach take together."""
    return max(look + reach, LEAST)
