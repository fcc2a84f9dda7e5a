"""Ru-Ra-Re: the choice as a matrix game. Playouts in imagined worlds fill it, regret matching solves it."""

from __future__ import annotations

from erre.bots.network import SCORE
from erre.bots.rurare.expected_points import PARTS
from erre.bots.rurare.layout import (
    AVERAGE,
    COUNTS,
    ENDS,
    MATRIX_SIZE,
    MIX,
    NETWORK,
    PAYOFFS,
    PLAYED,
    PREFERENCES,
    PRIORS,
    SUMS,
    VALUES,
    WORK,
    WORLD,
)
from erre.bots.rurare.learned import ONE, mixture, write_scores
from erre.bots.rurare.policy import KEEN, choose_warmly, expected_points, value_of
from erre.bots.rurare.regrets import (
    MET,
    SAMPLES,
    answer_warmly,
    crowd_values,
    duel_values,
    solve_duel,
    solve_guessing,
)
from erre.bots.rurare.worlds import imagine_world, keep_truth, put_back, put_truth_back
from erre.core.bits import bits_set
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rurare.components import MOST_ROWS, MOST_SEATS
from erre.games.rurare.rules.play import advance, apply, is_automatic
from erre.games.rurare.rules.turn import choosing_moves
from erre.games.rurare.state import CHOOSING, REFILLING, RuRaRe

CROWD_PLAYOUTS = 32  # of a crowd in one world
STRIDE = 37  # from cell to cell of a duel: all are met, and neighbours not one after the other
DUEL_TRUST, CROWD_TRUST = 6, 24  # playouts that what is thought before counts as, in a cell
PERCENT = 100
ROUNDS, CROWD_ROUNDS, QUICK_ROUNDS = 400, 100, 30  # of regret matching: of a duel, a crowd, and between worlds


@rule
def lowest_bit(bits: int) -> int:
    """The place of the lowest bit of a set."""
    place = 0
    while not bits >> place & 1:
        place += 1
    return place


@rule
def open_rows(s: RuRaRe) -> int:
    """The rows that have cards, as bits."""
    rows = 0
    for row in range(MOST_ROWS):
        rows |= (s.depth[row] > 0) << row
    return rows


@rule
def play_on(s: RuRaRe, last: int, luck: IntArray, moves: IntArray) -> None:
    """Play by the fast policy to the end of a turn, after its scoring if there is one, or of the game."""
    while True:
        if s.phase == CHOOSING:
            seat = lowest_bit(s.waiting)
            count = choosing_moves(s, seat, moves)
            apply(s, seat, choose_warmly(s, seat, KEEN, luck, moves, count))
        elif not is_automatic(s) or (s.phase == REFILLING and s.turn_no >= last):
            return
        else:
            advance(s)


@rule
def look_ahead(s: RuRaRe, last: int, luck: IntArray, moves: IntArray, work: IntArray) -> None:
    """Play on, and write the expected points of each seat."""
    play_on(s, last, luck, moves)
    for seat in range(s.seats):
        work[ENDS + seat] = expected_points(s, seat)
    work[PLAYED] += 1


@rule
def margin(s: RuRaRe, seat: int, work: IntArray) -> int:
    """How far a seat is ahead of the others, on average, at the end of a playout; in parts of a point."""
    others = 0
    for other in range(s.seats):
        if other != seat:
            others += work[ENDS + other]
    return work[ENDS + seat] - others // (s.seats - 1)


@rule
def open_search(s: RuRaRe, work: IntArray) -> None:
    """Keep the table and forget what was found before."""
    keep_truth(s, work)
    for i in range(SUMS, PAYOFFS):
        work[i] = 0
    for seat in range(MOST_SEATS):
        for row in range(MOST_ROWS):
            at = seat * MOST_ROWS + row
            takes_part = s.active >> seat & 1 and s.depth[row] > 0
            work[PRIORS + at] = value_of(s, seat, row) if takes_part else 0
            work[MIX + at] = 0
    work[PLAYED] = 0


@rule
def duel_world(s: RuRaRe, last: int, goal: int, luck: IntArray, moves: IntArray, work: IntArray) -> None:
    """Play all pairs of choices of two seats in one world, with the same luck; fewer where the goal comes first."""
    one, other, rows = lowest_bit(s.active), lowest_bit(s.active & (s.active - 1)), open_rows(s)
    luck0, luck1 = luck[0], luck[1]
    start = roll(luck, MATRIX_SIZE)
    for i in range(MATRIX_SIZE):
        cell = (start + i * STRIDE) & (MATRIX_SIZE - 1)
        mine, its = cell >> 3, cell & 7
        if rows >> mine & 1 and rows >> its & 1 and work[PLAYED] < goal:
            put_back(s, work, WORLD)
            luck[0], luck[1] = luck0, luck1
            apply(s, one, mine)
            apply(s, other, its)
            look_ahead(s, last, luck, moves, work)
            work[COUNTS + cell] += 1
            work[SUMS + cell] += margin(s, one, work)
            work[SUMS + MATRIX_SIZE + cell] += margin(s, other, work)


@rule
def draw_from(work: IntArray, seat: int, rows: int, luck: IntArray) -> int:
    """A row by a seat's strategy, or any row where it has none yet."""
    at = roll(luck, ONE)
    for row in range(MOST_ROWS):
        at -= work[MIX + seat * MOST_ROWS + row]
        if at < 0:
            return row
    return any_row(rows, luck)


@rule
def any_row(rows: int, luck: IntArray) -> int:
    """Any row of a set of bits, each equally likely."""
    for _ in range(roll(luck, bits_set(rows))):
        rows &= rows - 1
    return lowest_bit(rows)


@rule
def crowd_playout(s: RuRaRe, me: int, last: int, luck: IntArray, moves: IntArray, work: IntArray) -> None:
    """One playout for all seats: one of them tries any row, the others keep to their strategies."""
    put_back(s, work, WORLD)
    seats, rows = s.active, open_rows(s)
    trying = me if work[PLAYED] & 1 else any_row(seats, luck)
    taken = met = joint = 0
    for seat in range(s.seats):
        if seats >> seat & 1:
            row = any_row(rows, luck) if seat == trying else draw_from(work, seat, rows, luck)
            met |= taken & 1 << row
            taken |= 1 << row
            joint |= row << 3 * seat
    for seat in range(s.seats):
        if seats >> seat & 1:
            apply(s, seat, joint >> 3 * seat & 7)
    look_ahead(s, last, luck, moves, work)
    for seat in range(s.seats):
        if seats >> seat & 1:
            row = joint >> 3 * seat & 7
            cell = seat * MOST_ROWS + row + (MET if met >> row & 1 else 0)
            work[COUNTS + cell] += 1
            work[SUMS + cell] += margin(s, seat, work)


@rule
def crowd_world(
    s: RuRaRe, me: int, last: int, goal: int, learned: bool, luck: IntArray, moves: IntArray, work: IntArray
) -> None:
    """New strategies from what was found so far, then some playouts of three or four seats in one world."""
    seats, rows = s.active, open_rows(s)
    if not learned:
        average_crowd(work, seats, rows)
        solve_guessing(work, me, seats, rows, 1, QUICK_ROUNDS, luck)
    for _ in range(min(CROWD_PLAYOUTS, goal - work[PLAYED])):
        crowd_playout(s, me, last, luck, moves, work)


@rule
def surprise(work: IntArray, sums: int, counts: int, cell: int, prior: int) -> int:
    """How much better the playouts of a cell went than was thought before, all of them together."""
    return work[sums + cell] - work[counts + cell] * prior


@rule
def blend(work: IntArray, sums: int, cell: int, counts: int, prior: int, trust: int) -> int:
    """The mean of a cell's playouts and of some more that went as was thought before."""
    return prior + surprise(work, sums, counts, cell, prior) // (work[counts + cell] + trust)


@rule
def duel_prior(work: IntArray, mine: int, its: int, cell: int) -> int:
    """What a cell of a duel brings one seat before any playout: what it takes, less what the other takes."""
    row, other = cell >> 3, cell & 7
    if mine > its:
        row, other = other, row
    return 0 if row == other else work[PRIORS + mine * MOST_ROWS + row] - work[PRIORS + its * MOST_ROWS + other]


@rule
def average_duel(work: IntArray, one: int, other: int) -> None:
    """The payoffs of two seats: what was thought before, put right by the playouts."""
    for side in range(2):
        mine, its = (one, other) if side == 0 else (other, one)
        sums, payoffs = SUMS + side * MATRIX_SIZE, PAYOFFS + side * MATRIX_SIZE
        total = count = 0
        for cell in range(MATRIX_SIZE):
            total += surprise(work, sums, COUNTS, cell, duel_prior(work, mine, its, cell))
            count += work[COUNTS + cell]
        level = total // max(1, count)
        for cell in range(MATRIX_SIZE):
            prior = level + duel_prior(work, mine, its, cell)
            work[payoffs + cell] = blend(work, sums, cell, COUNTS, prior, DUEL_TRUST)


@rule
def average_crowd(work: IntArray, seats: int, rows: int) -> None:
    """The payoffs of three or four seats, alone and met: what was thought before, put right by the playouts."""
    for seat in range(MOST_SEATS):
        if seats >> seat & 1:
            for met in range(2):
                at = met * MET + seat * MOST_ROWS
                total = count = 0
                for row in range(MOST_ROWS):
                    prior = 0 if met else work[PRIORS + seat * MOST_ROWS + row]
                    total += surprise(work, SUMS, COUNTS, at + row, prior)
                    count += work[COUNTS + at + row]
                level = total // max(1, count)
                for row in range(MOST_ROWS):
                    prior = level + (0 if met else work[PRIORS + seat * MOST_ROWS + row])
                    work[PAYOFFS + at + row] = blend(work, SUMS, at + row, COUNTS, prior, CROWD_TRUST)


@rule
def prefer(s: RuRaRe, luck: IntArray, work: IntArray) -> None:
    """Ask the network what each seat that takes part will do."""
    rows = open_rows(s)
    for seat in range(s.seats):
        if s.active >> seat & 1:
            at = seat * MOST_ROWS
            scores = work[PREFERENCES + at : PREFERENCES + at + MOST_ROWS]
            write_scores(s, seat, 0, luck, scores, work[NETWORK:WORK])
            mixture(scores, rows, work[MIX + at : MIX + at + MOST_ROWS])


@rule
def answer(s: RuRaRe, seat: int, trust: int, warmth: int, luck: IntArray, work: IntArray) -> None:
    """Make a seat's mixture its answer to what the network thinks of the others.

    The network's scores and the values that playouts have found count together; one point is worth `trust` hundredths
    of a score. `warmth` is the temperature in hundredths: players who always take the best row meet each other there.
    """
    seats, rows, at = s.active, open_rows(s), seat * MOST_ROWS
    prefer(s, luck, work)
    if bits_set(seats) == 2:
        one, other = lowest_bit(seats), lowest_bit(seats & (seats - 1))
        average_duel(work, one, other)
        duel_values(work, one, other, PAYOFFS, rows)
        duel_values(work, other, one, PAYOFFS + MATRIX_SIZE, rows)
    else:
        average_crowd(work, seats, rows)
        for active in range(s.seats):
            if seats >> active & 1:
                crowd_values(work, active, seats, rows)
    for i in range(MOST_SEATS * MOST_ROWS):
        work[AVERAGE + i] = work[MIX + i]
    for row in range(MOST_ROWS):
        score = work[PREFERENCES + at + row] + work[VALUES + at + row] * trust * (SCORE // PARTS) // PERCENT
        work[PREFERENCES + at + row] = score * PERCENT // warmth
    mixture(work[PREFERENCES + at : PREFERENCES + at + MOST_ROWS], rows, work[AVERAGE + at : AVERAGE + at + MOST_ROWS])


@rule
def think(
    s: RuRaRe, seat: int, playouts: int, ahead: int, learned: bool, luck: IntArray, moves: IntArray, work: IntArray
) -> None:
    """Some more playouts, looking some turns beyond this one; the table is left as it was."""
    seats, last = s.active, s.turn_no + ahead
    if learned:
        prefer(s, luck, work)
    goal = work[PLAYED] + playouts
    while work[PLAYED] < goal:
        imagine_world(s, seat, luck, work)
        if bits_set(seats) == 2:
            duel_world(s, last, goal, luck, moves, work)
        else:
            crowd_world(s, seat, last, goal, learned, luck, moves, work)
    put_truth_back(s, work)


@rule
def conclude(s: RuRaRe, seat: int, luck: IntArray, work: IntArray) -> None:
    """Solve the game that the playouts have filled: mixtures and values of all seats that take part."""
    seats, rows = s.active, open_rows(s)
    if bits_set(seats) == 2:
        one, other = lowest_bit(seats), lowest_bit(seats & (seats - 1))
        average_duel(work, one, other)
        solve_duel(work, one, other, rows, rows, ROUNDS)
    else:
        average_crowd(work, seats, rows)
        solve_guessing(work, seat, seats, rows, SAMPLES, CROWD_ROUNDS, luck)
        answer_warmly(work, seat, rows)


@rule
def draw_row(s: RuRaRe, seat: int, luck: IntArray, work: IntArray) -> int:
    """A row by the seat's mixture; what is chosen in fewer than one case of thirty is left to chance no more."""
    at = seat * MOST_ROWS
    total = 0
    for row in range(MOST_ROWS):
        share = work[AVERAGE + at + row]
        total += share if share >= ONE // 30 else 0
    pick = roll(luck, total)
    for row in range(MOST_ROWS):
        share = work[AVERAGE + at + row]
        pick -= share if share >= ONE // 30 else 0
        if pick < 0:
            return row
    return NONE
