"""The files for offline play, gathered in the background of `erre serve`: after the start, and after the compilers.

They take a minute of the processor and a download of 7 MB, once for all clones of the same sources. A machine that
cannot have them serves everything else; the log says why, and so does `erre doctor`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Callable

from erre.server.config import Config
from erre.server.logs import log, log_warning
from erre.wasm.served import pieces_folder

QUIET = 20.0  # seconds after the start in which nothing is done: the first table comes first
LOOK = 2.0  # seconds between two looks at whether the compilers are done


@contextlib.asynccontextmanager
async def gathering(config: Config, is_compiled: Callable[[], bool] = lambda: True) -> AsyncIterator[None]:
    """Gather in the background for as long as a server runs, if its configuration wants that."""
    task = asyncio.create_task(gather_later(is_compiled)) if config.offline and not config.parent else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def gather_later(is_compiled: Callable[[], bool], quiet: float = QUIET) -> None:
    """Wait until nobody waits for the processor, then gather what is missing."""
    await asyncio.sleep(quiet)
    while not is_compiled():
        await asyncio.sleep(LOOK)
    if await asyncio.to_thread(pieces_folder) is None:
        complaint = await run_child()
        if complaint:
            log_warning("offline play is not offered", why=complaint)
        else:
            log("offline play is offered")


async def run_child() -> str:
    """Let a child process gather everything; what it complains about, or nothing."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "erre.offline.gathering"),
        stdin=pipe,
        stdout=nothing,
        stderr=pipe,
        env=environment,
    )
    assert child.stderr is not None
    try:
        words = (await child.stderr.read()).decode(errors="replace").strip()
        return "" if await child.wait() == 0 else words.splitlines()[-1][:300] if words else "no reason was given"
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
