"""The list of what is stored about people covers every table, and both the export and the deletion follow it."""

from __future__ import annotations

import sqlite3

from erre.server.storage.contract import Player, Store
from erre.server.storage.personal import IMPERSONAL, PERSONAL
from erre.server.storage.sqlite.schema import bring_up_to_date
from tests.server.storage.backends import Backend, game_of


def columns_of(db: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in db.execute(f"PRAGMA table_info({table})")}


def test_every_table_is_in_the_list_or_says_why_not() -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    bring_up_to_date(db)
    tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert {part.table for part in PERSONAL} | set(IMPERSONAL) == tables
    for part in PERSONAL:
        assert {part.person, *part.columns} <= columns_of(db, part.table), part.table
    titles = [part.title for part in PERSONAL if part.title]
    assert len(titles) == len(set(titles))
    assert PERSONAL[-1].table == "people"  # other tables refer to it


def test_the_export_has_every_part_and_the_deletion_leaves_none(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben = await store.make_person(b"a" * 32, "Ana", "Firefox"), await store.make_person(b"b" * 32, "Ben")
        await store.finish(game_of([Player("Ana", ana.id), Player("Ben", ben.id)], ranks=[2, 1]))
        kept = await store.data_of(ana.id)
        assert {part.title for part in PERSONAL if part.title} - {"person"} <= set(kept)
        assert [game["record"] for game in kept["games"]] == ["r1"]
        assert [device["name"] for device in kept["devices"]] == ["Firefox"]
        assert (b"a" * 32).hex() not in str(kept)
        await store.delete_person(ana.id)
        assert await store.person(b"a" * 32) is None
        assert [one.name for one in await store.ratings("rage")] == ["Ben"]
        assert len((await store.data_of(ben.id))["games"]) == 1

    backend.use(body)
