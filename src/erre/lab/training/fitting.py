"""One run that fits a value to games of self-play: progress, checkpoints, a log next to the weights, and resuming.

It needs only numpy. All randomness comes from the seed, the number of a game and the number of an epoch, so a run that
was interrupted writes the same weights, to the byte, as one that was not.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any
from zipfile import BadZipFile

import numpy as np

from erre.core.errors import BadOptions
from erre.core.training import Fitting, Notes
from erre.lab.training.files import KEEP, Files
from erre.lab.training.fit import Fit, chances, explained

Tell = Callable[[dict[str, Any]], None]
HELD_BACK = 10  # this part of the games, the last ones, is not fitted to, but shows how good the value is


class Run:
    """A run from its first game to its last epoch."""

    def __init__(self, task: Fitting, games: int, seed: int, files: Files, tell: Tell) -> None:
        self.task, self.games, self.seed, self.files, self.tell = task, games, seed, files, tell
        self.blocks: list[Notes] = []
        self.played = 0
        self.fit = Fit(task.sizes, seed)
        self.before = 0.0  # seconds that earlier runs took
        self.start = self.kept = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it has taken, earlier runs included."""
        return round(self.before + time.monotonic() - self.start, 1)

    def go(self, *, resume: bool) -> dict[str, Any]:
        """Play, fit and write the weights; the figures of the last epoch. An interrupt loses nothing but a block."""
        if resume:
            self.bring_back()
        try:
            with self.files.log.open("a" if resume else "w", encoding="utf-8") as log:
                for row in self.rows():
                    log.write(json.dumps(row) + "\n")
                    log.flush()
                    self.tell(row)
                    if time.monotonic() - self.kept > KEEP:
                        self.keep()
        finally:
            self.keep()
        return self.figures()

    def rows(self) -> Any:
        """Everything that is left to do, one line of the log after the other."""
        while self.played < self.games:
            count = min(self.task.block, self.games - self.played)
            self.blocks.append(self.task.play(self.seed, self.played, count))
            self.played += count
            yield {"seconds": self.seconds, "games": self.played, "notes": sum(len(b.games) for b in self.blocks)}
        notes, is_held_back = self.notes(), self.held_back()
        while self.fit.epochs < self.task.epochs:
            self.fit.epoch(notes.inputs[~is_held_back], notes.targets[~is_held_back], self.task.epochs)
            yield {"seconds": self.seconds, "epoch": self.fit.epochs, **self.shares()}

    def notes(self) -> Notes:
        """All notes so far."""
        return Notes(*(np.concatenate(parts) for parts in zip(*self.blocks, strict=True)))

    def held_back(self) -> Any:
        """Which notes are not fitted to."""
        return self.notes().games >= self.games - self.games // HELD_BACK

    def judged(self) -> tuple[Any, Any]:
        """What the network says of the notes that were held back, and what came true."""
        notes, is_held_back = self.notes(), self.held_back()
        return self.fit.outputs(notes.inputs[is_held_back])[-1], notes.targets[is_held_back]

    def shares(self) -> dict[str, float]:
        """How much of the variance of each output is explained."""
        found, true = self.judged()
        return {name: explained(found[:, i], true[:, i]) for i, name in enumerate(self.task.outputs)}

    def figures(self) -> dict[str, Any]:
        """What is told of a run when it is over."""
        found, true = self.judged()
        return {
            "games": self.games,
            "seed": self.seed,
            "notes": len(self.notes().games),
            "held_back": len(true),
            "explained": self.shares(),
            "chances": chances(found[:, -1], true[:, -1]),
        }

    def keep(self) -> None:
        """Write the weights, once there are any, and what a later run needs to continue; files whole or not at all."""
        self.kept = time.monotonic()
        if self.fit.epochs:
            fresh = self.files.weights.with_suffix(".new.npz")
            np.savez_compressed(fresh, weights=np.asarray(self.task.whole_numbers(self.fit.layers)))
            fresh.replace(self.files.weights)
        notes = self.notes() if self.blocks else Notes(*(np.zeros(0) for _ in range(3)))
        asked = {"games": self.games, "seed": self.seed, "played": self.played, "seconds": self.seconds}
        fresh = self.files.checkpoint.with_suffix(".new")
        with fresh.open("wb") as file:
            np.savez_compressed(
                file,
                asked=json.dumps(asked),
                inputs=notes.inputs,
                targets=notes.targets,
                of=notes.games,
                **self.fit.state(),
            )
        fresh.replace(self.files.checkpoint)

    def bring_back(self) -> None:
        """Go on where a run of the same seed has stopped."""
        try:
            with np.load(self.files.checkpoint) as state:
                asked = json.loads(str(state["asked"]))
                blocks = [Notes(state["inputs"], state["targets"], state["of"])] if asked["played"] else []
                self.fit.bring_back(state)
        except (BadZipFile, EOFError, KeyError, OSError, TypeError, ValueError):
            raise BadOptions(f"--resume: {self.files.checkpoint} is no checkpoint of such a run") from None
        if (asked["games"], asked["seed"]) != (self.games, self.seed):
            raise BadOptions(
                f"--resume: {self.files.checkpoint} is of a run with --games {asked['games']} --seed "
                f"{asked['seed']}; give the same"
            )
        self.played, self.before, self.blocks = asked["played"], asked["seconds"], blocks
