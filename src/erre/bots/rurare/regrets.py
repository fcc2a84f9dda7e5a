"""Regret matching: games in which all choose at once, solved in whole numbers.

Strategies are in ONEths. Regrets never fall below nothing and later rounds weigh more (regret matching plus): so the
averages come near an equilibrium in some hundred rounds. A crowd has many equilibria, one for every way to share out
the rows, and nobody knows which one the others have in mind, nor exactly what they value: so they are asked again and
again with other values, and what comes out is mixed. To that the seat gives its own answer, and still mixes what is
worth nearly the same.
"""

from __future__ import annotations

from math import exp, log

import numpy as np

from erre.bots.rurare.expected_points import PARTS
from erre.bots.rurare.layout import AVERAGE, GUESSES, MIX, MIXED, PAYOFFS, REGRETS, VALUES
from erre.bots.rurare.learned import ONE
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rurare.components import MOST_ROWS, MOST_SEATS

DOUBT = 1.5  # points: how far off a guess at others' values may be
STEPS = 64
DOUBTS = np.array([round(-log(-log((i + 0.5) / STEPS)) * DOUBT * PARTS) for i in range(STEPS)], np.int32)
SAMPLES = 24  # times that others' values are guessed for an answer
WARMTH = 0.375  # points: choices that differ by less are nearly as good
COLD = 8  # times the warmth: who is so far behind is not chosen at all
MOST_BEHIND = round(COLD * WARMTH * PARTS)
CHANCES = np.array([round(4096 * exp(-i / (WARMTH * PARTS))) for i in range(MOST_BEHIND)], np.int32)
ONE_BITS = 16
MET = MOST_SEATS * MOST_ROWS  # in a crowd's payoffs: from values alone to values where one meets others


@rule
def begin(work: IntArray) -> None:
    """No regrets, no strategy yet."""
    for i in range(MOST_SEATS * MOST_ROWS):
        work[REGRETS + i] = work[MIX + i] = work[AVERAGE + i] = work[VALUES + i] = 0


@rule
def match_regrets(work: IntArray, seat: int, choices: int) -> None:
    """A seat's strategy of the moment: every choice as often as it is regretted; all alike where none is.

    `choices` are bits; the strategy of what is no choice stays nothing.
    """
    at = seat * MOST_ROWS
    total = count = 0
    for row in range(MOST_ROWS):
        total += work[REGRETS + at + row]
        count += choices >> row & 1
    for row in range(MOST_ROWS):
        if not choices >> row & 1:
            work[MIX + at + row] = 0
        elif total > 0:
            work[MIX + at + row] = work[REGRETS + at + row] * ONE // total
        else:
            work[MIX + at + row] = ONE // count


@rule
def learn(work: IntArray, seat: int, choices: int, weight: int) -> None:
    """From the values of a seat's choices: add what it regrets, find the new strategy, and count it in."""
    at = seat * MOST_ROWS
    expected = 0
    for row in range(MOST_ROWS):
        expected += work[MIX + at + row] * work[VALUES + at + row]
    expected >>= ONE_BITS
    for row in range(MOST_ROWS):
        if choices >> row & 1:
            regret = work[REGRETS + at + row] + work[VALUES + at + row] - expected
            work[REGRETS + at + row] = max(0, regret)
    match_regrets(work, seat, choices)
    for row in range(MOST_ROWS):
        work[AVERAGE + at + row] += weight * work[MIX + at + row]


@rule
def settle_average(work: IntArray, seat: int) -> None:
    """The seat's mixture over all rounds, in ONEths, becomes its strategy."""
    at = seat * MOST_ROWS
    total = 0
    for row in range(MOST_ROWS):
        total += work[AVERAGE + at + row]
    for row in range(MOST_ROWS):
        work[AVERAGE + at + row] = work[MIX + at + row] = work[AVERAGE + at + row] * ONE // max(1, total)


@rule
def duel_values(work: IntArray, one: int, other: int, mine: int, choices: int) -> None:
    """What each choice of `one` is worth against the strategy of `other`; `mine` is where its payoffs begin.

    Payoffs lie by the first seat's choice and then the second's, for both seats.
    """
    first = mine == PAYOFFS
    for row in range(MOST_ROWS):
        value = 0
        if choices >> row & 1:
            for its in range(MOST_ROWS):
                cell = row * MOST_ROWS + its if first else its * MOST_ROWS + row
                value += work[mine + cell] * work[MIX + other * MOST_ROWS + its]
        work[VALUES + one * MOST_ROWS + row] = value >> ONE_BITS


@rule
def solve_duel(work: IntArray, one: int, other: int, ones: int, others: int, rounds: int) -> None:
    """Two seats with a payoff matrix each: their mixtures, and what each choice is worth against the other's."""
    second = PAYOFFS + MOST_ROWS * MOST_ROWS
    begin(work)
    match_regrets(work, one, ones)
    match_regrets(work, other, others)
    for weight in range(1, rounds + 1):
        duel_values(work, one, other, PAYOFFS, ones)
        learn(work, one, ones, weight)
        duel_values(work, other, one, second, others)
        learn(work, other, others, weight)
    settle_average(work, one)
    settle_average(work, other)
    duel_values(work, one, other, PAYOFFS, ones)
    duel_values(work, other, one, second, others)


@rule
def alone_chance(work: IntArray, seat: int, row: int, seats: int) -> int:
    """The chance in ONEths that no other seat of a set of bits chooses a row."""
    chance = ONE
    for other in range(MOST_SEATS):
        if other != seat and seats >> other & 1:
            chance = chance * (ONE - work[MIX + other * MOST_ROWS + row]) >> ONE_BITS
    return chance


@rule
def crowd_values(work: IntArray, seat: int, seats: int, choices: int) -> None:
    """What each choice of a seat is worth against the others' strategies: it is alone there, or meets somebody."""
    at = seat * MOST_ROWS
    for row in range(MOST_ROWS):
        value = 0
        if choices >> row & 1:
            alone = alone_chance(work, seat, row, seats)
            value = work[PAYOFFS + at + row] * alone + work[PAYOFFS + MET + at + row] * (ONE - alone)
        work[VALUES + at + row] = value >> ONE_BITS


@rule
def solve_crowd(work: IntArray, seats: int, choices: int, rounds: int) -> None:
    """Any seats, each with a value of every choice alone and of meeting there: their mixtures and values."""
    begin(work)
    for seat in range(MOST_SEATS):
        if seats >> seat & 1:
            match_regrets(work, seat, choices)
    for weight in range(1, rounds + 1):
        for seat in range(MOST_SEATS):
            if seats >> seat & 1:
                crowd_values(work, seat, seats, choices)
        for seat in range(MOST_SEATS):
            if seats >> seat & 1:
                learn(work, seat, choices, weight)
    for seat in range(MOST_SEATS):
        if seats >> seat & 1:
            settle_average(work, seat)
    for seat in range(MOST_SEATS):
        if seats >> seat & 1:
            crowd_values(work, seat, seats, choices)


@rule
def guess_values(work: IntArray, me: int, luck: IntArray) -> None:
    """Guess what rows are worth to the other seats, each somewhat more than was found."""
    for seat in range(MOST_SEATS):
        if seat != me:
            for row in range(MOST_ROWS):
                at = seat * MOST_ROWS + row
                work[PAYOFFS + at] = work[GUESSES + at] + DOUBTS[roll(luck, STEPS)]


@rule
def solve_guessing(
    work: IntArray, me: int, seats: int, choices: int, samples: int, rounds: int, luck: IntArray
) -> None:
    """Solve a crowd some times, each with another guess at the others' values; mixtures and values over all of them."""
    for i in range(MOST_SEATS * MOST_ROWS):
        work[GUESSES + i] = work[PAYOFFS + i]
        work[MIXED + i] = 0
    for _ in range(samples):
        guess_values(work, me, luck)
        solve_crowd(work, seats, choices, rounds)
        for i in range(MOST_SEATS * MOST_ROWS):
            work[MIXED + i] += work[AVERAGE + i]
    for i in range(MOST_SEATS * MOST_ROWS):
        work[PAYOFFS + i] = work[GUESSES + i]
        work[AVERAGE + i] = work[MIX + i] = work[MIXED + i] // samples
    for seat in range(MOST_SEATS):
        if seats >> seat & 1:
            crowd_values(work, seat, seats, choices)


@rule
def answer_warmly(work: IntArray, seat: int, choices: int) -> None:
    """Make a seat's mixture its answer to the others': the more a choice is worth the likelier, by exp(value / WARMTH).

    What was solved is an average over many guesses, and no answer to the average of the others.
    """
    at = seat * MOST_ROWS
    best = -(1 << 40)
    for row in range(MOST_ROWS):
        if choices >> row & 1:
            best = max(best, work[VALUES + at + row])
    total = 0
    for row in range(MOST_ROWS):
        behind = best - work[VALUES + at + row]
        work[MIX + at + row] = CHANCES[behind] if choices >> row & 1 and behind < MOST_BEHIND else 0
        total += work[MIX + at + row]
    for row in range(MOST_ROWS):
        work[AVERAGE + at + row] = work[MIX + at + row] = work[MIX + at + row] * ONE // total
