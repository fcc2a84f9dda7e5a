"""Strong bots play gently until their game is compiled."""

from __future__ import annotations

from functools import partial

import pytest

from erre.bots import bots_for
from erre.bots.contract import LEVELS
from erre.bots.meanwhile import PatientBot, is_too_strong, level_now
from erre.bots.roster import make_bot
from erre.core.game import Position
from erre.games import game
from erre.games.compiling import Workshop


@pytest.mark.parametrize(
    ("level", "meanwhile"),
    [
        ("random", "random"),
        ("greedy", "greedy"),
        ("beginner", "beginner"),
        ("casual", "casual"),
        ("solid", "casual"),
        ("strong", "casual"),
        ("champion", "casual"),
        ("cmd:mybot", "cmd:mybot"),  # another program thinks as fast as ever
    ],
)
def test_levels_that_need_machine_code_play_casually_without_it(level: str, meanwhile: str) -> None:
    workshop = Workshop(["rage"])
    assert level_now(workshop, "rage", level) == meanwhile
    workshop.ready.add("rage")
    assert level_now(workshop, "rage", level) == level
    assert level_now(Workshop(["rok"]), "rage", level) == level, "another game is no reason"


def test_every_level_is_gentle_or_too_strong() -> None:
    assert [level for level in LEVELS if is_too_strong(level)] == ["solid", "strong", "champion"]
    assert not any(is_too_strong(name) for name in bots_for(game("rummy")) if name not in LEVELS)


def test_a_strong_bot_takes_over_when_its_game_is_ready() -> None:
    rurare, workshop = game("rurare"), Workshop(["rurare"])
    bot = PatientBot(partial(make_bot, rurare, seed=1), "strong", workshop)
    position = Position.new(rurare, 2, seed=1).position
    view = position.view(position.turn[0])
    assert bot.playing.name == "casual"
    position.check(position.turn[0], bot.move(view))
    workshop.ready.add("rurare")
    assert bot.playing.name == bot.name == "strong"
    position.check(position.turn[0], bot.move(view))
