"""The demo site: a folder of static files in which every game can be played, from any web host and any path."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import msgspec

from erre.core.errors import Refusal
from erre.offline.pieces import Index, gather, remove_other_pieces, write_files
from erre.server.net.client_files import CLIENT
from erre.wasm.served import INDEX, pieces_folder

COMPRESSED = (".gz", ".br")  # copies for our own server
LINK = re.compile(r'((?:src|href|content)=")/')
# Every address of the site is one of the server on the device.
BEGIN = """document.documentElement.dataset.site = '%s';
if (!location.hash.startsWith('#/')) history.replaceState(null, '', '#/');
"""
SCRIPT, LIST, DOCS, OFFLINE = "site.js", "client.json", "docs", "offline"
TAG = f'<script src="./{SCRIPT}"></script>'


class NoClient(Refusal):
    """The pages of the client are not built."""


class NotOurs(Refusal):
    """The folder holds something else, or there is no such folder."""


def make_site(out: Path, docs: Path | None = None) -> Index:
    """Write the site into a folder: an empty one, or one with an older site, which it replaces."""
    check_folders(out, docs)
    if not (CLIENT / "index.html").is_file():
        raise NoClient("the pages of the client are not built: ./erre builds them in a checkout")
    remove_old(out)
    for path in CLIENT.rglob("*"):
        if path.is_file() and path.suffix not in COMPRESSED and not path.name.startswith("."):
            target = out / path.relative_to(CLIENT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    (out / SCRIPT).write_text(BEGIN % ("docs/index.html" if docs is not None else ""), "utf-8")
    (out / "index.html").write_text(page((CLIENT / "index.html").read_text("utf-8")), "utf-8")
    (out / "manifest.webmanifest").write_text(manifest((CLIENT / "manifest.webmanifest").read_text("utf-8")), "utf-8")
    (out / LIST).write_text(json.dumps([*files_of(CLIENT), SCRIPT]), "utf-8")
    if docs is not None:
        shutil.copytree(docs, out / DOCS, dirs_exist_ok=True)
    return put_pieces(out / OFFLINE)


def check_folders(out: Path, docs: Path | None) -> None:
    """Refuse to write over anything but an older site."""
    if out.exists() and not out.is_dir():
        raise NotOurs(f"{out} is a file: name a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / SCRIPT).is_file():
        raise NotOurs(f"{out} is not empty and holds no site of erre: name another folder, or empty it first")
    if docs is not None and not (docs / "index.html").is_file():
        raise NotOurs(f"{docs} holds no built documentation: ./erre docs builds it into site/")


def remove_old(out: Path) -> None:
    """Remove the files of an older site; what else is there stays, and the pieces are kept up to date on their own."""
    if not (out / SCRIPT).is_file():
        return
    for name in files_of(out):
        path = out / name
        if out.resolve() in path.resolve().parents:
            path.unlink(missing_ok=True)
    if (out / DOCS / "index.html").is_file():
        shutil.rmtree(out / DOCS)


def files_of(folder: Path) -> list[str]:
    """The files of a client, as it lists them itself."""
    try:
        return msgspec.json.decode((folder / LIST).read_bytes(), type=list[str])
    except (OSError, msgspec.MsgspecError):
        return []


def put_pieces(out: Path) -> Index:
    """The files for offline play: those that are there already, or gathered now."""
    folder = pieces_folder()
    if folder is None:
        return gather(out)
    index = msgspec.json.decode((folder / INDEX).read_bytes(), type=Index)
    write_files(out / index.folder, {one.name: (folder / index.folder / one.name).read_bytes() for one in index.files})
    (out / INDEX).write_bytes(msgspec.json.encode(index))
    remove_other_pieces(out, index.folder)
    return index


def page(text: str) -> str:
    """The client's page, with addresses from its own folder, and the script that makes it a page of the site."""
    return LINK.sub(r"\1./", text).replace("<script", f"{TAG}\n    <script", 1)


def manifest(text: str) -> str:
    """The manifest of the app, with addresses from its own folder."""
    return text.replace('"/', '"./')
