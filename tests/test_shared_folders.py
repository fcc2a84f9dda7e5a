"""Shared folders name no game: whatever belongs to one is in the game's own folders."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from erre.games import game, own_names

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "erre"
SHARED = (
    *(
        "core",
        "terminal",
        "bots",
        "lab",
        "cli",
        "table",
        "clubs",
        "puzzles",
        "race",
        "trials",
        "server",
        "wasm",
        "offline",
    ),
)
CLIENT = ("lib", "shell", "rules", "styles")
SUFFIXES = {".py", ".css", ".ts", ".svelte", ".json", ".html"}


def names() -> str:
    """A pattern for every game: its name, its title, and types that begin with it."""
    words = [re.escape(word) for name in own_names() for word in (name, game(name).title)]
    types = [game(name).record_type.__name__ for name in own_names()]
    return rf"(?i:(?<![a-z])(?:{'|'.join(words)})(?![a-z]))|(?<![A-Za-z])(?:{'|'.join(types)})(?=[A-Z])"


def shared_files() -> list[Path]:
    """Every file that must not know a game; among the bots, the folders of games are theirs."""
    built = {PACKAGE / "server" / "client", PACKAGE / "server" / "engine"}
    own = {PACKAGE / "bots" / name for name in own_names()} | built
    folders = [PACKAGE / name for name in SHARED] + [ROOT / "web" / "src" / name for name in CLIENT]
    found = [path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in SUFFIXES]
    return [path for path in found if not own & set(path.parents)]


def test_the_pattern_finds_names_as_they_are_written() -> None:
    pattern = re.compile(names())
    for text in ("rage", "a game of Rage.", '"rok"', "RokView", "RuRaReEvent", "erre.games.rummy.moves", "Ru-Ra-Re's"):
        assert pattern.search(text), text
    for text in ("storage", "broken", "averages", "stroke", "crummy", "Stroke"):
        assert not pattern.search(text), text


@pytest.mark.parametrize("path", shared_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_shared_file_names_no_game(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    found = [f"{number}: {line.strip()}" for number, line in enumerate(lines, 1) if re.search(names(), line)]
    assert found == []
