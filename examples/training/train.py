"""Train a network by self-play: python train.py GAME --seconds 480 --out weights/GAME.npz [--init WEIGHTS]

Needs torch. On a machine with an NVIDIA GPU and numba-cuda (`pip install '.[gpu]'`) games and learning stay on the
card; elsewhere `--device cpu --samples 8192 --minibatch 1024` gives a small demonstration.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from integer_network import load_into, save_integers
from ppo import Learner, Player, Progress, Settings, train
from task import TASKS

TELL = 10.0  # seconds between two lines
KEEP = 60.0  # seconds between two checkpoints


def main() -> None:
    """Train, with a line of progress now and then, a log next to the weights, and checkpoints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(TASKS))
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--init", type=Path, help="weights to go on from")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=Settings.samples)
    parser.add_argument("--minibatch", type=int, default=Settings.minibatch)
    parser.add_argument("--rate", type=float, default=Settings.rate)
    parser.add_argument("--entropy", type=float, default=Settings.entropy)
    given = parser.parse_args()
    chosen = {name: getattr(given, name) for name in ("seed", "samples", "minibatch", "rate", "entropy")}
    log = given.out.with_suffix(".jsonl").open("w", encoding="utf-8")
    told = kept = time.monotonic()

    def tell(progress: Progress, player: Player, learner: Learner) -> None:
        nonlocal told, kept
        row: dict[str, Any] = {
            "seconds": round(progress.seconds, 1),
            "samples": progress.samples,
            "seats": player.table.seats,
            "options": dict(player.table.options),
            "points": round(player.points, 2),
            "value error": round(float(learner.told[1]), 4),
            "entropy": round(float(learner.told[3]), 4),
        }
        log.write(json.dumps(row) + "\n")
        log.flush()
        now = time.monotonic()
        if now - told > TELL:
            told = now
            print(json.dumps(row), flush=True)
        if now - kept > KEEP:
            kept = now
            keep(learner, given.out)

    def begin(learner: Learner) -> None:
        if given.init:
            load_into(learner.network.actor, given.init)

    keep(train(TASKS[given.game](), replace(Settings(), **chosen), given.seconds, given.device, tell, begin), given.out)


def keep(learner: Learner, path: Path) -> None:
    """Write the actor as integers; the critic is of use in training only."""
    weights = {name: value.detach().float().cpu().numpy() for name, value in learner.network.actor.state_dict().items()}
    save_integers(weights, path)
    assert np.load(path)["embed"].dtype == np.int8


if __name__ == "__main__":
    main()
