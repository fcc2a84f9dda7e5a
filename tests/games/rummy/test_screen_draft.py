"""A turn of Rummy built in the terminal: nothing is ever lost, everything can be taken back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.core.errors import BadNotation
from erre.games.rummy.screen_draft import Draft, join, points, problem
from erre.games.rummy.steps import name_of, steps

TABLE = [["G2a", "G3a", "G4a", "G5a"], ["R4a", "J1=R5", "R6a"]]
RACK = ["G6a", "Y2a", "B2a", "R5a", "B7a", "B9a", "G2b"]


def fresh() -> Draft:
    """A turn about to begin."""
    return Draft(TABLE, RACK)


def all_tiles(draft: Draft) -> list[str]:
    """Every tile of a draft, wherever it lies."""
    return sorted(name_of(tile) for place in (*draft.melds, draft.rack, draft.loose) for tile in place)


def test_tiles_come_from_the_rack_first_and_then_from_other_melds() -> None:
    draft = fresh()
    draft.put(1, ["G6"], add=True)
    draft.put(None, ["G2", "Y2", "B2"])
    assert draft.melds[0] == ["G2a", "G3a", "G4a", "G5a", "G6a"]
    assert draft.melds[2] == ["G2b", "Y2a", "B2a"]
    draft.undo()
    draft.put(None, ["G2a", "Y2", "B2"])
    assert draft.melds == [["G3a", "G4a", "G5a", "G6a"], ["R4a", "J1=R5", "R6a"], ["G2a", "Y2a", "B2a"]]
    assert draft.text() == "lay [G3a G4a G5a G6a] [R4a J1=R5 R6a] [G2a Y2a B2a]"


def test_what_is_left_over_lies_loose_or_goes_back_to_the_rack() -> None:
    draft = fresh()
    draft.put(2, ["R4", "R5", "R6"])
    assert draft.loose == ["J1"]
    assert "R5a" not in draft.rack
    draft.put(None, ["B7", "J=B8", "B9"])
    assert draft.loose == []
    assert draft.melds[2] == ["B7a", "J1=B8", "B9a"]
    draft.put(3, ["J=B8"])
    assert {"B7a", "B9a"} <= set(draft.rack)
    assert all_tiles(draft) == all_tiles(fresh())


def test_undo_takes_back_one_change_and_reset_all_of_them() -> None:
    draft = fresh()
    assert not draft.undo()
    assert not draft.is_touched
    draft.put(1, ["G6"], add=True)
    draft.put(None, ["B7"])
    draft.reset()
    assert not draft.is_touched
    assert draft.undo()
    assert draft.melds[2] == ["B7a"]
    assert draft.undo()
    assert draft.undo()
    assert (draft.melds, draft.rack) == (TABLE, RACK)


@pytest.mark.parametrize(
    ("number", "words", "why"),
    [
        (9, ["G6"], "no meld 9"),
        (0, ["G6"], "no meld 0"),
        (None, [], "name the tiles"),
        (None, ["G13"], "no G13 left"),
        (None, ["G6", "G6"], "no G6 left"),
        (None, ["Q1"], "is no tile"),
        (1, ["G6", "J2"], "no J2 left"),
    ],
)
def test_what_cannot_be_done_changes_nothing(number: int | None, words: list[str], why: str) -> None:
    draft = fresh()
    with pytest.raises(BadNotation, match=why):
        draft.put(number, words)
    assert (draft.melds, draft.rack, draft.loose) == (TABLE, RACK, [])


@given(
    st.lists(
        st.tuples(
            st.none() | st.integers(1, 4),
            st.lists(st.sampled_from([*RACK, "G2", "G3", "R4", "J", "J=B8", "R6", "G5"]), max_size=4),
            st.booleans(),
        ),
        max_size=12,
    )
)
def test_no_tile_is_ever_lost_or_doubled(changes: list[tuple[int | None, list[str], bool]]) -> None:
    draft = fresh()
    for number, words, add in changes:
        try:
            draft.put(number, words, add=add)
        except BadNotation:
            continue
        assert all_tiles(draft) == all_tiles(fresh())
    while draft.undo():
        assert all_tiles(draft) == all_tiles(fresh())
    assert (draft.melds, draft.rack) == (TABLE, RACK)


def test_melds_are_judged_while_they_are_built() -> None:
    assert problem(["R5a", "R6a", "R7a"]) is None
    assert "5 is missing" in str(problem(["R4a", "R6a", "R7a"]))
    assert points(["R10a", "J1", "R12a"]) == 33
    assert points(["R10a", "R12a"]) == 0


@pytest.mark.parametrize(
    ("meld", "tile", "longer"),
    [
        (["R6a", "R7a", "R8a"], "R5a", ["R5a", "R6a", "R7a", "R8a"]),
        (["R6a", "R7a", "R8a"], "R9a", ["R6a", "R7a", "R8a", "R9a"]),
        (["R8a", "Y8a", "G8a"], "B8a", ["R8a", "Y8a", "G8a", "B8a"]),
        (["R6a", "R8a"], "R7a", ["R6a", "R7a", "R8a"]),
        (["R6a", "R7a", "R8a"], "B1a", ["R6a", "R7a", "R8a", "B1a"]),
    ],
)
def test_a_tile_joins_a_meld_where_it_fits(meld: list[str], tile: str, longer: list[str]) -> None:
    assert join(meld, tile) == longer


def test_a_lay_is_told_as_steps() -> None:
    after = [["G3a", "G4a", "G5a", "G6a"], ["R4a", "J1=R5", "R6a"], ["G2a", "Y2a", "B2a"]]
    assert steps(TABLE, after) == [
        "meld 1 becomes [G3a G4a G5a G6a]: G6a from your rack",
        "a new meld [G2a Y2a B2a]: G2a from meld 1, Y2a B2a from your rack",
    ]
    assert steps(TABLE, TABLE) == []
    freed = [["G2a", "G3a", "G4a", "G5a"], ["R4a", "R5a", "R6a"], ["B7a", "J1=B8", "B9a"]]
    assert steps(TABLE, freed) == [
        "meld 2 becomes [R4a R5a R6a]: R5a from your rack",
        "a new meld [B7a J1=B8 B9a]: B7a B9a from your rack, J1=B8 from meld 2",
    ]
