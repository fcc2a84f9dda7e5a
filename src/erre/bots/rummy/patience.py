"""Rummy: when to keep tiles that could be laid.

Tiles on the table serve everybody, tiles on the rack only their owner. Whoever lays the last tile wins the hand, and a
rack that grows comes to a point where all of it can be laid at once; laying early leaves the tiles that fit nowhere.
"""

from __future__ import annotations

from erre.bots import OWN as PATIENT
from erre.bots.rummy.lays import EVERY, ask, lay, lay_whole, put_answer
from erre.bots.rummy.level_settings import DANGER, HOLDS
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import COLOUR_COUNT, COPIES, JOKER_KIND, KINDS, NATURAL_KINDS, TILES, VALUES
from erre.games.rummy.rules.first_lay import may_use_table
from erre.games.rummy.rules.turn import may_draw
from erre.games.rummy.solver.best_lay import find_lay
from erre.games.rummy.state import Rummy
from erre.games.rummy.workspace import LAY_CELLS, LAY_LENGTHS, LAY_MELDS, LAY_TILES, NEW_COUNTS, OLD_COUNTS, RACK


@rule
def lowest_other(s: Rummy, seat: int) -> int:
    """The fewest tiles on another rack."""
    fewest = TILES
    for other in range(s.seats):
        if other != seat:
            fewest = min(fewest, s.held[other])
    return fewest


@rule
def may_wait(s: Rummy, seat: int, bot: int) -> bool:
    """Whether a bot may keep its tiles in this turn, to lay them all at once in a later one."""
    is_calm = s.held[seat] <= HOLDS[bot] and lowest_other(s, seat) > DANGER[bot]
    return is_calm and may_use_table(s, seat) and may_draw(s)


@rule
def lay_at_once(s: Rummy, seat: int, bot: int, noticed: int, work: IntArray) -> bool:
    """All tiles or none while a bot may wait, then the most; False if nothing is laid."""
    if may_wait(s, seat, bot):
        return lay_whole(s, seat, noticed, work)
    return lay(s, seat, noticed, True, work)


@rule
def lay_patiently(s: Rummy, seat: int, work: IntArray) -> bool:
    """Lay the most tiles, but keep them as long as that opens more; False if nothing is laid."""
    if not may_wait(s, seat, PATIENT):
        return lay(s, seat, EVERY, True, work)
    ask(s, seat, EVERY, True, work)
    find_lay(work)
    if work[LAY_TILES] == 0 or (work[LAY_TILES] < s.held[seat] and opens_more(work)):
        return False
    put_answer(s, seat, EVERY, work)
    return True


@rule
def opens_more(work: IntArray) -> bool:
    """Whether more unseen tiles would make a meld with the rack as it is than with what the lay leaves of it."""
    for kind in range(KINDS):
        work[NEW_COUNTS + kind] = work[OLD_COUNTS + kind] + work[RACK + kind]
    cells = 0
    for k in range(work[LAY_MELDS]):
        cells += work[LAY_LENGTHS + k]
    for i in range(cells):
        work[NEW_COUNTS + min(work[LAY_CELLS + i], JOKER_KIND)] -= 1
    return openings(work, RACK) > openings(work, NEW_COUNTS)


@rule
def openings(work: IntArray, rack: int) -> int:
    """How many unseen tiles would make a meld with two tiles of a rack."""
    count = 0
    for kind in range(NATURAL_KINDS):
        unseen = COPIES - work[OLD_COUNTS + kind] - work[RACK + kind]
        if unseen > 0 and makes_meld(work, rack, kind):
            count += unseen
    return count


@rule
def makes_meld(work: IntArray, rack: int, kind: int) -> bool:
    """Whether a tile makes a meld with two tiles of a rack; jokers are any tile."""
    value, jokers = kind % VALUES, work[rack + JOKER_KIND]
    found = jokers
    for colour in range(COLOUR_COUNT):
        other = colour * VALUES + value
        found += other != kind and work[rack + other] > 0
    if found >= 2:
        return True
    for low in range(max(value - 2, 0), min(value, VALUES - 3) + 1):
        found = jokers
        for step in range(low, low + 3):
            found += step != value and work[rack + kind - value + step] > 0
        if found >= 2:
            return True
    return False
