"""The engine: machine code is never older than its source."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import erre
from erre.core.batch import arena_of
from erre.core.engine import sources_of
from erre.core.machine_code import imports_of, kernel_sources
from erre.core.record import GameRecord, Record, i8, i32
from erre.games import game

PACKAGE = Path(erre.__file__).parent
ASK = """
from erre.games.rage.rules.scoring import round_points
from erre.games.rage.state import Rage
s = Rage.new()
s.seats, s.round_no = 4, 1
s.bids[0] = s.tricks[0] = 3
print(round_points(s, 0))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package that a test may change."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "erre", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "src" / "erre"


def ask(copy: Path) -> str:
    """What a process of its own answers with that copy."""
    env = {**os.environ, "PYTHONPATH": str(copy.parent), "ERRE_CACHE": str(copy.parent.parent / "cache")}
    env.pop("NUMBA_DISABLE_JIT", None)
    done = subprocess.run([sys.executable, "-c", ASK], env=env, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def folders(copy: Path) -> set[str]:
    """The folders of machine code for Rage's rules."""
    return {path.name for path in (copy.parent.parent / "cache" / "kernels").glob("games.rage.rules.scoring-*")}


def change(path: Path, old: str, new: str) -> None:
    """Edit a file of the copy, as a text editor would."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_a_changed_rule_takes_effect_in_the_next_process(copy: Path) -> None:
    """The rule asked for lies in one file, the number it counts with in another, and a third is called between them."""
    assert ask(copy) == "13"
    assert ask(copy) == "13"
    assert len(folders(copy)) == 1
    change(copy / "games" / "rage" / "components.py", "RIGHT_BID = 10", "RIGHT_BID = 20")
    assert ask(copy) == "23"
    change(
        copy / "games" / "rage" / "rules" / "scoring.py",
        "trick_points(s, seat) + bid_points",
        "2 * trick_points(s, seat) + bid_points",
    )
    assert ask(copy) == "26"
    assert len(folders(copy)) == 3


def test_a_change_elsewhere_keeps_the_machine_code(copy: Path) -> None:
    """Outside the kernels, or in the kernels of another game."""
    ask(copy)
    change(copy / "cli" / "catalogue.py", "What there is to play", "What can be played")
    change(copy / "games" / "rummy" / "components.py", "from __future__", "from  __future__")
    ask(copy)
    assert len(folders(copy)) == 1


def test_bound_rules_are_kept_by_all_their_sources() -> None:
    """A loop of the arena is made of the game's rules as much as of its template."""
    loops = arena_of(game("rage"))
    names = {path.name for path in sources_of(loops.play_games)}
    assert {"arena.py", "play.py"} <= names
    assert sources_of(arena_of(game("rummy")).play_games) != sources_of(loops.play_games)


def test_names_of_modules_imported_over_several_lines_are_seen(tmp_path: Path) -> None:
    source = tmp_path / "kernel.py"
    source.write_text("from erre.games.rage import (\n    components,\n    state,\n)\n", "utf-8")
    assert {"components.py", "state.py"} <= {path.name for path in imports_of(source)}


def test_the_kernels_sources_are_the_rules_and_what_they_import() -> None:
    names = {path.relative_to(PACKAGE).as_posix() for path in kernel_sources()}
    assert {"games/rage/rules/play.py", "games/rage/components.py", "games/rage/state.py", "core/chance.py"} <= names
    assert not any(name.startswith("cli/") for name in names)
    for path in PACKAGE.rglob("*.py"):
        if "@wide_rule\n" in path.read_text("utf-8"):
            assert path.relative_to(PACKAGE).as_posix() in names


def test_a_field_may_not_have_a_name_that_numpy_uses() -> None:
    with pytest.raises((TypeError, RuntimeError)) as caught:
        type("Bad", (GameRecord,), {"round": i8()})
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
