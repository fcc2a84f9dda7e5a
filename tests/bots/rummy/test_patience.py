"""Rummy's bots that wait: which tiles they keep, how long, and what ends their patience."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np
import pytest

from erre.bots import CHAMPION, CHAMPION_0_1, GREEDY, SOLID, STRONG, STRONG_0_1
from erre.bots import OWN as PATIENT
from erre.bots.contract import Budget
from erre.bots.kernel_bot import KernelBot, fresh_luck
from erre.bots.roster import make_bot
from erre.bots.rummy import WORK, act
from erre.bots.rummy.lays import EVERY, ask, find_whole_lay, lay_most, lay_whole
from erre.bots.rummy.level_settings import HOLDS
from erre.bots.rummy.patience import makes_meld, openings
from erre.core.game import Position
from erre.core.record import IntArray, ints
from erre.games.rummy import GAME
from erre.games.rummy.components import KINDS, MOST_LEGAL
from erre.games.rummy.moves import Draw
from erre.games.rummy.notation import parse_tile
from erre.games.rummy.solver.best_lay import find_lay
from erre.games.rummy.state import Rummy
from erre.games.rummy.workspace import LAY_TILES, RACK
from tests.games.rummy.table import OPTION_SETS, laid_out

BEFORE = "[R6 R7 R8] [B1 G1 Y1]"
MANY = "Y13 Y12 Y11 B9 B8"  # another rack that is far from empty


def work() -> IntArray:
    """A workspace."""
    return ints(WORK, np.int64)


def left_by(bot: int, rack: str, other: str = MANY, pool: str = "G13 Y4") -> int:
    """The tiles on a rack after a bot's turn."""
    s = laid_out(BEFORE, rack, other, pool=pool).truth
    act(s, 0, bot, fresh_luck(1), ints(MOST_LEGAL), work())
    return s.held[0]


def rack_of(tiles: str) -> IntArray:
    """A workspace with a rack and no table."""
    space = work()
    ask(laid_out("", tiles, MANY).truth, 0, EVERY, True, space)
    find_lay(space)
    return space


def kind_of(tile: str) -> int:
    """The kind of a tile."""
    return parse_tile(tile).kind


@pytest.mark.parametrize(
    ("rack", "drawn", "expected"),
    [
        ("R5 R6", "R7", True),
        ("R5 R6", "R4", True),
        ("R5 R7", "R6", True),
        ("R5 R8", "R6", False),
        ("R12 R13", "R1", False),
        ("R12 R13", "R11", True),
        ("R1 R2", "R3", True),
        ("R5 B5", "G5", True),
        ("R5 B5", "R5", False),  # a colour comes only once in a group
        ("R5 B6", "R6", False),
        ("R5 J", "R7", True),
        ("R5 J", "Y5", True),
        ("R5 J", "Y6", False),
        ("J J", "Y6", True),
    ],
)
def test_a_drawn_tile_makes_a_meld_with_two_of_the_rack(rack: str, drawn: str, expected: bool) -> None:
    assert makes_meld(rack_of(rack), RACK, kind_of(drawn)) == expected


def test_openings_count_the_copies_that_nobody_has_shown() -> None:
    assert openings(rack_of("R5 R6"), RACK) == 4  # R4 and R7, twice each
    assert openings(rack_of("R5 R6 R7"), RACK) == 2 + 2 + 1 + 1 + 1  # R4, R8; one more of each
    assert openings(rack_of("R5 G9"), RACK) == 0


@pytest.mark.parametrize(
    ("rack", "other", "pool", "left"),
    [
        ("R9 R10 G3 G5", MANY, "G13", 5),  # R8 and R11 would make a meld with R9 and R10, so it draws
        ("R9 G3 G5", MANY, "G13", 2),  # keeping R9 opens nothing that G3 and G5 do not open without it
        ("R9 R10 G3 G5", "Y13 Y12", "G13", 2),  # somebody else is about to go out
        ("R9 R10 G3 G5", MANY, "", 2),  # there is nothing to wait for
        ("R9 R10", MANY, "G13", 0),  # that ends the hand
    ],
)
def test_the_patient_bot_keeps_tiles_as_long_as_they_open_more(rack: str, other: str, pool: str, left: int) -> None:
    assert left_by(PATIENT, rack, other, pool) == left
    assert left_by(GREEDY, rack, other, pool) <= left


def test_the_patient_bot_keeps_its_joker() -> None:
    rack = "R9 J G3 G5 Y7 Y10"
    assert left_by(GREEDY, rack) == 2
    assert left_by(PATIENT, rack) == 7


@pytest.mark.parametrize(
    ("bot", "more", "left"),
    [
        (GREEDY, "", 15),
        (STRONG, "", 15),  # people do not keep so many
        (CHAMPION, " B3", 18),
        (STRONG_0_1, "", 17),
        (STRONG_0_1, " B3", 16),  # so many it did not keep
        (CHAMPION_0_1, " B3", 18),
    ],
)
def test_the_champion_waits_for_the_whole_rack_and_the_strong_bot_lays_as_people_do(
    bot: int, more: str, left: int
) -> None:
    rack = "R9 B3 B5 B8 B10 B13 G2 G4 G7 G9 G12 Y2 Y4 Y6 Y11 Y13"
    assert HOLDS[STRONG_0_1] == len(rack.split())
    assert left_by(bot, rack + more, pool="R1 R4 B4 B6 B7 B11") == left


def test_the_better_a_level_the_longer_its_patience() -> None:
    assert HOLDS[SOLID] < HOLDS[STRONG] < HOLDS[CHAMPION]


def test_who_waits_says_what_could_be_laid() -> None:
    view = laid_out(BEFORE, "R9 R10 G3 G5", MANY, pool="G13 Y4 R1 R4 B4").seen_by(0)
    advice = make_bot(GAME, "champion", seed=1).advise(view, Budget(playouts=50))
    assert advice.move == Draw()
    assert advice.why.startswith("draw and keep the tiles: ")
    assert advice.reason in ("rummy.wait", "rummy.unsure")
    assert str(advice.numbers["now"]).startswith("lay [")  # what can be laid is shown all the same


def met(seed: int) -> Iterator[Rummy]:
    """Records in the middle of greedy games, under every set of options, whose racks a test makes smaller."""
    for number, options in enumerate(OPTION_SETS):
        position = Position.new(GAME, 2 + number % 3, options, seed=seed + number).position
        player = KernelBot(GAME, "greedy", seed=seed)
        for _ in range(40):
            if position.outcome is not None:
                break
            seat = position.turn[0]
            yield cast(Rummy, position.truth.copy())
            position = position.play(seat, player.move(position.view(seat))).position


def test_the_whole_rack_can_be_laid_exactly_where_the_most_tiles_are_all_of_them() -> None:
    space = work()
    whole = 0
    for truth in met(seed=20):
        for parts in range(1, 4):
            ask(truth, truth.turn, EVERY, True, space)
            for kind in range(KINDS):
                if kind % 4 >= parts:
                    space[RACK + kind] = 0
            held = sum(space[RACK : RACK + KINDS].tolist())
            find_lay(space)
            is_whole = int(space[LAY_TILES]) == held
            assert find_whole_lay(space) == is_whole
            whole += is_whole and held > 0
    assert whole > 10


def test_laying_the_whole_rack_is_laying_the_most() -> None:
    for rack in ("R9 R5", "R9 R5 B2", "R5 R9 B5 G5 Y5 J"):
        first, second = laid_out(BEFORE, rack, MANY).truth, laid_out(BEFORE, rack, MANY).truth
        is_whole = lay_whole(first, 0, EVERY, work())
        assert lay_most(second, 0, EVERY, True, work())
        assert is_whole == (second.held[0] == 0)
        assert first.held[0] == (0 if is_whole else len(rack.split()))
