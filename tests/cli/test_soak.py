"""`erre soak`: what it runs, how it ends, and what it refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from erre.bots.rummy import trial
from erre.cli import soak as command
from erre.core.errors import BadOptions


def test_a_short_soak_of_messages_keeps_every_promise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "MESSAGES", 2000)
    monkeypatch.setattr(command, "UNDER_LIMITS", 240)
    assert command.soak("fuzz", minutes=1, seed=2, json=True) == 0
    said = json.loads(capsys.readouterr().out)["fuzz"]
    assert said["clean"] is True
    assert said["messages"] >= 2000
    assert said["accidents"] == 0


def test_a_soak_that_breaks_a_promise_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "fuzzing", lambda *_: {"clean": False, "words": ["one accident"]})
    assert command.soak("fuzz", minutes=1) == 1
    assert "A PROMISE WAS BROKEN" in capsys.readouterr().out


@pytest.mark.parametrize(("what", "minutes"), [("everything", 1.0), ("fuzz", 0.0), ("live", 1e9), ("rummy", -1.0)])
def test_a_soak_without_bounds_is_refused(what: str, minutes: float) -> None:
    with pytest.raises(BadOptions):
        command.soak(what, minutes)


def test_the_trial_of_a_game_may_need_a_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "ORACLE", "tests.games.rummy.nothing")
    with pytest.raises(BadOptions, match="checkout"):
        command.soak("rummy", minutes=1)


@pytest.mark.parametrize("part", ["tests.games.rummy.oracle", "tests.real_servers"])
def test_what_a_soak_needs_of_the_tests_is_found_wherever_it_is_started(part: str, tmp_path: Path) -> None:
    code = f"from erre.trials.sources import module_of_tests; module_of_tests({part!r})"
    subprocess.run([sys.executable, "-P", "-c", code], cwd=tmp_path, check=True)
