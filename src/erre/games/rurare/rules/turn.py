"""Ru-Ra-Re, chapter 2: the turn."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rurare.rules.first_phase import go_on, is_first_phase_over, is_first_scoring_made_up
from erre.games.rurare.rules.table import put_in_box, row_count, rows_left
from erre.games.rurare.state import CHOOSING, FIRST_SCORING, REVEALING, RuRaRe


@rule
def start_turn(s: RuRaRe) -> None:
    """§2.1 In each turn every seat chooses one row, all of them in secret and at once.

    Where no row has a card (a partial position can come to that) nobody can choose, and the turn is over.
    """
    s.turn_no += 1
    if rows_left(s) > 0:
        let_choose(s, (1 << s.seats) - 1)
    else:
        end_turn(s, False)


@rule
def let_choose(s: RuRaRe, seats: int) -> None:
    """The seats of a set of bits shall choose."""
    s.active = s.waiting = seats
    s.phase = CHOOSING


@rule
def may_choose(s: RuRaRe, row: int) -> bool:
    """§2.2 Any row can be chosen that has a card left."""
    return 0 <= row < row_count(s) and s.depth[row] > 0


@rule
def choosing_moves(s: RuRaRe, seat: int, moves: IntArray) -> int:
    """§2.13 Rows are all that a seat may ask for: cards once taken are not passed on to anybody."""
    count = 0
    if s.active >> seat & 1:
        for row in range(row_count(s)):  # without a branch to guess
            moves[count] = row
            count += s.depth[row] > 0
    return count


@rule
def apply_choice(s: RuRaRe, seat: int, row: int) -> None:
    """§2.3 A choice may be changed until the last seat has chosen; then all are shown."""
    s.chosen[seat] = row
    s.waiting &= ~(1 << seat)
    if s.waiting == 0:
        s.phase = REVEALING


@rule
def count_choices(s: RuRaRe) -> int:
    """How many seats chose each row, four bits for a row."""
    choices = 0
    for seat in range(s.seats):
        if s.chosen[seat] != NONE:
            choices += 1 << (s.chosen[seat] << 2)
    return choices


@rule
def times_chosen(choices: int, row: int) -> int:
    """How many seats chose a row."""
    return choices >> (row << 2) & 15


@rule
def reveal(s: RuRaRe) -> None:
    """§2.4 All choices are shown at the same moment, for everybody to see."""
    choices = count_choices(s)
    again = 0
    for seat in range(s.seats):
        row = s.chosen[seat]
        s.revealed[seat] = row
        s.chosen[seat] = NONE
        if row != NONE:
            if times_chosen(choices, row) == 1:
                take_row(s, seat, row)
            else:
                again |= 1 << seat
    if again == 0:
        end_turn(s, True)
    else:
        for row in range(row_count(s)):
            if times_chosen(choices, row) > 1:
                remove_outermost(s, row)
        choose_again(s, again)


@rule
def take_row(s: RuRaRe, seat: int, row: int) -> None:
    """§2.5 Whoever is alone in choosing a row takes all its cards and lays them open in front, by kind."""
    count = s.depth[row]
    for i in range(count):
        s.displays[seat, s.rows[row, i]] += 1
        s.rows[row, i] = NONE
    s.shown[seat] += count
    s.depth[row] = 0


@rule
def remove_outermost(s: RuRaRe, row: int) -> None:
    """§2.6 From a row that several chose nobody takes a card: the outermost one goes to the box."""
    s.depth[row] -= 1
    last = s.depth[row]
    put_in_box(s, s.rows[row, last], 1)
    s.rows[row, last] = NONE


@rule
def choose_again(s: RuRaRe, seats: int) -> None:
    """§2.7 The seats that met on a row, and only they, choose again, all together, out of the rows still there."""
    if is_cut_short(s):
        end_turn(s, False)
    else:
        let_choose(s, seats)


@rule
def is_cut_short(s: RuRaRe) -> bool:
    """§2.11 With cards in one row only, or in none, the turn ends at once; who has taken nothing gets nothing."""
    return rows_left(s) <= 1


@rule
def end_turn(s: RuRaRe, is_whole: bool) -> None:
    """§2.8 A turn ends when every seat has received a row; the rows are filled up, unless a scoring comes first."""
    s.active = s.waiting = 0
    if is_first_phase_over(s, is_whole) or is_first_scoring_made_up(s):
        s.phase = FIRST_SCORING
    else:
        go_on(s)
