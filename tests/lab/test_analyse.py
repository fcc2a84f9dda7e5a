"""The analysis of a finished game: what each seat gave away."""

from __future__ import annotations

import dataclasses

import pytest

from erre.bots import has_levels
from erre.bots.contract import Advice, Budget, Choice
from erre.core.errors import BadOptions, BadRecord
from erre.core.game import AnyGame
from erre.core.gamefile import GameFile
from erre.games import game
from erre.lab.analyse import analyse, cost_of, decision_of, decisions, gain_of
from tests.conformance.games import GAMES, Setting

RAGE = game("rage")
LEVELLED = [one for one in GAMES if has_levels(one)]
MOVES = 30  # of a record that are looked at, to be quick


def beginning(one: AnyGame, moves: int = MOVES) -> GameFile:
    """The first moves of a random game, as a record of a game that was ended there."""
    file = Setting(one, one.least_seats, {}, 3).record()
    return dataclasses.replace(file, moves=file.moves[:moves])


@pytest.mark.parametrize("one", LEVELLED, ids=lambda g: g.name)
def test_random_play_gives_something_away_and_the_sums_are_right(one: AnyGame) -> None:
    file = beginning(one)
    found = analyse(one, file, playouts=20, worst=1000)
    assert [seat.seat for seat in found.seats] == list(range(one.least_seats))
    assert sum(seat.cost for seat in found.seats) > 0
    for seat in found.seats:
        assert seat.cost == pytest.approx(sum(seat.by_phase.values()))
        assert seat.cost == pytest.approx(sum(decision.cost or 0 for decision in seat.worst))
        assert seat.agreed <= seat.decisions
        costs = [decision.cost or 0 for decision in seat.worst]
        assert costs == sorted(costs, reverse=True)
        if seat.best is not None:
            assert seat.best.seat == seat.seat
            assert seat.best.gain > 0
            assert seat.best.better == seat.best.played == file.moves[seat.best.number - 1].move
        for decision in seat.worst:
            assert file.moves[decision.number - 1].seat == seat.seat
            assert decision.better != decision.played
            assert decision.why


@pytest.mark.parametrize("one", LEVELLED, ids=lambda g: g.name)
def test_the_same_playouts_and_seed_give_the_same_findings(one: AnyGame) -> None:
    file = beginning(one, 12)
    assert analyse(one, file, playouts=5, seed=2) == analyse(one, file, playouts=5, seed=2)


def test_every_lay_of_rummy_is_weighed_even_one_that_no_bot_would_make() -> None:
    rummy = game("rummy")
    found = list(decisions(rummy, beginning(rummy, 60), "champion", Budget(playouts=4), 0))
    lays = [decision for decision in found if decision.played.startswith("lay")]
    assert lays
    assert all(decision.cost is not None for decision in lays)


def advice(*choices: Choice) -> Advice:
    """Advice to bid as the first choice says."""
    return Advice(RAGE.parse_move(choices[0].move), "rage.bid", {}, "because", list(choices))


def test_what_a_move_cost_is_the_difference_of_what_was_expected() -> None:
    position = Setting(RAGE, 4, {}, 7).start()
    view = position.view(position.turn[0])
    weighed = advice(Choice("bid 2", 5.0, 0.7), Choice("bid 3", 3.5, 0.3))
    bid = RAGE.parse_move("bid 3")
    assert cost_of(RAGE, view, bid, weighed) == 1.5
    found = decision_of(RAGE, view, 1, "bidding", bid, weighed)
    assert (found.played, found.better, found.cost) == ("bid 3", "bid 2", 1.5)
    same = decision_of(RAGE, view, 1, "bidding", RAGE.parse_move("bid 2"), weighed)
    assert (same.better, same.cost, same.gain) == ("bid 2", 0.0, 1.5)
    assert found.gain == 0.0
    assert gain_of(RAGE, view, RAGE.parse_move("bid 2"), advice(Choice("bid 2", 5.0, 1.0))) == 0.0
    assert cost_of(RAGE, view, RAGE.parse_move("bid 4"), weighed) is None
    luckier = advice(Choice("bid 2", 1.0, 0.7), Choice("bid 3", 1.5, 0.3))
    assert cost_of(RAGE, view, bid, luckier) == 0.0


def test_a_game_that_is_not_over_is_not_looked_at() -> None:
    file = dataclasses.replace(Setting(RAGE, 3, {}, 3).record(), end=None)
    with pytest.raises(BadRecord, match="not over"):
        analyse(RAGE, file)


def test_a_judge_that_weighs_nothing_is_refused() -> None:
    with pytest.raises(BadOptions, match="greedy bot cannot say"):
        analyse(RAGE, beginning(RAGE), level="greedy")
