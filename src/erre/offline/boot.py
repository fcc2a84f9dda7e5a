"""Starts the server in a browser. The worker of the page imports this module first: the order of imports matters."""

from __future__ import annotations

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

    from erre.offline.page import Page

    def post(kind: str, *values: Any) -> None:
        given.post(kind, *(to_js(value) if isinstance(value, bytes) else value for value in values))

    page = Page(given.saved.to_bytes(), post)
    await page.open()
    return page
