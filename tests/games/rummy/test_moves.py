"""Moves as text, their numbers in kernels, and the lays that are suggested."""

from __future__ import annotations

import random

import msgspec
import pytest

from erre.core.errors import BadNotation, IllegalMove, NotYourTurn, Refusal
from erre.core.game import Position
from erre.core.record import ints
from erre.games.rummy import GAME
from erre.games.rummy.components import DRAW, NEW_MELD, PASS, TIMEOUT
from erre.games.rummy.moves import Draw, Lay, Pass, RummyMove, Timeout, parse_move
from tests.games.rummy.table import OPTION_SETS, Table, laid_out, new


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw", Draw()),
        (" PASS ", Pass()),
        ("lay [R5 R6 R7]", Lay([["R5", "R6", "R7"]])),
        ("lay [r5a J1=r6 R7b][G2 Y2 j]", Lay([["R5a", "J1=R6", "R7b"], ["G2", "Y2", "J"]])),
        ("lay", Lay([])),
        ("timeout", Timeout()),
        ("timeout [R5] [R6]", Timeout([["R5"], ["R6"]])),
    ],
)
def test_a_move_is_read_from_its_text(text: str, move: RummyMove) -> None:
    assert GAME.parse_move(text) == move
    assert GAME.parse_move(GAME.format_move(move)) == move
    assert msgspec.json.decode(msgspec.json.encode(move), type=GAME.move_type) == move


@pytest.mark.parametrize("text", ["", "drawn", "draw 2", "pass it", "lay R5 R6 R7", "lay [R5 R6 R77]", "lay [", "R5"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse_move(text)


def test_an_empty_lay_is_refused_as_a_lay() -> None:
    assert laid_out("[R5 R6 R7]", "B1").refuses("lay").rule == "§5.4"
    assert laid_out("", "B1").refuses("lay").rule == "§5.5"


def test_draw_pass_and_the_clock_have_numbers_and_lays_have_none() -> None:
    for move, code in ((Draw(), DRAW), (Pass(), PASS), (Timeout(), TIMEOUT)):
        assert GAME.encode(move) == code
        assert GAME.decode(code) == move
    for lay in (Lay([["R5", "R6", "R7"]]), Timeout([["R5"]])):
        with pytest.raises(ValueError, match="no number"):
            GAME.encode(lay)
    with pytest.raises(ValueError, match="depends on the table"):
        GAME.decode(NEW_MELD)


@pytest.mark.parametrize("options", OPTION_SETS)
def test_every_move_that_kernels_know_is_one_that_check_allows(options: dict[str, object]) -> None:
    dice = random.Random(str(options))
    seen: set[str] = set()
    for seed in range(3):
        table = new(2 + seed, options, seed)
        for _ in range(120):
            if table.position.outcome is not None:
                break
            s, seat = table.truth, table.turn
            before = s.to_bytes()
            codes = ints(GAME.kernels.most_legal)
            count = GAME.kernels.legal(s, seat, codes)
            assert s.to_bytes() == before
            code = dice.choice(codes[:count].tolist())
            move = GAME.move_of(s, seat, code)
            played = table.position.play(seat, move).position
            GAME.kernels.apply(s, seat, code)
            GAME.settle(s)
            assert played == Position(GAME, s)
            seen.add(type(move).__name__)
            table = Table(played)
    assert {"Draw", "Lay"} <= seen


@pytest.mark.parametrize("options", OPTION_SETS)
def test_what_is_suggested_is_allowed(options: dict[str, object]) -> None:
    dice = random.Random(str(options))
    table = new(3, options, 5)
    for _ in range(80):
        if table.position.outcome is not None:
            break
        moves = table.position.legal(table.turn)
        for move in moves:
            table.position.check(table.turn, move)
        table = Table(table.position.play(table.turn, dice.choice(moves)).position)


def test_the_solver_suggests_a_lay_of_the_most_tiles() -> None:
    table = laid_out("[G2 G3 G4 G5] [R7 R8 R9]", "G6 Y2 B2 R1 Y11")
    lays = [move for move in table.position.legal(0) if isinstance(move, Lay)]
    after = [Table(table.position.play(0, lay).position) for lay in lays]
    assert {done.rack(0) for done in after} == {"R1 Y11"}
    assert after[0].melds.startswith("[R7 R8 R9]")  # what can stay comes first, as it lay


@pytest.mark.parametrize("text", ["lay [R5 R6 R7]", "lay\t[R5 R6 R7]", "  LAY   [R5\tR6 R7] ", "lay\n[R5 R6 R7]"])
def test_any_white_space_divides_a_move(text: str) -> None:
    assert parse_move(text) == Lay([["R5", "R6", "R7"]])


def test_copies_may_be_left_off_for_some_tiles_only() -> None:
    before = "[R6a B6a G6a] [R5a R6b R7a]"
    table = laid_out(before, "R9 R10 R11 Y13", opened=[False, True])
    after = table.lays("[R5a R6 R7] [R6 B6a G6a] [R9 R10 R11]").position.to_json()["table"]
    assert after == [["R5a", "R6b", "R7a"], ["R6a", "B6a", "G6a"], ["R9a", "R10a", "R11a"]]


LONG = "x" * 3000


@pytest.mark.parametrize(
    "text",
    [LONG, f"lay {LONG}", f"lay [{LONG}]", f"lay [R5 J={LONG}]", f"lay [{'R5 ' * 900}]", f"lay {'[R5 R6 R7] ' * 300}"],
)
def test_a_refusal_never_repeats_long_input(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        laid_out("[R5 R6 R7]", "R8 B1").position.play(0, text)
    assert len(caught.value.why) < 300


def test_nobody_else_is_offered_anything() -> None:
    table = laid_out("", "R5", "B5")
    assert table.position.legal(1) == []
    with pytest.raises(NotYourTurn):
        table.position.check(1, Draw())


def test_a_lay_from_outside_that_cannot_be_read_is_refused() -> None:
    table = laid_out("", "R5", "B5")
    for melds in ([["X9"]], [["R5", ""]], [["J=R5=R6"]]):
        with pytest.raises(BadNotation):
            table.position.play(0, Lay(melds))
        with pytest.raises(BadNotation):
            table.position.play(0, Timeout(melds))
    with pytest.raises(IllegalMove):
        table.position.play(0, Lay([[]]))
    with pytest.raises(IllegalMove):
        table.position.play(0, Lay([["R5", "R6", "R7"]] * 200))
