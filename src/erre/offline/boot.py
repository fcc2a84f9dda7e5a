"""Starts the server in a browser. The worker of the page imports this module first: the order of imports matters."""

from __future__ import annotations

import gc
import os
from typing import Any


async def boot(given: Any) -> Any:
    """Put the stand-ins in place, then the engine, then load the server; `given` is an object of the worker."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    from erre.wasm import arrays

    arrays.install()
    from erre.offline import http

    http.install()
    from erre.wasm import calls

    modules: dict[str, list[Any]] = {}
    for one in given.modules:
        modules.setdefault(one.game, []).append(one)
    calls.install(modules)
    from pyodide.ffi import to_js  # type: ignore[import-not-found, unused-ignore]

    def post(kind: str, *values: Any) -> None:
        given.post(kind, *(to_js(value) if isinstance(value, bytes) else value for value in values))

    saved = given.saved.to_bytes()
    try:
        page = await opened(saved, post)
    except Exception:
        if not saved:
            raise
        await given.setAside()  # kept as they are, before anything is written in their place
        page = await opened(b"", post)
    return page


async def opened(saved: bytes, post: Any) -> Any:
    """A page with what was saved."""
    from erre.offline.page import Page

    page = Page(saved, post)
    await page.open()
    gc.collect()
    gc.freeze()  # modules stay for ever: collections in the middle of a game need not look at them
    return page
