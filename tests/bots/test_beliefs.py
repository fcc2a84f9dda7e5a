"""Beliefs: chances that a seat holds a piece, by the worlds that fit its view."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from erre.bots.beliefs import beliefs
from erre.core.chance import seed_luck
from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.core.record import IntArray, ints
from erre.games.rage import GAME as RAGE
from tests.conformance.games import GAMES, Setting
from tests.games.rage.table import table


def luck(number: int) -> IntArray:
    """Luck of its own for every number."""
    fresh = ints(2, np.int32)
    seed_luck(fresh, 5, number)
    return fresh


def test_rage_a_seat_is_never_believed_to_hold_a_colour_that_it_did_not_follow() -> None:
    here = table("Y8 R4 G3", "R1 B5 G7", "Y2 O5 O6", trump="P").plays("Y8", "B5", "Y2")
    found = beliefs(RAGE, here.seen_by(0), luck(1), 400)
    assert found[0] == {"R4": 1.0, "G3": 1.0}  # one's own cards are sure
    assert not any(card[0] == "Y" for card in found[1])
    assert any(card[0] == "Y" for card in found[2])


def test_rage_chances_are_those_of_counting() -> None:
    here = table("Y8", "R1", "Y2", trump="P", round=10)
    found = beliefs(RAGE, here.seen_by(0), luck(2), 3000)
    # 111 cards are unseen, all equally likely in a hand of one; of the no-trumps there are four.
    assert found[1]["NT"] == pytest.approx(4 / 111, abs=0.015)
    assert sum(found[1].values()) == pytest.approx(1.0)
    assert "Y8" not in found[1]


@pytest.mark.parametrize("one", GAMES, ids=lambda game: game.name)
def test_every_game_has_beliefs_about_every_seat(one: AnyGame) -> None:
    for number, (position, seat, _) in enumerate(islice(Setting(one, one.least_seats, {}, 4).walk(), 30)):
        if number % 12 == 0:
            view = position.view(seat)
            found = beliefs(one, view, luck(number), 30)
            assert sorted(found) == list(range(one.least_seats))
            assert all(0 < chance <= 1 for chances in found.values() for chance in chances.values())
            own = set(one.held_pieces(position.truth, seat))
            assert found[seat] == dict.fromkeys(own, 1.0)


def test_beliefs_need_a_sample() -> None:
    with pytest.raises(BadOptions, match="one sample"):
        beliefs(RAGE, table("Y8", "R1", "Y2").seen_by(0), luck(3), 0)
