"""`python -m erre.server.storage.backup FILE`: copies everything a server stores into one file, even while it runs."""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
from pathlib import Path

from erre.core.errors import BadOptions, Refusal
from erre.server.config import read_config
from erre.server.storage.contract import StorageFailed
from erre.server.storage.migrate import copy_to_file
from erre.server.storage.sqlite.connection import make_private
from erre.server.storage.stores import file_at, is_address


def back_up(source: Path, target: Path) -> None:
    """Copy a snapshot of a server's file; existing files are not overwritten."""
    if not source.is_file():
        raise BadOptions(f"there is no {source}: name the folder of the server with --data")
    if target.exists():
        raise BadOptions(f"{target} exists already: a backup never writes over a file")
    reading = sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=10)
    try:
        make_private(target)
        reading.execute("VACUUM INTO ?", (str(target),))
    except OSError as error:
        raise BadOptions(f"{target} cannot be written: {error.strerror}") from None
    except sqlite3.Error as error:
        target.unlink()
        raise BadOptions(f"{source} cannot be copied: {error}") from None
    finally:
        reading.close()


async def back_up_any(place: str, target: Path) -> None:
    """Copy a storage, a file or a database, into one file."""
    if is_address(place):
        await copy_to_file(place, target)
    else:
        await asyncio.to_thread(back_up, file_at(Path(place)), target)


def main() -> None:
    """`python -m erre.server.storage.backup FILE`."""
    parser = argparse.ArgumentParser(description="Copy everything that a server keeps into one file.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--data", help="the folder of the server; else ERRE_DATA, else yours")
    parser.add_argument("--db", help="the address of its database; else ERRE_DB")
    given = parser.parse_args()
    try:
        config = read_config({"data": given.data, "db": given.db}, os.environ)
        source = config.db if config.db and given.data is None else str(config.data_file)
        asyncio.run(back_up_any(source, given.file))
    except (Refusal, StorageFailed) as refusal:
        sys.exit(f"That will not do. {refusal}")
    how = f"erre migrate {given.file} ADDRESS" if is_address(source) else f"stop the server and put it at {source}"
    print(f"{given.file}: {given.file.stat().st_size:,} bytes. To bring it back: {how}")


if __name__ == "__main__":
    main()
