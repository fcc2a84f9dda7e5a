"""Rage: the refusal of positions that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from erre.core.errors import BadPosition
from tests.games.rage.table import new
from tests.games.rage.written import PLAIN, Written, load, whole


def coloured(cards: list[str]) -> int:
    """Where the last coloured card lies."""
    return max(at for at, card in enumerate(cards) if card[0] in "BGRYPO")


def changed(**fields: Any) -> Callable[[Written], Written]:
    """Some fields otherwise."""
    return lambda written: {**written, **fields}


def edited(edit: Callable[[Written], object]) -> Callable[[Written], Written]:
    """The position after an edit."""

    def apply(written: Written) -> Written:
        edit(written)
        return written

    return apply


def without(*names: str) -> Callable[[Written], Written]:
    """Some fields left out."""
    return lambda written: {name: value for name, value in written.items() if name not in names}


IMPOSSIBLE: list[tuple[str, Callable[[Written], Written], str]] = [
    (
        "a card twice",
        edited(lambda w: w["stock"].insert(0, w["stock"][coloured(w["stock"])])),
        "is there 2 times",
    ),
    ("a fifth no-trump", edited(lambda w: w["stock"].__setitem__(slice(0, 5), ["NT"] * 5)), "NT is there"),
    ("a missing card", edited(lambda w: w["stock"].pop()), "1 of the 112 cards are missing"),
    ("a card too many", edited(lambda w: w["stock"].append("J")), "J is there 3 times"),
    ("an old trick missing", edited(lambda w: w["old_tricks"].pop(0)), "4 of the 112 cards are missing"),
    ("another count of tricks", edited(lambda w: w["tricks"].append(w["tricks"].pop(0))), "tricks: the position says"),
    ("too many tricks", changed(tricks=[3, 3, 3, 3]), "tricks: 12 are taken"),
    ("too few tricks", changed(tricks=[0, 0, 0, 0]), "old_tricks: 3, but 0"),
    ("points from nowhere", changed(bonus=[5, 5, 5, 0]), "bonus"),
    ("points that are no fives", changed(bonus=[1, 0, 0, 0]), "bonus: it comes in steps of 5"),
    ("another trump", edited(lambda w: w.update(trump="B" if w["trump"] != "B" else "G")), "trump: the position says"),
    ("no trump without a no-trump", changed(trump=None), "trump: the position says"),
    ("a turn of trump to come without a no-trump", changed(trump=None, flip_pending=True), "the position says"),
    ("a trump that is to be turned and is known", changed(flip_pending=True), "flip_pending"),
    ("a trump that waits", changed(next_trump="B"), "next_trump: no trump waits"),
    ("another dealer", edited(lambda w: w.update(dealer=(w["dealer"] + 1) % 4)), "was no legal move|the position says"),
    (
        "another leader",
        edited(lambda w: w.update(leader=(w["leader"] + 1) % 4, turn=None)),
        "holds|did not follow|leads the next",
    ),
    ("another turn", edited(lambda w: w.update(turn=(w["turn"] + 1) % 4)), "turn: the position says"),
    ("nobody's turn", changed(turn=None), "turn: the position says"),
    ("a bid missing", edited(lambda w: w["bids"].__setitem__(1, None)), "bids: all are made before"),
    ("a bid too high", edited(lambda w: w["bids"].__setitem__(1, 10)), "bids: 10 is not from 0 to 9"),
    (
        "a forbidden sum of bids",
        changed(options={"plusMinusOne": True}, bids=[9, 0, 0, 0]),
        "forbidden by plusMinusOne",
    ),
    ("a hand too large", edited(lambda w: w["hands"][0].append(w["stock"].pop())), "seat 0 holds"),
    ("a hand too small", edited(lambda w: w["stock"].append(w["hands"][0].pop())), "seat 0 holds"),
    ("a whole trick on the table", changed(trick=["B1", "B2", "B3", "B4"]), "trick: it is complete"),
    ("another phase", changed(phase="bidding"), "tricks: 3 are taken, but at most 0"),
    ("the end too early", changed(phase="over"), "over: the match ends with round 10|trick: cards lie there"),
    ("another round", changed(round=3), "sheet: |holds|leaves|bids: "),
    ("a round that does not exist", changed(round=11), "there is no round 11"),
    ("a sheet too long", edited(lambda w: w["sheet"].append(w["sheet"][0])), "sheet: 2 lines, but 1 rounds are scored"),
    ("a line of too few seats", edited(lambda w: w["sheet"][0]["bids"].pop()), "sheet: one number for each seat"),
    (
        "a line with too many tricks",
        edited(lambda w: w["sheet"][0].update(tricks=[9, 9, 9, 9])),
        "sheet: round 1 has 10",
    ),
    ("a line without tricks", edited(lambda w: w["sheet"][0].update(tricks=[0] * 4)), "in round 1 10 tricks"),
    ("a seat too few", changed(seats=5), "5 seats need 5 hands"),
    ("seats that do not exist", changed(seats=9), "3 to 8 seats"),
    (
        "a card turned too many",
        edited(lambda w: w["turned"].insert(0, w["stock"].pop(coloured(w["stock"])))),
        "the position says",
    ),
    ("an older trick led by another", edited(lambda w: w["old_tricks"][1].update(leader=9)), "a leader's seat"),
    (
        "a trick won by another",
        edited(lambda w: w["old_tricks"][0].update(winner=(w["old_tricks"][0]["winner"] + 1) % 4)),
        "the winner of a trick leads the next",
    ),
    ("an old trick with a card too few", edited(lambda w: w["old_tricks"][0]["cards"].pop()), "one card of every seat"),
    ("another game", changed(game="rurare"), "not of Rage"),
    ("an unknown field", changed(jokers=3), "jokers"),
    ("a card that is none", edited(lambda w: w["hands"][0].__setitem__(0, "Y16")), "there is no 'Y16'"),
    ("a jolly without colour on the table", edited(lambda w: w["trick"].__setitem__(0, ["J"])), "has a colour"),
    ("a jolly with colour in a hand", edited(lambda w: w["hands"][0].__setitem__(0, "J:R")), "is no card"),
    ("a colour that is none", changed(trump="X"), "is no colour"),
    ("a key that is none", edited(lambda w: w["chance"].update(key="xyz")), "hexadecimal"),
    ("chance before its beginning", edited(lambda w: w["chance"].update(drawn=-1)), "chance.drawn"),
    ("moves before the first", changed(moves_made=-1), "moves_made"),
    ("no hands", without("hands"), "hands"),
    ("no seats", without("seats"), "seats"),
    ("no phase", without("phase"), "phase"),
]


@pytest.mark.parametrize(("change", "words"), [row[1:] for row in IMPOSSIBLE], ids=[row[0] for row in IMPOSSIBLE])
def test_a_position_that_cannot_be_is_refused(change: Callable[[Written], Written], words: str) -> None:
    load(whole())
    with pytest.raises(BadPosition, match=words):
        load(change(whole()))


def test_a_trick_taken_by_the_wrong_seat_is_found_by_playing_the_round_again() -> None:
    written = whole()
    first, second = written["old_tricks"][:2]
    thief = (first["winner"] + 1) % 4
    first["winner"] = second["leader"] = thief
    with pytest.raises(BadPosition):
        load(written)


def test_hidden_cards_may_lie_in_any_order() -> None:
    written = whole()
    written["stock"].reverse()
    load(written)
    written = whole()
    hand = written["hands"][written["turn"]]
    at = next(at for at, card in enumerate(written["stock"]) if card[0] == hand[0][0])
    hand[0], written["stock"][at] = written["stock"][at], hand[0]  # a card of the same colour: nothing shown forbids it
    load(written)


# -- partial positions that cannot be

REVOKE = "did not follow that colour"
IMPOSSIBLE_TABLES: list[tuple[str, dict[str, Any], str]] = [
    ("a card in two hands", {"hands": [["Y1"], ["Y1"], []]}, "Y1 is there 2 times"),
    ("a third jolly", {"hands": [["J"], ["J"], []], "trick": ["J:R"]}, "J is there 3 times"),
    ("a fourth +5", {"hands": [["+5"] * 4, [], []]}, r"\+5 is there 4 times"),
    ("a fourth +5 in a trick taken", {"hands": [["+5"] * 3, [], []], "tricks": [1, 0, 0], "bonus": [5, 0, 0]}, "bonus"),
    ("more points than cards", {"bonus": [15, 5, 0], "tricks": [1, 1, 0]}, "bonus"),
    ("a seat that did not follow", {"trick": ["Y8", "R1"], "hands": [[], ["Y3"], ["B1"]]}, REVOKE),
    ("a seat that did not follow a jolly", {"trick": ["J:Y", "J:G"], "hands": [[], ["Y3"], ["B1"]]}, REVOKE),
    (
        "a colour played that was not followed before",
        {
            "tricks": [1, 0, 0],
            "old_tricks": [{"leader": 0, "cards": ["Y8", "R1", "Y2"], "winner": 0}],
            "trick": ["Y9", "Y3"],
        },
        REVOKE,
    ),
    ("a hand larger than the round's", {"round": 10, "hands": [["Y1", "Y2"], [], []]}, "seat 0 holds 2 cards"),
    (
        "a hand too large after its play",
        {"round": 9, "trick": ["Y8"], "hands": [["Y1", "Y2"], ["Y3"], []]},
        "leaves it 1",
    ),
    (
        "a hand too large after tricks",
        {"round": 9, "tricks": [1, 0, 0], "hands": [["Y1", "Y2"], ["Y3"], []]},
        "leaves it 1",
    ),
    (
        "ten cards and one on the table",
        {"trick": ["B1"], "hands": [[f"Y{k}" for k in range(10)], ["B2"], []]},
        "leaves it 9",
    ),
    ("all tricks taken", {"tricks": [10, 0, 0]}, "tricks: 10 are taken"),
    ("tricks before the bids", {"phase": "bidding", "tricks": [1, 0, 0]}, "tricks: 1 are taken"),
    ("cards before the bids", {"phase": "bidding", "trick": ["Y1"]}, "trick: cards lie there"),
    ("all bids made", {"phase": "bidding", "bids": [1, 1, 1]}, "bids: all are made"),
    ("bids out of turn", {"phase": "bidding", "bids": [None, 1, None]}, "made in turn"),
    ("another first bidder", {"phase": "bidding", "dealer": 0, "leader": 0}, "leader"),
    ("the end with a card in a hand", {"phase": "over", "round": 10, "hands": [["Y1"], [], []]}, "over: the hands"),
    ("the end in round nine", {"phase": "over", "round": 9}, "over: the match ends"),
    (
        "eleven old tricks",
        {"old_tricks": [{"leader": 0, "cards": ["Y1", "Y2", "Y3"], "winner": 0}] * 11},
        "old_tricks: 11",
    ),
    ("a trump that waits", {"next_trump": "G", "flip_pending": True}, "next_trump"),
    ("more cards turned than there is room for", {"turned": [f"{c}{n}" for c in "BG" for n in range(13)]}, "turned"),
    ("more coloured cards turned than trump changes", {"turned": [f"B{n}" for n in range(10)]}, "turned: more cards"),
    ("too few numbers", {"tricks": [0, 0]}, "tricks: one for each"),
    ("a seat below the first", {"leader": -1}, "leader's seat -1"),
    ("a dealer beyond the last", {"dealer": 3}, "dealer's seat 3"),
    ("a bid below none", {"bids": [-1, 0, 0]}, "bids: -1"),
    ("totals beyond reason", {"totals": [40000, 0, 0]}, "totals"),
]


@pytest.mark.parametrize(
    ("fields", "words"), [row[1:] for row in IMPOSSIBLE_TABLES], ids=[row[0] for row in IMPOSSIBLE_TABLES]
)
def test_a_partial_position_that_cannot_be_is_refused(fields: dict[str, Any], words: str) -> None:
    empty: Written = {"seats": 3, "phase": "tricks", "leader": 0, "hands": [[], [], []], "partial": True}
    load(empty)
    with pytest.raises(BadPosition, match=words):
        load({**empty, **fields})


def test_a_position_without_the_cards_out_of_play_must_still_have_the_right_number() -> None:
    plain = {name: value for name, value in whole().items() if name in PLAIN}
    load(plain)
    with pytest.raises(BadPosition, match="cards are missing"):
        load({**plain, "stock": plain["stock"][:5]})
    gone = [card.split(":")[0] for trick in whole()["old_tricks"] for card in trick["cards"]]
    with pytest.raises(BadPosition, match="cards too many"):
        load({**plain, "stock": plain["stock"] + gone})
    with pytest.raises(BadPosition, match="trump: there is one"):
        load({**plain, "trump": None})
    with pytest.raises(BadPosition, match="bids: all are made"):
        load({**plain, "bids": [None, 1, 1, 1]})
    fresh = {name: value for name, value in new(3).position.to_json().items() if name in PLAIN}
    with pytest.raises(BadPosition, match="leader"):
        load({**fresh, "leader": fresh["dealer"], "turn": None})
