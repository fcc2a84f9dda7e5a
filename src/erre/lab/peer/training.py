"""The peer's oh_hell for the trainer (`erre train oh_hell`): mostly 12 tricks at 4 seats, and deals of all sizes.

A deal of 12 tricks has 52 decisions, so `--steps 52` on a CPU, where all games begin together, has whole deals; on a
GPU `--steps 104` leaves out fewer decisions whose outcome is still open than the usual 64.

    erre train oh_hell --seconds 240 --steps 104 --seed 1 --out oh_hell.npz      # one NVIDIA GPU
    python -m erre.lab.peer --network oh_hell.npz --bare --milliseconds 1 --their-milliseconds 50 --games 1000
"""

from __future__ import annotations

from erre.core.training import Table, Task
from erre.lab.peer import features
from erre.lab.peer.game import GAME, MOST_TRICKS

SHARES = {3: 0.03, 4: 0.04, 5: 0.02, 6: 0.015, 7: 0.015}  # of deals of any size, by seats

TASK = Task(
    game=GAME,
    kernels=features,
    tables=(
        Table(4, {"dealSize": MOST_TRICKS}, 0.88),
        *(Table(seats, {}, share) for seats, share in SHARES.items()),
    ),
    ends_with_reward=True,
    rivalry=1.0,
    scale=8.0,
    steps=MOST_TRICKS + 1,
)
