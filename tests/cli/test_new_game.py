"""`erre new-game`: the package it makes works at once, and so does every command of the page about it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from erre.cli.new_game import make_game, name_of
from erre.core.errors import BadOptions
from tests.examples.installed import ROOT, environment, erre, install
from tests.forked import python

PAGE = ROOT / "docs" / "new-game.md"


def commands() -> list[list[str]]:
    """Every command of the page, in its order."""
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


def test_every_command_of_the_page_works(tmp_path: Path) -> None:
    env = environment(tmp_path / "site", NUMBA_DISABLE_JIT="1", ERRE_HOME=str(tmp_path / "home"))
    for words in commands():
        if words[0] == "pip":
            install(tmp_path / words[-1], tmp_path / "site")
            continue
        assert words[0] == "erre"
        typed = "roll\nhold\n" * 200 if words[1] == "play" else ""
        done = python("-m", *words, given=typed, env=env, folder=tmp_path)
        assert done.returncode == 0, (words, done.stdout, done.stderr)


def test_the_new_game_conforms_and_its_files_name_it(tmp_path: Path) -> None:
    make_game("Liar's Dice", tmp_path / "made")
    source = (tmp_path / "made" / "erre_liars_dice" / "__init__.py").read_text("utf-8")
    assert 'name, title = "liars_dice", "Liar\'s Dice"' in source
    assert "class LiarsDice(GameState)" in source
    assert not re.search("newgame|NewGame|New Game", source)
    env = environment(install(tmp_path / "made", tmp_path / "site"))
    done = erre(env, "conformance", "liars_dice", "--settings", "4")
    assert done.returncode == 0, done.stdout
    assert "Liar's Dice conforms." in done.stdout


def test_conformance_finds_what_is_wrong(tmp_path: Path) -> None:
    make_game("Liar's Dice", tmp_path / "made")
    file = tmp_path / "made" / "erre_liars_dice" / "__init__.py"
    file.write_text(file.read_text("utf-8").replace("s.gathered == 0:", "s.gathered < 0:"), "utf-8")
    env = environment(install(tmp_path / "made", tmp_path / "site"), NUMBA_DISABLE_JIT="1")
    done = erre(env, "conformance", "liars_dice", "--settings", "2")
    assert done.returncode == 1
    assert "allowed but not listed: hold" in done.stdout


@pytest.mark.parametrize("title", ["", "42", "rage", "Class", 'A "game"', "x" * 60, "a\nb", "{x}"])
def test_titles_that_make_no_name_are_refused(title: str) -> None:
    with pytest.raises(BadOptions):
        name_of(title)


def test_a_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine")
    with pytest.raises(BadOptions, match="not empty"):
        make_game("Pig", tmp_path)
