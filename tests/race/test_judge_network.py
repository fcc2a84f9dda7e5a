"""The judge over simulated networks: equal players win equally, liars gain little, nobody waits long."""

from __future__ import annotations

from functools import cache

import pytest

from erre.race.latency import GrabSettings
from tests.amounts import amount
from tests.race.network import (
    MEDIUM,
    STANDARD,
    Figures,
    Player,
    Reactions,
    SimulatedLine,
    Simulation,
    by_arrival,
    table,
)

MIXED = (5.0, 40.0, 120.0, 220.0)
MIXES = [
    MIXED,
    (5.0, 5.0, 5.0, 220.0),  # one far from the others
    (120.0, 120.0, 220.0, 220.0),
]
MANY, SOME = (
    amount(4_000, 12_000),
    amount(2_000, 5_000),
)  # contests; wrong winners are few, and so need many contests to be counted


@cache
def honest(lines: tuple[float, ...], settings: GrabSettings = STANDARD, contests: int = MANY) -> Figures:
    """Equal players on these lines."""
    return Simulation(table(*lines), seed=11, settings=settings).run(contests)


@cache
def lied(
    lines: tuple[float, ...], liar: int, reactions: Reactions = MEDIUM, settings: GrabSettings = STANDARD
) -> Figures:
    """Equal players on these lines, one of whom lies."""
    return Simulation(table(*lines, liar=liar), seed=12, reactions=reactions, settings=settings).run(SOME)


@pytest.mark.parametrize("lines", MIXES)
def test_the_wrong_player_wins_less_than_one_clear_contest_in_a_hundred(lines: tuple[float, ...]) -> None:
    figures = honest(lines)
    assert figures.wrong < 0.01, str(figures)


@pytest.mark.parametrize("lines", MIXES)
def test_equal_players_win_equally_on_unequal_lines(lines: tuple[float, ...]) -> None:
    figures = honest(lines)
    assert all(abs(share - 0.25) < 0.02 for share in figures.shares), str(figures)


@pytest.mark.parametrize("lines", MIXES)
def test_a_verdict_seldom_waits_longer_than_160_milliseconds(lines: tuple[float, ...]) -> None:
    figures = honest(lines)
    assert figures.held(95) < 160.0, str(figures)


@pytest.mark.parametrize(
    ("lines", "liar"),
    [*((MIXED, seat) for seat in range(4)), ((5.0,) * 4, 0), ((220.0,) * 4, 0)],
)
def test_a_liar_wins_less_than_thirty_contests_in_a_hundred(lines: tuple[float, ...], liar: int) -> None:
    figures = lied(lines, liar)
    assert figures.shares[liar] < 0.30, f"the liar in seat {liar}: {figures}"


@pytest.mark.parametrize("liar", [0, 3])
def test_a_liar_among_quick_players_gains_hardly_more(liar: int) -> None:
    figures = lied(MIXED, liar, Reactions(median=450.0))
    assert figures.shares[liar] < 0.305, f"the liar in seat {liar}: {figures}"


@pytest.mark.parametrize("up_share", [0.35, 0.65])
def test_lines_with_a_long_and_a_short_way_are_treated_alike(up_share: float) -> None:
    players = [Player(SimulatedLine(rtt, up_share)) for rtt in MIXED]
    figures = Simulation(players, seed=11).run(SOME)
    assert figures.wrong < 0.01, str(figures)
    assert all(abs(share - 0.25) < 0.02 for share in figures.shares), str(figures)


def test_order_of_arrival_is_wrong_in_far_more_contests_and_favours_the_near() -> None:
    figures = Figures(honest(MIXED).contests, by_arrival)
    assert figures.wrong > 0.15, str(figures)
    assert figures.shares[0] > 0.35 > 0.15 > figures.shares[3], str(figures)


def test_a_larger_credit_would_hold_runes_too_long_and_let_a_far_liar_gain() -> None:
    larger = GrabSettings(credit_share=0.65)
    figures, liars = honest(MIXED, larger, SOME), lied(MIXED, 3, settings=larger)
    assert figures.held(95) > 160.0, str(figures)
    assert liars.shares[3] > 0.30, str(liars)


def test_a_judge_that_granted_nothing_for_the_line_would_be_wrong_nearly_as_often_as_arrival() -> None:
    figures = honest(MIXED, GrabSettings(credit_share=0.0, credit_margin=0.0), SOME)
    assert figures.wrong > 0.10, str(figures)


def test_the_same_seed_gives_the_same_contests() -> None:
    assert Simulation(table(*MIXED), seed=4).run(50).contests == Simulation(table(*MIXED), seed=4).run(50).contests
