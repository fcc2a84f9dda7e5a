"""`erre check-log`: whether the logs of live tables are whole."""

from __future__ import annotations

import asyncio
import os

from erre.core.errors import BadOptions
from erre.server.config import read_config
from erre.server.storage.check_log import Checked, check_store
from erre.server.storage.contract import StorageFailed
from erre.server.storage.stores import make_store


def check_log(place: str | None = None) -> int:
    """Print what is found, and return 0 if every log is whole."""
    config = read_config({}, os.environ)
    try:
        checked = asyncio.run(check(place or config.db or str(config.data_file)))
    except StorageFailed as error:
        raise BadOptions(str(error)) from None
    print("\n".join(checked.words()))
    return int(bool(checked.broken))


async def check(place: str) -> Checked:
    """Open a storage and look at all its logs."""
    store = make_store(place)
    await store.open()
    try:
        return await check_store(store)
    finally:
        await store.close()
