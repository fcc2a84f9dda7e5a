"""The log of a table: every line knows the one before it, so that a change, a gap or a loss is found."""

from __future__ import annotations

import msgspec
import pytest

from erre.core.errors import BadRecord
from erre.table.entries import Commit, Said, chained, format_commit, hash_of, parse_log


def log(*texts: str) -> list[bytes]:
    """Lines that know each other."""
    lines: list[bytes] = []
    for number, text in enumerate(texts):
        before = hash_of(lines[-1]) if lines else ""
        lines.append(format_commit(chained(Commit(number, 1000 + number, [Said("Ana", text)]), before)))
    return lines


def test_a_whole_log_is_read() -> None:
    assert [commit.number for commit in parse_log(log("a", "b", "c"))] == [0, 1, 2]


def test_a_line_that_was_changed_is_found() -> None:
    lines = log("a", "b", "c")
    lines[1] = lines[1].replace(b'"b"', b'"x"')  # still legal JSON
    with pytest.raises(BadRecord, match="line 1 of the table's log is not the one that was written"):
        parse_log(lines)


def test_a_line_that_is_missing_is_found() -> None:
    lines = log("a", "b", "c")
    with pytest.raises(BadRecord, match="line 1 of the table's log is missing"):
        parse_log([lines[0], lines[2]])


def test_a_line_whose_hash_was_taken_away_is_found() -> None:
    lines = log("a", "b", "c")
    bare = msgspec.structs.replace(parse_log(lines)[2], after="")
    with pytest.raises(BadRecord, match="lost the hash"):
        parse_log([*lines[:2], format_commit(bare)])


def test_logs_from_before_there_were_hashes_are_still_read() -> None:
    old = [format_commit(Commit(number, 1000, [Said("Ana", "old")])) for number in range(3)]
    new = format_commit(chained(Commit(3, 1000, [Said("Ana", "new")]), hash_of(old[-1])))
    assert len(parse_log([*old, new])) == 4
