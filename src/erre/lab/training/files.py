"""What a training run writes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

KEEP = 60.0  # seconds between two checkpoints


@dataclass(frozen=True)
class Files:
    """All names follow from that of the weights."""

    weights: Path

    @property
    def log(self) -> Path:
        """One line of JSON for every iteration."""
        return self.weights.with_suffix(".jsonl")

    @property
    def checkpoint(self) -> Path:
        """Networks, optimiser and progress, to resume from."""
        return self.weights.with_suffix(".checkpoint")
