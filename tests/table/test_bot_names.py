"""Names of bots, which nobody mistakes for somebody at the table."""

from __future__ import annotations

import pytest

from erre.table.bot_names import free_bot_names, is_nearly
from erre.table.requests import SetBot, SetName, Sit, Start
from erre.table.seats import BOT_NAMES
from tests.table.tables import Sitting, reread, shown


@pytest.mark.parametrize("name", ["Ana", "ana", "Änna", "Anna", "Hanna", "Anne", "\u0410nn\u0430"])
def test_names_that_differ_in_one_letter_at_most_are_nearly_the_same(name: str) -> None:
    assert is_nearly("Anna", name)
    assert is_nearly(name, "Anna")
    assert free_bot_names({name})[-1] == "Anna" or name == "Anna"


@pytest.mark.parametrize("name", ["An", "Nana", "Aaron", "Giovanna", "7"])
def test_other_names_are_not(name: str) -> None:
    assert not is_nearly("Anna", name)
    assert not is_nearly(name, "Anna")


def test_a_bot_is_called_like_nobody_and_begins_otherwise_while_there_are_such_names() -> None:
    free = free_bot_names({"Ben", "Ana"}, {"Hugo"})
    assert list(free) == ["Carla", "Dario", "Elena", "Fabio", "Gina", "Bruno", "Anna"]
    assert list(free_bot_names(set())) == list(BOT_NAMES)
    assert free_bot_names({"Gina"}, first=6)[0] == "Hugo"


def names(sitting: Sitting) -> list[str]:
    """Who sits on each chair."""
    return [chair.name for chair in sitting.table.chairs]


def test_ana_does_not_play_against_anna() -> None:
    sitting = Sitting("rage", seats=8)
    sitting.sit("ana")
    sitting.ask("ana", SetBot(sitting.n("ana"), 3, "greedy"))
    sitting.ask("ana", Start(sitting.n("ana")))
    assert names(sitting) == ["Ana", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo"]


def test_a_bot_that_sat_there_first_takes_another_name() -> None:
    sitting = Sitting("rage", seats=3)
    sitting.ask("ana", SetBot(0, 0, "greedy"))
    assert names(sitting)[0] == "Anna"
    sitting.ask("bo", Sit(0, 1, "Ana"))
    assert names(sitting)[:2] == ["Bruno", "Ana"]
    sitting.ask("bo", SetName(1, 1, "Bruna"))
    assert names(sitting)[:2] == ["Carla", "Bruna"]
    assert shown(reread(sitting)) == shown(sitting.table)
