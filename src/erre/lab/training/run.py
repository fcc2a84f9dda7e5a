"""One training run: progress, checkpoints, a log next to the weights, and resuming."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from erre.core.errors import BadOptions
from erre.lab.training.files import KEEP, Files
from erre.lab.training.integers import load_into, save_integers
from erre.lab.training.ppo import Learner, Progress, train
from erre.lab.training.settings import Settings
from erre.lab.training.tables import Tables
from erre.lab.training.task import tasks


def device_of(cpu: bool) -> str:
    """Where to train: on the GPU where there is one, unless the CPU is asked for."""
    return "cuda" if torch.cuda.is_available() and not cpu else "cpu"


def run(
    game: str,
    settings: Settings,
    seconds: float,
    device: str,
    files: Files,
    *,
    init: Path | None = None,
    against: Path | None = None,
    resume: bool = False,
    tell: Callable[[dict[str, Any]], None],
) -> Progress:
    """Train for some seconds in all, those before a checkpoint included; weights and log are kept up to date."""
    kept = time.monotonic()
    before = Progress()

    def begin(learner: Learner) -> Progress:
        if resume:
            return load_checkpoint(learner, files.checkpoint)
        if against is not None:
            load_into(learner.given, against)
        if init is not None:
            load_into(learner.network.actor, init)
            learner.other.load_state_dict(learner.network.actor.state_dict())
        return before

    with files.log.open("a" if resume else "w", encoding="utf-8") as log:

        def note(progress: Progress, tables: Tables, learner: Learner) -> None:
            nonlocal kept
            row = row_of(progress, tables, learner)
            log.write(json.dumps(row) + "\n")
            log.flush()
            tell(row)
            if time.monotonic() - kept > KEEP:
                kept = time.monotonic()
                keep(learner, progress, settings, files)

        learner, progress = train(tasks()[game], settings, seconds, device, note, begin)
    keep(learner, progress, settings, files)
    return progress


def row_of(progress: Progress, tables: Tables, learner: Learner) -> dict[str, Any]:
    """One iteration as the log has it."""
    return {
        "seconds": round(progress.seconds, 1),
        "samples": progress.samples,
        "tables": tables.points(),
        "value error": round(float(learner.told[1]), 4),
        "entropy": round(float(learner.told[3]), 4),
    }


def keep(learner: Learner, progress: Progress, settings: Settings, files: Files) -> None:
    """Write the actor as integers, and everything that a later run needs to continue; each file whole or not at all."""
    actor = learner.network.actor
    weights = {name: value.detach().float().cpu().numpy() for name, value in actor.state_dict().items()}
    fresh = files.weights.with_suffix(".new.npz")
    save_integers(weights, fresh)
    fresh.replace(files.weights)
    state = {
        "network": learner.network.state_dict(),
        "other": learner.other.state_dict(),
        "given": learner.given.state_dict(),
        "optimiser": learner.optimiser.state_dict(),
        "progress": asdict(progress),
        "settings": asdict(settings),
    }
    fresh = files.checkpoint.with_suffix(".new")
    torch.save(state, fresh)
    fresh.replace(files.checkpoint)


def load_checkpoint(learner: Learner, path: Path) -> Progress:
    """Put a learner where a run has stopped; only the networks that it remembered are gathered anew."""
    try:
        state = torch.load(path, map_location=learner.device, weights_only=True)
        learner.network.load_state_dict(state["network"])
        learner.other.load_state_dict(state["other"])
        learner.given.load_state_dict(state["given"])
        share = float(state["settings"]["against"])
        learner.optimiser.load_state_dict(state["optimiser"])
        progress = Progress(**state["progress"])
    except (EOFError, KeyError, OSError, RuntimeError, TypeError, UnpicklingError, ValueError):
        raise BadOptions(f"--resume: {path} is no checkpoint of such a run") from None
    if share != learner.settings.against:
        raise BadOptions(f"--resume: this run has {share:g} as its share of games with --against; give both again")
    return progress
