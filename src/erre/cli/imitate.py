"""`erre imitate`: a network that chooses as a bot does, to train against it."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from erre.bots.network_files import read_weights
from erre.cli.kernels import prepare_kernels
from erre.cli.progress import counting
from erre.cli.train import NO_TORCH
from erre.core.cores import usable_cores
from erre.core.errors import BadOptions, Refusal
from erre.core.training import Fitting
from erre.lab.result_files import check_writable
from erre.lab.threads import check_threads
from erre.lab.training.choices import check_imitated, watch_all
from erre.lab.training.task import task_of

LEAST_GAMES, MOST_GAMES = 40, 50_000  # a game of many seats has 100 kB of choices, and all are kept in memory
MOST_EPOCHS = 100


def imitate_bot(
    game: str, bot: str, out: Path, beside: Path | None, games: int, epochs: int, seed: int, threads: int | None
) -> None:
    """Watch the bot in many games, and write a network that chooses as it does."""
    name = game.strip().lower()
    task = task_of(name)
    if isinstance(task, Fitting):
        raise BadOptions(f"no network of the moves of {name} can be trained, so its bots cannot be imitated")
    check_imitated(task, bot)
    check_threads(threads)
    if not LEAST_GAMES <= games <= MOST_GAMES:
        raise BadOptions(f"--games: {LEAST_GAMES} to {MOST_GAMES:,}, not {games}")
    if not 1 <= epochs <= MOST_EPOCHS:
        raise BadOptions(f"--epochs: 1 to {MOST_EPOCHS}, not {epochs}")
    network = None if beside is None else read_weights(beside, name, task.kernels, "--beside")
    if out.suffix != ".npz":
        raise BadOptions(f"--out: a name that ends in .npz, not {out}")
    check_writable("--out", out)
    if find_spec("torch") is None:
        raise Refusal(NO_TORCH)
    prepare_kernels()
    with counting(f"Watching {bot}, games", games) as forward:
        choices = watch_all(name, bot, network, seed, games, threads or usable_cores(), forward)
    from erre.lab.training.imitation import imitate
    from erre.lab.training.run import device_of

    with counting("Imitating, epochs", epochs) as forward:

        def tell(row: dict[str, Any]) -> None:
            """One epoch is over."""
            forward(1)

        figures = imitate(task, choices, epochs, seed, device_of(cpu=False), out, tell)
    print(json.dumps(figures))
    print(f"The weights: {out}", file=sys.stderr)
