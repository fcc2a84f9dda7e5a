"""Chapter 1: a turn is a lay or a draw, and takes two minutes."""

from __future__ import annotations

import pytest

from erre.core.errors import GameOver, NotYourTurn
from erre.games.rummy import GAME
from erre.games.rummy.components import Options
from erre.games.rummy.events import TilesDrawn, TilesLaid, TimeRanOut
from tests.games.rummy.table import laid_out


def test_1_1_who_could_lay_may_draw_instead() -> None:
    table = laid_out("[R6 R7 R8]", "R5 B1")
    assert table.allows("lay [R5 R6 R7 R8]")
    assert table.moves("draw").rack(0) == "B1 G1 R5"


def test_1_1_nobody_passes_while_there_are_tiles_to_draw() -> None:
    refusal = laid_out("", "R5").refuses("pass")
    assert refusal.rule == "§1.1"
    assert "lay or draw" in refusal.why


def test_1_1_only_the_seat_on_turn_moves() -> None:
    with pytest.raises(NotYourTurn):
        laid_out("", "R5", "B5").position.play(1, "draw")


def test_1_2_a_draw_takes_the_top_tile_and_ends_the_turn() -> None:
    table = laid_out("", "R5", "B5", pool="G7 G1").moves("draw")
    assert table.rack(0) == "G7 R5"
    assert table.turn == 1
    (drawn,) = table.told(TilesDrawn)
    assert (drawn.seat, drawn.count, drawn.tiles, drawn.pool) == (0, 1, ["G7a"], 1)


def test_1_2_the_tile_drawn_waits_for_the_next_turn() -> None:
    table = laid_out("[R6 R7 R8]", "B1", "B5", pool="R5 G1").moves("draw")
    with pytest.raises(NotYourTurn):
        table.position.play(0, "lay [R5 R6 R7 R8]")
    assert table.moves("draw").allows("lay [R5 R6 R7 R8]")


def test_1_3_a_turn_lasts_two_minutes() -> None:
    assert Options().turn_seconds == 120


def test_1_3_when_they_are_up_loose_tiles_go_back_and_right_melds_stay() -> None:
    table = laid_out("[R6 R7 R8]", "R5 B1 Y9 G4").moves("timeout [R5 R6 R7 R8] [B1] [Y9]")
    assert table.melds == "[R5 R6 R7 R8]"
    assert table.rack(0) == "B1 G4 Y9"
    assert table.turn == 1
    assert [type(event) for event in table.events] == [TimeRanOut, TilesLaid]


def test_1_3_tiles_put_wrongly_to_a_meld_of_the_table_go_back() -> None:
    table = laid_out("[R6 R7 R8]", "B1 B2 B3 B9").moves("timeout [R6 R7 R8 B9] [B1 B2 B3]")
    assert table.melds == "[R6 R7 R8] [B1 B2 B3]"
    assert table.rack(0) == "B9"


def test_nobody_moves_after_the_end() -> None:
    table = laid_out("[R6 R7 R8]", "R5", hand_no=2).lays("[R5 R6 R7 R8]")
    assert table.position.outcome is not None
    with pytest.raises(GameOver):
        table.position.play(0, "draw")
    assert GAME.legal(table.truth, 0) == []
