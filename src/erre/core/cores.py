"""How many processor cores this process may use: SLURM, containers and `taskset` often grant fewer than there are."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """The cores that the operating system lets this process run on; at least one."""
    try:
        return len(os.sched_getaffinity(0)) or 1
    except AttributeError:  # macOS and Windows do not say
        return os.cpu_count() or 1
