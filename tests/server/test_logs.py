"""The server's log file: it is rotated, so it never fills the disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from erre.server import logs


@pytest.fixture
def restored() -> Iterator[None]:
    """Put the logger back as it was; other tests of this process use it too."""
    before = logs.LOG.handlers, logs.LOG.level, logs.LOG.propagate
    yield
    for handler in logs.LOG.handlers:
        handler.close()
    logs.LOG.handlers, logs.LOG.propagate = before[0], before[2]
    logs.LOG.setLevel(before[1])


@pytest.mark.usefixtures("restored")
def test_the_log_file_is_rotated_and_old_files_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MOST_BYTES", 2_000)
    file = tmp_path / "erre.log"
    logs.set_up_logs(str(file), quiet=False)
    for number in range(300):
        logs.log("a move", number=number)
    kept = sorted(tmp_path.iterdir())
    assert len(kept) == 1 + logs.BACKUPS
    assert all(path.stat().st_size <= 2_000 for path in kept)
    assert json.loads(file.read_text().splitlines()[-1])["number"] == 299
