"""Serves the built client: a page for every address, and files named after their contents."""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path

from aiohttp import web

# A custom build may be elsewhere.
CLIENT = Path(os.environ.get("ERRE_CLIENT") or Path(__file__).parents[1] / "client")
# Listed here, since not every system knows them, and browsers reject scripts and manifests of another type.
for ending, kind in (
    (".js", "text/javascript"),
    (".css", "text/css"),
    (".svg", "image/svg+xml"),
    (".woff2", "font/woff2"),
    (".webmanifest", "application/manifest+json"),
):
    mimetypes.add_type(kind, ending)
FOREVER = "public, max-age=31536000, immutable"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Erre</title>
<h1>The server runs, but its pages are not built</h1>
<p>Build them once with <code>./erre build</code>, then load this page again. The tables are there already:
<a href="/api/games">/api/games</a> lists the games.</p></html>
"""


async def serve_client(request: web.Request) -> web.StreamResponse:
    """A file of the client, or its page."""
    wanted = request.match_info["path"]
    found = file_of(wanted)
    if found is not None:
        cache = FOREVER if wanted.startswith("assets/") else "no-cache"
        return web.FileResponse(found, headers={"Cache-Control": cache})
    if wanted.startswith(("api/", "assets/", "ws/")):
        raise web.HTTPNotFound
    page = page_of(request)
    if page is None:
        return web.Response(text=NOT_BUILT, content_type="text/html", status=503)
    return web.FileResponse(page, headers={"Cache-Control": "no-cache"})


def page_of(request: web.Request) -> Path | None:
    """The client's page, which every address that is no file gets; None where it is not built."""
    page = CLIENT / "index.html"
    is_file = file_of(request.match_info["path"]) is not None
    return page if page.is_file() and not is_file else None


def file_of(path: str) -> Path | None:
    """A file inside the client's folder, never outside of it."""
    if not path or "\0" in path:
        return None
    found = (CLIENT / path).resolve()
    return found if found.is_relative_to(CLIENT.resolve()) and found.is_file() else None
