"""The launcher of a checkout, as far as it goes before anything is set up."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from erre.cli import main  # noqa: F401  (adds all commands)
from erre.cli.app import app

ROOT = Path(__file__).resolve().parents[2]


def test_it_knows_every_command_before_any_can_be_imported() -> None:
    loader = SourceFileLoader("launcher", str(ROOT / "erre"))
    spec = spec_from_loader("launcher", loader)
    assert spec is not None
    launcher = module_from_spec(spec)
    loader.exec_module(launcher)
    assert {name for name in app if not name.startswith("-")} <= launcher.known_commands()


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [("--version", 0, "0.1.0"), ("--help", 0, "./erre test"), ("bogus", 2, "this is not understood: bogus")],
)
def test_it_answers_without_setting_anything_up(tmp_path: Path, command: str, status: int, said: str) -> None:
    checkout = tmp_path / "a folder [1]"
    (checkout / "src" / "erre").mkdir(parents=True)
    shutil.copytree(ROOT / "src" / "erre" / "cli", checkout / "src" / "erre" / "cli")
    for name in ("erre", "pyproject.toml"):
        shutil.copy(ROOT / name, checkout)
    done = subprocess.run([sys.executable, str(checkout / "erre"), command], capture_output=True, text=True)
    assert (done.returncode, said in done.stdout + done.stderr) == (status, True), done
    assert not (checkout / ".venv").exists()
