"""OpenSpiel's search as a bot: an example of another program on the leaderboard."""

from __future__ import annotations

import io
import json
import runpy
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from erre.bots.process import ProcessBot
from erre.core.game import Position
from erre.games import game

BOT = Path(__file__).parents[2] / "examples" / "openspiel_bot.py"


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="open_spiel is not installed")
def test_it_chooses_legal_moves_and_the_same_ones_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []
    for name in ("rage", "rurare"):
        played = game(name)
        position = Position.new(played, 3, seed=1).position
        seat = position.turn[-1]
        asked += [ProcessBot(played, "none", seed=4).turn_message(position.view(seat), 10.0)] * 2
    monkeypatch.setattr(sys, "argv", [str(BOT), "2"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(json.dumps(turn) + "\n" for turn in asked)))
    runpy.run_path(str(BOT))
    moves = [json.loads(line)["move"] for line in capsys.readouterr().out.splitlines()]
    assert [move in turn["moves"] for move, turn in zip(moves, asked, strict=True)] == [True] * 4
    assert (moves[0], moves[2]) == (moves[1], moves[3])
