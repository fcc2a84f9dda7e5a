"""Observations and actions of Ru-Ra-Re as numbers, for learning environments."""

from __future__ import annotations

from erre.core.encoding import Encoding, Field, of_numbered_moves
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games import game
from erre.games.rurare.components import KIND_COUNT, KINDS, MOST_CARDS, ROW_CARDS, ROWS_BEYOND_SEATS
from erre.games.rurare.rules.table import row_count
from erre.games.rurare.state import RuRaRe

ANY = 2**15 - 1  # no bound that is worth stating: a deck of one's own may be all of one kind


def fields(seats: int) -> tuple[Field, ...]:
    """What `observe` writes, in its order."""
    kinds = ", ".join(KINDS)
    rows = seats + ROWS_BEYOND_SEATS
    return (
        Field("turn", 1, "1 for the first turn", 1, ANY),
        Field("last_turn", 1, "1: this turn is the last", 0, 1),
        Field("first_scored", 1, "1: the first scoring has been", 0, 1),
        Field("pile", 1, "cards in it", 0, MOST_CARDS),
        Field("box", 1, "cards in it", 0, MOST_CARDS),
        Field("missed", 1, "option missedFirstScoring: 0 finalOnly, 1 both", 0, 1),
        Field("deck", KIND_COUNT, f"cards of each kind in the whole deck: {kinds}", 0, MOST_CARDS),
        Field(
            "seen",
            KIND_COUNT,
            "of those, the cards that everybody saw go to the box since it was last shuffled",
            0,
            MOST_CARDS,
        ),
        Field(
            "rows",
            rows * ROW_CARDS,
            "kinds from the number card outwards, row after row; -1 for none",
            NONE,
            KIND_COUNT - 1,
        ),
        Field("displays", seats * KIND_COUNT, "cards of each kind in front of each seat", 0, MOST_CARDS),
        Field("shown", seats, "cards in front of each seat", 0, MOST_CARDS),
        Field("active", seats, "1: the seat still takes part in this turn", 0, 1),
        Field("has_chosen", seats, "1: it has chosen, and nobody knows what", 0, 1),
        Field("revealed", seats, "the row shown at the last reveal; -1 for a seat that took no part", NONE, rows - 1),
        Field("first_scores", seats, "points of the first scoring", 0, ANY),
        Field("totals", seats, "points of all scorings", 0, ANY),
    )


@rule
def observe(s: RuRaRe, seat: int, out: IntArray) -> int:
    """Write what a seat may know; how many numbers."""
    n = s.seats
    out[0], out[1], out[2] = s.turn_no, s.last_turn, s.first_scored
    out[3], out[4], out[5] = s.left, s.boxed, s.missed_first_scoring
    at = 6
    for kind in range(KIND_COUNT):
        out[at + kind] = s.counts[kind]
        out[at + KIND_COUNT + kind] = s.seen[kind]
    at += 2 * KIND_COUNT
    for row in range(row_count(s)):
        for i in range(ROW_CARDS):
            out[at] = s.rows[row, i]
            at += 1
    for k in range(n):
        other = seat + k - (n if seat + k >= n else 0)
        for kind in range(KIND_COUNT):
            out[at + k * KIND_COUNT + kind] = s.displays[other, kind]
    at += n * KIND_COUNT
    for k in range(n):
        other = seat + k - (n if seat + k >= n else 0)
        out[at + k] = s.shown[other]
        out[at + n + k] = s.active >> other & 1
        out[at + 2 * n + k] = s.chosen[other] != NONE
        out[at + 3 * n + k] = s.revealed[other]
        out[at + 4 * n + k] = s.first_scores[other]
        out[at + 5 * n + k] = s.totals[other]
    return at + 6 * n


def action_name(action: int) -> str:
    """`row 3`."""
    return f"row {action + 1}"


def encoding(seats: int) -> Encoding:
    """Ru-Ra-Re for a number of seats."""
    return of_numbered_moves(game("rurare"), seats, fields(seats), seats + ROWS_BEYOND_SEATS, observe, action_name)
