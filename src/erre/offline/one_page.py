"""A record as a page of proofs in one file: it opens from a disk, and judges without a server or a network."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import msgspec

from erre.core.errors import Refusal
from erre.offline.gathering import gather_here
from erre.offline.pieces import Index
from erre.server.net.client_files import CLIENT
from erre.wasm.build import gzipped
from erre.wasm.served import INDEX, kept_folder, pieces_folder

TEMPLATE = CLIENT / "one-page.html"
MARK = "<!--held-->"
SCRIPTS = ".mjs"  # kept compressed


class NoTemplate(Refusal):
    """The client is not built, or has no such page."""


def one_page(name: str, text: str) -> str:
    """The page of a record; `web/src/offline/save.ts` makes the same in a browser."""
    if not TEMPLATE.is_file():
        raise NoTemplate("the pages of the client are not built: ./erre builds them in a checkout")
    folder = pieces_folder()
    if folder is None:
        gather_here()
        folder = kept_folder()
    index = msgspec.json.decode((folder / INDEX).read_bytes(), type=Index)
    held = [piece(folder / index.folder / one.name) for one in index.files]
    record = json.dumps({"name": name, "text": text}).replace("<", "\\u003c")
    held.append(f'<script type="application/json" id="record">{record}</script>')
    return TEMPLATE.read_text("utf-8").replace(MARK, "\n".join(held), 1)


def piece(path: Path) -> str:
    """A file as the page holds it."""
    content, how = path.read_bytes(), ""
    if path.suffix == SCRIPTS:
        content, how = gzipped(content), ' data-how="packed"'
    return f'<script type="text/plain" data-piece="{path.name}"{how}>{base64.b64encode(content).decode()}</script>'
