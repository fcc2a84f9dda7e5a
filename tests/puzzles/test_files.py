"""Files of puzzles: garbage is refused with words, and other rules are left out."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from erre.puzzles.files import BadPuzzles, Header, read, shipped, write


@pytest.mark.parametrize(
    "data",
    [b"", b"hello", gzip.compress(b""), gzip.compress(b"{}"), gzip.compress(b'{"erre":"puzzles"}'), b"\x1f\x8b\x08"],
    ids=["nothing", "text", "empty", "no puzzles", "no header", "cut"],  # the packed bytes change with the time of day
)
def test_garbage_is_no_file_of_puzzles(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.gz"
    path.write_bytes(data)
    with pytest.raises(BadPuzzles):
        read(path)


def test_half_a_file_and_a_missing_one_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "half.gz"
    write(path, Header("puzzles", 1, 0, 1, {"rok": 1}), list(shipped())[:5])
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(BadPuzzles, match="not whole"):
        read(path)
    with pytest.raises(BadPuzzles, match="cannot be read"):
        read(tmp_path / "nothing.gz")
    with pytest.raises(BadPuzzles, match="cannot be written"):
        write(tmp_path / "no" / "folder.gz", Header("puzzles", 1, 0, 1, {}), [])


def test_puzzles_by_other_rules_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "old.gz"
    puzzles = [puzzle for puzzle in shipped() if puzzle.game == "rok"][:3]
    write(path, Header("puzzles", 1, 0, 3, {"rok": 999}), puzzles)
    assert len(read(path)[1]) == 0


def test_another_file_adds_to_the_shipped_ones(tmp_path: Path) -> None:
    path = tmp_path / "more.gz"
    some = list(shipped())[:3]
    from erre.games import all_games

    write(path, Header("puzzles", 1, 0, 3, {game.name: game.rules_version for game in all_games()}), some)
    assert len(shipped(str(path))) == len(shipped())
