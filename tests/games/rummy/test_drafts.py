"""Rummy: a turn that is still being built is judged by the rules themselves, from the view of its seat alone."""

from __future__ import annotations

import random
from typing import cast, get_args

import pytest

from erre.core.errors import BadNotation, IllegalMove, NotYourTurn, Refusal
from erre.games.rummy import GAME
from erre.games.rummy.drafts import JudgedDraft, Opening
from erre.games.rummy.moves import RummyMove
from erre.games.rummy.reasons import Code
from tests.games.rummy.table import Table, laid_out, new


def judged(table: Table, draft: str, seat: int = 0) -> JudgedDraft:
    """A draft of the seat on turn, judged; the table is as it was."""
    before = table.truth.to_bytes()
    found = GAME.judge_draft(table.seen_by(seat), draft)
    assert table.truth.to_bytes() == before
    return found


def code_of(found: JudgedDraft) -> str | None:
    """Why a draft is not ready."""
    assert found.ready == (found.why is None)
    return None if found.why is None else found.why.code


def test_a_draft_that_could_end_the_turn_is_ready() -> None:
    found = judged(laid_out("[R6 R7 R8]", "R5 B1"), "[R5 R6 R7 R8]")
    assert found.ready
    assert [meld.valid for meld in found.melds] == [True]
    assert found.melds[0].tiles == ["R5a", "R6a", "R7a", "R8a"]
    assert found.opening is None


@pytest.mark.parametrize(
    ("meld", "code", "tiles", "numbers"),
    [
        ("R5 R6", "short", ["R5", "R6"], []),
        ("R5 R6 G7", "neither", ["R5", "R6", "G7"], []),
        ("R5 R5 G5", "colour_twice", ["R5"], []),
        ("R5 G5 B5 Y5 J", "large_group", [], [5]),
        ("R12 R13 R1", "after_13", [], []),
        ("R5 R6 R6 R7", "number_twice", [], [6]),
        ("R6 R7 R5", "not_rising", [], [5, 7]),
        ("R5 R6 R9", "gap", [], [7, 8]),
        ("R5 J R6 R7", "no_room", [], [5, 6]),
        ("J R1 R2", "below_1", [], []),
        ("R12 R13 J", "beyond_13", [], []),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 J", "long_run", [], [13]),
    ],
)
def test_each_meld_says_why_it_is_none(meld: str, code: str, tiles: list[str], numbers: list[int]) -> None:
    table = laid_out("", f"{meld} Y1")
    found = judged(table, f"[{meld}]")
    why = found.melds[0].why
    assert why is not None
    assert (found.melds[0].valid, found.melds[0].points) == (False, 0)
    assert (why.code, why.tiles, why.numbers) == (code, tiles, numbers)
    assert found.why == why
    assert table.refuses(f"lay [{meld}]").why == why.words


@pytest.mark.parametrize(
    ("table", "rack", "draft", "code"),
    [
        ("[R6 R7 R8]", "R5 B1", "[R6 R7 R8]", "from_rack"),
        ("[R6 R7 R8]", "R5 B1", "", "table_stays"),
        ("[R6 R7 R8 R9]", "R5 B1", "[R6 R7 R8]", "table_stays"),  # R9 lies loose
        ("[R4 J=R5 R6]", "R5 B1", "[R4 R5 R6]", "table_stays"),  # the freed joker is in the hand
        ("[R4 J=R5 R6]", "R5 B1", "[R4 R5 R6 J]", "joker_elsewhere"),
        ("[R4 J=R5 R6 R7]", "B7 B9", "[B7 J B9] [R4 R6 R7]", "gap"),
        ("[R3 R4 R5 J=R6]", "B7 B9", "[B7 J B9] [R3 R4 R5]", "joker_stays"),
        ("[R4 J=R5 R6]", "R5 B7 B9", "[R4 R5 R6] [B7 J B9]", None),
    ],
)
def test_the_whole_draft_says_why_it_is_not_ready(table: str, rack: str, draft: str, code: str | None) -> None:
    assert code_of(judged(laid_out(table, f"{rack} Y1"), draft)) == code


def test_the_points_of_a_first_lay_are_counted_while_it_grows() -> None:
    table = laid_out("[R6 R7 R8]", "G8 G9 G10 B1 Y1 R1 R5", "B2", opened=[False, True])
    assert judged(table, "[R6 R7 R8]").opening == Opening(0, 30)
    grown = judged(table, "[R6 R7 R8] [G8 G9 G10]")
    assert (grown.opening, code_of(grown)) == (Opening(27, 30), "first_points")
    assert grown.why is not None
    assert grown.why.numbers == [27, 30]
    assert judged(table, "[R6 R7 R8] [G8 G9 G10] [B1 Y1]").opening == Opening(27, 30)  # no meld yet, no points
    done = judged(table, "[R6 R7 R8] [G8 G9 G10] [B1 Y1 R1]")
    assert (done.opening, done.ready) == (Opening(30, 30), True)
    used = judged(table, "[R5 R6 R7 R8] [G8 G9 G10] [B1 Y1 R1]")
    assert (used.opening, code_of(used)) == (Opening(30, 30), "table_closed")


def test_a_joker_is_shown_with_what_it_stands_for() -> None:
    found = judged(laid_out("", "R5 J R7 B1", opened=[False, True]), "[R5 J R7]")
    assert found.melds[0].tiles == ["R5a", "J1=R6", "R7a"]
    assert found.opening == Opening(18, 30)


def test_the_option_for_jokers_counts_in_a_draft() -> None:
    found = judged(laid_out("", "R5 J J B1", options={"maxJokersPerMeld": 1}), "[R5 J J]")
    assert not found.melds[0].valid
    assert code_of(found) == "jokers_in_meld"


@pytest.mark.parametrize(
    ("draft", "refusal"),
    [
        ("[R5 R6", BadNotation),
        ("rubbish", BadNotation),
        ("[R99]", BadNotation),
        ("[R5 G5 B13]", IllegalMove),  # a tile that is somebody else's
        ("[R5a R5a R6]", IllegalMove),
        ("[[]]", BadNotation),
        ("\0", BadNotation),
    ],
)
def test_what_is_no_draft_is_refused(draft: str, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        judged(laid_out("[R6 R7 R8]", "R5 G5 B5", "B13"), draft)


def test_out_of_turn_there_is_no_draft() -> None:
    table = laid_out("[R6 R7 R8]", "R5 B1", "B13")
    for seat in (1, None):
        with pytest.raises(NotYourTurn):
            GAME.judge_draft(table.seen_by(seat), "[R6 R7 R8]")


def test_what_others_hold_makes_no_difference() -> None:
    draft = "[R6 R7 R8] [B13 G13 Y13]"
    answers = []
    for other in ("B13 G2", "Y1 Y2"):
        with pytest.raises(IllegalMove) as caught:
            judged(laid_out("[R6 R7 R8]", "R5 G13 Y13", other, pool="G1"), draft)
        answers.append(caught.value.why)
    assert answers[0] == answers[1]


def test_a_draft_is_ready_exactly_where_the_lay_is_legal() -> None:
    chance = random.Random(7)
    for seed in range(6):
        table = new(2, {"hands": 1}, seed=seed)
        for _ in range(30):
            if not table.position.turn:
                break
            seat = table.turn
            moves = [GAME.format_move(cast(RummyMove, move)) for move in table.position.legal(seat)]
            for move in moves[1:]:
                melds = move.removeprefix("lay ")
                assert judged(table, melds, seat).ready
                without = melds.replace(chance.choice(melds.replace("[", "").replace("]", "").split()), "", 1)
                assert judged(table, without, seat).ready == table.allows(f"lay {without}")
            table = table.moves(chance.choice(moves))


def test_every_code_is_one_word_for_programs() -> None:
    assert all(code.replace("_", "").isalnum() and code == code.lower() for code in get_args(Code))
