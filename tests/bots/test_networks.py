"""The networks of the bots: what they see, what they answer, and that every engine gets the same numbers."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from erre.bots import BEGINNER, CASUAL, CHAMPION, CHAMPION_0_1, GREEDY, SOLID, STRONG, brain, earlier_bots
from erre.bots.contract import Budget
from erre.bots.kernel_bot import arena_for
from erre.bots.network import OUTPUTS, evaluate, evaluate_in_numpy
from erre.bots.roster import help_for, kernel_numbers, make_bot
from erre.bots.rurare.layout import WORK
from erre.bots.rurare.levels import choose_quickly
from erre.core.chance import seed_luck
from erre.core.gpu import check_room
from erre.core.interpreter import interpreted, twin
from erre.core.mode import INTERPRETED
from erre.core.record import ints
from erre.games import game
from tests.amounts import amount

PLAYED = [("rage", 3, {}), ("rage", 8, {"bidding": "secret", "slam": True}), ("rurare", 2, {}), ("rurare", 4, {})]
LEARNED = ["rage", "rurare"]
MOST_BYTES = 1_000_000  # of a game's network in the package


def features_of(name: str) -> Any:
    """The module with a game's features and actions."""
    return import_module(f"erre.bots.{name}.features")


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
    kernels = features_of(name)
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
    kernels, played = features_of(name), game(name)
    true, seen = ints(kernels.MOST_FEATURES), ints(kernels.MOST_FEATURES)
    for s, seat in decisions(name, seats, options):
        kernels.features(s, seat, true)
        kernels.features(played.state_from_view(played.view(s, seat)), seat, seen)
        assert set(np.asarray(true).tolist()) == set(np.asarray(seen).tolist())


@pytest.mark.parametrize(("name", "seats", "options"), PLAYED)
def test_actions_are_the_legal_moves(name: str, seats: int, options: dict[str, Any]) -> None:
    kernels, played = features_of(name), game(name)
    mask, moves, work = ints(kernels.ACTIONS), ints(64), ints(1, np.int64)
    for s, seat in decisions(name, seats, options):
        kernels.offer(s, seat, mask, moves, work)
        assert int(np.asarray(mask).sum()) == len(played.legal(s, seat))


@pytest.mark.parametrize("name", LEARNED)
def test_whole_rows_single_numbers_and_machine_code_agree(name: str) -> None:
    kernels, network = features_of(name), import_module(f"erre.bots.{name}.learned").NETWORK
    ways = [evaluate_in_numpy, evaluate] if INTERPRETED else [evaluate_in_numpy, evaluate, twin(evaluate)]
    outputs = kernels.ACTIONS + 1
    for number, (s, seat) in enumerate(decisions(name, 3, {})):
        if number % 40 == 0:
            listed = ints(kernels.MOST_FEATURES, np.int64)
            count = kernels.features(s, seat, listed)
            answers = []
            for way in ways:
                room = ints(OUTPUTS + outputs, np.int32)
                way(network.embed, network.dense, network.bias, listed, count, outputs, room)
                answers.append(np.asarray(room)[OUTPUTS:].tolist())
            assert all(answer == answers[0] for answer in answers)
            assert any(answers[0])


def test_levels_that_do_not_search_choose_alike_with_and_without_machine_code() -> None:
    for s, seat in islice(decisions("rurare", 4, {}), 0, None, amount(5, 1)):
        for bot in (BEGINNER, CASUAL, SOLID, STRONG):
            rows = []
            for choose in (choose_quickly, interpreted(choose_quickly)):
                luck = ints(2, np.int32)
                seed_luck(luck, 5, bot)
                rows.append(choose(s, seat, bot, luck, ints(WORK, np.int64)))
            assert rows[0] == rows[1]


@pytest.mark.parametrize("name", LEARNED)
def test_a_network_is_small_and_says_where_it_comes_from(name: str) -> None:
    folder = Path(str(brain(game(name)).__file__)).parent
    about = json.loads((folder / "network.json").read_text(encoding="utf-8"))
    content = (folder / about["file"]).read_bytes()
    assert len(content) <= MOST_BYTES
    assert hashlib.sha256(content).hexdigest() == about["sha256"], "pages are gathered again when this file changes"
    assert "MIT" in about["licence"]
    for command in about["commands"]:
        assert command.startswith((f"erre train {name} ", f"erre imitate {name} ")), command
        assert "--seed" in command


@pytest.mark.parametrize("name", LEARNED)
def test_the_champion_of_version_0_1_plays_when_it_is_named_and_is_offered_to_nobody(name: str) -> None:
    played = game(name)
    assert "champion-0.1" in earlier_bots(played)
    assert "champion-0.1" not in help_for(played)
    assert kernel_numbers(played, ["champion-0.1", "champion"]) == [CHAMPION_0_1, CHAMPION]
    s, seat = next(decisions(name, 3, {}))
    advice = make_bot(played, "champion-0.1", seed=1).advise(played.view(s, seat), Budget(playouts=20))
    assert advice.move in played.legal(s, seat)


@pytest.mark.parametrize("name", LEARNED)
def test_a_thread_of_a_gpu_has_room_for_the_workspace_of_networks(name: str) -> None:
    check_room(arena_for(game(name), [SOLID, GREEDY, GREEDY], "gpu").work, "--engine cpu plays them")
