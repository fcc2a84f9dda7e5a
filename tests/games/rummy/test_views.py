"""What a seat may see."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest

from erre.games.rummy import GAME
from erre.games.rummy.events import HandDealt, HandScored, RummyEvent, TilesDrawn, TilesLaid
from tests.games.rummy.table import laid_out, new


def test_a_seat_sees_its_own_rack_and_how_many_tiles_the_others_hold() -> None:
    table = laid_out("[R6 J R8]", "R5 B1", "G4 G5 G6", pool="Y1 Y2 Y3")
    view = table.seen_by(1)
    assert view.rack == ["G4a", "G5a", "G6a"]
    assert view.rack_counts == [2, 3]
    assert view.table == [["R6a", "J1=R7", "R8a"]]
    assert view.pool == 3
    assert view.racks is None


def test_a_spectator_sees_the_table_alone() -> None:
    view = laid_out("[R6 J R8]", "R5 B1", "G4").seen_by(None)
    assert view.rack == []
    assert "G4" not in msgspec.json.encode(view).decode()


def test_no_view_names_a_hidden_tile() -> None:
    table = laid_out("[R6 R7 R8]", "R5 B1", "G4 Y12", pool="Y1 Y2 Y3")
    words = msgspec.json.encode(table.seen_by(0)).decode()
    assert not any(f'"{tile}' in words for tile in ("G4", "Y12", "Y1", "Y2", "Y3"))


def test_after_the_match_all_racks_lie_open() -> None:
    table = laid_out("[R6 R7 R8]", "R5", "G4 Y12", hand_no=2).lays("[R5 R6 R7 R8]")
    assert table.seen_by(None).racks == [[], ["G4a", "Y12a"]]
    assert table.seen_by(0).winner == 0
    assert table.seen_by(0).sheet[-1] == [16, -16]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_of_a_deal_and_a_draw_others_learn_only_the_number(viewer: int | None) -> None:
    table = new().moves("draw")
    drawer = table.told(TilesDrawn)[0].seat
    for event in table.events:
        known = GAME.redact(cast(RummyEvent, event), viewer)
        match known:
            case HandDealt(racks=racks):
                assert [rack is not None for rack in racks] == [seat == viewer for seat in range(2)]
            case TilesDrawn(tiles=tiles, count=count):
                assert count == 1
                assert (tiles is None) == (viewer != drawer)
            case _:
                assert known == event


def test_lays_and_scores_are_open_to_all() -> None:
    table = laid_out("[R6 R7 R8]", "R5", "G4", hand_no=2).lays("[R5 R6 R7 R8]")
    for event in (*table.told(TilesLaid), *table.told(HandScored)):
        assert GAME.redact(cast(RummyEvent, event), None) == event
