"""What a page finds when the rules play a record again: legal moves, or the first illegal one with its rule."""

from __future__ import annotations

import json

import pytest

from erre.core.gamefile import GameFile
from erre.games import all_games
from erre.games import game as find_game
from erre.offline.judging import judge, judged
from tests.conformance.games import Setting

GAMES = [one.name for one in all_games()]


def record(name: str) -> GameFile:
    game = find_game(name)
    return Setting(game, game.least_seats, {}, 12).record()


def text_of(file: GameFile) -> str:
    return "".join(f"{line}\n" for line in file.lines())


@pytest.mark.parametrize("name", GAMES)
def test_a_true_record_is_legal(name: str) -> None:
    file = record(name)
    assert json.loads(judge(text_of(file))) == {"kind": "legal", "moves": len(file.moves), "outcome": "true"}


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_move_is_refused_with_its_reason(name: str) -> None:
    file = record(name)
    at = len(file.moves) // 2
    file.moves[at].move = file.moves[0].move if file.moves[at].move != file.moves[0].move else file.moves[1].move
    found = judged(text_of(file))
    assert found.kind == "illegal"
    assert found.moves >= at
    assert found.why


def test_a_lay_of_tiles_that_nobody_holds_names_the_rule() -> None:
    file = record("rummy")
    at = max(k for k, line in enumerate(file.moves) if line.move.startswith("lay"))
    file.moves[at].move = "lay [B1a B2a B3a] [B1a B2b B3b]"
    found = judged(text_of(file))
    assert (found.kind, found.moves, found.rule) == ("illegal", at, "§5.4")


def test_another_outcome_is_found_out() -> None:
    file = record(GAMES[0])
    assert file.end is not None
    assert file.end.outcome is not None
    file.end.outcome.scores[0] += 1
    assert judged(text_of(file)).outcome == "false"


@pytest.mark.parametrize("text", ["", "rubbish", '{"line":"game"}'])
def test_what_is_no_record_is_not_judged(text: str) -> None:
    assert judged(text).kind == "unknown"
