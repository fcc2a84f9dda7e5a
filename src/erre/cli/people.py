"""`erre people`: who is known at a server, and a link that gives somebody their name back."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import msgspec
from rich.console import Console
from rich.table import Table

from erre.core.errors import BadOptions
from erre.server.accounts.operator_links import make_link
from erre.server.app import home_address
from erre.server.config import Config, read_config
from erre.server.storage import accounts
from erre.server.storage.accounts import Listed
from erre.server.storage.contract import StorageFailed, Store
from erre.server.storage.sqlite.store import SqliteStore
from erre.server.storage.stores import file_at, is_address, make_store

T = TypeVar("T")


def list_people(search: str, place: str | None, json: bool) -> None:
    """Print who is known."""
    found = with_store(place, lambda store: store.read(lambda: accounts.people_like(search)))
    if json:
        print(msgspec.json.encode(found).decode())
        return
    if not found:
        print("Nobody is known here yet." if not search else f"Nobody here is called {search}.")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("name", "claimed", "last seen", "devices", "games", "can recover"):
        table.add_column(title, justify="right" if title in ("devices", "games") else "left")
    for one in found:
        claimed, ways = ("yes" if is_so else "no" for is_so in (one.is_named, one.can_recover))
        table.add_row(one.name, claimed, day_of(one.seen), str(one.devices), str(one.games), ways)
    Console(highlight=False, markup=False).print(table)
    if len(found) == accounts.MOST_FOUND:
        print(f"The list ends after {accounts.MOST_FOUND}: give a part of the name.")


def print_link(name: str, place: str | None, address: str | None) -> None:
    """Print a link that restores access to a name, once, within a day."""

    async def make(store: Store) -> str:
        person = await person_called(store, name)
        path = await make_link(store, person.id)
        if path is None:
            raise BadOptions(f"{person.name} was deleted a moment ago")
        return path

    path = with_store(place, make)
    print(f"{base_of(read_config({'address': address}, os.environ))}{path}")
    print("Give this link to nobody else: whoever opens it is signed in. It works once, within 24 hours.")


async def person_called(store: Store, name: str) -> Listed:
    """The one person of that name; who has claimed it comes before all others."""
    found = await store.read(lambda: accounts.people_like(name))
    owner = await store.owner_of(name)
    same = [one for one in found if one.id == owner] or [one for one in found if one.name == name]
    if len(same) == 1:
        return same[0]
    if same:
        raise BadOptions(f"{len(same)} people are called {name}, and none of them has claimed the name")
    near = ", ".join(one.name for one in found[:5])
    raise BadOptions(f"nobody here is called {name}" + (f"; there is {near}" if near else ""))


def with_store(place: str | None, body: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with a server's storage, whether or not the server runs."""
    config = read_config({}, os.environ)
    chosen = place or config.db or str(config.data_file)

    async def run() -> T:
        store = open_beside(chosen)
        await store.open()
        try:
            return await body(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except StorageFailed as error:
        raise BadOptions(str(error)) from None


def open_beside(place: str) -> Store:
    """A storage, opened next to the server that may be using it."""
    if is_address(place):
        return make_store(place)
    file = file_at(Path(place))
    if not file.is_file():
        raise BadOptions(f"there is no file {file}: name the server's data folder with --data, or its database")
    return SqliteStore(file, is_exclusive=False)


def base_of(config: Config) -> str:
    """The address of the server, as far as it is known without asking it."""
    if config.address:
        return config.address.rstrip("/")
    scheme = "https" if config.is_secure else "http"
    return f"{scheme}://{home_address()}:{config.port}"


def day_of(milliseconds: int) -> str:
    """A day as operators read it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date().isoformat() if milliseconds else "–"
