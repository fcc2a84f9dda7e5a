"""Ratings on the Elo scale, and the significance of comparisons.

The strength of a bot does not change during a tournament, so its rating is fitted to all comparisons at once
(Bradley and Terry's model) rather than carried from game to game: the order of the games does not matter.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

SURE = 1.959964  # standard deviations that hold 95 % of a normal distribution
MIDDLE = 1500.0  # the mean of all ratings
SCALE = 400 / math.log(10)  # Elo's: 400 points are odds of ten to one
ROUNDS = 2000  # of the fit; it has settled long before for bots that beat each other at all
DRAWN = 0.5  # comparisons added as drawn for each pair, so that no rating is infinite
SAMPLES = 400  # of the bootstrap
MOST_EXACT = 2000  # trials up to which the sign test is exact


def ratings(beaten: Numbers) -> Numbers:
    """Ratings from `beaten[…, a, b]`, how often a did better than b; leading dimensions are fits of their own."""
    count = beaten.shape[-1]
    won = (beaten + DRAWN) * (1 - np.eye(count))
    together = won + np.swapaxes(won, -1, -2)
    strength = np.ones(beaten.shape[:-1])
    for _ in range(ROUNDS):
        pairs = strength[..., :, None] + strength[..., None, :]
        new = won.sum(-1) / (together / pairs).sum(-1)
        new /= np.exp(np.log(new).mean(-1, keepdims=True))
        settled = np.abs(np.log(new / strength)).max() < 1e-9
        strength = new
        if settled:
            break
    scaled: Numbers = MIDDLE + SCALE * np.log(strength)
    return scaled


def rating_intervals(blocks: Numbers, seed: int = 1) -> Numbers:
    """95 % intervals by the bootstrap; `blocks[k, a, b]` are comparisons of the k-th part of the games."""
    dice = np.random.default_rng(seed)
    weights = dice.multinomial(len(blocks), [1 / len(blocks)] * len(blocks), SAMPLES).astype(np.float64)
    fits = ratings(np.einsum("sk,kab->sab", weights, blocks))
    interval: Numbers = np.percentile(fits, [2.5, 97.5], axis=0).T
    return interval


def mean_interval(total: float, squares: float, n: int) -> tuple[float, tuple[float, float]]:
    """The mean of n values from their sum and the sum of their squares, and its 95 % interval."""
    mean = total / n
    half = SURE * math.sqrt(variance(total, squares, n) / n)
    return mean, (mean - half, mean + half)


def variance(total: float, squares: float, n: int) -> float:
    """The variance of n values."""
    return max(0.0, squares / n - (total / n) ** 2) * n / max(1, n - 1)


def wilson(share: float, n: int) -> tuple[float, float]:
    """Wilson's interval for a share: honest near 0 and 1 too."""
    z2 = SURE * SURE
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = SURE / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_test(total: float, squares: float, n: int) -> float:
    """The chance of a mean at least this far from 0 if the true one were 0 (two-sided, by the normal law)."""
    spread = variance(total, squares, n)
    if spread == 0:
        return 1.0 if total == 0 or n < 2 else 0.0
    return math.erfc(abs(total / n) / math.sqrt(spread / n) / math.sqrt(2))


def sign_test(better: int, worse: int) -> float:
    """The chance of so uneven a count if both were equally likely (two-sided; equal games are left out)."""
    n, least = better + worse, min(better, worse)
    if n == 0:
        return 1.0
    if n > MOST_EXACT:
        return math.erfc(max(0.0, n / 2 - least - 0.5) / math.sqrt(n / 4) / math.sqrt(2))
    tail = sum(math.comb(n, k) for k in range(least + 1))
    return min(1.0, float(2 * tail / 2**n))
