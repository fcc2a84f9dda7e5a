"""Serves what pages need to play offline, where it was gathered (`erre offline`)."""

from __future__ import annotations

import os
import re
from pathlib import Path

from aiohttp import web

INDEX = "index.json"
FILE = re.compile(r"[0-9a-f]{16}/[a-z0-9_.-]+")
KINDS = {".mjs": "text/javascript", ".json": "application/json"}
FOREVER = "public, max-age=31536000, immutable"


def folder() -> Path:
    """Where the files are; pieces of one's own may lie elsewhere."""
    return Path(os.environ.get("ERRE_PIECES") or Path(__file__).parents[1] / "pieces")


async def serve_piece(request: web.Request) -> web.StreamResponse:
    """One of the files, or their list; a server that has none answers with an empty list, which is no error."""
    wanted = request.match_info["file"]
    path = folder() / wanted
    if wanted == INDEX:
        if not path.is_file():
            return web.json_response(None, headers={"Cache-Control": "no-cache"})
        return web.FileResponse(path, headers={"Cache-Control": "no-cache"})
    if not FILE.fullmatch(wanted) or not path.is_file():
        raise web.HTTPNotFound
    kind = KINDS.get(path.suffix, "application/octet-stream")
    return web.FileResponse(path, headers={"Cache-Control": FOREVER, "Content-Type": kind})
