"""Checks files before they are replaced."""

from __future__ import annotations

from pathlib import Path

from erre.core.errors import BadOptions


def check_plain(path: Path) -> None:
    """Refuse to put a file in the place of a device, a pipe or a socket: for the superuser that would succeed."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise BadOptions(f"{path}: that is no plain file, and is left as it is")
