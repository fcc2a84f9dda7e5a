"""The storages that one contract is tested on: a file of SQLite, and a database of a real PostgreSQL."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from erre.server.storage.contract import Finished, Player, Store
from erre.server.storage.sqlite.store import SqliteStore
from erre.server.storage.stores import make_store

T = TypeVar("T")
KINDS = ("sqlite", "postgresql")


@dataclass(frozen=True)
class Backend:
    """A place where things are kept; every store made of it sees the same."""

    kind: str
    place: str

    def store(self) -> Store:
        """A store of it, not yet open: the storage as one worker has it."""
        return make_store(self.place) if self.kind != "sqlite" else SqliteStore(Path(self.place), is_exclusive=False)

    def use(self, body: Callable[[Store], Awaitable[T]]) -> T:
        """Run a body with an open store."""

        async def run() -> T:
            store = self.store()
            await store.open()
            try:
                return await body(store)
            finally:
                await store.close()

        return asyncio.run(run())

    def use_two(self, body: Callable[[Store, Store], Awaitable[T]]) -> T:
        """Run a body with the storage as two workers have it."""

        async def run(one: Store) -> T:
            two = self.store()
            await two.open()
            try:
                return await body(one, two)
            finally:
                await two.close()

        return self.use(run)


def game_of(
    players: list[Player],
    *,
    record: str = "r1",
    ranks: list[int],
    rated: bool = True,
    ended: int = 1000,
    access: str = "open",
) -> Finished:
    """A finished game of Rage."""
    text = json.dumps({"line": "game", "players": [player.name for player in players]}) + '\n{"line":"end"}\n'
    return Finished(record, "t", "rage", ended, players, ranks, [-rank for rank in ranks], text, rated, access)
