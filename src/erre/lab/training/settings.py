"""Training settings: the numbers that a game's task does not set."""

from __future__ import annotations

from dataclasses import dataclass

from erre.bots.network import FIRST, HIDDEN


@dataclass(frozen=True)
class Settings:
    """How to train."""

    seed: int = 1
    samples: int = 4_194_304  # decisions of one iteration, in all games together
    steps: int = 64  # decisions of each game in one iteration
    minibatch: int = 65_536
    epochs: int = 2
    rate: float = 7e-4
    last_rate: float = 2e-5
    entropy: float = 0.02
    last_entropy: float = 0.002
    clip: float = 0.2
    trace: float = 0.95  # lambda of generalised advantage estimation
    past: float = 0.15  # the share of games in which every other seat is played by an earlier network
    remember: int = 25  # iterations between two networks that are kept for that
    against: float = 0.0  # the share of games in which every other seat is played by a given network, which stays
    exploits: bool = False  # one seat learns at each table; the weights to begin with play all others, and stay
    widths: tuple[int, ...] = (FIRST, HIDDEN, HIDDEN)
    critic: tuple[int, ...] = (512, 128)
