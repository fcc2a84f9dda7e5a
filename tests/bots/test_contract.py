"""What bots are asked with: budgets and views, and what is refused instead of guessed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest

import erre
from erre.bots.plugins import PluginBot
from erre.bots.process import ProcessBot
from erre.core.errors import BadOptions
from erre.games import game, own_names

NO_BUDGET: tuple[Any, ...] = ("x", "5", 2.5, float("nan"), float("inf"), -1, -(2**40), 2**40, True, [], b"5")


@pytest.mark.parametrize("name", ["playouts", "milliseconds"])
@pytest.mark.parametrize("given", NO_BUDGET, ids=repr)
def test_a_budget_that_cannot_be_is_refused_in_words(name: str, given: Any) -> None:
    with pytest.raises(BadOptions, match=f"{name} of a budget: a whole number from 0 to 1000000000, not "):
        erre.Budget(**{name: given})


def test_whole_numbers_of_other_kinds_make_the_same_budget() -> None:
    budget = erre.Budget(playouts=np.int64(20), milliseconds=np.int32(5))  # type: ignore[arg-type]
    assert budget == erre.Budget(playouts=20, milliseconds=5)
    assert msgspec.json.encode(budget) == b'{"milliseconds":5,"playouts":20}'
    assert erre.Budget() == msgspec.json.decode(b"{}", type=erre.Budget)


def bots(name: str) -> list[Any]:
    """One bot of each kind."""
    one = game(name)
    foreign = PluginBot(one, "plain", lambda *_: erre.bot(name, "random", seed=1), 1)
    return [erre.bot(name, "greedy", seed=1), erre.bot(name, "solid", seed=1), foreign, ProcessBot(one, "true", 1)]


@pytest.mark.parametrize("number", range(4), ids=["quick", "level", "plugin", "program"])
@pytest.mark.parametrize("name", own_names())
def test_a_bot_is_asked_with_the_view_of_a_seat(name: str, number: int) -> None:
    bot, position = bots(name)[number], erre.new(name, seats=3, seed=7)
    other = erre.new(next(one for one in own_names() if one != name), seats=3, seed=7).view(0)
    for view in (None, position, position.to_json(), other):
        for ask in (bot.move, bot.advise):
            with pytest.raises(BadOptions, match=f"a bot of {position.game.title} needs a view of it"):
                ask(view)
    for ask in (bot.move, bot.advise):
        with pytest.raises(BadOptions, match="not a spectator's"):
            ask(position.view(None))


@pytest.mark.parametrize("number", range(4), ids=["quick", "level", "plugin", "program"])
@pytest.mark.parametrize("given", [200, {"playouts": 5}, "5"])
def test_a_budget_is_no_plain_number(number: int, given: Any) -> None:
    view = erre.new("rage", seats=3, seed=7).view(1)
    ask: Callable[..., Any] = bots("rage")[number].advise
    with pytest.raises(BadOptions, match=r"a budget is needed, as erre.Budget\(playouts=200\), not "):
        ask(view, given)
