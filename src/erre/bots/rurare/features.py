"""Ru-Ra-Re as its network sees it: the numbers of the facts that are true for a seat, and rows in canonical order.

The number of a row has no meaning of its own. So rows are ordered by what the fast policy expects of them for the
seat, the best first.
"""

from __future__ import annotations

from erre.bots.consultation import fill_up, observation
from erre.bots.rurare.policy import turns_to_first, turns_to_last, value_of
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rurare.components import KIND_COUNT, MOST_ROWS, MOST_SEATS, ROW_CARDS
from erre.games.rurare.rules.play import apply, legal
from erre.games.rurare.rules.table import row_count
from erre.games.rurare.state import RuRaRe

ACTIONS = MOST_ROWS
OTHERS = MOST_SEATS - 1
HELD = 8  # cards of a kind in a display; more count as eight
VALUES, VALUE_STEP = 24, 64  # steps of what a row is worth, a point each
STEPS, LEAD_STEP = 21, 4  # steps of points by which another seat is ahead
SHOWN = 24
TURNS = 16
PILES, PILE_STEP = 16, 8
FAR = 13

# Where each group of facts begins.
CARDS = 0  # by row, place and kind
DEPTH = CARDS + MOST_ROWS * ROW_CARDS * KIND_COUNT
VALUE = DEPTH + MOST_ROWS * (ROW_CARDS + 1)  # by row: what it is worth to the seat
THEIR_VALUE = VALUE + MOST_ROWS * VALUES  # by other seat and row
THEIR_ORDER = THEIR_VALUE + OTHERS * MOST_ROWS * VALUES  # by other seat: the place of a row in its own order
DISPLAY = THEIR_ORDER + OTHERS * MOST_ROWS * MOST_ROWS  # by seat and kind: how many, if any
ACTIVE = DISPLAY + MOST_SEATS * KIND_COUNT * HELD
REVEALED = ACTIVE + MOST_SEATS  # by seat: the row shown at the last reveal, while a clash is settled
SHOWN_CARDS = REVEALED + MOST_SEATS * MOST_ROWS
AHEAD = SHOWN_CARDS + MOST_SEATS * SHOWN
TO_FIRST = AHEAD + OTHERS * STEPS
TO_LAST = TO_FIRST + FAR
TURN = TO_LAST + FAR
PILE = TURN + TURNS
SEATS = PILE + PILES
STATE = SEATS + MOST_SEATS + 1  # first scoring over; last turn; option for a missed first scoring
DECK = STATE + 3
ALWAYS = DECK + 4
FEATURES = ALWAYS + 1
MOST_FEATURES = 224

# What a critic sees besides, in training only: rows that others have chosen and not yet shown.
CHOSEN = FEATURES
ALL_FEATURES = CHOSEN + OTHERS * MOST_ROWS
MOST_HIDDEN = OTHERS + 1

ROOM = MOST_FEATURES - MOST_SEATS * MOST_ROWS  # at the end of the list: values of rows while features are written


@rule
def bounded(value: int, least: int, most: int) -> int:
    """The value, or the nearest of the bounds."""
    return least if value < least else most if value > most else value


@rule
def row_order(s: RuRaRe, seat: int) -> int:
    """The rows by their worth to a seat, the best first, four bits for each; empty ones last."""
    order, used = 0, 0
    for rank in range(row_count(s)):
        best, high = 0, -(1 << 30)
        for row in range(row_count(s)):
            if not used >> row & 1:
                value = value_of(s, seat, row) if s.depth[row] > 0 else -(1 << 20)
                if value > high:
                    best, high = row, value
        order |= best << 4 * rank
        used |= 1 << best
    return order


@rule
def place_of(order: int, row: int) -> int:
    """The canonical place of a row."""
    place = 0
    while order >> 4 * place & 15 != row:
        place += 1
    return place


@rule
def put_rows(s: RuRaRe, seat: int, order: int, out: IntArray, count: int) -> int:
    """What lies in the rows, and what it is worth to everybody."""
    n, rows = s.seats, row_count(s)
    for k in range(n):
        other = (seat + k) % n
        for place in range(rows):
            row = order >> 4 * place & 15
            out[ROOM + k * MOST_ROWS + place] = bounded(value_of(s, other, row), -VALUE_STEP * 4, VALUE_STEP * 99)
    for place in range(rows):
        row = order >> 4 * place & 15
        out[count] = DEPTH + place * (ROW_CARDS + 1) + s.depth[row]
        count += 1
        for i in range(s.depth[row]):
            out[count] = CARDS + (place * ROW_CARDS + i) * KIND_COUNT + s.rows[row, i]
            count += 1
        if s.depth[row] == 0:
            continue
        for k in range(n):
            value = out[ROOM + k * MOST_ROWS + place]
            step = bounded(value // VALUE_STEP + 2, 0, VALUES - 1)
            if k == 0:
                out[count] = VALUE + place * VALUES + step
                count += 1
            elif s.active >> (seat + k) % n & 1:
                better = 0
                for other in range(rows):
                    higher = out[ROOM + k * MOST_ROWS + other]
                    better += higher > value or (higher == value and other < place)
                out[count] = THEIR_VALUE + ((k - 1) * MOST_ROWS + place) * VALUES + step
                out[count + 1] = THEIR_ORDER + ((k - 1) * MOST_ROWS + place) * MOST_ROWS + better
                count += 2
    return count


@rule
def put_seats(s: RuRaRe, seat: int, order: int, out: IntArray, count: int) -> int:
    """What lies in front of everybody, and the points."""
    n = s.seats
    is_clash = s.active != (1 << n) - 1
    for k in range(n):
        other = (seat + k) % n
        for kind in range(KIND_COUNT):
            if s.displays[other, kind] > 0:
                held = bounded(s.displays[other, kind], 1, HELD)
                out[count] = DISPLAY + (k * KIND_COUNT + kind) * HELD + held - 1
                count += 1
        out[count] = SHOWN_CARDS + k * SHOWN + bounded(s.shown[other], 0, SHOWN - 1)
        count += 1
        if s.active >> other & 1:
            out[count] = ACTIVE + k
            count += 1
        if is_clash and s.revealed[other] != NONE:
            out[count] = REVEALED + k * MOST_ROWS + place_of(order, s.revealed[other])
            count += 1
        if k > 0:
            lead = (s.totals[other] - s.totals[seat]) // LEAD_STEP + STEPS // 2
            out[count] = AHEAD + (k - 1) * STEPS + bounded(lead, 0, STEPS - 1)
            count += 1
    return count


@rule
def put_game(s: RuRaRe, out: IntArray, count: int) -> int:
    """How far the game is, and the rules in force."""
    out[count] = TO_FIRST + bounded(turns_to_first(s), 0, FAR - 1)
    out[count + 1] = TO_LAST + bounded(turns_to_last(s), 0, FAR - 1)
    out[count + 2] = TURN + bounded(s.turn_no - 1, 0, TURNS - 1)
    out[count + 3] = PILE + bounded(s.left // PILE_STEP, 0, PILES - 1)
    out[count + 4] = SEATS + s.seats
    out[count + 5] = DECK + s.deck
    count += 6
    if s.first_scored:
        out[count] = STATE
        count += 1
    if s.last_turn:
        out[count] = STATE + 1
        count += 1
    if s.missed_first_scoring:
        out[count] = STATE + 2
        count += 1
    return count


@rule
def features(s: RuRaRe, seat: int, out: IntArray) -> int:
    """Write the numbers of the facts that are true for a seat, then ALWAYS; how many are different."""
    order = row_order(s, seat)
    count = put_rows(s, seat, order, out, 0)
    count = put_seats(s, seat, order, out, count)
    count = put_game(s, out, count)
    fill_up(out, count, MOST_FEATURES, ALWAYS)
    return count + 1


@rule
def hidden_features(s: RuRaRe, seat: int, out: IntArray) -> int:
    """Write what only a critic may see: the choices that are not yet shown."""
    order = row_order(s, seat)
    count = 0
    for k in range(1, s.seats):
        row = s.chosen[(seat + k) % s.seats]
        if row != NONE:
            out[count] = CHOSEN + (k - 1) * MOST_ROWS + place_of(order, row)
            count += 1
    fill_up(out, count, MOST_HIDDEN, ALWAYS)
    return count


observe = observation("rurare", features, hidden_features, MOST_FEATURES, MOST_HIDDEN)


@rule
def offer(s: RuRaRe, seat: int, mask: IntArray, moves: IntArray, work: IntArray) -> None:
    """Mark the rows that may be chosen, by their canonical places."""
    order = row_order(s, seat)
    for action in range(ACTIONS):
        mask[action] = 0
    for i in range(legal(s, seat, moves)):
        mask[place_of(order, moves[i])] = 1


@rule
def take(s: RuRaRe, seat: int, action: int, moves: IntArray, work: IntArray) -> None:
    """Choose a row by its canonical place."""
    apply(s, seat, row_order(s, seat) >> 4 * action & 15)
