"""The games that conformance is tested with, and settings drawn by Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from erre.games import game, own_names
from erre.trials.setting import Setting as Setting
from erre.trials.setting import is_allowed, listed_options
from erre.trials.setting import luck as luck

GAMES = [game(name) for name in own_names()]


@st.composite
def settings_of(draw: st.DrawFn, name: str) -> Setting:
    """Any seats, options and seed of a game."""
    one = game(name)
    seats = draw(st.integers(one.least_seats, one.most_seats))
    wishes = st.fixed_dictionaries({}, optional={k: st.sampled_from(v) for k, v in listed_options(one).items()})
    options = draw(wishes.filter(lambda chosen: is_allowed(one, chosen)))
    return Setting(one, seats, options, draw(st.integers(0, 2**31)))
