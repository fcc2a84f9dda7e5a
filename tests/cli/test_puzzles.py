"""`erre puzzles`: make, list, show and check, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from erre.cli import puzzles
from erre.core.errors import Refusal
from erre.puzzles.files import shipped


def test_a_file_is_made_listed_shown_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mine.jsonl.gz"
    puzzles.make_puzzles("rok", 3, 1, out)
    assert "3 puzzles" in capsys.readouterr().out
    puzzles.list_puzzles(out, True)
    listed = json.loads(capsys.readouterr().out)
    assert listed["seed"] == 1
    assert sum(listed["games"]["rok"].values()) == 3
    puzzles.check_puzzles(out, 10, 0, True)
    assert json.loads(capsys.readouterr().out) == {"checked": 3, "bad": []}
    puzzles.list_puzzles(None, False)
    assert "rummy" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["rage", "rok", "rummy", "rurare"])
def test_a_puzzle_is_shown_with_its_solution_only_where_it_is_asked_for(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = shipped().lines[game][0].id
    puzzles.show_puzzle(None, name, False, False)
    assert "solution" not in capsys.readouterr().out
    puzzles.show_puzzle(None, name, True, False)
    assert "solution: " in capsys.readouterr().out


def test_what_does_not_exist_is_refused(tmp_path: Path) -> None:
    for game, count in (("chess", 1), ("rok", 0)):
        with pytest.raises(Refusal):
            puzzles.make_puzzles(game, count, 1, tmp_path / "x.gz")
    with pytest.raises(Refusal, match="no puzzle"):
        puzzles.show_puzzle(None, "nothing", False, False)
    with pytest.raises(Refusal, match="at least 1"):
        puzzles.check_puzzles(None, 0, 0, False)
    with pytest.raises(Refusal, match="cannot be read"):
        puzzles.list_puzzles(tmp_path / "nothing.gz", False)
