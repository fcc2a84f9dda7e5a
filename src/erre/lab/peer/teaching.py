"""Lessons of oh_hell: what the search thinks of every move, in deals that it plays with itself."""

from __future__ import annotations

import numpy as np

from erre.core.chance import key_from_seed
from erre.core.record import IntArray, ints
from erre.core.training import Lessons, Task
from erre.lab.peer import features, search
from erre.lab.peer.features import ACTIONS, MOST_FEATURES, MOST_HIDDEN
from erre.lab.peer.game import GAME, MOST_TRICKS
from erre.lab.peer.oh_hell import BIDDING, CARDS, MOST_LEGAL, OhHell, apply, legal
from erre.lab.peer.ours import expected_of_cards, question
from erre.lab.peer.playouts import next_luck
from erre.lab.peer.search import ALIVE, COUNTED, COUNTS, UNIT, VISITS, WORTH

SEATS = 4
WORLDS = 96  # in which every move is tried
CURIOSITY = 0.5  # points: moves are drawn by exp(worth / CURIOSITY), so that deals take different ways


def teach(task: Task, seed: int, first: int, deals: int) -> Lessons:
    """The decisions of some deals of a seed, from deal `first` on."""
    noted = [note for number in range(first, first + deals) for note in taught_by_deal(task, seed, number)]
    return Lessons(*(np.stack(parts) for parts in zip(*noted, strict=True)))


def taught_by_deal(task: Task, seed: int, number: int) -> list[list[object]]:
    """What each decision of a deal with a choice looks like, what its moves are worth, and what came of it."""
    s = GAME.start(SEATS, GAME.read_options({"dealSize": MOST_TRICKS}), key_from_seed(seed, number))
    choice, word, notes, seats = np.random.default_rng([seed, number]), next_luck(2 * number + 1), [], []
    moves, listed = ints(MOST_LEGAL), ints(MOST_LEGAL)
    while turn := GAME.turn(s):
        (seat,) = turn
        count = legal(s, seat, moves)
        move = moves[0]
        if count > 1:
            worth, word = worth_of_moves(s, seat, moves, count, word)
            seen, mask, told = (
                ints(MOST_FEATURES + MOST_HIDDEN),
                np.zeros(ACTIONS, np.bool_),
                np.zeros(ACTIONS, np.float32),
            )
            features.observe(s, seat, seen)
            features.list_actions(s, seat, moves, count, listed)
            actions = listed[:count].tolist()
            mask[actions], told[actions] = True, worth
            notes.append([np.asarray(seen), mask, told])
            seats.append(seat)
            move = moves[int(np.argmax(worth / CURIOSITY + choice.gumbel(size=count)))]
        apply(s, seat, move)
    points = np.array(GAME.scores(s), np.float32)
    gains = (points - task.rivalry * (points.sum() - points) / (SEATS - 1)) / task.scale
    return [[*note, gains[seat]] for note, seat in zip(notes, seats, strict=True)]


def worth_of_moves(s: OhHell, seat: int, moves: IntArray, count: int, word: int) -> tuple[np.ndarray, int]:
    """What the search finds that each move brings, in points, and the luck that is left."""
    own = set(s.hands[seat, : s.held[seat]].tolist())
    unseen = [card for card, by in enumerate(s.seen.tolist()) if not by and card not in own]
    q = question(s, seat, unseen, list(expected_of_cards(s.seats, s.rounds, CARDS)), word)
    asked, counts = ints(MOST_LEGAL, np.int64), ints(COUNTS, np.int64)
    for i in range(count):
        asked[i] = moves[i] - CARDS if s.phase == BIDDING else 1 << moves[i]
        counts[i * COUNTED + ALIVE] = 1
    search.think(q, asked, count, counts, WORLDS)
    found = np.asarray(counts[: count * COUNTED]).reshape(count, COUNTED)
    return found[:, WORTH] / found[:, VISITS] / UNIT, int(q[search.LUCK])
