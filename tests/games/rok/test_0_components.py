"""Chapter 0: what is in the box."""

from __future__ import annotations

from collections import Counter

import pytest

from erre.core.errors import BadOptions
from erre.core.game import Position
from erre.games.rok import GAME
from erre.games.rok.notation import KINDS, RUNES
from erre.games.rok.rules.runes import colour_of, kind_of, twin
from tests.games.rok.table import lay, moves, new, pieces


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_0_1_two_to_five_play(seats: int) -> None:
    assert new(seats).seats == seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 6, 100])
def test_0_1_other_numbers_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions, match="for 2 to 5 players"):
        Position.new(GAME, seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_0_2_there_are_48_runes_in_three_colours(seats: int) -> None:
    found = pieces(new(seats))
    assert found == Counter(RUNES)
    assert Counter(rune[0] for rune in found) == {"W": 16, "G": 16, "B": 16}
    assert Counter(rune[:2] for rune in found) == dict.fromkeys(KINDS, 2)


@pytest.mark.parametrize("rune", range(48))
def test_0_3_each_rune_has_one_twin_of_its_colour_and_symbol(rune: int) -> None:
    other = twin(rune)
    assert (twin(other), kind_of(other), colour_of(other)) == (rune, kind_of(rune), colour_of(rune))
    assert other != rune
    assert RUNES[rune][:2] == RUNES[other][:2]
    assert "WGB"[colour_of(rune)] == RUNES[rune][0]


def test_0_4_a_rune_lies_face_up_or_face_down() -> None:
    position = lay("W1a -W1b G2a G2b")
    assert moves(position, 0) == ["grab W1a", "grab G2a", "grab G2b", "done"]
