"""Every command in the documentation works: it is run here with little to do, or by a test that is named here.

The commands are read from the pages, so a new line needs an entry here only if it cannot be run as it is: a server that
never ends, a database on another machine, a GPU.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from erre.bots.roster import check_name, split_names
from erre.games import game, game_names
from tests.cli.command import erre
from tests.conformance.games import Setting

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "ARCHITECTURE.md", *ROOT.glob("docs/*.md")])
PLACEHOLDER = re.compile(r"\b(FILE|RECORD|GAME|COMMAND|NAME|ADDRESS|FOLDER|FIRST|[NM])\b")

# Commands that need more context than this file gives them, by the words they begin with, and the tests that run them.
ELSEWHERE = {
    "erre serve": "tests/server/cluster/test_processes.py",
    "erre --https": "tests/server/https/test_served.py",
    "erre people": "tests/cli/test_people.py",
    "erre migrate": "tests/server/storage/test_migrate.py",
    "erre soak": "tests/cli/test_soak.py",
    "erre bench": "tests/cli/test_commands.py::test_the_bench_measures_and_prints_ratios",
    "erre new-game": "tests/cli/test_new_game.py::test_every_command_of_the_page_works",
    "erre conformance": "tests/cli/test_new_game.py::test_every_command_of_the_page_works",
    "erre leaderboard": "tests/lab/test_benchmark.py::test_the_command_checks_adds_and_shows",
    "erre cache clear": "tests/cli/test_upkeep.py::test_the_cache_is_shown_and_cleared",
    "erre completion": "tests/cli/test_upkeep.py::test_completion_knows_the_commands",
    "erre train": "tests/lab/test_training.py",
    "erre imitate": "tests/lab/test_imitation.py",
    "python benchmarks/integer_networks.py": "tests/lab/test_imitation.py",
    "python examples/training/evaluate.py": "tests/lab/test_training.py",
    "python benchmarks/rummy_solver.py": "tests/games/rummy/test_benchmark.py",
    "python -m erre.server.storage.backup": "tests/server/test_operating.py",
    "python -m erre.server.after.lessons": "tests/server/after/test_lessons.py",
    "python -m erre.server.api.wire_types": "tests/server/api/test_wire_types.py",
    "python -m tests.server.after.proof_vectors": "tests/server/after/test_replays.py",
    "python -m erre.lab.peer": "tests/lab/test_peer.py",
    "python -m pytest": "tests/test_tutorials.py",
}
GROUPS = {"puzzles"}  # commands that have commands of their own
# Commands of the launcher itself.
LAUNCHER = {"test", "check", "docs", "pins"}
# Measurements that take minutes, or need a GPU or a database.
MEASUREMENTS = {
    "benchmarks/gpu.py",
    "benchmarks/appends.py",
    "benchmarks/environments.py",
    "benchmarks/openspiel_python.py",
}
GAMES_OF_OTHERS = {"liars_pig"}  # created by `erre new-game`, whose test runs these commands

SHELLS = ("", "sh", "bash", "console")  # what code blocks with commands say they are

# Values that keep a run short; without a value, the option is left out.
SHORT = {
    "--games": "2",
    "--decisions": "8192",
    "--deals": "32",
    "--count": "1",
    "--sample": "2",
    "--seconds": "0.2",
    "--minutes": "0.02",
    "--playouts": "4",
    "--ray": "",
}
TYPED = {"play": "quit\n"}


@dataclass(frozen=True)
class Command:
    """A command in a page of the documentation."""

    page: str
    text: str
    is_block: bool  # a line of a code block; otherwise it is quoted in a sentence

    @property
    def words(self) -> list[str]:
        """Its words without comments, and `erre` for the launcher's path."""
        words = shlex.split(self.text, comments=True)
        return ["erre" if word == "./erre" else word for word in words]


def commands() -> list[Command]:
    """The different commands in shell blocks and in quotes; a quoted one counts if the same is in no block."""
    found: dict[tuple[str, ...], Command] = {}
    for page in PAGES:
        text = page.read_text("utf-8")
        fenced = re.findall(r"^ *```(\w*)\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)
        blocks = [block for language, block in fenced if language in SHELLS]
        lines = [line.removeprefix("$ ").strip() for block in blocks for line in block.splitlines()]
        quoted = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
        for line, is_block in [*((line, True) for line in lines), *((line, False) for line in quoted)]:
            if re.match(r"(\./erre|erre|python(?! -m pip))( |$)", line) and (is_block or " " in line):
                command = Command(page.name, line, is_block)
                key = tuple(command.words)
                if key not in found or (is_block and not found[key].is_block):
                    found[key] = command
    return list(found.values())


COMMANDS = commands()
IDS = [f"{one.page}: {shlex.join(one.words)}" for one in COMMANDS]


def elsewhere(words: list[str]) -> str | None:
    """The test that runs a command, if it is another file's."""
    text = " ".join(words)
    return next((test for begins, test in ELSEWHERE.items() if f"{text} ".startswith(f"{begins} ")), None)


@cache
def help_of(command: str) -> str:
    done = erre(*command.split(), "--help")
    assert done.returncode == 0, (command, done.stderr)
    return done.stdout


@pytest.mark.parametrize("command", COMMANDS, ids=IDS)
def test_every_command_and_each_of_its_flags_exists(command: Command) -> None:
    words = command.words
    if words[0] == "python":
        target = words[2] if words[1] == "-m" else words[1]
        if words[1] == "-m":
            target = f"{'' if target.startswith('tests.') else 'src/'}{target.replace('.', '/')}"
        path = ROOT / target
        names = (path.name, f"{path.name}.py", f"{path.name}/__main__.py")
        assert words[1:] == ["-m", "pytest"] or any((path.parent / name).exists() for name in names)
        return
    if len(words) > 1 and words[1] in LAUNCHER:
        assert f'"{words[1]}"' in (ROOT / "erre").read_text("utf-8")
        return
    name = words[1] if len(words) > 1 and not words[1].startswith("-") else ""
    if PLACEHOLDER.fullmatch(name):
        return
    if name in GROUPS and len(words) > 2:
        name = f"{name} {words[2]}"
    told = help_of(name) if name else help_of("") + help_of("serve")  # whose options need no command
    for word in words[1:]:
        if word.startswith("-") and word != "--help":
            assert re.search(rf"(?<![\w-]){re.escape(word.split('=')[0])}(?![\w-])", told), word


def runs_here(command: Command) -> bool:
    """Whether this file runs a command: a line of a code block that starts erre, and that no other test runs."""
    words = command.words
    is_ours = command.is_block and words[0] == "erre" and len(words) > 1 and words[1] not in LAUNCHER
    return is_ours and elsewhere(words) is None and not GAMES_OF_OTHERS & set(words)


LINES = [one for one in COMMANDS if runs_here(one)]


def test_the_documentation_has_commands() -> None:
    assert len(COMMANDS) > 40
    assert len(LINES) > 12
    assert {one.page for one in COMMANDS} >= {"README.md", "play.md", "bots.md", "lab.md", "cluster.md"}


@pytest.mark.parametrize("command", COMMANDS, ids=IDS)
def test_what_is_not_run_here_is_run_by_a_test_that_exists(command: Command) -> None:
    words = command.words
    if runs_here(command) or not command.is_block or words == ["erre"] or words[1] in LAUNCHER:
        return
    if (words[0] == "python" and words[1] in MEASUREMENTS) or GAMES_OF_OTHERS & set(words):
        return
    test = elsewhere(words)
    assert test is not None, "no test runs it: add it here, or to a test of its own"
    path, _, name = test.partition("::")
    assert (ROOT / path).exists(), path
    assert not name or f"def {name}(" in (ROOT / path).read_text("utf-8"), test


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the pages mention: a record and a deck."""
    here = tmp_path / "documented"
    here.mkdir()
    (here / "FILE.jsonl").write_text(record_of_rage(), "utf-8")
    (here / "mydeck.toml").write_text("knight = 14\nhouse = 9\n", "utf-8")
    return here


@cache
def record_of_rage() -> str:
    """A finished game."""
    return "".join(f"{line}\n" for line in Setting(game("rage"), 3, {}, 3).record().lines())


def shortened(words: list[str], folder: Path) -> list[str]:
    """A command with little to do, on the files of the folder."""
    short: list[str] = []
    given = iter(words)
    for word in given:
        if word in SHORT:
            next(given)
            short += [word, SHORT[word]] if SHORT[word] else []
        elif word.endswith("FILE.jsonl"):
            short.append(str(folder / "FILE.jsonl"))
        else:
            short.append({"GAME": "rage", "N": "3"}.get(word, word))
    if short[1] in ("simulate", "tournament", "whatif", "calibrate") and "--games" not in short:
        short += ["--games", SHORT["--games"]]
    return two_of_many(short) if short[1] == "tournament" else short


def two_of_many(words: list[str]) -> list[str]:
    """A tournament between the first two of its bots: all combinations of seven would take minutes."""
    at = words.index("--bots") + 1
    return [*words[:at], ",".join(words[at].split(",")[:2]), *words[at + 1 :]]


def test_every_bot_that_is_named_exists() -> None:
    named = [one for one in LINES if "--bots" in one.words]
    assert len(named) > 5
    for command in named:
        words = command.words
        name = next((word for word in words if word in game_names()), "rage")
        for bot in split_names(words[words.index("--bots") + 1]):
            check_name(game(name), bot)


@pytest.mark.parametrize("command", LINES, ids=lambda one: shlex.join(one.words))
def test_a_line_of_a_code_block_runs(command: Command, folder: Path, tmp_path: Path) -> None:
    text, _, after = command.text.partition(" | ")
    if after:
        typed = subprocess.run(shlex.split(text), capture_output=True, text=True, check=True).stdout
        words = ["erre", *shlex.split(after)[1:]]
    else:
        words = shortened(command.words, folder)
        typed = TYPED.get(words[1], "")
    done = erre(*words[1:], given=typed, home=tmp_path, folder=folder)
    assert done.returncode == 0, (words, done.stdout[-2000:], done.stderr[-2000:])
