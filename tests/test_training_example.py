"""The training example: features and actions of its networks, and the networks that are shipped with it."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from erre.core.record import ints
from erre.games import game

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "training"
PLAYED = [("rage", 3, {}), ("rage", 8, {"bidding": "secret", "slam": True}), ("rurare", 2, {}), ("rurare", 4, {})]


@pytest.fixture(autouse=True)
def in_the_example(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The modules of the example can be imported."""
    monkeypatch.syspath_prepend(str(FOLDER))
    yield
    for name in ("rage", "rurare", "task", "integer_network"):
        sys.modules.pop(name, None)


def decisions(name: str, seats: int, options: dict[str, Any]) -> Iterator[tuple[Any, int]]:
    """Every decision of a game in which all moves are random."""
    played, luck = game(name), random.Random(seats)
    s = played.start(seats, played.read_options(options), bytes(range(32)))
    played.settle(s)
    while turn := played.turn(s):
        yield s, turn[0]
        played.apply(s, turn[0], luck.choice(played.legal(s, turn[0])))
        played.settle(s)


@pytest.mark.parametrize(("name", "seats", "options"), PLAYED)
def test_features_are_different_facts_within_their_room(name: str, seats: int, options: dict[str, Any]) -> None:
    kernels = importlib.import_module(name)
    listed = ints(kernels.MOST_FEATURES + kernels.MOST_HIDDEN)
    for s, seat in decisions(name, seats, options):
        kernels.observe(s, seat, listed)
        count = kernels.features(s, seat, listed)
        facts = np.asarray(listed[:count]).tolist()
        assert len(set(facts)) == count <= kernels.MOST_FEATURES
        assert min(facts) >= 0
        assert max(facts) == kernels.ALWAYS


@pytest.mark.parametrize(("name", "seats", "options"), PLAYED)
def test_features_hold_nothing_that_the_seat_cannot_see(name: str, seats: int, options: dict[str, Any]) -> None:
    kernels, played = importlib.import_module(name), game(name)
    true, seen = ints(kernels.MOST_FEATURES), ints(kernels.MOST_FEATURES)
    for s, seat in decisions(name, seats, options):
        kernels.features(s, seat, true)
        kernels.features(played.state_from_view(played.view(s, seat)), seat, seen)
        assert set(np.asarray(true).tolist()) == set(np.asarray(seen).tolist())


@pytest.mark.parametrize(("name", "seats", "options"), PLAYED)
def test_actions_are_the_legal_moves(name: str, seats: int, options: dict[str, Any]) -> None:
    kernels, played = importlib.import_module(name), game(name)
    mask, moves, work = ints(kernels.ACTIONS), ints(64), ints(1, np.int64)
    for s, seat in decisions(name, seats, options):
        kernels.offer(s, seat, mask, moves, work)
        assert int(np.asarray(mask).sum()) == len(played.legal(s, seat))


@pytest.mark.parametrize("name", ["rage", "rurare"])
def test_shipped_networks_play(name: str) -> None:
    kernels, networks = importlib.import_module(name), importlib.import_module("integer_network")
    player = networks.Player(kernels, networks.read_network(FOLDER / "weights" / f"{name}.npz"))
    played = game(name)
    s = played.start(3, played.read_options({}), bytes(32))
    played.settle(s)
    while turn := played.turn(s):
        player.play(s, turn[0])
        played.settle(s)
    assert played.outcome(s) is not None
