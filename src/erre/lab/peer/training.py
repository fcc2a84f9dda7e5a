"""The peer's oh_hell for the trainer (`erre train oh_hell`): mostly 12 tricks at 4 seats, and deals of all sizes."""

from __future__ import annotations

from erre.core.training import Table, Task
from erre.lab.peer import features
from erre.lab.peer.game import GAME, MOST_TRICKS

SHARES = {3: 0.04, 4: 0.08, 5: 0.04, 6: 0.02, 7: 0.02}  # of deals of any size, by seats

TASK = Task(
    game=GAME,
    kernels=features,
    tables=(
        Table(4, {"dealSize": MOST_TRICKS}, 0.8),
        *(Table(seats, {}, share) for seats, share in SHARES.items()),
    ),
    ends_with_reward=True,
    rivalry=0.5,
    scale=8.0,
    steps=MOST_TRICKS + 1,
)
