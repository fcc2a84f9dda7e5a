"""Erre with a log in memory alone, for the measurement: what is left tells what the durable write costs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from erre.cli.serve import run_loop
from erre.server.config import read_config
from erre.server.logs import set_up_logs
from erre.server.storage.sqlite.store import SqliteStore


class MemoryStore(SqliteStore):
    """Logs in a dictionary, gone with the process; people as always."""

    def __init__(self) -> None:
        super().__init__(Path(":memory:"))
        self.logs: dict[str, list[bytes]] = {}

    async def append(self, table: str, number: int, *lines: bytes, fence: int = 0) -> None:
        self.logs.setdefault(table, []).extend(lines)

    async def lines(self, table: str) -> list[bytes]:
        return self.logs.get(table, [])


if __name__ == "__main__":
    config = read_config({"host": "127.0.0.1", "port": int(sys.argv[1])}, os.environ)
    set_up_logs("", quiet=True)
    run_loop(config, lambda _: None, MemoryStore())
