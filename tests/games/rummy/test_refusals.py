"""Every kind of bad lay: the refusal names the rule, the meld and the reason, in a player's words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rummy.table import laid_out

UNOPENED: dict[str, Any] = {"opened": [False, True]}


@pytest.mark.parametrize(
    ("before", "rack", "lay", "more", "rule", "why"),
    [
        # no meld
        ("", "R4 R6 R7", "[R4 R6 R7]", {}, "§3.2", "the run R4 R6 R7 has a gap: 5 is missing"),
        ("", "R4 R8 R9", "[R4 R8 R9]", {}, "§3.2", "the run R4 R8 R9 has a gap: 5, 6 and 7 are missing"),
        ("", "R12 R13 R1", "[R12 R13 R1]", {}, "§8.1", "R12 R13 R1: 1 does not follow 13"),
        ("", "R5 R4 R6", "[R5 R4 R6]", {}, "§3.2", "the run R5 R4 R6 is not in rising order: 4 comes after 5"),
        ("", "R5 R5 R6", "[R5 R5 R6]", {}, "§3.2", "the run R5 R5 R6 has 5 twice"),
        ("", "R12 R13 J", "[R12 R13 J]", {}, "§3.2", "cannot go beyond 13: put the joker at the other end"),
        ("", "R1 R2 J", "[J R1 R2]", {}, "§3.2", "cannot begin below 1: put the joker at the other end"),
        ("", "R4 R5 J", "[R4 J R5]", {}, "§3.2", "the run R4 J R5 has no room for a joker between 4 and 5"),
        ("", "R7 R7 B7", "[R7 R7 B7]", {}, "§3.1", "two red 7s in one group: R7 R7 B7"),
        ("", "R7 B7 G7 Y7 J", "[R7 B7 G7 Y7 J]", {}, "§3.1", "5 tiles in a group, which has at most one of each"),
        ("", "R7 B7", "[R7 B7]", {}, "§3.1", "R7 B7: a meld has at least three tiles"),
        ("", "R7", "[]", {}, "§3.1", "an empty meld: a meld has at least three tiles"),
        ("", "R7 B8 G9", "[R7 B8 G9]", {}, "§3.1", "R7 B8 G9 is neither a group of one number nor a run of one"),
        # tiles that are not there, or there too often
        ("[R5 R6 R7]", "B1 B2", "[R5 R6 R7] [B1 B2 B3]", {}, "§5.4", "you do not hold B3 for [B1 B2 B3], and the tab"),
        ("[R5 R6 R7]", "B5 G5", "[R5a R6 R7] [R5a B5 G5]", {}, "§5.4", "R5a is there 2 times: [R5a R6 R7] and [R5a"),
        ("[R5 R6 R7]", "B5 G5", "[R5 R6 R7] [R5 R6 R7]", {}, "§5.4", "you do not hold R5 for [R5 R6 R7]"),
        # the table loses something
        ("[R5 R6 R7 R8]", "B1 B2 B3", "[R5 R6 R7] [B1 B2 B3]", {}, "§5.4", "R8a must stay on the table: it was in [R5"),
        ("[R5 R6 R7]", "B1 B2 B3", "[B1 B2 B3]", {}, "§5.4", "R5a, R6a, R7a must stay on the table: they were in [R5"),
        ("[R4 J R6]", "R5", "[R4 R5 R6]", {}, "§5.4", "J1 must stay on the table: it was in [R4 J=R5 R6]"),
        ("[B2 B3 B4 B5 B6 B7]", "R5", "[B2 B3 B4] [B5 B6 B7]", {}, "§5.5", "a lay takes at least one tile from your"),
        # the first lay
        (
            "",
            "R8 R9 R10",
            "[R8 R9 R10]",
            UNOPENED,
            "§2.1",
            "your first lay [R8 R9 R10] is worth 27 points: it takes 30",
        ),
        ("[R6 R7 R8]", "R9", "[R6 R7 R8 R9]", UNOPENED, "§2.3", "you may not use the table: [R6 R7 R8] stays"),
        (
            "[R6 R7 R8]",
            "R9",
            "[R6 R7 R8 R9]",
            {**UNOPENED, "options": {"tableUseInOpeningTurn": True}},
            "§2.1",
            "the tiles you lay, R9a, do not make 30 points on their own",
        ),
        # jokers
        (
            "[R5 R6 R7 J]",
            "B10 B11",
            "[R5 R6 R7] [B10 B11 J]",
            {},
            "§5.6",
            "the joker in [R5 R6 R7 J=R8] stays with that meld until R8 takes its place",
        ),
        (
            "[R7 B7 J]",
            "B1 B2",
            "[R7 B7] [B1 B2 J]",
            {},
            "§3.1",
            "R7 B7: a meld has at least three tiles",
        ),
        (
            "[R7 B7 J] [R8 R9 R10] [B8 B9 B10]",
            "B1 B2",
            "[R7 R8 R9 R10] [B7 B8 B9 B10] [B1 B2 J]",
            {},
            "§5.6",
            "the joker in [R7 B7 J=G7] stays with that meld until G7 or Y7 takes its place",
        ),
        (
            "[R4 J R6] [B7 J B9] [G1 G2 G3]",
            "R7 R8 B10 B11",
            "[R4 J R6 R7 R8] [B9 B10 B11] [G1 G2 G3 J] [B7]",
            {},
            "§3.1",
            "B7: a meld has at least three tiles",
        ),
        (
            "[R4 J R6] [B7 B8 B9 J]",
            "R3 G12 G13",
            "[R3 R4 J R6] [B7 B8 B9] [J G12 G13]",
            {},
            "§5.6",
            "the joker in [B7 B8 B9 J=B10] stays with that meld until B10 takes its place",
        ),
        (
            "[R4 J R6]",
            "R5",
            "[R4 R5 R6 J]",
            {},
            "§5.7",
            "until R5 takes its place, and then goes into another meld than that tile",
        ),
        (
            "[R6 R7 J=R8] [G8 B8 Y8 R8]",
            "B10 B11",
            "[R6 R7 R8] [G8 B8 Y8] [B10 B11 J]",
            {"options": {"jokerRule": "replaceFromRack"}},
            "§8.5",
            "the joker in [R6 R7 J=R8] stays with that meld until R8 takes its place from your rack",
        ),
        (
            "",
            "R5 J J",
            "[R5 J J]",
            {"options": {"maxJokersPerMeld": 1}},
            "§8.3",
            "[R5 J=R6 J=R7] has more than one joker",
        ),
    ],
)
def test_a_refusal_names_the_rule_the_meld_and_the_reason(
    before: str, rack: str, lay: str, more: dict[str, Any], rule: str, why: str
) -> None:
    refusal = laid_out(before, f"{rack} Y1", "Y13", **more).refuses(f"lay {lay}")
    assert refusal.rule == rule
    assert why in refusal.why


def test_draw_and_pass_are_refused_in_words() -> None:
    assert "the pool is empty: lay or pass" in laid_out("", "R5", pool="").refuses("draw").why
    assert "there are tiles in the pool: lay or draw" in laid_out("", "R5").refuses("pass").why
