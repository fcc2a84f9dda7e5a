"""`python -m tests.e2e.stills`: the drawings of pieces that pictures in notebooks use, from the client's art."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hatch_build import install_packages, run_node

from erre.core.stills import FILE
from tests.e2e.served import ROOT

GAMES = ROOT / "src" / "erre" / "games"


def drawn() -> dict[str, str]:
    """What each game's file should contain."""
    install_packages(ROOT / "web")
    with tempfile.TemporaryDirectory() as folder:
        run_node(ROOT / "web", "stills.mjs", folder)
        return {path.stem: path.read_text() for path in Path(folder).glob("*.json")}


def main() -> None:
    """Draw and write all of them."""
    for game, content in drawn().items():
        (GAMES / game / FILE).write_text(content)


if __name__ == "__main__":
    main()
