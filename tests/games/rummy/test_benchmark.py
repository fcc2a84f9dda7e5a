"""The command that the documentation gives for measuring the solver runs."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.forked import python
from tests.games.rummy import oracle

ROOT = Path(__file__).parents[3]
SCRIPT = "benchmarks/rummy_solver.py"


def test_the_documentation_names_the_script() -> None:
    assert f"python {SCRIPT}" in (ROOT / "docs" / "performance.md").read_text("utf-8")


@pytest.mark.parametrize("flags", [[], ["--rule", "free"], ["--fewest-changes"]])
def test_the_script_measures(flags: list[str]) -> None:
    words = [SCRIPT, "--turns", "3", "--repeat", "1", "--json", *flags]
    places = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = python(*words, folder=ROOT, env=places, check=True)
    figures = json.loads(done.stdout)
    assert figures["count"] == 3
    assert 0 <= figures["median_ms"] <= figures["max_ms"]


@pytest.mark.parametrize("flags", [[], ["--fewest-changes"]])
def test_the_comparison_with_the_model_runs_as_its_help_says(
    flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert oracle.main(["--positions", "3", "--seed", "1", *flags]) == 0
    assert "3 positions compared" in capsys.readouterr().out
