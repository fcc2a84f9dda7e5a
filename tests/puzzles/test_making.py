"""Makers: reproducible to the byte, resumed where they were, and never a puzzle twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from erre.core.errors import BadOptions
from erre.core.puzzles import need_maker
from erre.games import game as find_game
from erre.puzzles.files import BadPuzzles, read
from erre.puzzles.making import make, wanted

GAMES = ("rage", "rok", "rummy", "rurare")


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_file(name: str, tmp_path: Path) -> None:
    one, other = tmp_path / "one.gz", tmp_path / "other.gz"
    found = make([find_game(name)], 3, 5, one)
    make([find_game(name)], 3, 5, other)
    assert one.read_bytes() == other.read_bytes()
    assert len({puzzle.id for puzzle in found}) == 3
    assert [puzzle.id for puzzle in read(one)[1]] == [puzzle.id for puzzle in found]
    assert not list(tmp_path.glob("*.making"))


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    game, whole, broken = find_game("rok"), tmp_path / "whole.gz", tmp_path / "broken.gz"
    make([game], 6, 5, whole)
    done: list[int] = []

    def stop(count: int) -> None:
        done.append(count)
        if len(done) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make([game], 6, 5, broken, stop)
    journal = tmp_path / "broken.gz.making"
    journal.write_bytes(journal.read_bytes() + b'{"game":"rok","nu')  # half a line
    with pytest.raises(BadPuzzles, match="another seed"):
        make([game], 6, 6, broken)
    make([game], 6, 5, broken)
    assert broken.read_bytes() == whole.read_bytes()


def test_kinds_are_shared_out_and_nonsense_is_refused(tmp_path: Path) -> None:
    for name in GAMES:
        maker = need_maker(find_game(name))
        assert sum(wanted(maker, 7).values()) == 7
    for count, seed in ((0, 1), (1, -1), (1, 2**63)):
        with pytest.raises(BadOptions):
            make([find_game("rok")], count, seed, tmp_path / "x.gz")
