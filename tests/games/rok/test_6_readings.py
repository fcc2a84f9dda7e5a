"""Chapter 6: readings that have a rule of their own, and their options."""

from __future__ import annotations

from typing import Any

import pytest

from erre.core.errors import BadNotation, BadOptions, IllegalMove
from erre.core.game import Position
from erre.games.rok import GAME
from erre.games.rok.components import Options
from erre.games.rok.events import (
    ContestOpened,
    ContestWon,
    GameEnded,
    LoneRunesReturned,
    PairSplit,
    RuneSlid,
    TreasureCaptured,
    WrongPairReturned,
)
from erre.games.rok.moves import Slide
from erre.games.rok.state import Rok
from tests.games.rok.table import lay, look, moves, new, only, play, shown, treasures


def test_6_1_after_200_rounds_the_game_is_counted() -> None:
    """A25."""
    played = Position.new(GAME, 3, {"faceUpProbability": 0, "tieBreak": "shared"}, seed=1)
    outcome = played.position.outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.ending) == ([0, 0, 0], [0, 1, 2], "§6.1 200 rounds")
    assert shown(played.position, "round") == 200


ALONE = ("0 grab W1a", "done")


@pytest.mark.parametrize(
    ("table", "more", "told"),
    [
        ("W1a W1b", {}, LoneRunesReturned(0, ["W1a"])),  # the twin still lies there
        ("W1a W1b", {"options": {"loneRune": "penalty"}}, WrongPairReturned(0, ["W1a"], 1)),
        ("W1a -W1b B8a B8b", {}, WrongPairReturned(0, ["W1a"], 1)),  # face down it is not visible
        ("W1a B8a B8b", {"bag": "W1b"}, WrongPairReturned(0, ["W1a"], 1)),
        ("W1a B8a B8b", {"held": ("", "W1b")}, PairSplit([0, 1], ["W1a", "W1b"])),
        ("W1a B8a B8b", {"balance": ". W1b"}, TreasureCaptured(0, 1, ["W1a", "W1b"], [])),
    ],
)
def test_6_2_how_a_lone_rune_is_judged(table: str, more: dict[str, Any], told: Any) -> None:
    kinds = (LoneRunesReturned, WrongPairReturned, PairSplit, TreasureCaptured)
    events = play(lay(table, **more), *ALONE).events
    assert [event for event in events if isinstance(event, kinds)] == [told]


def test_6_2_the_twin_of_a_balance_rune_is_no_half_of_a_wrong_pair() -> None:
    position = lay("W1a G1a B8a B8b", balance=". W1b")
    played = play(position, "0 grab W1a", "0 grab G1a", "done")
    assert only(played.events, WrongPairReturned) == [WrongPairReturned(0, ["G1a"], 1)]
    assert len(only(played.events, TreasureCaptured)) == 1


def test_6_3_a_held_twin_is_locked_until_its_own_capture() -> None:
    """A9: seat 1 loses its white treasure to seat 0, but not the W3 it holds for its own capture."""
    position = lay("W2b W3b", balance="W1a W2a W3a", treasure=("", "W5a W5b", ""))
    position = play(position, "0 grab W2b", "1 grab W3b", "0 slide 0 0.6", "1 slide 0 0.5").position
    after = play(position, "0 order 1 2").position
    assert treasures(after) == ["W2a W2b W5a W5b", "W3a W3b", ""]


def test_6_3_captures_of_several_colours_come_white_first() -> None:
    position = lay("B1b G1b W1b", balance="B1a G1a W1a")
    played = play(position, "1 grab B1b", "2 grab G1b", "0 grab W1b")
    assert [event.balance[0][0] for event in only(played.events, TreasureCaptured)] == ["W", "G", "B"]


@pytest.mark.parametrize(
    ("scope", "result"), [("whole", "W1a W1b W2a W2b W3a W3b"), ("earlierRounds", "W1a W1b W3a W3b")]
)
def test_6_3_by_option_a_capture_leaves_what_this_round_brought(scope: str, result: str) -> None:
    """A7."""
    position = lay("W1b W2a W2b", balance="W1a G1a", treasure=("W3a W3b",), round=4, options={"captureScope": scope})
    played = play(position, "0 grab W2a", "0 grab W2b", "1 grab W1b")
    assert treasures(played.position)[1] == result


def contest(seats: int = 2, **more: Any) -> Position:
    """A tie-break in which all seats slide."""
    return Position.from_json(GAME, {"seats": seats, "phase": "slide", "partial": True, **more})


def rest(position: Position, text: str, seat: int = 0) -> RuneSlid:
    """How a slide goes."""
    return only(position.play(seat, text).events, RuneSlid)[0]


def test_6_4_a_slide_starts_at_the_seats_edge_and_direction_0_points_at_destiny() -> None:
    for seats in (2, 3, 4, 5):
        position = contest(seats)
        for seat in range(seats):
            stay, near = rest(position, "slide 0 0", seat), rest(position, "slide 0 0.6", seat)
            assert abs((stay.x**2 + stay.y**2) ** 0.5 - 22) < 0.01
            assert 3 < (near.x**2 + near.y**2) ** 0.5 < 7
            assert abs(stay.x * near.y - stay.y * near.x) < 1.5  # on the same line
            position = position.play(seat, f"slide {seat} 0.5").position


def test_6_4_more_force_goes_farther_and_degrees_go_to_the_left() -> None:
    position = contest()
    ways = [22 - rest(position, f"slide 0 {force}").x for force in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)]
    assert ways == sorted(ways)
    assert all(abs(way - 45 * force**2) < 0.5 for way, force in zip(ways, (0.1, 0.2, 0.3, 0.4, 0.5, 0.6), strict=True))
    left, right = rest(position, "slide 10 0.5"), rest(position, "slide -10 0.5")
    assert left.y < 0 < right.y  # seat 0 sits at the right end of the x-axis and looks along it
    assert (left.x, left.y) == (right.x, -right.y)
    assert (right.degrees, right.force) == (350, 0.5)


def test_6_4_a_slid_rune_bounces_off_what_lies_there() -> None:
    """In a contest over captures the runes of the table stay, and stay where they are."""
    position = lay("W2b W3b G8a@10,0 -G7a@10,10", balance="W1a W2a W3a", options={"grabEnd": "auto"})
    position = play(position, "0 grab W2b", "1 grab W3b").position
    assert rest(position, "slide 0 0.6").x > 11.9
    before = shown(position, "table")
    assert shown(position.play(0, "slide 0 0.6").position, "table") == before


@pytest.mark.parametrize("move", [Slide(0, 1.01), Slide(0, -0.01), Slide(361, 0.5), Slide(float("nan"), 0.5)])
def test_6_4_a_slide_that_nobody_can_make_is_refused(move: Slide) -> None:
    with pytest.raises(IllegalMove) as refusal:
        contest().play(0, move)
    assert refusal.value.rule == "§6.4"


@pytest.mark.parametrize(("degrees", "force"), [(0, 0), (359.9, 1), (-360, 0.5), (37.5, 0.62), (180, 1), (90, 0.333)])
def test_6_4_every_other_slide_is_legal_though_only_some_are_listed(degrees: float, force: float) -> None:
    position = contest()
    assert len(moves(position, 0)) == 24
    after = position.play(0, f"slide {degrees} {force}").position
    assert after.turn == [1]
    for text in moves(position, 0):
        position.play(0, text)


@pytest.mark.parametrize(
    "text", ["slide", "slide 0", "slide north 0.5", "slide 0 nan", "slide 1e3 0.5", "slide 0 0.5 1"]
)
def test_6_4_what_is_no_slide_cannot_be_read(text: str) -> None:
    with pytest.raises(BadNotation):
        contest().play(0, text)


def test_6_5_a_rune_that_touches_destiny_on_its_way_is_out() -> None:
    position = contest()
    assert [rest(position, f"slide 0 {force}").touched for force in (0.6, 0.65, 0.68, 0.7, 1)] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert rest(position, "slide 4 1").touched  # it passes at a distance of less than two radii
    assert not rest(position, "slide 6 1").touched


def test_6_5_a_slid_rune_is_taken_away_again() -> None:
    """The second slide is not disturbed by the first one."""
    position = contest()
    alone = rest(position.play(0, "slide 0 0").position, "slide 0 0.6", 1)
    after = rest(position.play(0, "slide 0 0.65").position, "slide 0 0.6", 1)
    assert (alone.x, alone.y) == (after.x, after.y)


def test_6_6_by_option_chance_aims() -> None:
    winners = set()
    for seed in range(12):
        said = {
            "seats": 2,
            "partial": True,
            "table": [{"rune": "W1a"}],
            "options": {"slideMode": "random"},
            "chance": {"key": f"{seed:02x}" * 32, "drawn": 0},
        }
        played = play(Position.from_json(GAME, said), "done")
        slides = only(played.events, RuneSlid)
        assert len(slides) >= 2
        assert all(0.5 <= one.force <= 0.69 and (one.degrees <= 8 or one.degrees >= 352) for one in slides)
        winners.update(only(played.events, GameEnded)[0].winners)
    assert winners == {0, 1}


def test_6_6_by_option_chance_aims_in_the_contest_over_captures_as_well() -> None:
    position = lay("W2b W3b", balance="W1a W2a W3a", options={"slideMode": "random"})
    played = play(position, "0 grab W2b", "1 grab W3b")
    assert len(only(played.events, RuneSlid)) >= 2
    assert played.position.phase == "order"


def test_6_7_if_all_touch_all_slide_again() -> None:
    played = play(contest(), "0 slide 0 0.8", "1 slide 0 0.9")
    assert only(played.events, ContestOpened) == [ContestOpened(None, [0, 1], 2)]
    view = look(played.position).contest
    assert view is not None
    assert (view.attempt, view.slides, played.position.turn) == (2, [None, None], [0])


def test_6_7_a_tie_break_is_repeated_among_those_equally_near() -> None:
    position = contest(4)
    played = play(position, "0 slide 0 0.6", "1 slide 0 0.5", "2 slide 0 0.6", "3 slide 0 0.9")
    assert only(played.events, ContestOpened) == [ContestOpened(None, [0, 2], 2)]
    assert played.position.turn == [0]


def test_6_7_the_first_of_several_equally_near_chooses_the_order_of_captures() -> None:
    position = lay("W2b W3b", seats=2, balance="W2a W3a", first=1)
    position = play(position, "0 grab W3b", "1 grab W2b").position
    played = play(position, "1 slide 0 0.6", "0 slide 0 0.6")
    assert only(played.events, ContestWon) == [ContestWon("W", 1)]


def test_6_7_after_ten_attempts_a_lot_is_drawn() -> None:
    position = contest()
    for attempt in range(10):
        assert position.outcome is None, attempt
        position = play(position, "0 slide 0 0.9", "1 slide 0 0.9").position
    assert position.outcome is not None
    assert len(position.outcome.winners) == 1


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"faceUpProbability": 1.01}, "from 0 to 1"),
        ({"faceUpProbability": -0.5}, "from 0 to 1"),
        ({"faceUpProbability": float("nan")}, "from 0 to 1"),
        ({"grabSeconds": -1}, "grabSeconds"),
        ({"grabSeconds": 3601}, "grabSeconds"),
        ({"grabEnd": "timer", "grabSeconds": 0}, "how long"),
        ({"grabEnd": "never"}, "auto, allDone, timer"),
        ({"loneRune": "keep"}, "return, penalty"),
        ({"tieBreak": "fight"}, "slide, shared, random"),
        ({"runes": 50}, "no option 'runes'"),
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        new(2, **options)


def test_options_survive_the_record() -> None:
    given: dict[str, Any] = {
        "faceUpProbability": 0.625,
        "grabEnd": "timer",
        "grabSeconds": 45,
        "pressGapMs": 200,
        "signalSeconds": 0,
        "decisionSeconds": 90,
        "loneRune": "penalty",
        "penaltyChoice": "oldest",
        "captureScope": "earlierRounds",
        "orderContest": "seat",
        "countBalanceAtEnd": True,
        "tieBreak": "random",
        "slideMode": "random",
    }
    assert shown(new(3, **given), "options") == given
    assert Options(face_up_probability=0.33333).face_up_probability == 0.333


def clock_move(position: Position, seat: int) -> str:
    """What the clock does for a seat."""
    s = position.truth
    assert isinstance(s, Rok)
    return GAME.format_move(GAME.overtime_move(s, seat))


def test_6_8_who_lets_the_time_pass_gives_the_oldest_pair() -> None:
    since = [[3, 3, 1, 1], [], []]
    treasure = ("W1a W1b G2a G2b", "", "")
    position = lay(treasure=treasure, since=since, round=4, due=[1, 0, 0], phase="penalty", bag="B1a")
    assert clock_move(position, 0) == "give G2"
    position.play(0, "give G2")


def test_6_8_a_slide_is_straight_with_half_force() -> None:
    position = lay("B5a@6,6", balance="W1a W2a .", held=("W2b", "W1b", ""), phase="slide", bag="B1a")
    seat = position.turn[0]
    assert clock_move(position, seat) == "slide 0 0.5"
    position.play(seat, "slide 0 0.5")


@pytest.mark.parametrize(("first", "order"), [(0, "order 0 1"), (1, "order 1 0")])
def test_6_8_captures_are_carried_out_as_they_sit(first: int, order: str) -> None:
    position = lay(balance="W1a W2a .", held=("", "", "W1b W2b"), phase="order", first=first, bag="B1a")
    assert clock_move(position, 2) == order
    position.play(2, order)


def test_6_8_a_table_without_a_limit_waits() -> None:
    assert GAME.table_profile(GAME.read_options({"decisionSeconds": 0})).overtime == ""
    assert GAME.table_profile(GAME.read_options({"decisionSeconds": 30})).move_time == 30_000
