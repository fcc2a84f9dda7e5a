"""Packages of `examples/` (or made by `erre new-game`), installed for a test and for nobody else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.forked import python

ROOT = Path(__file__).resolve().parents[2]


def install(package: Path, target: Path) -> Path:
    """Install a package into a folder of its own, without a network."""
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-config", "--python", sys.executable]
    alone = ["--no-deps", "--no-build-isolation", "--no-index", "--offline", "--no-cache"]  # pip may not be there
    command = [*uv, *alone, "--target", str(target), str(package)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return target


def environment(target: Path, **more: str) -> dict[str, str]:
    """An environment in which the package is installed next to Erre itself."""
    paths = [str(ROOT / "src"), str(target), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "COLUMNS": "120", **more}


def erre(env: dict[str, str], *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command there."""
    return python("-m", "erre", *words, given=given, env=env)
