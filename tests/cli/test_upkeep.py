"""Commands about the installation itself: doctor, cache, completion; and those that answer at once."""

from __future__ import annotations

import json
import os
from importlib.metadata import EntryPoint
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import erre.games as registry
from erre.cli import cache, doctor
from erre.cli.app import app
from erre.cli.main import COMMANDS, is_plain
from erre.cli.shells import complete
from erre.core.errors import BadOptions
from erre.games import game
from erre.trials.setting import Setting
from tests.cli.command import erre
from tests.forked import python


def start(*words: str, **variables: str) -> CompletedProcess[str]:
    """Run the command with its imports, without the machine code that a warm process has loaded."""
    env = {**os.environ, "COLUMNS": "120", **variables}
    return python("-m", "erre", *words, env=env)


def state_of(what: str) -> doctor.Finding:
    """What the doctor says of one thing."""
    return next(finding for finding in doctor.findings() if finding.what == what)


def test_the_doctor_looks_at_everything_and_knows_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(doctor.findings())
    assert {"Erre", "Python", "packages", "engine", "machine code", "GPU", "port", "games"} <= {f.what for f in found}
    assert all(finding.advice for finding in found if finding.state != "ok")
    monkeypatch.setattr(doctor, "installed_version", lambda name: "")
    assert state_of("packages").state == "problem"
    assert "numba" in state_of("packages").advice
    assert state_of("polars") == doctor.Finding(
        "polars", "note", "not installed: results as Parquet", "pip install '.[lab]'"
    )


def test_the_doctor_names_a_taken_port_a_missing_client_and_a_broken_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "CLIENT", tmp_path)
    assert state_of("browser client").state == "note", "a checkout builds it when it is needed"
    monkeypatch.setattr(doctor, "is_checkout", lambda: False)
    monkeypatch.setattr(registry, "entry_points", lambda group: [EntryPoint("fifth", "no_such_package:GAME", group)])
    for remembered in (registry.foreign_points, registry.game_named, registry.broken_games):
        remembered.cache_clear()
    try:
        with pytest.raises(SystemExit, match="1"):
            doctor.examine(json=True)
    finally:
        monkeypatch.undo()
        for remembered in (registry.foreign_points, registry.game_named, registry.broken_games):
            remembered.cache_clear()
    states = {one["what"]: one["state"] for one in json.loads(capsys.readouterr().out)}
    assert states["browser client"] == "problem"
    assert states["game fifth"] == "problem"
    assert states["games"] == "ok"


def test_the_cache_is_shown_and_cleared(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ERRE_CACHE", str(tmp_path / "kept"))
    kernels = tmp_path / "kept" / "kernels"
    kernels.mkdir(parents=True)
    for name in ("rage-1234", "rage-5678", "core-90ab"):
        (kernels / name).write_bytes(b"x" * 500)
    cache.show_cache(json=True)
    shown = json.loads(capsys.readouterr().out)
    assert [(one["module"], one["files"]) for one in shown["modules"]] == [("core", 1), ("rage", 2)]
    assert shown["bytes"] == 1500
    assert set(shown["ready"]) | set(shown["missing"]) == set(registry.own_names())
    cache.show_cache(json=False)
    assert "3 files" in capsys.readouterr().out
    cache.clear_cache(json=True)
    assert json.loads(capsys.readouterr().out) == {"removed": 3, "bytes": 1500}
    assert not (tmp_path / "kept").exists()
    cache.clear_cache(json=False)  # nothing to remove is no mistake
    assert "0 files" in capsys.readouterr().out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_the_commands(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert COMMANDS  # importing them is what adds them
    complete(app, shell, install=False)  # type: ignore[arg-type]
    script = capsys.readouterr().out
    assert "tournament" in script
    assert "verify" in script


def test_a_zsh_that_has_loaded_its_completions_learns_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".zshrc").write_text("autoload -Uz compinit && compinit")
    complete(app, "zsh", install=True)
    complete(app, "zsh", install=True)  # once more changes nothing
    start = (tmp_path / ".zshrc").read_text().splitlines()
    assert start[0] == "autoload -Uz compinit && compinit"
    assert len(start) == 2
    path = Path(start[1].split('"')[1])
    assert str(path) in capsys.readouterr().out
    assert "compdef _cyclopts_erre erre" in path.read_text("utf-8")
    assert "_cyclopts_erre() {" in path.read_text("utf-8")


def test_completion_of_an_unknown_shell_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    with pytest.raises(BadOptions, match="tcsh"):
        complete(app, None, install=False)


def test_quick_commands_never_compile(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    Setting(game("rurare"), 2, {}, 3).record().write(record)
    empty = tmp_path / "cache"
    commands = (
        *(("--help",), ("--version",), ("games",), ("games", "--json"), ("rules", "rage", "3.2")),
        *(("verify", str(record)), ("replay", str(record)), ("nonsense",), ("play", "chess")),
        *(("simulate", "rage", "--seats", "99"), ("simulate", "rage", "--bots", "nobody")),
    )
    for words in commands:
        done = start(*words, ERRE_CACHE=str(empty))
        assert done.returncode in (0, 2), (words, done.stderr)
        assert "Compiling" not in done.stderr, words
        assert not empty.exists(), words


def test_games_for_programs() -> None:
    said = json.loads(erre("games", "--json").stdout)
    rage = next(one for one in said["games"] if one["name"] == "rage")
    assert rage["seats"] == [3, 8]
    assert rage["options"]["slam"]["default"] is False
    assert "champion" in rage["bots"]
    assert said["broken"] == {}


def test_the_help_names_the_exit_codes() -> None:
    assert "Exit codes" in erre("--help").stdout


TABLES = (
    "simulate whatif tournament judge benchmark leaderboard exploitability exploit analyse calibrate games bench "
    "doctor cache"
)


@pytest.mark.parametrize("command", [*TABLES.split(), "people", "wasm", "offline", "conformance", "verify"])
def test_a_command_that_prints_a_table_prints_json_as_well(command: str) -> None:
    assert COMMANDS
    assert "--json" in {name for argument in app[command].assemble_argument_collection() for name in argument.names}


def test_sizes_of_modules_for_programs(tmp_path: Path) -> None:
    said = json.loads(erre("wasm", "rurare", "--out", str(tmp_path), "--json").stdout)
    assert said["folder"] == str(tmp_path)
    assert {one["name"]: one["bytes"] for one in said["files"]} == {
        path.name: path.stat().st_size for path in tmp_path.glob("*.wasm")
    }


def test_the_leaderboard_for_programs() -> None:
    board = Path(__file__).parents[2] / "benchmarks" / "leaderboard.json"
    said = json.loads(erre("leaderboard", str(board), "--deals", "0", "--json").stdout)
    assert said["entries"][0]["score"] >= said["entries"][1]["score"]
    assert set(said["entries"][0]["edges"]) == set(registry.own_names())


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("verify a.jsonl", True),
        ("verify a.jsonl --page b.html", False),
        ("verify --page=b.html a.jsonl", False),
        ("", False),
    ],
)
def test_a_command_that_makes_webassembly_has_the_compiler(words: str, plain: bool) -> None:
    assert is_plain(words.split()) is plain
