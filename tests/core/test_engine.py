"""The engine: machine code is never older than its source, and never made twice."""

from __future__ import annotations

import compileall
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from py_compile import PycInvalidationMode
from subprocess import CompletedProcess

import pytest

import erre
from erre.core.batch import arena_of
from erre.core.fingerprint import fingerprint
from erre.core.record import GameState, Record, i8, i32
from erre.games import game
from tests.forked import afresh, python

PACKAGE = Path(erre.__file__).parent
ASK = """
from erre.games.rage.rules.scoring import round_points
from erre.games.rage.state import Rage
s = Rage.new()
s.seats, s.round_no = 4, 1
s.bids[0] = s.tricks[0] = 3
print(round_points(s, 0))
"""
ALONE = """
from erre.games.rage.game import GAME
type(GAME).entries = ""
from erre.core.entries import LISTS
LISTS.clear()
"""  # no list of entry points: the rule asked for is compiled on its own


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, as far as rules need it, with bytecode that holds for what a source says, not for when it was."""
    folder = tmp_path_factory.mktemp("package") / "erre"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("__pycache__", "lab", "puzzles", "server"))
    for part in (folder / "core", folder / "games" / "rage"):
        assert compileall.compile_dir(part, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    return folder


@pytest.fixture
def copy(package: Path, tmp_path: Path) -> Path:
    """A copy of the package that a test may change."""
    shutil.copytree(package, tmp_path / "src" / "erre")
    return tmp_path / "src" / "erre"


def ask(
    copy: Path,
    question: str = ALONE + ASK,
    start: Callable[..., CompletedProcess[str]] = python,
    **more: str,
) -> str:
    """What a process of its own answers with that copy."""
    env = {**os.environ, "PYTHONPATH": str(copy.parent), "ERRE_CACHE": str(copy.parent.parent / "cache"), **more}
    env["PYTHONDONTWRITEBYTECODE"] = "1"
    if "NUMBA_DISABLE_JIT" not in more:
        env.pop("NUMBA_DISABLE_JIT", None)
    done = start("-c", question, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def files(copy: Path) -> set[str]:
    """The files of machine code for the rule that is asked."""
    return {path.name for path in (copy.parent.parent / "cache" / "kernels").glob("games.rage.rules*")}


def change(path: Path, old: str, new: str) -> None:
    """Edit a file of the copy, as a text editor would."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_a_changed_rule_takes_effect_in_the_next_process(copy: Path) -> None:
    """The rule asked for lies in one file, the number it counts with in another, and a third is called between them."""
    assert ask(copy) == "13"
    assert ask(copy) == "13"
    assert len(files(copy)) == 1
    change(copy / "games" / "rage" / "components.py", "RIGHT_BID = 10", "RIGHT_BID = 20")
    assert ask(copy) == "23"
    change(
        copy / "games" / "rage" / "rules" / "scoring.py",
        "return trick_points",
        "return 2 * trick_points",
    )
    assert ask(copy) == "26"
    assert len(files(copy)) == 3


def test_what_the_rule_is_not_made_of_keeps_the_machine_code(copy: Path, tmp_path: Path) -> None:
    """Comments, other rules, other games; nor does it matter where the package lies and when it was written."""
    ask(copy)
    rules = copy / "games" / "rage" / "rules" / "scoring.py"
    change(rules, "from __future__", "# A remark.\nfrom __future__")
    change(copy / "games" / "rummy" / "components.py", "from __future__", "from  __future__")
    ask(copy)
    moved = tmp_path / "elsewhere" / "erre"
    shutil.copytree(copy, moved, copy_function=shutil.copyfile)
    ask(moved, start=afresh, ERRE_CACHE=str(tmp_path / "cache"))  # with another seed of hashes
    assert len(files(copy)) == 1


def test_code_that_was_cut_off_is_made_again(copy: Path) -> None:
    ask(copy)
    (name,) = files(copy)
    path = copy.parent.parent / "cache" / "kernels" / name
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert ask(copy) == "13"
    assert len(path.read_bytes()) == len(whole)


def test_a_cache_that_cannot_be_written_costs_only_time(copy: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where a folder should be")
    assert ask(copy, ERRE_CACHE=str(tmp_path / "taken")) == "13"


def test_another_version_of_numba_gets_plain_functions_and_a_warning(copy: Path) -> None:
    change(copy / "core" / "mode.py", 'NUMBA = "0.68"', 'NUMBA = "0.1"')
    listen = "import logging, sys\nlogging.basicConfig(stream=sys.stdout, format='%(levelname)s')\n"
    assert ask(copy, listen + ASK).splitlines() == ["WARNING", "13"]


def test_bound_rules_are_known_by_all_that_they_are_made_of() -> None:
    """A loop of the arena is made of the game's rules as much as of its template."""
    rage, rummy = (arena_of(game(name)).play_games for name in ("rage", "rummy"))
    assert fingerprint([rage]) == fingerprint([rage])
    assert fingerprint([rage]) != fingerprint([rummy])


def test_a_rule_that_a_profiler_has_watched_is_the_same_rule() -> None:
    """Numba changes the flags of its code then, and another process would compile what this one cannot find."""
    ask = """
import sys
from erre.core.fingerprint import fingerprint
from erre.games.rage.rules.scoring import round_points
from erre.games.rage.state import Rage
s = Rage.new()
s.seats, s.round_no = 4, 1
before, flags = fingerprint([round_points]), round_points.py_func.__code__.co_flags
sys.setprofile(lambda *_: None)
round_points(s, 0)
sys.setprofile(None)
print(flags == round_points.py_func.__code__.co_flags, fingerprint([round_points]) == before)
"""
    assert python("-c", ask, check=True).stdout.split()[1] == "True"


def test_a_field_may_not_have_a_name_that_numpy_uses() -> None:
    with pytest.raises((TypeError, RuntimeError)) as caught:
        type("Bad", (GameState,), {"round": i8()})
    assert "round" in str(caught.value) or "round" in str(caught.value.__cause__)


class Small(Record):
    """A record to try things on."""

    first: int = i8()
    wide: int = i32()


def test_a_record_reads_and_writes_its_fields_as_plain_numbers() -> None:
    s = Small.new()
    s.first, s.wide = 100, 100_000
    assert s.first + s.first == 200
    assert type(s.first) is int
    other = s.copy()
    other.first = 5
    assert (s.first, other.first, other.wide) == (100, 5, 100_000)
    assert Small.from_bytes(s.to_bytes()).to_bytes() == s.to_bytes()
    assert Small.dtype.itemsize == 8
