"""Names at tables: a claimed name is reserved for its owner, in every spelling that looks the same."""

from __future__ import annotations

from erre.server.storage.contract import NameTaken, Store


async def check_name(store: Store, name: str, person: str) -> None:
    """Refuse a name that belongs to another person, or that can be mistaken for it."""
    if await store.owner_of(name) not in (None, person):
        raise NameTaken(f"the name {name} belongs to somebody else here: choose another")
