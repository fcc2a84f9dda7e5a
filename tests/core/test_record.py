"""The record as an object of Python."""

from __future__ import annotations

import copy
import pickle

from erre.games.rage.state import Rage


def test_a_copied_or_pickled_record_is_equal_and_has_memory_of_its_own() -> None:
    record = Rage.new()
    record.hands[1, 2] = 7
    for other in (copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert other.to_bytes() == record.to_bytes()
        other.hands[1, 2] = 8
        assert record.hands[1, 2] == 7
