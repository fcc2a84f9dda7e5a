"""Advice at every level: reasons with numbers, within the budget, in every position."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erre.bots.contract import LEVELS, Advice, Budget
from erre.bots.rurare import REASONS, advise
from erre.bots.rurare import advice as door
from erre.bots.rurare.layout import PLAYED
from erre.core.chance import seed_luck
from erre.core.errors import NotYourTurn
from erre.core.game import Position
from erre.core.record import IntArray, ints
from erre.games.rurare.components import DECK_NAMES, KINDS
from erre.games.rurare.game import GAME
from tests.conformance.games import Setting
from tests.games.rurare.table import look, moves, new, table

OWN_DECKS: list[dict[str, Any]] = [
    {"counts": dict.fromkeys(KINDS, 0) | {"king": 30}, "allowCustomTotal": True},
    {"counts": dict.fromkeys(KINDS, 0) | {"church": 80, "house": 80}, "allowCustomTotal": True},
    {"counts": dict.fromkeys(KINDS, 2), "allowCustomTotal": True},
    {"counts": dict.fromkeys(KINDS, 0) | {"sheep": 12, "knight": 12}, "allowCustomTotal": True},
]


def luck(number: int) -> IntArray:
    """Luck for a bot."""
    fresh = ints(2, np.int32)
    seed_luck(fresh, 21, number)
    return fresh


def check(position: Position, seat: int, advice: Advice) -> None:
    """What must hold of all advice."""
    legal = position.legal(seat)
    assert advice.move in legal
    assert msgspec.json.decode(msgspec.json.encode(advice))["why"] == advice.why
    assert sorted(choice.move for choice in advice.choices) == sorted(moves(position, seat))
    assert sum(choice.share for choice in advice.choices) == pytest.approx(1, abs=0.02)
    assert [choice.share for choice in advice.choices] == sorted((c.share for c in advice.choices), reverse=True)
    assert advice.why == REASONS[advice.reason].format(**advice.numbers)
    assert advice.why.startswith(f"row {advice.numbers['row']}: ")


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Somewhere in a random game with any seats, deck and reading."""
    seats = draw(st.integers(2, 4))
    deck = draw(st.sampled_from([*({"deck": name} for name in DECK_NAMES), *OWN_DECKS]))
    missed = draw(st.sampled_from(["finalOnly", "both"]))
    dice = random.Random(draw(st.integers(0, 1000)))
    position = new(seats, dice.randrange(1000), missedFirstScoring=missed, **deck)
    narrow = dice.random()  # some tables like to meet
    for _ in range(dice.randrange(60)):
        seat = dice.choice(position.turn)
        rows = position.legal(seat)
        after = position.play(seat, rows[0] if dice.random() < narrow else dice.choice(rows)).position
        if after.outcome is not None:
            break
        position = after
    return position


@settings(max_examples=60)
@given(positions(), st.sampled_from(LEVELS), st.integers(0, 99))
def test_every_level_advises_a_legal_row_in_every_position(position: Position, level: str, number: int) -> None:
    for seat in range(position.seats):
        if position.legal(seat):
            view = look(position, seat)
            advice = advise(view, level, Budget(playouts=40), luck(number))
            check(position, seat, advice)
            assert advise(view, level, Budget(playouts=40), luck(number)) == advice


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "rows",
    [
        ("king",),  # the only card
        ("", "", "pig"),
        ("king pig cow", "house", "", "", "wife wife wife"),
    ],
)
@pytest.mark.parametrize("active", [[0], [0, 1], [0, 1, 2]])
def test_partial_positions_are_survived(level: str, rows: tuple[str, ...], active: list[int]) -> None:
    position = table(*rows, seats=3, active=active, pile="king church farmer", box="pig")
    check(position, 0, advise(look(position, 0), level, Budget(playouts=60), luck(1)))


def test_a_seat_with_nothing_to_choose_is_told_so() -> None:
    position = table("king pig", "cow", "goat", seats=3, active=[0, 1])
    for seat in (2, None):
        with pytest.raises(NotYourTurn):
            advise(look(position, seat), "champion", None, luck(1))


def test_a_choice_made_by_another_seat_says_nothing() -> None:
    position = new(2)
    waiting = [position.play(1, f"row {row}").position for row in (1, 5)]
    answers = [advise(look(one, 0), "strong", Budget(playouts=100), luck(3)) for one in waiting]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_champion_says_what_it_mixes_and_what_meeting_costs(seats: int) -> None:
    advice = advise(look(new(seats), 0), "champion", Budget(playouts=600), luck(1))
    assert advice.reason in {"rurare.free", "rurare.costly", "rurare.daring"}
    assert advice.playouts == 600
    assert str(advice.numbers["value"])[0] in "+-"
    assert 0 < float(advice.numbers["share"]) <= 100


def test_a_budget_of_playouts_is_kept() -> None:
    for seats in (2, 3, 4):
        for playouts in (1, 2, 100, 1000):
            assert advise(look(new(seats), 0), "champion", Budget(playouts=playouts), luck(1)).playouts == playouts


def test_a_budget_of_time_is_used() -> None:
    """The more time, the more playouts; whether the clock is kept is measured by the bench."""
    view = look(new(4), 0)
    advise(view, "champion-0.1", Budget(milliseconds=5), luck(1))  # machine code is loaded
    short = advise(view, "champion-0.1", Budget(milliseconds=10), luck(1))
    long = advise(view, "champion-0.1", Budget(milliseconds=300), luck(1))
    assert 0 < short.playouts < long.playouts


class Clock:
    """A clock that moves only with playouts, so that budgets can be tested on any machine."""

    def __init__(self, each: float) -> None:
        self.now, self.each = 100.0, each

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("each", [2e-6, 2e-5, 3e-4])  # seconds for a playout
@pytest.mark.parametrize("milliseconds", [20, 300])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_budget_of_time_is_nearly_used_and_not_overdrawn(
    seats: int, milliseconds: int, each: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(each)
    searched: Any = getattr(door, "think")  # noqa: B009  (the module does not offer it)

    def timed(*arguments: Any) -> None:
        """A search that takes its time by the clock; on a small sample, for the findings do not matter here."""
        playouts, work = arguments[2], arguments[7]
        searched(*arguments[:2], 1, *arguments[3:])
        work[PLAYED] += playouts - 1
        clock.now += clock.each * (playouts + 5)

    monkeypatch.setattr(door, "perf_counter", clock)
    monkeypatch.setattr(door, "think", timed)
    advise(look(new(seats), 0), "champion-0.1", Budget(milliseconds=milliseconds), luck(7))
    spent = 1000 * (clock.now - 100.0)
    assert 0.7 * milliseconds < spent < 1.2 * milliseconds


@pytest.mark.parametrize("seats", [2, 4])
def test_a_hint_stops_where_the_analysis_does_and_says_the_same(seats: int) -> None:
    view = look(new(seats), 0)
    timed = advise(view, "champion", Budget(milliseconds=600_000), luck(8))
    counted = advise(view, "champion", Budget(playouts=GAME.analysis_playouts), luck(8))
    assert timed == counted


def test_the_champion_mixes_and_is_not_always_predictable() -> None:
    positions = [(position, seat) for position, seat, _ in Setting(GAME, 3, {}, 4).walk()][::4]
    mixtures = [advise(look(position, seat), "champion", Budget(playouts=64), luck(1)) for position, seat in positions]
    assert any(len(found.choices) > 1 and found.choices[1].share > 0.1 for found in mixtures)
