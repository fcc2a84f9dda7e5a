"""Calibration: predictions are counted in bins, and drawn."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from erre.core.errors import BadOptions
from erre.games import game
from erre.games.rage import GAME
from erre.games.rage.components import ROUNDS, Options
from erre.lab.calibration import calibrate, calibration_svg, summed_up


def test_every_bid_of_a_match_is_counted_once_and_the_same_seed_gives_the_same_table() -> None:
    once, again = (calibrate(GAME, "solid", 3, 1, seed=4, playouts=30) for _ in range(2))
    assert once == again
    assert once.bids == 3 * ROUNDS == sum(part.bids for part in once.bins)
    assert 0 < once.predicted < 1
    assert 0 < once.brier < 0.5


def test_bins_hold_what_was_given_and_what_came_true() -> None:
    given, kept = np.array([0.05, 0.62, 0.68, 1.0]), np.array([0.0, 1.0, 0.0, 1.0])
    found = summed_up(GAME, "strong", 4, Options(), 1, 0, given, kept)
    assert [(part.bids, part.kept) for part in found.bins] == [(1, 0.0), (2, 0.5), (1, 1.0)]
    assert found.bins[1].predicted == pytest.approx(0.65)
    assert found.bins[1].interval[0] < 0.5 < found.bins[1].interval[1]


def test_the_plot_is_a_picture_with_a_point_for_every_bin() -> None:
    found = summed_up(GAME, "strong", 4, Options(), 1, 0, np.array([0.1, 0.5, 0.9]), np.array([0.0, 1.0, 1.0]))
    picture = ElementTree.fromstring(calibration_svg(found))
    assert len(picture.findall(".//{http://www.w3.org/2000/svg}circle")) == 3


@pytest.mark.parametrize(("level", "matches"), [("greedy", 1), ("solid", 0)])
def test_only_levels_are_calibrated(level: str, matches: int) -> None:
    with pytest.raises(BadOptions):
        calibrate(GAME, level, 3, matches)


def test_a_game_without_bids_names_those_that_have_them() -> None:
    with pytest.raises(BadOptions, match=r"Rummy has no bids to calibrate: try erre calibrate rage"):
        calibrate(game("rummy"), "solid", 3, 1)
