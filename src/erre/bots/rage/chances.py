"""Rage: how likely a bid comes true, given the share of playouts in which it does.

Playouts are played by the fast policy. The champion plays better, so its bids come true more often than in its
playouts, but nothing is as certain as its playouts say. The curve is a logistic fit to 15,000 of its bids with three,
four and six seats (`erre calibrate` checks it; docs/strength.md has the figures).
"""

from __future__ import annotations

from math import exp, log

SHIFT, SLOPE = 0.17, 0.79  # of the logarithm of the odds
LEAST = 0.01  # shares nearer to 0 and 1 are not told apart


def chance_of_champion(share: float) -> float:
    """The chance of a bid; one that cannot be kept or missed in any playout stays so."""
    if share in (0.0, 1.0):
        return share
    inside = min(max(share, LEAST), 1 - LEAST)
    return 1 / (1 + exp(-SHIFT - SLOPE * log(inside / (1 - inside))))
