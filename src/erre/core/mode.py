"""How rules run in this process: interpreted, compiled by our own code generation, or by plain numba."""

from __future__ import annotations

import logging
import os
from functools import cache

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
NUMBA = "0.68"  # `native` is written for the insides of this version


@cache
def is_known_numba() -> bool:
    """Whether this is the version of numba that our own code generation is written for."""
    import numba

    if numba.__version__.startswith(f"{NUMBA}."):
        return True
    text = "Erre's engine is made for numba %s, not %s: every process compiles the rules again, and slowly"
    logging.getLogger(__name__).warning(text, NUMBA, numba.__version__)
    return False
