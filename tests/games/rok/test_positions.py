"""Whole positions as JSON, and the refusal of what cannot be."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.core.chance import seed_luck
from erre.core.errors import BadPosition, Refusal
from erre.core.game import Position
from erre.core.record import ints
from erre.games.rok import GAME
from erre.games.rok.notation import RUNES
from tests.games.rok.table import JSON, lay, look, new, play, shown, written

REFEREE_FIELDS = {
    *("seats", "options", "round", "first", "phase", "bag", "table", "balance", "treasure", "held"),
}


def test_a_position_says_what_the_referee_promises() -> None:
    said = new(3).to_json()
    assert set(said) >= REFEREE_FIELDS
    assert (said["phase"], said["first"], len(said["balance"])) == ("grab", (said["round"] - 1) % 3, 3)
    assert set(said["table"][0]) == {"rune", "up", "x", "y"}
    assert "partial" not in said


def contest() -> Position:
    """Seats 0 and 1 are about to slide for the order."""
    position = lay("W2b W3b", balance="W1a W2a W3a", treasure=("", "W5a W5b", "W6a W6b"))
    return play(position, "0 grab W2b", "1 grab W3b").position


def penalized() -> Position:
    """Seat 1 owes a pair, and has a choice."""
    position = lay("G1a G2a B8a B8b", treasure=("", "W1a W1b W3a W3b"))
    return play(position, "1 grab G1a", "1 grab G2a", "done").position


POSITIONS: dict[str, Callable[[], Position]] = {
    "grab": lambda: play(lay("W1a W1b B8a B8b", held=("", "W3a")), "0 done").position,
    "penalty": penalized,
    "slide": contest,
    "slid": lambda: play(contest(), "0 slide 5 0.6").position,
    "again": lambda: play(contest(), "0 slide 0 0.9", "1 slide 0 0.9").position,
    "order": lambda: play(contest(), "0 slide 0 0.6", "1 slide 0 0.5").position,
    "tie": lambda: lay(seats=2, phase="slide", treasure=("W1a W1b", "G1a G1b")),
    "won": lambda: play(lay(seats=2, phase="slide"), "0 slide 0 0.6", "1 slide 0 0.5").position,
    "over": lambda: lay(seats=2, phase="over", treasure=("W1a W1b", "")),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_of_every_phase_survive_json(name: str) -> None:
    position = POSITIONS[name]()
    again = Position.from_json(GAME, position.to_json())
    assert again == position
    assert again.to_json() == position.to_json()
    assert again.turn == position.turn
    for seat in position.turn:
        assert again.legal(seat) == position.legal(seat)


@pytest.mark.parametrize("name", ["slide", "order", "tie"])
def test_the_referees_fields_alone_are_enough(name: str) -> None:
    """What a phase is about follows from the runes by the rules."""
    position = POSITIONS[name]()
    few = {key: value for key, value in position.to_json().items() if key in REFEREE_FIELDS} | {"partial": True}
    if name == "order":  # two capturers would slide first
        few["held"] = [["W2b", "W3b"], [], []]
    again = Position.from_json(GAME, few)
    assert again.phase == position.phase
    assert again.turn == [0]


def test_a_penalty_follows_from_what_is_held() -> None:
    said = written(phase="penalty", treasure=("", "W1a W1b W3a W3b"), held=("", "G1a G2a"))
    position = Position.from_json(GAME, said)
    assert (position.phase, position.turn) == ("penalty", [1])
    assert look(position).due == [0, 1, 0]


def test_a_position_before_the_throw_is_thrown() -> None:
    position = lay(phase="throw", seats=2, round=5, bag="W1a W1b W2a", options={"faceUpProbability": 1})
    assert (position.phase, shown(position, "round"), len(shown(position, "table"))) == ("grab", 5, 3)


def test_runes_held_as_a_pair_are_treasure_in_the_verdict() -> None:
    position = lay("B8a B8b", held=("W1a W1b", "G2b"), balance=". G2a .")
    after = play(position, "done").position
    assert shown(after, "treasure") == [["W1a", "W1b"], ["G2a", "G2b"], []]


def whole(change: Callable[[JSON], Any]) -> JSON:
    """A whole position of three seats in its first round, with a change."""
    said = new(3, seed=1, grabEnd="allDone").to_json()
    assert said["round"] == 1
    change(said)
    return said


def put(**fields: Any) -> Callable[[JSON], Any]:
    """The change of some fields."""
    return lambda said: said.update(fields)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda said: said["bag"].pop(), "1 of the 48 runes are missing"),
        (lambda said: said["bag"].append(said["bag"][0]), "is in two places"),
        (lambda said: said["bag"].append(said["balance"][0]), "is in two places"),
        (lambda said: said["bag"].append("W9a"), "is no rune"),
        (lambda said: said["bag"].append("W1"), "is no rune"),
        (lambda said: said["table"][0].update(x=30.0), "fallen off"),
        (lambda said: said["table"][0].update(x=300), "at most 250 radii"),
        (lambda said: said["table"][0].update(x=float("nan")), "at most 250 radii"),
        (lambda said: said["table"][0].update(y=float("inf")), "at most 250 radii"),
        (lambda said: said["table"][0].update(x="far"), "a number is expected, not a text"),
        (lambda said: said["table"][0].update(x=10**400), "number is too large"),
        (lambda said: said["table"][0].update(z=1), "there is no field 'z'"),
        (lambda said: said["table"][0].pop("rune"), "rune is missing"),
        (lambda said: said["treasure"][0].append(said["bag"].pop()), "consists of pairs|one round for each"),
        (lambda said: said["balance"].pop(), "one for each of the 3 seats"),
        (lambda said: said["held"].append([]), "one for each of the 3 seats"),
        (put(seats=1), "for 2 to 5 seats"),
        (put(seats=6), "for 2 to 5 seats"),
        (put(seats=10**30), "seats: the number is too large"),
        (put(first=3), "first: the seats are 0 to 2"),
        (put(first=-1), "first"),
        (put(round=0), "round: 0"),
        (put(round=201), "round: 201"),
        (put(phase="dance"), "phase: 'dance' is not one of throw, grab"),
        (put(phase="judge"), "phase: 'judge' is not one of"),
        (put(done=[0, 0]), "named twice"),
        (put(done=[0, 1, 2]), "all are done"),
        (put(due=[1, 0, 0]), "pairs are owed"),
        (put(due=[99, 0, 0]), "due: 99"),
        (put(phase="penalty", due=[1, 0, 0]), "no choice"),
        (put(phase="penalty", due=None), "by the rules the game is in"),
        (put(phase="slide"), "nothing to slide for"),
        (put(phase="over"), "runes enough|tie-break"),
        (put(champion=1), "nobody has won"),
        (put(chooser=1), "chooser"),
        (put(moves_made=-1), "moves_made"),
        (put(game="rage"), "not of ROK"),
        (put(chance={"key": "00", "drawn": 0}), "64 hexadecimal digits"),
        (put(chance={"key": "00" * 32, "drawn": -1}), "chance.drawn"),
        (put(hands=[]), "hands"),
        (put(options={"tieBreak": 3}), "options"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: Callable[[JSON], Any], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        Position.from_json(GAME, whole(change))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"treasure": [["W1a"], [], []]}, "consists of pairs"),
        ({"treasure": [["W1a", "W1b"], [], []], "since": [[1, 2], [], []], "round": 3}, "in two rounds"),
        ({"treasure": [["W1a", "W1b"], [], []], "since": [[4, 4], [], []], "round": 3}, "rounds are from 0 to 3"),
        ({"treasure": [["W1a", "W1b"], [], []], "since": [[1], [], []]}, "one round for each"),
        ({"treasure": [["W1a"], ["W1b"], []]}, "consists of pairs"),
        ({"balance": ["W1a", "W1b", None]}, "identical"),
        ({"phase": "throw", "held": [["W1a"], [], []]}, "before the throw"),
        ({"phase": "throw", "table": [{"rune": "W1a", "up": False}]}, "before the throw"),
        ({"phase": "over", "held": [["W1a"], [], []]}, "nobody holds"),
        ({"phase": "over", "done": [1]}, "only in the scramble"),
        ({"phase": "order"}, "by the rules the game is in"),
    ],
)
def test_a_partial_position_that_cannot_be_is_refused(fields: JSON, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        Position.from_json(GAME, {"seats": 3, "partial": True, **fields})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda said: said["contest"].update(colour="G"), "several captures|come before"),
        (lambda said: said["contest"].update(colour="X"), "no colour"),
        (lambda said: said["contest"].update(colour=""), "no colour"),
        (lambda said: said["contest"].update(colour=None), "all captures are made"),
        (lambda said: said["contest"].update(seats=[0]), "the capturers are"),
        (lambda said: said["contest"].update(seats=[0, 7]), "the seats are"),
        (lambda said: said["contest"].update(attempt=0), "attempts"),
        (lambda said: said["contest"].update(attempt=11), "attempts|lot"),
        (lambda said: said["contest"].update(slides=[]), "one for each"),
        (lambda said: said["contest"]["slides"][0].update(force=2), "force"),
        (lambda said: said["contest"]["slides"][0].update(degrees=-1), "degrees"),
        (lambda said: said["contest"]["slides"][0].update(degrees=359.99), "degrees"),
        (lambda said: said["contest"]["slides"][0].update(x=1e9), "radii"),
        (lambda said: said["contest"]["slides"].__setitem__(2, said["contest"]["slides"][0]), "takes no part"),
        (lambda said: said["contest"]["slides"].__setitem__(1, said["contest"]["slides"][0]), "all have slid"),
        (lambda said: said["options"].update(slideMode="random"), "chance aims"),
        (lambda said: said["options"].update(orderContest="seat"), "nobody slides"),
    ],
)
def test_a_contest_that_cannot_be_is_refused(change: Callable[[JSON], Any], why: str) -> None:
    said = POSITIONS["slid"]().to_json()
    change(said)
    with pytest.raises(BadPosition, match=why):
        Position.from_json(GAME, said)


RUBBISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(RUNES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
FIELDS = st.sampled_from(sorted(new(2).to_json()))


def survives(said: Any) -> None:
    """A position is refused, or can be looked at, imagined and played on."""
    try:
        position = Position.from_json(GAME, said)
    except Refusal:
        return
    dice = random.Random(1)
    for _ in range(40):
        assert Position.from_json(GAME, position.to_json()) == position
        if position.outcome is not None:
            return
        seat = dice.choice(position.turn)
        luck = ints(2, np.int32)
        seed_luck(luck, 1, 2)
        assert GAME.view(GAME.imagine(look(position, seat), luck), seat) == position.view(seat)
        position = position.play(seat, dice.choice(position.legal(seat))).position


@given(st.dictionaries(FIELDS | st.text(max_size=5), RUBBISH))
def test_rubbish_is_refused(said: JSON) -> None:
    survives(said)


@given(st.dictionaries(FIELDS, RUBBISH, min_size=1, max_size=2), st.booleans())
def test_rubbish_in_some_fields_is_refused_or_can_be_played(fields: JSON, partial: bool) -> None:
    survives(new(2).to_json() | fields | ({"partial": True} if partial else {}))


@given(st.data())
def test_other_small_numbers_and_runes_are_refused_or_can_be_played(data: st.DataObject) -> None:
    runes = data.draw(st.permutations(RUNES))
    seats = data.draw(st.integers(2, 5))
    cuts = sorted(data.draw(st.lists(st.integers(0, 24), min_size=3, max_size=3)))
    small = st.integers(-1, 5)
    pairs = [rune for rune in runes[cuts[2] :] if rune.endswith("a")][:6]
    said: JSON = {
        "seats": seats,
        "partial": True,
        "phase": data.draw(st.sampled_from(["grab", "grab", "grab", "throw", "penalty", "slide", "order", "over"])),
        "round": data.draw(st.integers(1, 200)),
        "first": data.draw(st.integers(0, seats - 1)),
        "table": [
            {"rune": rune, "up": data.draw(st.booleans()), "x": data.draw(small), "y": data.draw(small)}
            for rune in runes[: cuts[0]]
        ],
        "held": [runes[cuts[0] : cuts[1]][k::seats] for k in range(seats)],
        "balance": [*runes[cuts[1] : cuts[2]][:seats], *[None] * seats][:seats],
        "treasure": [[name for rune in pairs[k::seats] for name in (rune, f"{rune[:2]}b")] for k in range(seats)],
        "done": data.draw(st.lists(st.integers(0, seats - 1), max_size=2)),
    }
    used = {name for runes in said["treasure"] for name in runes}
    for key in ("table", "held", "balance"):
        if key == "table":
            said[key] = [one for one in said[key] if one["rune"] not in used]
        elif key == "held":
            said[key] = [[name for name in hand if name not in used] for hand in said[key]]
        else:
            said[key] = [None if name in used else name for name in said[key]]
    survives(said)
