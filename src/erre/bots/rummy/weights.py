"""Rummy: the weights of the learned value, as `training` has written them; `value.json` says where they come from."""

from __future__ import annotations

from pathlib import Path

import numpy as np

SHIPPED_AS_DATA = True  # to pages that play offline, where there is no numpy

with np.load(Path(__file__).with_name("value.npz")) as _found:
    WEIGHTS = np.ascontiguousarray(_found["weights"], np.int32)
