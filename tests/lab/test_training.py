"""Training: what the command refuses, its page of curves, and, where torch is installed, a run of a few seconds."""

from __future__ import annotations

import json
import runpy
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from erre.bots.network import read_network
from erre.cli.train import train_network
from erre.core.errors import BadOptions, Refusal
from erre.core.mode import INTERPRETED
from erre.core.training import Fitting, Notes, Table
from erre.lab.training.curves import curves_page, fitting_page, read_log
from erre.lab.training.files import Files
from erre.lab.training.fitting import Run
from erre.lab.training.players import Player
from erre.lab.training.task import task_of, tasks

ROOT = Path(__file__).parents[2]
NOTHING: dict[str, Any] = {"seed": 1, "samples": None, "minibatch": None, "rate": None, "entropy": None}


def line(samples: int, points: float, **options: object) -> str:
    """A line of a log."""
    tables = [{"seats": 4, "options": {}, "points": points}]
    tables += [{"seats": 4, "options": options, "points": points, "ahead": 0.5}] if options else []
    row = {"seconds": 1.0, "samples": samples, "tables": tables}
    return json.dumps({**row, "value error": 0.3, "entropy": 0.2})


@pytest.mark.parametrize(
    ("game", "name", "changed", "words"),
    [
        ("chess", "a.npz", {}, "rage, rummy, rurare"),
        ("rummy", "a.npz", {}, "--seconds"),
        ("rage", "a.txt", {}, "ends in .npz"),
        ("rage", "nowhere/a.npz", {}, "no folder"),
        ("rage", "a.npz", {"samples": 0}, "at least 1"),
        ("rage", "a.npz", {"rate": float("nan")}, "--rate: from 0 to 1, not nan"),
        ("rage", "a.npz", {"last_entropy": -0.1}, "--last-entropy: from 0 to 1, not -0.1"),
        ("rage", "a.npz", {"exploits": True}, "--init names the weights"),
        ("oh_hell", "a.npz", {"steps": 0}, "--steps: at least 1"),
    ],
)
def test_what_cannot_work_is_refused_at_once(
    game: str, name: str, changed: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises(BadOptions, match=words):
        train_network(game, tmp_path / name, 1.0, True, False, None, None, None, {**NOTHING, **changed})


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_a_time_that_does_not_end_is_refused(seconds: float, tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match="--seconds: more than 0"):
        train_network("rage", tmp_path / "a.npz", seconds, True, False, None, None, None, NOTHING)


def test_the_page_has_a_line_for_every_kind_of_table_and_survives_a_log_cut_off(tmp_path: Path) -> None:
    log = tmp_path / "rage.jsonl"
    lines = [line(100, 1.5), line(200, 2.5, bidding="hidden"), line(300, 3.5), '{"seconds": 2.0, "sam']
    log.write_text("\n".join(lines), "utf-8")
    rows = read_log(log)
    assert [row["samples"] for row in rows] == [100, 200, 300]
    text = curves_page("rage", rows, "erre train rage")
    assert text.count("<polyline") == 2 + 1 + 1 + 1
    assert "4 seats, bidding hidden" in text
    assert curves_page("rage", [], "erre train rage")


def test_without_torch_the_command_says_what_is_missing(tmp_path: Path) -> None:
    if find_spec("torch") is not None:
        pytest.skip("torch is installed: the refusal cannot be seen here")
    with pytest.raises(Refusal, match="pip install"):
        train_network("rage", tmp_path / "rage.npz", 1.0, True, False, None, None, None, NOTHING)


@pytest.mark.parametrize("name", sorted(tasks()))
def test_a_run_leaves_weights_that_play_and_can_be_resumed(name: str, tmp_path: Path) -> None:
    if INTERPRETED or find_spec("torch") is None:
        pytest.skip("torch is not installed (pip install torch), or rules are interpreted: nothing can be trained")
    import_module("torch").set_num_threads(1)  # more would only wait for each other over networks so small
    small = {**NOTHING, "samples": 600, "minibatch": 64}
    weights, page = tmp_path / f"{name}.npz", tmp_path / "curves.html"
    train_network(name, weights, 0.01, True, False, None, None, None, small)
    first = read_log(weights.with_suffix(".jsonl"))
    before = np.load(weights)["dense0"]
    train_network(name, weights, first[-1]["seconds"] + 0.1, True, True, None, page, None, small)
    rows = read_log(weights.with_suffix(".jsonl"))
    assert len(rows) > len(first)
    assert [row["samples"] for row in rows] == sorted(row["samples"] for row in rows)
    assert (np.load(weights)["dense0"] != before).any()
    assert "<polyline" in page.read_text("utf-8")
    task = tasks()[name]
    player = Player(task.kernels, read_network(weights))
    s = task.game.start(task.game.least_seats, task.game.read_options({}), bytes(32))
    task.game.settle(s)
    while turn := task.game.turn(s):
        player.play(s, turn[0])
        task.game.settle(s)
    assert task.game.outcome(s) is not None


def test_an_exploiter_learns_at_one_seat_of_each_table(tmp_path: Path) -> None:
    if INTERPRETED or find_spec("torch") is None:
        pytest.skip("torch is not installed (pip install torch), or rules are interpreted: nothing can be trained")
    import_module("torch").set_num_threads(1)
    frozen = ROOT / "src" / "erre" / "bots" / "rurare" / "network.npz"
    small = {**NOTHING, "samples": 600, "minibatch": 64, "exploits": True}
    train_network("rurare", tmp_path / "exploiter.npz", 0.01, True, False, frozen, None, None, small)
    last = read_log(tmp_path / "exploiter.jsonl")[-1]
    assert all("ahead" in table for table in last["tables"])
    decisions = 6 * 4 * 64  # kinds of tables, games of each, decisions of a game
    assert 0 < last["samples"] < decisions / 2, "decisions of the frozen network are not learned from"


def test_a_run_that_is_resumed_plays_against_the_same_network(tmp_path: Path) -> None:
    if INTERPRETED or find_spec("torch") is None:
        pytest.skip("torch is not installed (pip install torch), or rules are interpreted: nothing can be trained")
    from erre.lab.training.ppo import Learner, Progress
    from erre.lab.training.run import keep, load_checkpoint
    from erre.lab.training.settings import Settings

    task, files = tasks()["rurare"], Files(tmp_path / "rurare.npz")
    first, again = (Learner(task, Settings(seed=seed), "cpu") for seed in (1, 2))
    first.meet_the_past(0)
    keep(first, Progress(1, 2, 3.0), first.settings, files)
    assert load_checkpoint(again, files.checkpoint) == Progress(1, 2, 3.0)
    for name, weights in first.other.state_dict().items():
        assert bool((again.other.state_dict()[name] == weights).all())
    for garbage in (b"", b"no checkpoint", files.weights.read_bytes()):
        files.checkpoint.write_bytes(garbage)
        with pytest.raises(BadOptions, match="is no checkpoint of such a run"):
            load_checkpoint(again, files.checkpoint)


def test_what_a_decision_brought_is_all_that_its_seat_gained_to_the_end() -> None:
    if INTERPRETED or find_spec("torch") is None:
        pytest.skip("torch is not installed (pip install torch), or rules are interpreted: nothing can be trained")
    from erre.lab.training.ppo import Learner
    from erre.lab.training.settings import Settings
    from erre.lab.training.tables import Tables

    task = replace(tasks()["rurare"], tables=(Table(2, {}, 1.0),))
    settings = Settings(samples=600, steps=150, trace=1.0, past=0.0)
    tables, learner = Tables(task, settings, "cpu"), Learner(task, settings, "cpu")
    tables.begin()
    rollout = tables.play(learner.network, (learner.other, learner.given))
    known = set(tables.judge().tolist())
    ends = rollout.done.nonzero().tolist()
    assert ends, "a game has ended"
    step, game = ends[0]
    before = [end for end, place in ends if place == game and end < step]
    first = max(before) + 1 if before else 0
    gains = rollout.reward[first : step + 1, game, :2].sum(0)
    for seat in range(2):
        expected = (gains[seat] - gains[1 - seat]) / task.scale
        decisions = [k for k in range(first, step + 1) if int(rollout.seat[k, game]) == seat]
        assert abs(float(rollout.target[decisions[0], game]) - float(expected)) < 1e-3
        assert decisions[0] * tables.games + game in known


def made_up(seed: int, first: int, count: int) -> Notes:
    """Notes of games that nobody played: three a game, the same for the same seed and game."""
    games = np.repeat(np.arange(first, first + count), 3)
    rows = [np.random.default_rng([seed, int(game), i % 3]).random(26) for i, game in enumerate(games)]
    notes = np.array(rows, np.float32)
    return Notes(notes[:, :24], notes[:, 24:], games)


def test_a_fitted_value_is_the_same_to_the_byte_after_an_interrupt(tmp_path: Path) -> None:
    value = task_of("rummy")
    assert isinstance(value, Fitting)
    small = replace(value, play=made_up, block=4, epochs=3)
    straight, broken = Files(tmp_path / "straight.npz"), Files(tmp_path / "broken.npz")
    figures = Run(small, 10, 5, straight, lambda row: None).go(resume=False)

    def interrupt(row: dict[str, Any]) -> None:
        if row.get("games") == 8 or row.get("epoch") == 2:
            raise KeyboardInterrupt

    for resume in (False, True):
        with pytest.raises(KeyboardInterrupt):
            Run(small, 10, 5, broken, interrupt).go(resume=resume)
    assert Run(small, 10, 5, broken, lambda row: None).go(resume=True) == figures
    assert broken.weights.read_bytes() == straight.weights.read_bytes()
    with pytest.raises(BadOptions, match="--games 10 --seed 5"):
        Run(small, 10, 6, broken, lambda row: None).go(resume=True)
    broken.checkpoint.write_bytes(b"no checkpoint")
    with pytest.raises(BadOptions, match="is no checkpoint"):
        Run(small, 10, 5, broken, lambda row: None).go(resume=True)


def test_the_page_of_a_fitted_value_shows_what_it_explains() -> None:
    rows = [{"seconds": 1.0, "games": 10, "notes": 99}]
    rows += [{"seconds": 2.0, "epoch": epoch, "points": 0.01 * epoch, "victory": 0.1} for epoch in (1, 2)]
    text = fitting_page("rummy", rows, ("points", "victory"), "erre train rummy")
    assert text.count("<polyline") == 2
    assert "99 choices of 10 games" in text
    assert fitting_page("rummy", [], ("points",), "erre train rummy")


def test_a_network_of_the_package_is_judged_without_torch(capsys: pytest.CaptureFixture[str]) -> None:
    evaluate = runpy.run_path(str(ROOT / "examples" / "training" / "evaluate.py"))["main"]
    weights = ROOT / "src" / "erre" / "bots" / "rurare" / "network.npz"
    evaluate(["rurare", str(weights), "greedy", "--seats", "2", "--deals", "2"])
    assert "2 deals: " in capsys.readouterr().out
