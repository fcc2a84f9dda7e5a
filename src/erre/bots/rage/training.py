"""Rage for the trainer: 3 to 8 seats and the variants. A round is an episode; a match has 65 decisions a seat."""

from __future__ import annotations

from typing import Any

from erre.bots.rage import features
from erre.core.training import Table, Task
from erre.games.rage.components import ROUNDS
from erre.games.rage.game import GAME

SEATS = {3: 0.13, 4: 0.25, 5: 0.13, 6: 0.13, 7: 0.08, 8: 0.13}  # shares of the training
VARIANTS: tuple[dict[str, Any], ...] = (
    {"plusMinusOne": True},
    {"bidding": "hidden"},
    {"bidding": "secret", "slam": True},
    {"slam": True, "sameTrick": "noTrumpDominates", "jollyOrder": "first"},
)
VARIANT_SHARE = 0.0375

TASK = Task(
    game=GAME,
    kernels=features,
    tables=(
        *(Table(seats, {}, share) for seats, share in SEATS.items()),
        *(Table(4, options, VARIANT_SHARE) for options in VARIANTS),
    ),
    ends_with_reward=True,
    rivalry=0.5,
    scale=0.125,
    steps=65,
    rounds=ROUNDS,
    spread=10.3,
)
