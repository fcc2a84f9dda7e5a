"""Serves the files that pages need to play offline, if they were gathered (`erre offline`, or during `erre serve`)."""

from __future__ import annotations

import asyncio
import re

from aiohttp import web

from erre.wasm.served import INDEX, pieces_folder

FILE = re.compile(r"[0-9a-f]{16}/[a-z0-9_.-]+")
KINDS = {".mjs": "text/javascript", ".json": "application/json"}
FOREVER = "public, max-age=31536000, immutable"


async def serve_piece(request: web.Request) -> web.StreamResponse:
    """One of the files, or their list; a server that has none answers with an empty list, which is no error."""
    wanted = request.match_info["file"]
    folder = await asyncio.to_thread(pieces_folder)
    if wanted == INDEX:
        if folder is None or not (folder / INDEX).is_file():
            return web.json_response(None, headers={"Cache-Control": "no-cache"})
        return web.FileResponse(folder / INDEX, headers={"Cache-Control": "no-cache"})
    if folder is None or not FILE.fullmatch(wanted) or not (folder / wanted).is_file():
        raise web.HTTPNotFound
    kind = KINDS.get((folder / wanted).suffix, "application/octet-stream")
    return web.FileResponse(folder / wanted, headers={"Cache-Control": FOREVER, "Content-Type": kind})
