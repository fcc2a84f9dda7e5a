"""Ratings of people and bots: OpenSkill's Plackett-Luce model, one rating for each game."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any

START_MU, START_SIGMA = 25.0, 25.0 / 3
SHOWN_START, SCALE, LEAST_SHOWN = 1500, 40, 100  # what people see: newcomers begin in the middle of a positive scale
SETTLED = 10  # rated games until a rating is no longer provisional


@cache
def _model() -> Any:
    """The model, imported when the first game is rated: it costs a fifth of a second."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=START_MU, sigma=START_SIGMA)


def rate(before: list[tuple[float, float]], ranks: list[int]) -> list[tuple[float, float]]:
    """New means and spreads after a game, by seat; equal ranks are a draw."""
    model = _model()
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [(float(team[0].mu), float(team[0].sigma)) for team in after]


def shown(mu: float) -> int:
    """A rating as people see it."""
    return max(LEAST_SHOWN, round(SHOWN_START + (mu - START_MU) * SCALE))


def ranks_of(scores: list[int], winners: list[int], left: Collection[int] = ()) -> list[int]:
    """Places by seat: winners first, then by points; equals share a place. Those who left share the last one."""
    keys = [(seat in left, seat not in winners, -points) for seat, points in enumerate(scores)]
    keys = [(True, True, 0) if key[0] else key for key in keys]
    return [1 + sum(other < key for other in keys) for key in keys]
