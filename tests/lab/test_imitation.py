"""Imitation: what is noted of a bot's choices, and a network that learns to choose like it where torch is installed."""

from __future__ import annotations

import json
import re
import runpy
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from erre.bots.network import read_network
from erre.cli.imitate import imitate_bot
from erre.cli.train import train_network
from erre.core.errors import BadOptions
from erre.core.mode import INTERPRETED
from erre.lab.training.choices import Watcher, watch_all
from erre.lab.training.curves import curves_page, read_log
from erre.lab.training.task import tasks

NETWORK = Path(__file__).parents[2] / "src" / "erre" / "bots" / "rurare" / "network.npz"


@pytest.mark.parametrize(("name", "bot"), [("rurare", "solid-0.1"), ("rage", "greedy")])
def test_every_choice_that_is_noted_was_possible(name: str, bot: str) -> None:
    task = tasks()[name]
    watcher = Watcher(task, bot, None, seed=3)
    found, again = watcher.game(1), watcher.game(1)
    assert len(found.chosen) > 10
    assert found.offered[np.arange(len(found.chosen)), found.chosen].all()
    assert (found.offered.sum(1) > 1).all()
    assert found.listed.max() < task.kernels.FEATURES
    assert all(np.array_equal(getattr(found, part), getattr(again, part)) for part in vars(found))
    assert not np.array_equal(found.chosen, watcher.game(2).chosen)


def test_beside_a_network_the_bot_plays_some_seats_of_every_game() -> None:
    task = tasks()["rurare"]
    watcher = Watcher(task, "greedy", read_network(NETWORK), seed=3)
    luck = np.random.default_rng(1)
    played = [int(watcher.seats_of_bot(task.tables[2], luck).sum()) for _ in range(50)]
    assert min(played) == 1
    assert max(played) == 4
    assert len(watcher.game(5).chosen) > 0


def test_any_number_of_processes_notes_the_same_choices() -> None:
    told: list[int] = []
    one, two = (watch_all("rurare", "greedy", None, 4, 18, processes, told.append) for processes in (1, 2))
    assert all(np.array_equal(getattr(one, part), getattr(two, part)) for part in vars(one))
    assert sum(told) == 36


@pytest.mark.parametrize(
    ("game", "bot", "changed", "words"),
    [
        ("rummy", "greedy", {}, "cannot be imitated"),
        ("oh_hell", "greedy", {}, "cannot be imitated"),
        ("rage", "nobody", {}, "has no bot"),
        ("rage", "greedy", {"games": 3}, "--games: 40 to"),
        ("rage", "greedy", {"epochs": 0}, "--epochs: 1 to"),
        ("rage", "greedy", {"threads": 0}, "threads"),
        ("rage", "greedy", {"beside": Path("nowhere.npz")}, "--beside: there is no file"),
        ("rage", "greedy", {"beside": NETWORK.with_suffix(".json")}, "--beside: .* is no network"),
        ("rage", "greedy", {"beside": NETWORK}, "--beside: .* is not for rage"),
        ("rage", "greedy", {"out": Path("a.txt")}, "ends in .npz"),
    ],
)
def test_what_cannot_be_imitated_is_refused(
    game: str, bot: str, changed: dict[str, Any], words: str, tmp_path: Path
) -> None:
    given: dict[str, Any] = {"out": tmp_path / "a.npz", "beside": None, "games": 40, "epochs": 1, "seed": 1}
    with pytest.raises(BadOptions, match=words):
        imitate_bot(game, bot, **{**given, "threads": 1, **changed})


@pytest.mark.parametrize(
    ("against", "share", "words"),
    [
        (None, 0.2, "--against names the weights"),
        (NETWORK, 0.9, "from 0 to 0.8"),
        (NETWORK, float("nan"), "from 0 to 0.8"),
        (Path("nowhere.npz"), None, "--against: there is no file"),
        (NETWORK.with_suffix(".json"), None, "--against: .* is no network"),
    ],
)
def test_a_training_against_nothing_is_refused(
    against: Path | None, share: float | None, words: str, tmp_path: Path
) -> None:
    given = {"seed": 1, "against": share}
    with pytest.raises(BadOptions, match=words):
        train_network("rurare", tmp_path / "a.npz", 1.0, True, False, None, None, None, given, against)


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match=r"--init: .* is not for rage"):
        train_network("rage", tmp_path / "a.npz", 1.0, True, False, NETWORK, None, None, {"seed": 1})


def test_a_network_imitates_and_is_trained_against(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if INTERPRETED or find_spec("torch") is None:
        pytest.skip("torch is not installed (pip install torch), or rules are interpreted: nothing can be trained")
    import_module("torch").set_num_threads(1)
    weights, trained = tmp_path / "imitation.npz", tmp_path / "trained.npz"
    imitate_bot("rurare", "greedy", weights, None, 100, 3, 1, 1)
    figures = json.loads(capsys.readouterr().out)
    assert figures["agreement"] > 0.6, "by chance it would be about an eighth"
    small = {"seed": 1, "samples": 600, "minibatch": 64, "against": 0.5}
    train_network("rurare", trained, 0.01, True, False, None, None, None, small, weights)
    with pytest.raises(BadOptions, match=r"--resume: this run has 0\.5 as its share"):
        train_network("rurare", trained, 9.0, True, True, None, None, None, {**small, "against": None})
    rows = read_log(trained.with_suffix(".jsonl"))
    assert all("ahead of given" in table for table in rows[-1]["tables"] if table["options"] == {})
    assert "the given network" in curves_page("rurare", rows, "erre train rurare")
    assert len(read_network(trained).embed) == len(read_network(weights).embed)


def test_the_benchmark_of_whole_numbers_finds_hardly_a_difference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = Path(__file__).parents[2] / "benchmarks" / "integer_networks.py"
    monkeypatch.setattr(sys, "argv", [str(script), "rurare", "--seats", "2", "--deals", "2"])
    runpy.run_path(str(script), run_name="__main__")
    alike = re.search(r"2 deals: ([0-9.]+)% of", capsys.readouterr().out)
    assert alike is not None
    assert float(alike[1]) > 95
