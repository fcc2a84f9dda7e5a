"""Ru-Ra-Re for the trainer: 2 to 4 seats and all decks; a whole game is an episode."""

from __future__ import annotations

from erre.bots.rurare import features
from erre.core.training import Table, Task
from erre.games.rurare.game import GAME

SEATS = {2: 0.3, 3: 0.25, 4: 0.3}  # shares of the training
DECKS = {2: "reconstructed-b", 3: "reconstructed-c", 4: "reconstructed-d"}  # the others, each at a number of seats
DECK_SHARE = 0.05

TASK = Task(
    game=GAME,
    kernels=features,
    tables=(
        *(Table(seats, {}, share) for seats, share in SEATS.items()),
        *(Table(seats, {"deck": deck}, DECK_SHARE) for seats, deck in DECKS.items()),
    ),
    ends_with_reward=False,
    rivalry=1.0,
    scale=20.0,
    steps=40,
)
