"""Rage: positions as JSON, and the refusal of those that cannot be."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erre.core.errors import BadOptions, BadPosition, Refusal
from erre.core.game import Position
from erre.games.rage import GAME
from tests.games.rage.table import ALL_SEATS, OPTION_SETS, Table, bidding, new, random_match, table

Written = dict[str, Any]

# What every position of the referee's page has; the rest may be left out.
PLAIN = ["seats", "options", "round", "phase", "dealer", "leader", "turn", "hands", "bids", "tricks", "bonus", "totals"]
PLAIN += ["trick", "trump", "flip_pending", "stock"]


def load(written: Written) -> Position:
    """A position from the text of its JSON."""
    return Position.from_json(GAME, json.loads(json.dumps(written)))


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("seats", ALL_SEATS)
def test_every_position_of_a_match_survives_json(seats: int, options: dict[str, Any]) -> None:
    for number, here in enumerate(random_match(seats, seed=seats, **options)):
        if number % 11 == seats % 11 or here.position.outcome is not None:
            assert load(here.position.to_json()) == here.position
            assert here.position.to_json().get("partial") is None
    assert here.position.outcome is not None


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_a_position_may_be_written_without_the_cards_out_of_play(options: dict[str, Any]) -> None:
    for number, here in enumerate(random_match(4, seed=6, rounds=3, **options)):
        if number % 7:
            continue
        plain = {name: value for name, value in here.position.to_json().items() if name in PLAIN}
        read = load(plain)
        assert {name: value for name, value in read.to_json().items() if name in PLAIN} == plain
        assert read.turn == here.position.turn
        assert [read.legal(seat) for seat in range(4)] == [here.position.legal(seat) for seat in range(4)]
        assert load(read.to_json()) == read


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_play_goes_on_from_a_position_as_it_would_have_gone(options: dict[str, Any]) -> None:
    chooser = random.Random(1)
    here = there = new(5, 3, **options)
    for number in range(90):  # into the second round: what is dealt there is the same, too
        seat = chooser.choice(here.position.turn)
        move = chooser.choice(here.legal(seat))
        here = here.moves(seat, move)
        there = there.moves(seat, move)
        assert there.position == here.position
        if number == 40:
            there = Table(load(there.position.to_json()))
    assert here.open.round == 2


def partial_tables() -> list[Table]:
    """Tables that a test might lay out, with little on them."""
    return [
        table("Y8", "R4", "NT"),
        table("Y8 B1", "R4", "NT J J", trump="R", stock="NT G1"),
        table("", "Y3 J", "", trick="+5"),
        table("", "", "Y3 J", trick="+5 J:Y"),
        table("B1", "B2", "G1", trick="Y8 NT", trump=None, flip_pending=True),
        table("", "", "", phase="over", round=10, totals=[1, 2, 3]),
        bidding(8),
        bidding(3, 4, None, 2, bidding="hidden"),
        bidding(3, bidding="secret"),
        table("Y1", "Y2", "Y3", tricks=[4, 0, 0], round=6, bonus=[5, 0, 0], bids=[5, 0, 0]),
        table("NT", "CT", "B1", trick="", options={"sameTrick": "noTrumpDominates"}, stock="G1").plays("NT", "CT"),
    ]


def test_partial_positions_survive_json_and_play() -> None:
    for here in partial_tables():
        for _ in range(12):
            written = here.position.to_json()
            assert load(written) == here.position
            moves = [(seat, here.legal(seat)) for seat in here.position.turn]
            if not any(legal for _, legal in moves):
                break
            seat, legal = moves[0]
            here = here.moves(seat, legal[-1])


def test_equal_positions_are_equal_however_they_are_written() -> None:
    one = table("Y8 J +5", "R4 NT", "B1", trump="R", trick="G1", leader=2, dealer=1)
    other = table(
        " +5  Y8 J", "NT r4", "b1", trump="r", trick="g1", leader=2, bids=[None] * 3, totals=[0, 0, 0], turn=0
    )
    assert one.position == other.position
    assert hash(one.position) == hash(other.position)
    assert str(one.position) == str(other.position)


def test_the_dealer_may_be_left_out_where_the_leader_is_said() -> None:
    read = load({"seats": 3, "phase": "bidding", "hands": [[], [], []], "leader": 0, "partial": True})
    assert read.turn == [0]
    assert read.to_json()["dealer"] == 2


def test_a_card_in_a_trick_may_stand_in_a_list_of_its_own() -> None:
    fields = {"seats": 3, "phase": "tricks", "leader": 0, "hands": [[], ["Y1"], []], "partial": True}
    assert load({**fields, "trick": [["J:R"]]}) == load({**fields, "trick": ["J:R"]})


def test_3_1_hands_of_different_sizes_end_the_round_when_nobody_can_lead() -> None:
    fields = {"seats": 3, "phase": "tricks", "round": 9, "dealer": 2, "bids": [0, 0, 0], "trump": "R", "partial": True}
    position = load({**fields, "hands": [["Y3", "Y4"], ["Y5"], ["Y6"]]})
    for seat, card in enumerate(("Y3", "Y5", "Y6")):
        step = position.play(seat, card)
        position = step.position
    assert [type(event).__name__ for event in step.events][:3] == ["CardPlayed", "TrickWon", "RoundScored"]
    assert all(position.legal(seat) for seat in position.turn)


# -- positions that cannot be


@cache
def whole_text() -> str:
    """A position with every card in it: round 2, four seats, three tricks taken, two cards in the next, trump known."""
    for seed in range(100):
        for here in random_match(4, seed, rounds=2):
            view = here.open
            if view.round == 2 and sum(view.tricks) == 3 and len(view.trick) == 2 and view.trump:
                return str(here.position)
    raise AssertionError


def whole() -> Written:
    """That position, to be changed."""
    written: Written = json.loads(whole_text())
    return written


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


# -- rubbish

BIG = [10**9, -(10**9), 2**31, 2**63, -(2**63), 10**30, 10**5000]
RUBBISH: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    float("nan"),
    "",
    "x",
    "\ud800",
    [],
    [[]],
    {},
    {"a": 1},
    [None],
    ["\ud800"],
    *BIG,
]


@pytest.mark.parametrize("name", [*PLAIN, "turned", "old_tricks", "sheet", "chance", "correct", "moves_made", "game"])
def test_rubbish_in_a_field_is_refused_or_harmless(name: str) -> None:
    written = new(3).position.to_json()
    for rubbish in RUBBISH:
        read_and_play({**written, name: rubbish})
        read_and_play({**written, name: rubbish, "partial": True})


def read_and_play(written: Written) -> None:
    """Load a position that may be rubbish; where it is accepted, it must bear being played on."""
    try:
        position = Position.from_json(GAME, written)
    except (BadPosition, BadOptions):
        return
    for _ in range(12):
        moves = [(seat, move) for seat in position.turn for move in position.legal(seat)]
        if not moves:  # nobody is left without a move, unless there was no card to begin with
            assert position.outcome is not None or not any(position.to_json()["hands"])
            break
        position = position.play(*moves[len(moves) // 2]).position
        assert load(position.to_json()) == position


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from([*PLAIN, "partial", "sheet", "chance", "turned", "x"]), ANY_JSON, max_size=6))
def test_a_dictionary_of_rubbish_is_refused(written: Written) -> None:
    with pytest.raises(Refusal):
        Position.from_json(GAME, written)


CARDS = st.sampled_from([*(f"{c}{v}" for c in "BGRYPO" for v in (0, 1, 7, 14, 15)), "J", "NT", "CT", "+5", "-5"])
PLAYS = st.sampled_from([*(f"{c}{v}" for c in "BGRYPO" for v in (2, 3, 8, 9)), "J:R", "J:Y", "NT", "CT", "+5", "-5"])
COLOUR = st.none() | st.sampled_from("BGRYPO")


@st.composite
def random_tables(draw: st.DrawFn) -> Written:
    """A partial position of readable parts that may or may not go together."""
    seats = draw(st.integers(3, 8))

    def each(numbers: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.lists(numbers, min_size=seats, max_size=seats)

    old = st.fixed_dictionaries({"leader": st.integers(0, seats - 1), "cards": each(PLAYS), "winner": st.none()})
    fields: dict[str, st.SearchStrategy[Any]] = {
        "phase": st.sampled_from(["bidding", "tricks", "tricks", "tricks", "over"]),
        "hands": each(st.lists(CARDS, max_size=draw(st.integers(0, 11)), unique=True)),
        "partial": st.just(True),
        "round": st.integers(1, 10),
    }
    more: dict[str, st.SearchStrategy[Any]] = {
        "leader": st.integers(0, seats - 1),
        "dealer": st.integers(0, seats - 1),
        "trick": st.lists(PLAYS, max_size=seats - 1, unique=True),
        "trump": COLOUR,
        "next_trump": COLOUR,
        "flip_pending": st.booleans(),
        "stock": st.lists(CARDS, max_size=6, unique=True),
        "turned": st.lists(CARDS, max_size=6, unique=True),
        "tricks": each(st.integers(0, 3)),
        "bonus": each(st.sampled_from([0, 0, 5, -5, 15])),
        "bids": each(st.none() | st.integers(0, 10)),
        "totals": each(st.integers(-200, 200)),
        "correct": each(st.integers(0, 10)),
        "old_tricks": st.lists(old, max_size=2),
        "options": st.sampled_from(OPTION_SETS),
    }
    return {"seats": seats, **draw(st.fixed_dictionaries(fields, optional=more))}


# -- a no-trump on the table, the score sheet, uneven hands, and the stock


@pytest.mark.parametrize("said", [{"trump": "R"}, {}, {"flip_pending": True}, {"trump": None}])
def test_3_11_a_position_with_a_no_trump_in_the_open_trick_has_no_trump(said: Written) -> None:
    here = table("", "", "R4", trick="Y8 NT", dealer=2, bids=[0, 0, 0], stock="P1", round=10, **{"trump": None, **said})
    assert (here.trump, here.open.flip_pending) == (None, True)
    assert here.plays("R4").winner == 0


def test_3_12_a_position_with_a_no_trump_in_the_open_trick_turns_a_new_trump_after_it() -> None:
    here = table("B1", "B2", "R4 B3", trick="Y8 NT", dealer=2, stock="P1", trump="R")
    assert here.plays("R4").trump == "P"


@pytest.mark.parametrize(
    ("trick", "rule", "trump", "waiting"),
    [
        ("Y8 NT CT", "lastCard", "G", None),
        ("Y8 CT NT", "lastCard", None, None),
        ("NT", "lastCard", None, None),
        ("Y8 CT", "lastCard", "G", None),
        ("Y8 CT", "noTrumpDominates", "G", None),
        ("Y8 CT NT", "noTrumpDominates", None, None),
    ],
)
def test_7_1_the_trump_of_a_position_follows_from_the_open_trick(
    trick: str, rule: str, trump: str | None, waiting: str | None
) -> None:
    here = table("B1", "B2", "B3", "B4", trick=trick, trump="G", dealer=3, options={"sameTrick": rule})
    assert (here.trump, here.open.next_trump) == (trump, waiting)


def test_7_1_a_trump_that_waits_behind_a_no_trump_is_kept() -> None:
    options = {"sameTrick": "noTrumpDominates"}
    here = table("B1", "B2", "B3 R1", trick="NT CT", next_trump="G", trump=None, flip_pending=True, options=options)
    assert (here.trump, here.open.next_trump) == (None, "G")
    assert here.plays("R1").trump == "G"


KEPT = {"bids": [1, 2, 3, 4], "tricks": [1, 2, 3, 4], "points": [11, 12, 13, 14]}
CONTRADICTIONS: list[tuple[str, Callable[[Written], Any], str]] = [
    ("more correct bids than rounds", lambda w: w.update(correct=[10, 10, 10, 10]), "correct: by the sheet seat 0 has"),
    ("a correct bid too few", lambda w: w.update(correct=[0, 0, 0, 0], sheet=[KEPT]), "correct: by the sheet"),
    ("other totals", lambda w: w["totals"].__setitem__(0, w["totals"][0] + 1), "totals: by the sheet seat 0 has"),
    ("totals that no round gives", lambda w: w.update(totals=[99, 0, 0, 0], sheet=[]), "totals: by the sheet seat 0"),
    ("a trick too few", lambda w: w["sheet"][0].update(tricks=[0, 0, 0, 9]), "sheet: in round 1 10 tricks were taken"),
    ("a bid that was not made", lambda w: w["sheet"][0]["bids"].__setitem__(0, None), "sheet: in round 1 all have bid"),
    ("points that no card gives", lambda w: w["sheet"][0]["points"].__setitem__(0, 3), "cannot have|more points"),
]


@pytest.mark.parametrize(
    ("change", "words"), [row[1:] for row in CONTRADICTIONS], ids=[row[0] for row in CONTRADICTIONS]
)
def test_4_5_totals_correct_bids_and_the_sheet_may_not_contradict_each_other(
    change: Callable[[Written], Any], words: str
) -> None:
    written = whole()
    load(written)
    change(written)
    with pytest.raises(BadPosition, match=words):
        load(written)


def test_4_5_a_position_without_a_sheet_may_have_any_totals_that_its_rounds_can_give() -> None:
    load({**whole(), "sheet": [], "totals": [-20, 12, 30, 0], "correct": [0, 1, 1, 0]})


def test_4_5_the_scores_of_a_partial_position_are_its_own() -> None:
    here = table("Y1", "Y2", "Y3", totals=[100, 0, 0], correct=[9, 0, 0], round=2)
    written = here.position.to_json()
    assert written["partial"] is True
    assert load(written) == here.position


def test_3_7_with_uneven_hands_the_round_ends_when_somebody_cannot_play() -> None:
    here = table("Y3 Y4", "Y5", "Y6", round=9, bids=[0, 0, 1], totals=[0, 0, 0])
    after = here.plays("Y3", "Y5", "Y6")
    assert after.open.round == 10
    assert after.position.legal(after.turn)
    short = table("Y3", "Y5", "", round=9)
    assert short.plays("Y3", "Y5").open.round == 10


def test_3_1_a_seat_that_is_to_play_holds_a_card() -> None:
    with pytest.raises(BadPosition, match="seat 0 is to play, but holds no card"):
        table("", "Y5", "Y6")


def test_1_2_a_position_says_how_much_of_the_stock_can_still_be_turned() -> None:
    assert table("NT B1", "B2 B3", "B4 B5", stock="+5 G1 P1").position.to_json()["stock_live"] == 2
    assert table("B1", "B2", "B3", stock="+5 G1 P1").position.to_json()["stock_live"] == 0
    assert table("CT", "CT", "B3", stock="G1 P1 R1").position.to_json()["stock_live"] == 2
    assert table("B1", "B2", "B3 B4", trick="Y8 NT", stock="-5 P1 R1").position.to_json()["stock_live"] == 2


def test_1_2_only_the_cards_that_can_be_turned_are_shuffled() -> None:
    dealt = new(3).position.to_json()
    assert 0 <= dealt["stock_live"] < len(dealt["stock"])


@settings(max_examples=300)
@given(random_tables())
def test_a_table_of_any_parts_is_refused_or_can_be_played_on(written: Written) -> None:
    read_and_play(written)
