"""Shared code names no game: whatever is particular to one stands in that game's own folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# As a word of its own in any case, and as a part of a name: RageGame, rok_race.
NAMES = re.compile(
    r"(?<![A-Za-z])(?i:rage|rurare|ru-ra-re|rok|rummy)(?![A-Za-z])|(Rage|RuRaRe|Rurare|Rok|Rummy)(?![a-z])"
)
SHARED = (
    "src/erre/cli",
    "src/erre/core",
    "src/erre/lab",
    "src/erre/race",
    "src/erre/server",
    "src/erre/table",
    "src/erre/terminal",
    "src/erre/trials",
    "web/src/lib",
    "web/src/rules",
    "web/src/shell",
)
BOTS = ROOT / "src/erre/bots"  # only what lies in the folder itself: each game has a folder of its own there
NOT_OURS = ("src/erre/server/client/",)  # built from web/, which is searched itself
SOURCES = ("*.py", "*.ts", "*.svelte", "*.css")


def sources(folder: str) -> list[Path]:
    """The sources of a folder."""
    found = [path for pattern in SOURCES for path in sorted((ROOT / folder).rglob(pattern))]
    return [path for path in found if not path.relative_to(ROOT).as_posix().startswith(NOT_OURS)]


@pytest.mark.parametrize("folder", SHARED)
def test_shared_folders_name_no_game(folder: str) -> None:
    assert sources(folder), f"{folder} is gone: correct the list"
    assert_no_game(sources(folder))


def test_bots_outside_the_games_folders_name_no_game() -> None:
    assert_no_game(sorted(BOTS.glob("*.py")))


def assert_no_game(paths: list[Path]) -> None:
    for path in paths:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            found = NAMES.search(line)
            assert found is None, f"{path.relative_to(ROOT)}:{number} names {found[0]}: {line.strip()}"


@pytest.mark.parametrize("line", ['"rok": 1', "class RageGame", "RummyView", "# in Ru-Ra-Re", "is_rok"])
def test_the_search_finds_a_name_wherever_it_stands(line: str) -> None:
    assert NAMES.search(line)


@pytest.mark.parametrize("line", ["storage", "a broken line", "average", "Broken"])
def test_the_search_finds_nothing_in_other_words(line: str) -> None:
    assert not NAMES.search(line)
