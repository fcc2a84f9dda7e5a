"""The cache of machine code: what is used stays, what nobody has used for long goes."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from erre.core.machine_code import forget_old_code, kernels_root, note_use

DAY = 86400.0


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Files of two modules, written some days ago."""
    monkeypatch.setenv("ERRE_CACHE", str(tmp_path))
    kernels_root().mkdir(parents=True)
    paths = [kernels_root() / f"{module}-{days}" for module in ("rage", "rok") for days in (1, 2, 9, 10, 11)]
    for path in paths:
        path.write_bytes(b"code")
        written = time.time() - int(path.name.rpartition("-")[2]) * DAY
        os.utime(path, (written, written))
    return paths


def left() -> set[str]:
    """The files that are there."""
    return {path.name for path in kernels_root().iterdir()}


def test_only_what_is_old_and_unused_is_removed(kept: list[Path]) -> None:
    forget_old_code()
    assert left() == {f"{module}-{days}" for module in ("rage", "rok") for days in (1, 2, 9)}
    forget_old_code(keep=0)
    assert left() == {f"{module}-{days}" for module in ("rage", "rok") for days in (1, 2)}


def test_what_was_loaded_lately_stays(kept: list[Path]) -> None:
    note_use(kept[4])
    forget_old_code()
    assert left() >= {"rage-11", "rage-1", "rage-2", "rok-9"}
    assert "rage-10" not in left()


def test_a_file_that_is_gone_is_no_mistake(tmp_path: Path) -> None:
    note_use(tmp_path / "nothing")
