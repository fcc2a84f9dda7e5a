"""The launcher of a checkout, as far as it goes before anything is set up."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import hatch_build
import pytest

from erre.cli import main  # noqa: F401  (adds all commands)
from erre.cli.app import app

ROOT = Path(__file__).resolve().parents[2]


def load(checkout: Path) -> ModuleType:
    loader = SourceFileLoader("launcher", str(checkout / "erre"))
    spec = spec_from_loader("launcher", loader)
    assert spec is not None
    launcher = module_from_spec(spec)
    loader.exec_module(launcher)
    return launcher


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in which nothing is set up."""
    folder = tmp_path / "a folder [1]"
    (folder / "src" / "erre").mkdir(parents=True)
    shutil.copytree(ROOT / "src" / "erre" / "cli", folder / "src" / "erre" / "cli")
    shutil.copytree(ROOT / "requirements", folder / "requirements")
    (folder / "src" / "erre" / "games" / "rage").mkdir(parents=True)
    (folder / "src" / "erre" / "games" / "rage" / "game.py").touch()
    for name in ("erre", "pyproject.toml", "hatch_build.py"):
        shutil.copy(ROOT / name, folder)
    return folder


def test_it_knows_every_command_before_any_can_be_imported() -> None:
    assert {name for name in app if not name.startswith("-")} <= load(ROOT).known_commands()


def test_what_tools_leave_behind_does_not_make_the_client_stale(checkout: Path) -> None:
    launcher, web = load(checkout), checkout / "web"
    (web / "src").mkdir(parents=True)
    (web / "src" / "App.svelte").write_text("<p>Erre</p>")
    before = launcher.expected("client")
    for folder in hatch_build.NOT_SOURCES:
        (web / folder / "deeper").mkdir(parents=True)
        (web / folder / "deeper" / "file.json").write_text("{}")
    assert launcher.expected("client") == before
    (web / "src" / "App.svelte").write_text("<p>Erre!</p>")
    assert launcher.expected("client") != before


def test_it_knows_every_option_of_the_server_before_any_can_be_imported() -> None:
    options = {name for argument in app["serve"].assemble_argument_collection() for name in argument.names}
    assert options <= load(ROOT).serve_options()


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("--version", 0, "0.1.0"),
        ("--help", 0, "./erre test"),
        ("bogus", 2, "this is not understood: bogus"),
        ("serve --bogus", 2, "this is not understood: --bogus"),
        ("--bogus", 2, "this is not understood: --bogus"),
        ("serve --bogus=1", 2, "this is not understood: --bogus=1"),
        ("wheel --bogus", 1, "usage: ./erre wheel"),
        ("play chess", 2, "there is no game 'chess' here; there is rage"),
        ("simulate chess --games 2", 2, "there is no game 'chess' here"),
    ],
)
def test_it_answers_without_setting_anything_up(checkout: Path, command: str, status: int, said: str) -> None:
    done = subprocess.run([sys.executable, str(checkout / "erre"), *command.split()], capture_output=True, text=True)
    assert (done.returncode, said in done.stdout + done.stderr) == (status, True), done
    assert not (checkout / ".venv").exists()


def set_up_without_client(checkout: Path) -> None:
    """Let the checkout use the packages of this environment."""
    launcher = load(checkout)
    python = Path(launcher.PYTHON)
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    launcher.write_stamp("run")


@pytest.mark.parametrize(
    ("arguments", "is_refused"),
    [("--bogus", True), ("--port many", True), ("--port 70000", True), ("--workers 2", True), ("--port 0", False)],
)
@pytest.mark.parametrize("verb", [["serve"], []])
def test_wrong_arguments_are_refused_before_a_stale_client_is_built(
    checkout: Path, verb: list[str], arguments: str, is_refused: bool
) -> None:
    set_up_without_client(checkout)
    command = [sys.executable, str(checkout / "erre"), *verb, *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2, done  # what is not refused finds no sources of a client here
    assert ("building the browser client" not in done.stderr) == is_refused, done


@pytest.mark.parametrize("arguments", [[], ["serve"], ["--https"], ["--port=8000"], ["--no-browser", "--port", "8000"]])
def test_it_sets_up_a_client_to_serve_whether_or_not_the_command_is_named(
    checkout: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher = load(checkout)

    def ensure(*parts: str) -> None:
        raise InterruptedError(*parts)

    monkeypatch.setattr(launcher, "ensure", ensure)
    with pytest.raises(InterruptedError) as asked:
        launcher.main(arguments)
    assert asked.value.args == ("run", "client")
