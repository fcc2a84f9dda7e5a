"""The levels in a page: Python in a browser asks the modules, and every answer is the one that a server gives."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from erre.bots import has_levels
from erre.bots.contract import LEVELS, Budget
from erre.bots.roster import hint, make_bot
from erre.core.game import AnyGame
from erre.games import all_games
from erre.offline.downloads import CannotGather, download_wheel
from erre.offline.pack import archive
from erre.offline.pieces import MSGSPEC, PACKED, fetched, python_files
from erre.wasm.build import build
from tests.conformance.games import Setting
from tests.wasm.compare import node

SCRIPT = Path(__file__).with_name("ask_levels.ts")
GAMES = [one for one in all_games() if one.entries and has_levels(one) and not one.is_race]
PLAYOUTS = 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything that a page has."""
    made = tmp_path_factory.mktemp("page")
    try:
        files = {**python_files(), "msgspec.whl": fetched(MSGSPEC, download_wheel), "erre.zip": archive()}
    except CannotGather as error:
        pytest.skip(f"Python for browsers cannot be had here: {error}")
    for game in GAMES:
        files |= build(game.name)
    for name, content in files.items():
        plain = gzip.decompress(content) if name.endswith(PACKED) else content
        (made / name.removesuffix(PACKED)).write_bytes(plain)
    return made


def questions(game: AnyGame) -> list[dict[str, Any]]:
    """Each level and the hint in some positions of a game."""
    met = [position.view(seat) for position, seat, _ in Setting(game, game.least_seats, {}, 6).walk()]
    asked = [*LEVELS, "hint"]
    views = met[:: max(1, len(met) // len(asked))]
    return [
        {"game": game.name, "level": level, "view": msgspec.to_builtins(view), "playouts": PLAYOUTS}
        for level, view in zip(asked, views, strict=False)
    ]


def answer_here(question: dict[str, Any]) -> Any:
    """What this process advises."""
    game = next(one for one in GAMES if one.name == question["game"])
    view, budget = msgspec.convert(question["view"], game.view_type), Budget(playouts=question["playouts"])
    bot = question["level"]
    advice = hint(game, view, budget) if bot == "hint" else make_bot(game, bot, 5).advise(view, budget)
    return json.loads(msgspec.json.encode(advice))


def test_every_level_advises_in_a_page_what_it_advises_on_a_server(folder: Path) -> None:
    asked = [question for game in GAMES for question in questions(game)]
    done = subprocess.run(
        [node(), "--no-warnings", str(SCRIPT), str(folder)],
        input=json.dumps(asked).encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    for question, there in zip(asked, json.loads(done.stdout), strict=True):
        assert there == answer_here(question), (question["game"], question["level"])
    assert {question["game"] for question in asked} == {game.name for game in GAMES}
