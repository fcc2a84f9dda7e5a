"""Backups at the click of a button: copies of the whole storage in the data folder."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

from erre.core.errors import BadOptions
from erre.server.config import Config
from erre.server.operator.types import BackupLine
from erre.server.storage.contract import StorageFailed
from erre.server.tables.ownership import NoTable

MOST_KEPT = 20
NAME = re.compile(r"erre-\d{8}-\d{6}\.sqlite")


class Backups:
    """The folder of backups, next to the file of the server."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.folder = config.data_file.parent / "backups"
        self._making = asyncio.Lock()

    def listed(self) -> list[BackupLine]:
        """The backups that are there, the newest first."""
        found = sorted(self.folder.glob("erre-*.sqlite"), reverse=True) if self.folder.is_dir() else []
        return [
            BackupLine(path.name, path.stat().st_size, int(path.stat().st_mtime * 1000))
            for path in found
            if NAME.fullmatch(path.name)
        ]

    async def make(self) -> str:
        """Copy everything into a new file, while the server runs; its name."""
        from erre.server.storage.backup import back_up_any

        if self._making.locked():
            raise BadOptions("a backup is being made already: wait for it")
        async with self._making:
            if len(self.listed()) >= MOST_KEPT:
                raise BadOptions(f"there are {MOST_KEPT} backups already: delete one first")
            name = time.strftime("erre-%Y%m%d-%H%M%S.sqlite")
            try:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                await back_up_any(self.config.db or str(self.config.data_file), self.folder / name)
            except OSError as error:
                raise BadOptions(f"the backup cannot be written: {error.strerror}") from None
            except StorageFailed as error:
                raise BadOptions(f"the backup failed: {error}") from None
            return name

    def path(self, name: str) -> Path:
        """The file of a backup; nothing else in the folder can be reached."""
        path = self.folder / name
        if not NAME.fullmatch(name) or not path.is_file() or path.is_symlink():
            raise NoTable("there is no such backup")
        return path

    def delete(self, name: str) -> None:
        """Delete a backup."""
        self.path(name).unlink()
