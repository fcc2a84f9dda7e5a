"""Serves the rules as WebAssembly, if they were built (`erre wasm`), so that pages can verify records on their own."""

from __future__ import annotations

import asyncio
import re

from aiohttp import web

from erre.wasm.served import INDEX, engine_folder, fresh_games

FILE = re.compile(r"[a-z0-9_]+(\.levels)?\.wasm")


async def serve_engine(request: web.Request) -> web.StreamResponse:
    """A module, or the list of games that have one: a page asks first, so that a server without them is no error."""
    wanted = request.match_info["file"]
    folder = await asyncio.to_thread(engine_folder)
    if wanted == INDEX:
        games = await asyncio.to_thread(fresh_games, folder)
        return web.json_response(games, headers={"Cache-Control": "no-cache"})
    path = folder / wanted
    if not FILE.fullmatch(wanted) or not path.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(path, headers={"Cache-Control": "no-cache", "Content-Type": "application/wasm"})
