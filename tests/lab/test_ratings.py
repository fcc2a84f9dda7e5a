"""Ratings and tests of significance, compared with values known from elsewhere."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from erre.lab.ratings import mean_interval, mean_test, rating_intervals, ratings, sign_test, wilson


def table_of(strengths: list[float], games: int) -> np.typing.NDArray[np.float64]:
    """How often each would beat each, if these were their ratings."""
    chance = 1 / (1 + 10 ** ((np.array(strengths)[None, :] - np.array(strengths)[:, None]) / 400))
    table: np.typing.NDArray[np.float64] = chance * games * (1 - np.eye(len(strengths)))
    return table


def test_ratings_are_found_again_from_what_they_imply() -> None:
    strengths = [1700.0, 1500.0, 1450.0, 1350.0]
    assert ratings(table_of(strengths, 10_000_000)) == pytest.approx(strengths, abs=0.01)


def test_a_bot_that_always_wins_has_a_finite_rating() -> None:
    found = ratings(np.array([[0.0, 50.0], [0.0, 0.0]]))
    assert 1600 < found[0] < 2000
    assert found.mean() == pytest.approx(1500)


def test_the_interval_of_a_rating_holds_it_and_narrows_with_more_games() -> None:
    dice = np.random.default_rng(3)
    strengths = [1600.0, 1500.0, 1400.0]
    widths = []
    for games in (4, 64):
        blocks = np.array([sampled(dice, table_of(strengths, 1), games) for _ in range(100)])
        intervals = rating_intervals(blocks)
        assert np.all((intervals[:, 0] < strengths) & (strengths < intervals[:, 1]))
        widths.append(float((intervals[:, 1] - intervals[:, 0]).mean()))
    assert widths[1] < widths[0] / 3


def sampled(
    dice: np.random.Generator, chances: np.typing.NDArray[np.float64], games: int
) -> np.typing.NDArray[np.float64]:
    """A table of games that were played."""
    won = np.triu(dice.binomial(games, chances), 1)
    return (won + np.tril(games - won.T, -1)).astype(np.float64)


@pytest.mark.parametrize(("better", "worse"), [(0, 0), (1, 0), (7, 3), (60, 40), (5, 5), (1000, 1100), (3000, 3200)])
def test_the_sign_test_is_the_binomial_one(better: int, worse: int) -> None:
    expected = stats.binomtest(better, better + worse).pvalue if better + worse else 1.0
    assert sign_test(better, worse) == pytest.approx(expected, rel=1e-3)


def test_the_test_of_a_mean_is_the_normal_one() -> None:
    values = np.array([1.0, 2.0, -0.5, 0.7, 0.1, 1.4])
    total, squares, n = float(values.sum()), float((values**2).sum()), len(values)
    z = values.mean() / (values.std(ddof=1) / np.sqrt(n))
    assert mean_test(total, squares, n) == pytest.approx(2 * stats.norm.sf(abs(z)))
    assert mean_test(0.0, 0.0, 5) == 1.0
    assert mean_test(5.0, 5.0, 5) == 0.0
    mean, (low, high) = mean_interval(total, squares, n)
    assert mean == pytest.approx(values.mean())
    assert low < mean < high


def test_wilsons_interval_is_honest_at_the_ends() -> None:
    assert wilson(0.0, 10)[0] == 0.0
    assert wilson(0.0, 10)[1] == pytest.approx(0.2775, abs=1e-3)
