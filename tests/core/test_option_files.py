"""The value of an option from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from erre.core.errors import BadOptions
from erre.core.option_files import read_value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("deck.json", '{"knight": 14, "church": 9}'),
        ("deck.toml", "knight = 14\nchurch = 9  # counted\n"),
        ("DECK.JSON", '{"church": 9, "knight": 14}'),
    ],
)
def test_a_file_gives_a_value(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert read_value(tmp_path / name) == {"knight": 14, "church": 9}


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("deck.json", b'{"knight": 14', "cannot be understood"),
        ("deck.toml", b"knight 14", "cannot be understood"),
        ("deck.json", b"[" * 60000, "cannot be understood"),
        ("deck.json", b"\xff\xfe", "is not text"),
        ("deck.txt", b"knight = 14", "a .json or .toml file"),
        ("deck.json", b" " * 70000, "too large"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(tmp_path: Path, name: str, data: bytes, why: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(BadOptions, match=why):
        read_value(tmp_path / name)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match="cannot be read"):
        read_value(tmp_path / "none.json")
