"""The types that observations can have, and the templates that write them inside the compiled step.

| type | an observation is an array of | value |
|---|---|---|
| `int16` | int16 | as the encoding writes it |
| `float32` | float32 | the same |
| `bfloat16` | uint16, the bits of a bfloat16 | the same up to 256, beyond that rounded to the nearest, ties to even |
| `uint8` | uint8 | a byte as each `Field` of the encoding says |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from erre.core.encoding import Encoding
from erre.core.errors import BadOptions, quote
from erre.lab.envs.loops import observe

ObservationType = Literal["int16", "uint8", "float32", "bfloat16"]
LARGEST_BYTE = 255
HALF = 0x7FFF  # of what a bfloat16 leaves out of a float32, but for a tie
WORD = 0xFFFF


def show_int16_template(s: Any, seat: int, out: Any, row: Any, table: Any, real: Any, bits: Any) -> None:
    """As the encoding writes it."""
    observe(s, seat, out)


def show_float32_template(s: Any, seat: int, out: Any, row: Any, table: Any, real: Any, bits: Any) -> None:
    """The same numbers."""
    observe(s, seat, row)
    for k in range(len(out)):
        out[k] = row[k]


def show_bfloat16_template(s: Any, seat: int, out: Any, row: Any, table: Any, real: Any, bits: Any) -> None:
    """The upper half of a float32, rounded; `bits` is the memory of `real`. Two loops, so that both use vectors."""
    observe(s, seat, row)
    for k in range(len(out)):
        real[k] = row[k]
    for k in range(len(out)):
        out[k] = (bits[k] + HALF + (bits[k] >> 16 & 1)) >> 16 & WORD


def show_uint8_template(s: Any, seat: int, out: Any, row: Any, table: Any, real: Any, bits: Any) -> None:
    """Bytes: `table` says from where each is counted, and how many bits are left out (see `Field`)."""
    observe(s, seat, row)
    for k in range(len(out)):
        out[k] = min(max((int(row[k]) - table[0, k]) >> table[1, k], 0), LARGEST_BYTE)


@dataclass(frozen=True)
class Observations:
    """One type of observations."""

    name: str
    dtype: Any  # numpy's type
    show: Callable[..., None]  # the template
    is_direct: bool = False  # the encoding itself writes it
    is_real: bool = False  # needs room for floats
    is_scaled: bool = False  # needs the table of bytes


OBSERVATIONS = {
    one.name: one
    for one in (
        Observations("int16", np.int16, show_int16_template, is_direct=True),
        Observations("uint8", np.uint8, show_uint8_template, is_scaled=True),
        Observations("float32", np.float32, show_float32_template),
        Observations("bfloat16", np.uint16, show_bfloat16_template, is_real=True),
    )
}
INT16 = OBSERVATIONS["int16"]


def read_observations(encoding: Encoding, name: object) -> Observations:
    """The type of that name; refused where it does not exist, or where a game does not say what bytes mean."""
    if not isinstance(name, str) or name not in OBSERVATIONS:
        raise BadOptions(f"observations are {', '.join(OBSERVATIONS)}, not {quote(name)}")
    found = OBSERVATIONS[name]
    unknown = [field.name for field in encoding.fields if field.least is None or field.most is None]
    if found.is_scaled and unknown:
        raise BadOptions(
            f"{encoding.game.title} does not say which values {', '.join(unknown[:3])} can have, so they cannot be "
            "bytes: use int16, float32 or bfloat16"
        )
    return found


def byte_table(encoding: Encoding) -> npt.NDArray[np.int32]:
    """For every number of an observation from where its byte is counted, and how many bits are left out."""
    fields = encoding.fields
    table = np.array([[field.low for field in fields], [field.shift for field in fields]], np.int32)
    return np.repeat(table, [field.size for field in fields], axis=1)
