"""Rummy for the trainer: hands from which a network learns what a plan is worth, and its weights as `value` reads them.

Hands are played between patient players and bots of other habits. Each patient player tries one plan at random, once,
and then goes on with patience. From there on its plans are noted with the points and the winner of the hand, and a
network of two hidden layers is fitted to them. So a value says what a plan brings to somebody who plays on like the
champion.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from erre.bots import CHAMPION
from erre.bots.rummy.kept import (
    ALL,
    DESCRIBED,
    DESCRIPTION,
    FEWEST,
    OUTPUTS,
    OWN_PLANS,
    USUAL,
    WORK,
    WORTH,
)
from erre.bots.rummy.lays import EVERY
from erre.bots.rummy.plans import is_whole, list_plans, take_plan
from erre.bots.rummy.policy import play_quickly, play_waiting
from erre.bots.rummy.value import (
    HIDDEN,
    LAST,
    QUARTERS,
    SECOND,
    SHIFT,
    UNIT,
    WEIGHT_COUNT,
    describe_plan,
    describe_turn,
)
from erre.core.chance import roll, seed_key, seed_luck
from erre.core.engine import rule
from erre.core.record import IntArray, ints
from erre.core.training import Fitting, Notes
from erre.games.rummy.components import MOST_SEATS, Options
from erre.games.rummy.game import GAME
from erre.games.rummy.rules.end import hand_points
from erre.games.rummy.rules.play import advance, is_automatic
from erre.games.rummy.rules.preparation import set_up
from erre.games.rummy.state import TURN, Rummy

QUICK, WAITING, PATIENT = range(3)  # habits at a table of training
HABIT = WORK  # of each seat
TRIES = HABIT + MOST_SEATS  # the turn of each learner in which it tries a plan at random
TURNS = TRIES + MOST_SEATS  # turns that each seat has had
RESULTS = TURNS + MOST_SEATS  # points of the hand
NOTED = RESULTS + MOST_SEATS  # plans noted in this hand
NOTES = NOTED + 1
NOTE = DESCRIBED + 1  # a plan's description, and the seat
MOST_NOTES = 400
TRAINING_WORK = NOTES + MOST_NOTES * NOTE
LAST_TRIES = 60  # shared by the seats: the turns in which there are tries
POINTS_UNIT = UNIT // QUARTERS  # points that the network's 1 stands for
SEATS = (4, 2, 4, 3)  # of one hand after the other
HABITS = (0.15, 0.25, 0.6)  # how often a seat has each
FORCED_NOTED = 8  # one in so many turns without a choice is noted too


@rule
def try_plan(luck: IntArray, work: IntArray) -> int:
    """Any of the plans there are, each equally likely."""
    while True:
        plan = roll(luck, OWN_PLANS)
        if work[WORTH + plan]:
            return plan


@rule
def patient_plan(s: Rummy, seat: int, luck: IntArray, work: IntArray) -> int:
    """The plan of a patient player: few tiles to open, then all or nothing as long as there is a pool; or the try."""
    if work[TURNS + seat] == work[TRIES + seat]:
        return try_plan(luck, work)
    if work[WORTH + FEWEST]:
        return FEWEST
    return ALL if work[WORTH + ALL] and not s.opened[seat] else work[USUAL]


@rule
def play_patiently(s: Rummy, seat: int, luck: IntArray, work: IntArray) -> None:
    """A turn of a patient player, noted once it has made its try."""
    count = list_plans(s, seat, CHAMPION, EVERY, work)
    if is_whole(s, seat, work):
        take_plan(s, ALL, seat, work)
        return
    if s.opened[seat]:
        work[WORTH + FEWEST] = 0  # a single meld at the end of the pool is for the search to judge
    plan = patient_plan(s, seat, luck, work)
    is_telling = count > 1 or roll(luck, FORCED_NOTED) == 0
    if is_telling and work[TURNS + seat] >= work[TRIES + seat] and work[NOTED] < MOST_NOTES:
        describe_turn(s, seat, work)
        describe_plan(seat, plan, work)
        at = NOTES + work[NOTED] * NOTE
        for i in range(DESCRIBED):
            work[at + i] = work[DESCRIPTION + i]
        work[at + DESCRIBED] = seat
        work[NOTED] += 1
    work[TURNS + seat] += 1
    take_plan(s, plan, seat, work)


@rule
def play_training_hand(s: Rummy, luck: IntArray, work: IntArray, seed: int, number: int) -> None:
    """Deal a hand and play it to its end."""
    seed_key(s.key, seed, number)
    seed_luck(luck, seed, number)
    set_up(s)
    while is_automatic(s) and s.phase != TURN:
        advance(s)
    work[NOTED] = 0
    for seat in range(s.seats):
        work[TURNS + seat] = 0
        work[TRIES + seat] = roll(luck, LAST_TRIES // s.seats)
    while s.phase == TURN:
        habit = work[HABIT + s.turn]
        if habit == QUICK:
            play_quickly(s, s.turn, work)
        elif habit == WAITING:
            play_waiting(s, s.turn, work)
        else:
            play_patiently(s, s.turn, luck, work)
    for seat in range(s.seats):
        work[RESULTS + seat] = hand_points(s, seat)


def play_hands(seed: int, first: int, count: int) -> Notes:
    """Play some hands, and note the plans of the patient players and what came of them."""
    tables = {seats: new_state(seats) for seats in set(SEATS)}
    luck, work = ints(2, np.int32), ints(TRAINING_WORK, np.int64)
    noted = []
    for number in range(first, first + count):
        seats = SEATS[number % len(SEATS)]
        work[HABIT : HABIT + seats] = habits_of(seed, number, seats)
        play_training_hand(tables[seats], luck, work, seed, number)
        notes = np.array(work[NOTES : NOTES + int(work[NOTED]) * NOTE]).reshape(-1, NOTE)
        points = np.array(work[RESULTS : RESULTS + seats])
        of = points[notes[:, DESCRIBED]]
        targets = np.column_stack([of / POINTS_UNIT, of == points.max()])
        noted.append((notes[:, :DESCRIBED] / UNIT, targets, np.full(len(of), number)))
    inputs, outputs, games = (np.concatenate(parts) for parts in zip(*noted, strict=True))
    return Notes(inputs.astype(np.float32), outputs.astype(np.float32), games)


def habits_of(seed: int, number: int, seats: int) -> Any:
    """The habits at the table of a hand; somebody is always patient."""
    choice = np.random.default_rng([seed, number])
    habits = choice.choice(3, size=seats, p=HABITS)
    habits[choice.integers(seats)] = PATIENT
    return habits


def new_state(seats: int) -> Rummy:
    """A state for hands of some seats."""
    s = Rummy.new()
    s.seats = seats
    Options(hands=1).put(s)
    return s


def whole_numbers(layers: Any) -> IntArray:
    """The weights as kernels read them."""
    out = ints(WEIGHT_COUNT, np.int32)
    for place, (weights, bias) in zip((0, SECOND, LAST), layers, strict=True):
        out[place : place + weights.size] = np.round(weights.ravel() * (1 << SHIFT))
        end = place + weights.size
        out[end : end + bias.size] = np.round(bias * (UNIT << SHIFT))
    return out


TASK = Fitting(
    game=GAME,
    sizes=(DESCRIBED, HIDDEN, HIDDEN, OUTPUTS),
    outputs=("points", "victory"),
    play=play_hands,
    whole_numbers=whole_numbers,
    games=20_000,
)
