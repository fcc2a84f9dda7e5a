"""`erre migrate`: copies everything a server stores to the newest version or to another storage."""

from __future__ import annotations

import asyncio
import contextlib

from rich.console import Console

from erre.cli.progress import counting
from erre.core.errors import BadOptions
from erre.server.storage.contract import StorageFailed
from erre.server.storage.migrate import Forward, copy, update
from erre.server.storage.postgres.connection import place_of
from erre.server.storage.stores import is_address


def migrate(source: str, target: str | None) -> None:
    """Bring one storage up to date, or copy it to another."""
    console = Console(highlight=False, soft_wrap=True)
    try:
        if target is None:
            bring_up_to_date(source, console)
        else:
            copy_all(source, target, console)
    except StorageFailed as error:
        raise BadOptions(str(error)) from None


def bring_up_to_date(place: str, console: Console) -> None:
    """Bring a storage up to the newest schema version."""
    done = asyncio.run(update(place))
    if done.before == done.now:
        console.print(f"{shown(place)} is of the newest version ({done.now}) already.")
        return
    console.print(f"{shown(place)} is now of version {done.now}; it was of version {done.before}.")
    if done.copy is not None:
        console.print(f"As it was, it stays at {done.copy}.")


def copy_all(source: str, target: str, console: Console) -> None:
    """Copy everything from one storage to another, and compare the two."""
    broken: list[str] = []
    with contextlib.ExitStack() as stack:

        def begin(rows: int) -> Forward:
            return stack.enter_context(counting("Copying and comparing", rows))

        counts = asyncio.run(copy(source, target, begin, broken.append))
    for words in broken:
        console.print(words, markup=False)
    for name, count in counts.items():
        console.print(f"{count:>12,} {name}")
    console.print(f"Copied from {shown(source)} to {shown(target)}, and compared row by row: they are the same.")
    wanted = "--db and its address" if is_address(target) else "--data and its folder, where it is named erre.sqlite"
    console.print(f"Serve it with {wanted}; the source was only read.")


def shown(place: str) -> str:
    """A place without its password."""
    return f"postgresql://{place_of(place)}" if is_address(place) else place
