"""Hints for Rummy: what can be laid now, and what a champion would do; judged as the analysis judges it afterwards."""

from __future__ import annotations

from typing import cast

import pytest

from erre.bots.contract import Advice, Budget
from erre.bots.kernel_bot import KernelBot, fresh_luck
from erre.bots.roster import hint
from erre.bots.rummy import weigh
from erre.core.game import AnyGame, Move, Position
from erre.core.mode import INTERPRETED
from erre.games.rummy import GAME
from erre.games.rummy.moves import Draw, Lay, Pass, RummyMove
from erre.games.rummy.views import RummyView
from erre.lab.analyse import judged
from tests.games.rummy.table import Table, laid_out

BUDGET = Budget(playouts=GAME.analysis_playouts)
BEFORE = "[R6 R7 R8] [B1 G1 Y1]"


def positions(seed: int) -> list[Position]:
    """Turns of opened players, some steps apart, out of a game between bots."""
    position = Position.new(GAME, 2, {"hands": 1}, seed=seed).position
    bots = [KernelBot(GAME, "greedy", seed=seat) for seat in range(2)]
    found = []
    while position.outcome is None:
        seat = position.turn[0]
        if position.to_json()["opened"][seat] and len(position.legal(seat)) > 1:
            found.append(position)
        position = position.play(seat, bots[seat].move(position.view(seat))).position
    return found[:: 8 if INTERPRETED else 3]


def worth(advice: Advice, move: Move) -> float:
    """What the advice says that a move is worth."""
    text = cast(AnyGame, GAME).format_move(move)
    return next(choice.value for choice in advice.choices if choice.move == text)


@pytest.mark.parametrize("seed", [3, 4])
def test_a_hint_and_the_analysis_judge_a_position_alike(seed: int) -> None:
    found = positions(seed)
    compared = 0
    for position in found:
        seat = position.turn[0]
        view = position.view(seat)
        assert isinstance(view, RummyView)
        given = hint(GAME, view, Budget(milliseconds=600))
        plain: RummyMove = Draw() if view.pool else Pass()
        for made in (plain, *(move for move in position.legal(seat) if isinstance(move, Lay))):
            later = judged(GAME, view, made, "champion", BUDGET, fresh_luck(position.truth.moves_made))
            if len(later.choices) == 1 or len(given.choices) == 1:
                continue  # one of them had nothing to weigh
            assert (later.move, later.reason) == (given.move, given.reason)
            assert worth(later, given.move) == worth(given, given.move)
            compared += 1
    assert compared > 0


def test_the_same_position_always_gets_the_same_hint() -> None:
    view = laid_out(BEFORE, "R9 B10 B11 B12 G9", "Y2 Y5 Y8", pool="G2 G3 G5 R1 R2").position.view(0)
    assert hint(GAME, view) == hint(GAME, view, Budget(milliseconds=10))


@pytest.mark.parametrize(
    ("before", "rack", "most", "changed"),
    [
        (BEFORE, "R9 G13 Y5", 1, 1),
        (BEFORE, "R9 B10 B11 B12 G13", 4, 1),
        ("[G2 G3 G4 G5] [R7 R8 R9] [B9 G9 Y9]", "G6 Y2 B2 Y13", 3, 1),
    ],
)
def test_a_hint_shows_the_most_that_can_be_laid_and_changes_little(
    before: str, rack: str, most: int, changed: int
) -> None:
    table = laid_out(before, rack, "Y2 Y4 Y8 R13", pool="G12 G11 R1 R2 B3")
    advice = hint(GAME, table.position.view(0))
    assert advice.numbers["most"] == most
    after = Table(table.position.play(0, str(advice.numbers["now"])).position)
    old = [sorted(meld) for meld in table.position.to_json()["table"]]
    new = [sorted(meld) for meld in after.position.to_json()["table"]]
    assert sum(meld not in new for meld in old) == changed


def test_a_hint_to_open_with_few_tiles_tells_the_most_that_could_be_laid() -> None:
    pool, opened = "G12 G11 R1 R2 B3", [False, True]
    table = laid_out("", "R10 R11 R12 B1 B2 B3 G9 Y5", "Y2 Y4 Y8 R13 G12", pool=pool, opened=opened)
    advice = hint(GAME, table.position.view(0))
    assert (advice.reason, advice.numbers["tiles"], advice.numbers["most"]) == ("rummy.small", 3, 6)
    after = table.position.play(0, str(advice.numbers["now"])).position
    assert len(after.to_json()["racks"][0]) == 2


def test_a_hint_without_a_lay_says_so() -> None:
    advice = hint(GAME, laid_out(BEFORE, "G5 Y9", "Y2").position.view(0))
    assert advice.reason == "rummy.nothing"
    assert "now" not in advice.numbers


def test_a_lay_that_was_made_has_its_worth_beside_the_plans() -> None:
    table = laid_out(BEFORE, "R9 R10 G13 B5", "Y2 Y4 Y8", pool="G12 G11 R1 R2 B3")
    view = table.position.view(0)
    assert isinstance(view, RummyView)
    made = GAME.parse_move("lay [R6 R7 R8 R9] [B1 G1 Y1]")
    advice = weigh(view, made, "champion", BUDGET, fresh_luck(1))
    assert GAME.format_move(made) in [choice.move for choice in advice.choices]
