"""Keys one by one."""

from __future__ import annotations

import os

import pytest

from erre.terminal.keys import ESCAPE, Keys


def test_keys_are_read_one_by_one_and_sequences_left_out() -> None:
    reader, writer = os.pipe()
    keys = Keys(reader)
    assert keys.wait(0) == []
    os.write(writer, b"ab")
    assert keys.wait(1) == ["a", "b"]
    os.write(writer, b"\x1b[A")
    assert keys.wait(1) == []
    os.write(writer, b"\x1b")
    assert keys.wait(1) == [ESCAPE]
    os.close(writer)
    with pytest.raises(EOFError):
        keys.wait(1)
    os.close(reader)
