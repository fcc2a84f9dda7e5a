"""Rage: advice is legal in every position, made from the view alone, and says why."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from erre.bots import BEGINNER, BOTS
from erre.bots.contract import LEVELS, Advice, Budget
from erre.bots.rage import REASONS, WORK, act, advise
from erre.bots.rage import advice as door
from erre.bots.rage.chances import chance_of_champion
from erre.bots.rage.levels import decide
from erre.core.chance import seed_luck
from erre.core.errors import NotYourTurn
from erre.core.game import AnyGame, Position
from erre.core.record import IntArray, ints
from erre.games.rage import GAME as RAGE
from erre.games.rage.components import MOST_LEGAL
from erre.games.rage.state import Rage
from tests.conformance.games import Setting, settings_of
from tests.games.rage.table import bidding, new, table


def luck(number: int) -> IntArray:
    """Luck of its own for every number."""
    fresh = ints(2, np.int32)
    seed_luck(fresh, 31, number)
    return fresh


GAME: AnyGame = RAGE  # positions know their moves and views only as those of any game


def check_advice(position: Position, seat: int, advice: Advice) -> None:
    """The move is legal, all moves were weighed, and the sentence is the one of its reason."""
    position.check(seat, advice.move)
    legal = {GAME.format_move(move) for move in position.legal(seat)}
    assert {choice.move for choice in advice.choices} == legal
    assert len(advice.choices) == len(legal)
    assert advice.choices[0].move == GAME.format_move(advice.move)
    assert advice.why == REASONS[advice.reason].format(**advice.numbers)
    assert sum(choice.share for choice in advice.choices) == pytest.approx(1.0)


@settings(max_examples=12)
@given(settings_of("rage"))
def test_every_level_survives_every_position_and_plays_by_the_rules(setting: Setting) -> None:
    for number, (position, seat, _) in enumerate(setting.walk()):
        if number % 13 == 0:
            level = LEVELS[number // 13 % len(LEVELS)]
            view: Any = position.view(seat)
            once, again = (advise(view, level, Budget(playouts=15), luck(number)) for _ in range(2))
            assert once == again
            check_advice(position, seat, once)


@settings(max_examples=6)
@given(settings_of("rage"))
def test_bots_in_kernels_read_only_what_the_seat_sees_and_leave_no_trace(setting: Setting) -> None:
    moves, work = ints(MOST_LEGAL), ints(WORK, np.int64)
    for number, (position, seat, _) in enumerate(setting.walk()):
        if number % 29:
            continue
        for level in LEVELS[:4]:
            bot = BOTS[level]
            truth: Any = position.truth
            blind = GAME.state_from_view(position.view(seat))
            count = GAME.kernels.legal(truth, seat, moves)
            before = truth.to_bytes()
            move = decide(truth, seat, bot, luck(number), moves, count, work)
            assert truth.to_bytes() == before
            assert decide(blind, seat, bot, luck(number), moves, count, work) == move
            expected = Rage.from_bytes(before)
            GAME.kernels.apply(expected, seat, move)
            assert act(truth, seat, bot, luck(number), moves, work)
            assert truth.to_bytes() == expected.to_bytes()


def test_a_seat_that_changes_its_hidden_bid_gets_advice_as_well() -> None:
    here = bidding(3, round=8, bidding="hidden").moves(1, "bid 3")
    check_advice(here.position, 1, advise(here.seen_by(1), "strong", Budget(playouts=40), luck(1)))


ODD_TABLES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("J J NT", "NT NT CT", "CT CT CT"), {"trump": None}),  # nothing but action cards
    (("+5", "-5", "J"), {"round": 10, "bids": [1, 0, 1]}),  # the last trick of all
    (("Y8 R4", "R1", "B2"), {"trick": "Y3 B1", "leader": 1}),  # a trick under way
    (("Y8", "R1", "B2"), {"bids": [0, 0, 0], "tricks": [3, 3, 3], "round": 1}),  # every bid lost
    (("Y8 R1", "R2 J", "B2 CT"), {"options": {"bidding": "secret"}, "bids": [1, 1, 0]}),  # no stock to turn from
]


@pytest.mark.parametrize(("hands", "fields"), ODD_TABLES)
@pytest.mark.parametrize("level", LEVELS)
def test_odd_tables_get_advice(hands: tuple[str, ...], fields: dict[str, Any], level: str) -> None:
    here = table(*hands, **fields)
    seat = here.turn
    check_advice(here.position, seat, advise(here.seen_by(seat), level, Budget(playouts=30), luck(2)))


def test_only_a_seat_that_play_waits_for_gets_advice() -> None:
    here = new(4)
    with pytest.raises(NotYourTurn):
        advise(here.seen_by((here.turn + 1) % 4), "solid", None, luck(3))
    with pytest.raises(NotYourTurn):
        advise(here.open, "solid", None, luck(3))


SENTENCES = [
    # hands, fields, the beginning of the reason
    (("Y15 Y14", "B1 B2", "B3 B4"), {"trump": "Y", "bids": [2, 0, 0], "round": 9}, "100 % to make your bid"),
    (("Y1", "B1", "B3"), {"trump": "B", "bids": [1, 0, 0], "round": 10}, "the only card you may play"),
    (
        ("Y1 G2", "B1 Y3", "B3 R3"),
        {"trump": "B", "bids": [0, 0, 0], "tricks": [1, 0, 0], "round": 8},
        "your bid is lost",
    ),
]


@pytest.mark.parametrize(("hands", "fields", "words"), SENTENCES)
def test_the_reason_is_one_sentence_with_numbers(hands: tuple[str, ...], fields: dict[str, Any], words: str) -> None:
    here = table(*hands, **fields)
    advice = advise(here.seen_by(0), "champion", Budget(playouts=200), luck(4))
    assert words in advice.why
    assert f"expected {advice.numbers['points']}" in advice.why


def test_a_bid_names_its_chance_and_its_points() -> None:
    here = new(4, seed=3)
    advice = advise(here.seen_by(here.turn), "champion", Budget(playouts=400), luck(5))
    bid, exact, points = (advice.numbers[name] for name in ("bid", "exact", "points"))
    assert advice.why.startswith(f"bid {bid}: {exact} % exact, expected {points} in this round")
    assert 0 < float(exact) < 100
    assert advice.playouts >= 400


class Clock:
    """A clock that moves only with playouts, so that budgets can be tested on any machine."""

    def __init__(self, each: float) -> None:
        self.now, self.each = 100.0, each

    def perf_counter(self) -> float:
        return self.now


@pytest.mark.parametrize("each", [2e-6, 2e-5, 3e-4])  # seconds for a playout
@pytest.mark.parametrize("milliseconds", [20, 300])
def test_a_budget_of_time_is_nearly_used_and_not_overdrawn(
    milliseconds: int, each: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(each)
    here = new(4, seed=6)
    view = here.seen_by(here.turn)
    advise(view, "champion-0.1", Budget(playouts=1), luck(6))
    searched: Any = getattr(door, "think")  # noqa: B009  (the module does not offer it)

    def timed(*arguments: Any) -> int:
        """A search that takes its time by the clock; on a small sample, for the counts do not matter here."""
        playouts = arguments[6]
        searched(*arguments[:6], 1, arguments[7])
        clock.now += clock.each * (playouts + 12)  # a slice ends with a whole world
        return int(playouts)

    monkeypatch.setattr(door, "time", clock)
    monkeypatch.setattr(door, "think", timed)
    advise(view, "champion-0.1", Budget(milliseconds=milliseconds), luck(7))
    spent = 1000 * (clock.now - 100.0)
    assert 0.7 * milliseconds < spent < 1.2 * milliseconds


def test_a_hint_stops_where_the_analysis_does_and_says_the_same() -> None:
    here = new(4, seed=6)
    view = here.seen_by(here.turn)
    timed = advise(view, "champion", Budget(milliseconds=600_000), luck(8))
    counted = advise(view, "champion", Budget(playouts=RAGE.analysis_playouts), luck(8))
    assert timed == counted


def test_the_chance_of_a_bid_grows_with_the_share_of_playouts_and_certainties_stay() -> None:
    shares = [number / 64 for number in range(65)]
    chances = [chance_of_champion(share) for share in shares]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0.0, 1.0)


def test_levels_are_numbered_as_the_kernels_know_them() -> None:
    assert [BOTS[level] for level in LEVELS] == list(range(BEGINNER, BEGINNER + 5))
