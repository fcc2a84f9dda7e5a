"""Chapter 8: readings of what the rulebook leaves open."""

from __future__ import annotations

from typing import Any

import pytest

from erre.games.rummy import GAME
from erre.games.rummy.events import HandScored, Passed, TilesDrawn, TilesLaid
from erre.games.rummy.moves import Lay
from tests.games.rummy.table import Table, laid_out, new


def test_8_3_two_jokers_may_lie_in_one_meld_or_by_option_one() -> None:
    move = "lay [R5 J J]"
    assert laid_out("", "R5 J J B1").allows(move)
    assert laid_out("", "R5 J J B1", options={"maxJokersPerMeld": 1}).refuses(move).rule == "§8.3"


@pytest.mark.parametrize(
    ("before", "after", "allowed"),
    [
        ("[R7 B7 J]", "[R7 B7 G7] [B1 J B3]", True),
        ("[R7 B7 J]", "[R7 B7 Y7] [B1 J B3]", True),
        ("[R7 B7 J]", "[R7 B7 G7 J]", True),  # yellow now
        ("[R7 B7 J]", "[R7 R8 R9] [B7 G7 J]", True),  # it may still be yellow
        ("[R7 B7 J J]", "[R7 B7 G7 J] [B1 J B3]", True),
        ("[R7 B7 J J]", "[R7 B7 G7] [B1 J B3 J]", False),  # one tile frees one joker
    ],
)
def test_8_4_in_a_group_a_joker_stands_for_any_missing_colour(before: str, after: str, allowed: bool) -> None:
    assert laid_out(before, "G7 Y7 B1 B3 R8 R9 G13").allows(f"lay {after}") is allowed


@pytest.mark.parametrize(
    ("rule", "rack", "after", "allowed"),
    [
        ("replace", "B10 B11 B1", "[R6 R7 R8] [G8 B8 Y8] [B10 B11 J]", True),  # red 8 comes from the group
        ("replaceFromRack", "B10 B11 B1", "[R6 R7 R8] [G8 B8 Y8] [B10 B11 J]", False),
        ("replaceFromRack", "R8 B10 B11 B1", "[R6 R7 R8] [G8 B8 Y8 R8] [B10 B11 J]", True),
        ("replace", "B10 B11 R5 B1", "[R5 R6 R7] [G8 B8 Y8 R8] [B10 B11 J]", True),  # red 8 lies there still
        ("replaceFromRack", "B10 B11 R5 B1", "[R5 R6 R7] [G8 B8 Y8 R8] [B10 B11 J]", False),
        ("free", "B10 B11 R5 B1", "[R5 R6 R7] [G8 B8 Y8 R8] [B10 B11 J]", True),
    ],
)
def test_8_5_the_tile_that_frees_a_joker_comes_from_rack_or_table(
    rule: str, rack: str, after: str, allowed: bool
) -> None:
    table = laid_out("[R6 R7 J=R8] [G8 B8 Y8 R8]", rack, options={"jokerRule": rule})
    assert table.allows(f"lay {after}") is allowed


def test_8_5_a_tile_from_the_rack_frees_a_joker_that_then_lies_with_none_of_its_kind() -> None:
    before, rack = "[R5 R6 R7 J=R8] [G8 B8 R8a]", "R8b Y1"
    move = "lay [R5 R6 R7 R8b J=R9] [G8 B8 R8a]"
    assert laid_out(before, rack, options={"jokerRule": "replaceFromRack"}).refuses(move).rule == "§5.7"
    assert laid_out(before, rack).allows(move)  # red 8 of the group has freed it
    assert laid_out(before, rack, options={"jokerRule": "replaceFromRack", "jokerSameMeld": True}).allows(move)


def test_8_5_a_joker_moves_freely_by_option() -> None:
    move = "lay [R5 R6 R7] [B10 B11 J]"
    assert not laid_out("[R5 R6 R7 J]", "B10 B11 B1").allows(move)
    assert laid_out("[R5 R6 R7 J]", "B10 B11 B1", options={"jokerRule": "free"}).allows(move)


@pytest.mark.parametrize(
    ("before", "after", "lies"),
    [
        ("[J=R3 R4 R5]", "[R4 R5 J]", "[R4 R5 J=R6]"),
        ("[R4 R5 J=R6]", "[J R4 R5]", "[J=R3 R4 R5]"),
        ("[J=R3 R4 R5]", "[J R4 R5]", "[J=R3 R4 R5]"),
        ("[R7 J=Y7 B7]", "[J R7 B7]", "[J=Y7 R7 B7]"),
    ],
)
def test_8_5_by_option_an_unstated_joker_may_change_ends(before: str, after: str, lies: str) -> None:
    table = laid_out(before, "Y1 Y2 Y3 B9", options={"jokerRule": "free"})
    assert table.lays(f"{after} [Y1 Y2 Y3]").melds == f"{lies} [Y1 Y2 Y3]"


def test_8_5_without_that_option_it_may_not() -> None:
    refusal = laid_out("[J=R3 R4 R5]", "Y1 Y2 Y3 B9").refuses("lay [R4 R5 J] [Y1 Y2 Y3]")
    assert refusal.rule == "§5.6"
    assert "until R3 takes its place" in refusal.why


def test_8_5_a_freed_joker_may_go_back_into_its_meld_by_option() -> None:
    move = "lay [R4 R5 R6 J]"
    assert not laid_out("[R4 J R6]", "R5 B1").allows(move)
    assert laid_out("[R4 J R6]", "R5 B1", options={"jokerSameMeld": True}).allows(move)


def test_8_6_the_table_is_not_used_in_the_turn_of_the_first_lay_or_by_option_it_is() -> None:
    move = "lay [R6 R7 R8 R9] [B10 B11 B12]"
    more: dict[str, Any] = {"opened": [False, True]}
    assert laid_out("[R6 R7 R8]", "R9 B10 B11 B12 B1", **more).refuses(move).rule == "§2.3"
    late = laid_out("[R6 R7 R8]", "R9 B10 B11 B12 B1", options={"tableUseInOpeningTurn": True}, **more)
    assert late.allows(move)
    assert late.refuses("lay [R6 R7 R8 R9]").rule == "§2.1"


def test_8_6_by_option_it_counts_what_the_tiles_could_have_made_before_the_turn_went_on() -> None:
    move = "lay [R11 R12 R13] [R1 J=R2 R3 R4] [G6 R6 Y6]"  # 28 points; R3 R4 J=R5 and the sixes are 30
    more: dict[str, Any] = {"opened": [False, True]}
    rack = "R1 J R3 R4 G6 R6 Y6 B5"
    assert laid_out("[R11 R12 R13]", rack, **more).refuses(move).rule == "§2.1"
    assert laid_out("[R11 R12 R13]", rack, options={"tableUseInOpeningTurn": True}, **more).allows(move)


def left_by_suggestions(table: Table) -> list[int]:
    """How many tiles each suggested lay leaves on the rack of seat 0."""
    lays = [move for move in table.position.legal(0) if isinstance(move, Lay)]
    events = [event for lay in lays for event in table.position.play(0, lay).events]
    return [event.left for event in events if isinstance(event, TilesLaid)]


@pytest.mark.parametrize(
    ("rack", "left"),
    [
        ("R9 B10 B11 B12 B1", [1, 2]),  # red 9 joins the run once 30 points are down
        ("R9 B10 G1 B12 B1", []),  # no first lay of its own
        ("R9 R10 R11 B1", [1]),  # nothing more to gain
        ("R9 R10 R11 R12 B1 B2 B3", [0]),
        ("R3 R4 R5 R9 R10 B13 G13 Y13", [0, 2]),  # with the run between them
    ],
)
def test_8_6_a_suggested_first_lay_uses_the_table_where_the_option_allows_it(rack: str, left: list[int]) -> None:
    more: dict[str, Any] = {"opened": [False, True], "hand_no": 2}
    late = laid_out("[R6 R7 R8]", rack, options={"tableUseInOpeningTurn": True}, **more)
    assert left_by_suggestions(late) == left
    assert left_by_suggestions(laid_out("[R6 R7 R8]", rack, **more)) == left[-1:]


def test_8_7_with_an_empty_pool_one_passes() -> None:
    table = laid_out("", "R5", "B5", pool="")
    assert table.refuses("draw").rule == "§8.7"
    assert table.moves("pass").told(Passed)[0].seat == 0


def test_8_7_when_all_have_passed_one_after_the_other_the_hand_ends() -> None:
    table = laid_out("[R6 R7 R8]", "R5 B1", "B5", "G9", pool="", hand_no=3)
    assert table.moves("pass", "pass").told(HandScored) == []
    (scored,) = table.moves("pass", "pass", "pass").told(HandScored)
    assert scored.blocked


def test_8_7_a_lay_in_between_counts_anew() -> None:
    table = laid_out("[R6 R7 R8]", "B1", "R5 B5", "G9", pool="", hand_no=3)
    table = table.moves("pass", "lay [R5 R6 R7 R8]", "pass", "pass")
    assert table.told(HandScored) == []
    assert table.moves("pass").told(HandScored)[0].blocked


@pytest.mark.parametrize(
    ("scoring", "points"), [("difference", [32, -7, -25]), ("fullSum", [42, -12, -30]), ("none", [0, 0, 0])]
)
def test_8_8_the_lowest_rack_wins_a_hand_that_nobody_closed(scoring: str, points: list[int]) -> None:
    table = laid_out("", "R5", "B12", "G13 Y13 Y4", pool="", hand_no=3, options={"blockedScoring": scoring})
    (scored,) = table.moves("pass", "pass", "pass").told(HandScored)
    assert scored.points == points
    assert scored.winners == [0]


@pytest.mark.parametrize(
    ("racks", "winners", "points"),
    [
        (("R5", "B2 B3", "G12"), [0], [7, 0, -7]),  # fewer tiles
        (("R5", "B5", "G12"), [0, 1], [3, 3, -7]),  # shared, the fraction dropped
        (("R5", "B5", "G5"), [0, 1, 2], [0, 0, 0]),
        (("J", "B13 G12", "R13 R12"), [0], [0, 0, 0]),
    ],
)
def test_8_9_of_equal_racks_the_one_with_fewer_tiles_wins_and_then_both(
    racks: tuple[str, ...], winners: list[int], points: list[int]
) -> None:
    (scored,) = laid_out("", *racks, pool="", hand_no=3).moves("pass", "pass", "pass").told(HandScored)
    assert scored.winners == winners
    assert scored.points == points


def test_8_10_who_has_laid_nothing_when_the_time_is_up_draws_a_tile() -> None:
    table = laid_out("[R6 R7 R8]", "R5 B1", pool="G7 G8").moves("timeout")
    assert table.rack(0) == "B1 G7 R5"
    assert table.turn == 1
    (drawn,) = table.told(TilesDrawn)
    assert drawn.count == 1


def test_8_10_a_first_lay_with_too_few_points_is_undone() -> None:
    table = laid_out("[R6 R7 R8]", "B8 B9 B10 G1", opened=[False, True]).moves("timeout [R6 R7 R8] [B8 B9 B10]")
    assert table.melds == "[R6 R7 R8]"
    assert table.rack(0) == "B8 B9 B10 G1 G1"


@pytest.mark.parametrize(
    "draft",
    [
        "[R6 R7] [R8 B8 G8]",  # red 6 and 7 are left alone
        "[R6 R7 R9] [R8 B8 G8]",
        "[R6 R7 R8]",  # nothing was laid
        "[R7 R8] [R6]",
    ],
)
def test_8_10_where_the_table_would_be_broken_the_whole_turn_is_undone(draft: str) -> None:
    table = laid_out("[R6 R7 R8]", "B8 G8 R9", pool="Y1 Y2").moves(f"timeout {draft}")
    assert table.melds == "[R6 R7 R8]"
    assert table.told(TilesLaid) == []
    assert table.told(TilesDrawn)[0].tiles == ["Y1a"]


@pytest.mark.parametrize(("wanted", "pool", "count"), [(3, "G1 G2 G3 G4", 3), (3, "G1", 1), (0, "G1", 0)])
def test_8_10_the_option_says_how_many_tiles(wanted: int, pool: str, count: int) -> None:
    table = laid_out("", "R5", pool=pool, options={"timeoutDraw": wanted}).moves("timeout")
    assert table.seen_by(None).rack_counts[0] == 1 + count
    assert table.turn == 1


def test_8_10_with_an_empty_pool_it_is_a_pass() -> None:
    table = laid_out("", "R5", "B5", pool="", hand_no=2).moves("timeout")
    assert table.seen_by(None).passes == 1
    assert table.moves("pass").position.outcome is not None


@pytest.mark.parametrize(
    ("rack", "draft", "melds", "left"),
    [
        ("B1 B2 B3 B8 Y9", "[R6 R7] [R8 B8] [B1 B2 B3]", "[R6 R7 R8] [B1 B2 B3]", "B8 Y9"),
        ("B1 B2 B3 B8 Y9", "[R6] [R7 R8] [B1 B2 B3 B8]", "[R6 R7 R8]", "B1 B2 B3 B8 Y1 Y9"),
        ("R9 B8 G8 B1 B2 B3", "[R7 R8 R9] [R6] [B1 B2 B3]", "[R6 R7 R8] [B1 B2 B3]", "B8 G8 R9"),
        ("J B1 B3 B8 Y9", "[R6 R7] [R8 B8] [B1 J B3]", "[R6 R7 R8] [B1 J=B2 B3]", "B8 Y9"),
        ("B1 B2 B3 R9 Y9", "[R6 R7 R8 R9 Y9] [B1 B2 B3]", "[R6 R7 R8] [B1 B2 B3]", "R9 Y9"),
        ("B1 B2 B3 R9 Y9", "[R6 R7 R8 R9] [B1 B2 B3] [Y9]", "[R6 R7 R8 R9] [B1 B2 B3]", "Y9"),
    ],
)
def test_8_10_when_the_time_is_up_right_melds_of_own_tiles_stay(rack: str, draft: str, melds: str, left: str) -> None:
    table = laid_out("[R6 R7 R8]", rack, pool="Y1 Y2").moves(f"timeout {draft}")
    assert table.melds == melds
    assert table.rack(0) == left


@pytest.mark.parametrize(
    ("draft", "melds", "opened"),
    [
        ("[R6 R7 R8 R9] [B10 B11 B12]", "[R6 R7 R8] [B10 B11 B12]", True),  # 33 points
        ("[R6 R7] [R8 B8 G8] [B10 B11 B12]", "[R6 R7 R8] [B10 B11 B12]", True),
        ("[R6 R7 R8 R9] [B1 B2 B3]", "[R6 R7 R8]", False),  # 6 points
        ("[R6 R7 R8 R9]", "[R6 R7 R8]", False),
    ],
)
def test_8_10_before_the_first_lay_they_must_be_worth_30_points(draft: str, melds: str, opened: bool) -> None:
    rack = "R9 B8 G8 B1 B2 B3 B10 B11 B12 Y5"
    table = laid_out("[R6 R7 R8]", rack, opened=[False, True]).moves(f"timeout {draft}")
    assert table.melds == melds
    assert table.seen_by(None).opened[0] is opened
    assert bool(table.told(TilesDrawn)) is not opened


def test_8_10_by_option_the_whole_lay_stays_or_nothing() -> None:
    more: dict[str, Any] = {"pool": "Y1 Y2", "options": {"timeUpKeeps": "wholeLay"}}
    table = laid_out("[R6 R7 R8]", "B1 B2 B3 B8 Y9", **more)
    assert table.moves("timeout [R6 R7] [R8 B8] [B1 B2 B3]").melds == "[R6 R7 R8]"
    assert table.moves("timeout [R6 R7 R8 B8] [B1 B2 B3]").melds == "[R6 R7 R8] [B1 B2 B3]"


def test_8_10_a_joker_of_the_table_does_not_help_own_tiles_to_stay() -> None:
    table = laid_out("[R6 R7 J=R8]", "B1 B2 G1", pool="Y1 Y2").moves("timeout [R6 R7] [B1 B2 J]")
    assert table.melds == "[R6 R7 J=R8]"
    assert table.rack(0) == "B1 B2 G1 Y1"


def test_8_11_closing_from_the_hand_leaves_the_table_as_it_is_or_by_option_not() -> None:
    move = "lay [R6 R7 R8 R9]"
    options: dict[str, Any] = {"closeFromHand": True}
    more: dict[str, Any] = {"opened": [False, True], "hand_no": 2}
    assert laid_out("[R6 R7 R8]", "R9", options=options, **more).refuses(move).rule == "§2.3"
    options["closeFromHandUsesTable"] = True
    (scored,) = laid_out("[R6 R7 R8]", "R9", options=options, **more).moves(move).told(HandScored)
    assert scored.closed_from_hand


def test_8_11_closing_from_the_hand_with_the_table_is_suggested_where_the_option_allows_it() -> None:
    more: dict[str, Any] = {"opened": [False, True], "hand_no": 2}
    options = {"closeFromHand": True}
    assert left_by_suggestions(laid_out("[R6 R7 R8]", "R9 B1 B2 B3", options=options, **more)) == []
    options["closeFromHandUsesTable"] = True
    assert left_by_suggestions(laid_out("[R6 R7 R8]", "R9 B1 B2 B3", options=options, **more)) == [0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_8_12_by_default_there_are_as_many_hands_as_players(seats: int) -> None:
    assert new(seats).seen_by(None).hands == seats


def test_8_13_the_lot_or_the_left_or_the_winner_begins_the_next_hand() -> None:
    def starters(rule: str, **more: Any) -> set[int]:
        found = set()
        for key in range(24):
            chance = {"key": f"{key:064x}", "drawn": 0}
            table = laid_out("[R6 R7 R8]", "R9", "B1", "G1", options={"nextStarter": rule}, chance=chance, **more)
            found.add(table.lays("[R6 R7 R8 R9]").seen_by(None).starter)
        return found

    assert starters("lot", starter=1) == {0, 1, 2}
    assert starters("left", starter=1) == {2}
    assert starters("left", starter=2) == {0}
    assert starters("winner", starter=1) == {0}


def test_8_13_the_winner_of_a_hand_that_nobody_closed_is_the_lowest_rack() -> None:
    table = laid_out("", "R5", "B4", "G4", pool="", options={"nextStarter": "winner"}, starter=2)
    assert table.moves("pass", "pass", "pass").seen_by(None).starter == 2  # equal to seat 1, and first in turn


def test_8_14_equal_totals_share_the_victory() -> None:
    table = laid_out("[R6 R7 R8]", "R9", "B10", totals=[0, 20], hand_no=2).lays("[R6 R7 R8 R9]")
    outcome = table.position.outcome
    assert outcome is not None
    assert outcome.scores == [10, 10]
    assert outcome.winners == [0, 1]


def test_8_15_example_a_joker_that_nobody_replaced_makes_no_group() -> None:
    table = laid_out("[R4 J=R5 R6 R7] [R1 R2 R3]", "B5 G5 R8")
    refusal = table.refuses("lay [R1 R2 R3 R4] [R6 R7 R8] [J=R5 B5 G5]")
    assert refusal.rule == "§5.6"
    assert refusal.why == "the joker in [R4 J=R5 R6 R7] stays with that meld until R5 takes its place"


def test_8_16_example_two_exchanges_bring_a_joker_back_into_its_run() -> None:
    table = laid_out("[R5 R6 R7 J=R8] [G8 B8 R8]", "R3 Y1")
    assert table.lays("[R3 J=R4 R5 R6 R7] [G8 B8 R8]").rack(0) == "Y1"


def test_8_16_example_the_tile_that_freed_a_joker_goes_on_to_a_group() -> None:
    table = laid_out("[R6 R7 J=R8] [G8 B8 Y8 R8]", "R5 B10 B11 Y1")
    assert table.lays("[R5 R6 R7] [G8 B8 Y8 R8] [B10 B11 J]").rack(0) == "Y1"


@pytest.mark.parametrize(
    ("before", "rack", "after", "allowed"),
    [
        # the same tile in another combination
        ("[R4 J=R5 R6 R7] [R1 R2 R3]", "B5 G5 R8", "[R1 R2 R3 R4] [R6 R7 R8] [J=R5 B5 G5]", False),
        ("[R4 R5 J=R6] [B4 G4 Y4] [B5 G5 Y5]", "R7 R8", "[B4 G4 R4 Y4] [B5 G5 R5 Y5] [J=R6 R7 R8]", False),
        ("[R7 B7 J=Y7] [R8 R9 R10] [B8 B9 B10]", "Y8 Y9", "[R7 R8 R9 R10] [B7 B8 B9 B10] [J=Y7 Y8 Y9]", False),
        # still with a tile of its meld, and as the same tile
        ("[R4 J=R5 R6] [B4 G4 Y4]", "R7", "[B4 G4 R4 Y4] [J=R5 R6 R7]", True),
        ("[R4 R5 J=R6] [B4 G4 Y4]", "R7", "[B4 G4 R4 Y4] [R5 J=R6 R7]", True),
        ("[R7 B7 J=Y7] [R8 R9 R10]", "G7", "[R7 R8 R9 R10] [B7 G7 J=Y7]", True),
        # with its meld, but as another tile
        ("[R4 R5 J=R6 R7]", "R3 B7 G7", "[R3 R4 R5 J=R6] [R7 B7 G7]", True),
        ("[R4 R5 J=R6]", "B1 B2 B3", "[J=R3 R4 R5] [B1 B2 B3]", False),
    ],
)
def test_8_15_a_joker_that_was_not_freed_stays_with_a_tile_of_its_meld(
    before: str, rack: str, after: str, allowed: bool
) -> None:
    table = laid_out(before, f"{rack} Y1")
    if allowed:
        assert table.allows(f"lay {after}")
    else:
        assert table.refuses(f"lay {after}").rule == "§5.6"


@pytest.mark.parametrize(
    ("before", "rack", "after", "suggested"),
    [
        ("[R4 J=R5 R6 R7] [R1 R2 R3]", "B5 G5 R8", "[R1 R2 R3 R4] [R6 R7 R8] [J=R5 B5 G5]", 1),
        ("[R4 R5 J=R6] [B4 G4 Y4] [B5 G5 Y5]", "R7 R8", "[B4 G4 R4 Y4] [B5 G5 R5 Y5] [J=R6 R7 R8]", 2),
        ("[R7 B7 J=Y7] [R8 R9 R10] [B8 B9 B10]", "Y8 Y9", "[R7 R8 R9 R10] [B7 B8 B9 B10] [J=Y7 Y8 Y9]", 0),
    ],
)
def test_8_15_by_option_it_may_lie_in_any_meld_as_the_same_tile(
    before: str, rack: str, after: str, suggested: int
) -> None:
    loose = laid_out(before, f"{rack} Y1", options={"jokerAnyMeld": True})
    assert loose.allows(f"lay {after}")
    tiles = len(rack.split())
    assert left_by_suggestions(loose)[0] == 1
    assert left_by_suggestions(laid_out(before, f"{rack} Y1"))[:1] == ([1 + tiles - suggested] if suggested else [])


@pytest.mark.parametrize(
    ("before", "rack", "after", "allowed"),
    [
        # two jokers of one meld are company for each other
        ("[R5 J=R6 J=R7] [B5 G5 Y5]", "R8", "[B5 G5 R5 Y5] [J=R6 J=R7 R8]", True),
        # each of two needs a tile of its own
        (
            "[J=R5 R6 R7] [R6 J=R7 R8]",
            "R9 R10 B6 G6",
            "[J=R5 R6 J=R7] [R6 B6 G6] [R7 R8 R9 R10]",
            True,
        ),  # red 7 has freed one
    ],
)
def test_8_15_two_jokers_each_have_a_tile_of_their_meld(before: str, rack: str, after: str, allowed: bool) -> None:
    assert laid_out(before, f"{rack} Y1").allows(f"lay {after}") is allowed


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("[R5 R6 R7 J=R8] [G8 B8 R8]", "R3", "[R3 J=R4 R5 R6 R7] [G8 B8 R8]"),
        ("[R6 R7 J=R8] [G8 B8 Y8 R8]", "R5 B10 B11", "[R5 R6 R7] [G8 B8 Y8 R8] [B10 B11 J]"),
        ("[R5 R6 R7 J=R8] [G8 B8 Y8]", "R8 R3", "[R3 J=R4 R5 R6 R7] [G8 B8 R8 Y8]"),  # red 8 goes on to the group
    ],
)
def test_8_16_by_a_chain_of_exchanges_a_joker_may_come_back_into_its_run(before: str, rack: str, after: str) -> None:
    assert laid_out(before, f"{rack} Y1").allows(f"lay {after}")


def test_8_16_in_the_end_it_does_not_lie_with_the_tile_that_freed_it() -> None:
    before = "[R5 R6 R7 J=R8] [G8 B8 Y8]"
    move = "lay [R5 R6 R7 R8 J=R9] [G8 B8 Y8] [B1 B2 B3]"
    assert laid_out(before, "R8 B1 B2 B3 Y1").refuses(move).rule == "§5.7"
    assert laid_out(before, "R8 B1 B2 B3 Y1", options={"jokerSameMeld": True}).allows(move)


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("[G2 G3 G4 G5]", "G6 Y2 B2", "[G3 G4 G5 G6] [G2 Y2 B2]"),  # three stay together
        ("[R4 R5 R6]", "R7 B4 G4", "[R4 B4 G4] [R5 R6 R7]"),  # two do, in a meld with another tile
        ("[R4 R5 R6]", "B4 G4 B5 G5 B6 G6", "[R4 B4 G4] [R5 B5 G5] [R6 B6 G6]"),  # none do
    ],
)
def test_8_17_of_a_meld_that_is_taken_apart_only_the_melds_of_the_end_count(before: str, rack: str, after: str) -> None:
    assert laid_out(before, f"{rack} Y1").allows(f"lay {after}")


@pytest.mark.parametrize(("options", "seconds", "alone"), [({}, 120, False), ({"clockAlone": True}, 120, True)])
def test_8_18_one_person_among_bots_has_no_limit_unless_the_table_sets_it(
    options: dict[str, Any], seconds: int, alone: bool
) -> None:
    profile = GAME.table_profile(GAME.read_options(options))
    assert profile.move_time == 1000 * seconds
    assert profile.is_timed_alone is alone
