"""Rummy: learns what a plan is worth from self-play, and writes the weights that `value` reads.

Hands are played between patient players and bots of other habits. Each patient player tries one plan at random, once,
and then goes on with patience. From there on its plans are noted with the points and the winner of the hand, and a
network of two hidden layers is fitted to them. So a value says what a plan brings to somebody who plays on like the
champion. It needs numpy only; the same seed and hands give the same weights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

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
from erre.games.rummy.components import MOST_SEATS, Options
from erre.games.rummy.rules.end import hand_points
from erre.games.rummy.rules.play import advance, is_automatic
from erre.games.rummy.rules.preparation import set_up
from erre.games.rummy.state import TURN, Rummy

Floats = npt.NDArray[np.float64]
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
WEIGHTS_FILE = Path(__file__).with_name("value.npz")
POINTS_UNIT = UNIT // QUARTERS  # points that the network's 1 stands for
SEATS = (4, 2, 4, 3)  # of one hand after the other
HABITS = (0.15, 0.25, 0.6)  # how often a seat has each
HANDS, EPOCHS, SAY_EVERY = 10_900, 25, 1000
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


class Notes(NamedTuple):
    """What patient players noted."""

    inputs: Floats
    points: Floats
    wins: Floats
    hands: npt.NDArray[np.int64]  # the number of the hand


def play_hands(hands: int, seed: int, say: Callable[[str], None]) -> Notes:
    """Play, and note the plans of the patient players and what came of them."""
    tables = {seats: new_state(seats) for seats in set(SEATS)}
    luck, work = ints(2, np.int32), ints(TRAINING_WORK, np.int64)
    choice = np.random.default_rng(seed)
    rows: list[Any] = []
    for number in range(hands):
        seats = SEATS[number % len(SEATS)]
        habits = choice.choice(3, size=seats, p=HABITS)
        habits[choice.integers(seats)] = PATIENT
        work[HABIT : HABIT + seats] = habits
        play_training_hand(tables[seats], luck, work, seed, number)
        notes = np.array(work[NOTES : NOTES + int(work[NOTED]) * NOTE]).reshape(-1, NOTE)
        points = np.array(work[RESULTS : RESULTS + seats])
        of = points[notes[:, DESCRIBED]]
        rows.append(np.column_stack([notes[:, :DESCRIBED] / UNIT, of, of == points.max(), np.full(len(of), number)]))
        if number % SAY_EVERY == SAY_EVERY - 1:
            say(f"{number + 1} of {hands} hands, {sum(map(len, rows))} plans noted")
    found = np.concatenate(rows)
    return Notes(found[:, :DESCRIBED], found[:, DESCRIBED], found[:, DESCRIBED + 1], found[:, -1].astype(np.int64))


def new_state(seats: int) -> Rummy:
    """A state for hands of some seats."""
    s = Rummy.new()
    s.seats = seats
    Options(hands=1).put(s)
    return s


class Fit:
    """A network of two hidden layers in floating point, fitted by Adam."""

    def __init__(self, seed: int) -> None:
        choice = np.random.default_rng(seed)
        sizes = (DESCRIBED, HIDDEN, HIDDEN, OUTPUTS)
        self.layers = [
            [choice.normal(0, (2 / rows) ** 0.5, (rows, columns)).astype(np.float32), np.zeros(columns, np.float32)]
            for rows, columns in pairwise(sizes)
        ]
        self.moments = [[[np.zeros_like(part) for part in layer] for layer in self.layers] for _ in range(2)]
        self.steps = 0
        self.choice = choice

    def outputs(self, x: Any) -> list[Any]:
        """The activations of all layers, the inputs first."""
        found = [x]
        for number, (weights, bias) in enumerate(self.layers):
            sums = found[-1] @ weights + bias
            found.append(np.maximum(sums, 0) if number < 2 else sums)
        return found

    def step(self, x: Any, y: Any, rate: float) -> float:
        """Fit one batch; its mean square error."""
        found = self.outputs(x)
        error = found[-1] - y
        slope = 2 * error / len(x)
        self.steps += 1
        for number in (2, 1, 0):
            weights, bias = self.layers[number]
            gradients = [found[number].T @ slope, slope.sum(0)]
            slope = (slope @ weights.T) * (found[number] > 0)
            for which, part in enumerate((weights, bias)):
                first, second = (self.moments[k][number][which] for k in range(2))
                first += 0.1 * (gradients[which] - first)
                second += 0.001 * (gradients[which] ** 2 - second)
                scale = rate / (1 - 0.9**self.steps)
                part -= scale * first / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)
        return float((error**2).mean(0)[0])

    def fit(self, x: Any, y: Any, epochs: int, rate: float = 2e-3, batch: int = 1024) -> None:
        """Go through all notes some times, with a falling rate."""
        total = epochs * (len(x) // batch)
        done = 0
        for _ in range(epochs):
            order = self.choice.permutation(len(x))
            for at in range(0, len(x) - batch + 1, batch):
                part = order[at : at + batch]
                self.step(x[part], y[part], rate * (1 - done / total) + 1e-5)
                done += 1

    def whole_numbers(self) -> IntArray:
        """The weights as kernels read them."""
        out = ints(WEIGHT_COUNT, np.int32)
        for place, (weights, bias) in zip((0, SECOND, LAST), self.layers, strict=True):
            out[place : place + weights.size] = np.round(weights.ravel() * (1 << SHIFT))
            end = place + weights.size
            out[end : end + bias.size] = np.round(bias * (UNIT << SHIFT))
        return out


def train(hands: int, seed: int, out: Path, say: Callable[[str], None]) -> dict[str, Any]:
    """Play, fit, and write the weights; the figures of the run, over the tenth of the hands that was held back."""
    notes = play_hands(hands, seed, say)
    x = notes.inputs.astype(np.float32)
    y = np.column_stack([notes.points / POINTS_UNIT, notes.wins]).astype(np.float32)
    held_back = notes.hands >= hands - hands // 10
    fit = Fit(seed)
    fit.fit(x[~held_back], y[~held_back], EPOCHS)
    weights = fit.whole_numbers()
    np.savez_compressed(out, weights=np.asarray(weights))
    found = fit.outputs(x[held_back])[-1]
    figures = {
        "hands": hands,
        "seed": seed,
        "plans": len(x),
        "held_back": int(held_back.sum()),
        "points_explained": explained(found[:, 0], y[held_back, 0]),
        "wins_explained": explained(found[:, 1], y[held_back, 1]),
        "chances": chances(found[:, 1], y[held_back, 1]),
    }
    say(json.dumps(figures))
    return figures


def explained(found: Any, true: Any) -> float:
    """The share of the variance that a forecast explains."""
    return round(1 - float(((found - true) ** 2).mean() / true.var()), 4)


def chances(found: Any, true: Any) -> list[list[float]]:
    """For each tenth from 0 to 1: plans, the mean chance that was given, how often it came true."""
    tenths = np.clip((found * 10).astype(int), 0, 9)
    rows = [(tenths == tenth) for tenth in range(10)]
    return [
        [int(row.sum()), round(float(found[row].mean()), 3), round(float(true[row].mean()), 3)]
        for row in rows
        if row.any()
    ]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Learn what the plans of a turn of Rummy are worth.")
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--out", type=Path, default=WEIGHTS_FILE)
    given = parser.parse_args()
    train(given.hands, given.seed, given.out, print)


if __name__ == "__main__":
    main()
