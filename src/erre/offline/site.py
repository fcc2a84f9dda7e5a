"""The demo site: a folder of static files in which every game can be played, from any web host and any path."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from erre.core.errors import Refusal
from erre.offline.pieces import Index, gather
from erre.server.net.client_files import CLIENT

COMPRESSED = (".gz", ".br")  # copies for our own server
LINK = re.compile(r'((?:src|href|content)=")/')
# Every address of the site is one of the server on the device.
BEGIN = """document.documentElement.dataset.site = '%s';
if (!location.hash.startsWith('#/')) history.replaceState(null, '', '#/');
"""
SCRIPT = '<script src="./site.js"></script>'


class NoClient(Refusal):
    """The pages of the client are not built."""


def make_site(out: Path, docs: Path | None = None) -> Index:
    """Write the site into a folder."""
    if not (CLIENT / "index.html").is_file():
        raise NoClient("the pages of the client are not built: ./erre build does it")
    for path in CLIENT.rglob("*"):
        if path.is_file() and path.suffix not in COMPRESSED and not path.name.startswith("."):
            target = out / path.relative_to(CLIENT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    (out / "site.js").write_text(BEGIN % ("docs/index.html" if docs is not None else ""), "utf-8")
    (out / "index.html").write_text(page((CLIENT / "index.html").read_text("utf-8")), "utf-8")
    (out / "manifest.webmanifest").write_text(manifest((CLIENT / "manifest.webmanifest").read_text("utf-8")), "utf-8")
    files: list[str] = json.loads((CLIENT / "client.json").read_text("utf-8"))
    (out / "client.json").write_text(json.dumps([*files, "site.js"]), "utf-8")
    if docs is not None:
        shutil.copytree(docs, out / "docs", dirs_exist_ok=True)
    return gather(out / "offline")


def page(text: str) -> str:
    """The client's page, with addresses from its own folder, and the script that makes it a page of the site."""
    return LINK.sub(r"\1./", text).replace("<script", f"{SCRIPT}\n    <script", 1)


def manifest(text: str) -> str:
    """The manifest of the app, with addresses from its own folder."""
    return text.replace('"/', '"./')
