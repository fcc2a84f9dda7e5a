"""Rules that no game has, compiled in a process of their own: `python -m tests.wasm.strange_rules OUT`.

Writes a module with those that can be compiled, and prints why each of the others cannot.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np

from erre.core.engine import rule
from erre.core.entries import numba_type
from erre.wasm.link import link
from erre.wasm.lower import Export, object_file


@rule
def up_to_three(number: int) -> int:
    """The number, and an exception above three."""
    if number > 3:
        raise ValueError("more than three")
    return number


@rule
def shifted(number: int) -> int:
    """Times 2 to the 40th: more than 32 bits."""
    return number << 40


@rule
def top_bits(seed: int) -> int:
    """The upper half of 64 bits."""
    return seed >> 32


@rule
def allocated(number: int) -> int:
    """Takes memory."""
    return len(np.zeros(number, np.int64))


@rule
def rounded_sine(number: int) -> int:
    """Calls the C library."""
    return int(math.sin(number) * 1000)


def export(function: Any) -> Export:
    """One as an entry point."""
    return Export(function.py_func.__name__, function, (numba_type(int),), frozenset({"seed"}))


def why_not(function: Any) -> str:
    """Why a rule cannot be compiled; nothing if it can."""
    try:
        one = export(function)
        link(object_file(f"strange.{one.name}", [one]), [one.name], {})
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


if __name__ == "__main__":
    good = [export(function) for function in (up_to_three, shifted, top_bits)]
    module = link(object_file("strange", good), [one.name for one in good], {})
    Path(sys.argv[1]).write_bytes(module)
    print(json.dumps([why_not(allocated), why_not(rounded_sine)]))
