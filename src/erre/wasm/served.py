"""The folders of files that a server hands to pages, and whether they still are what the sources say.

There are two kinds: the modules with which a page checks records (the engine), and everything it needs to play offline
(the pieces). A wheel carries both; elsewhere they are kept in the user's cache, under a hash of all sources, so that
clones share them. A module's stamp is no help there: it depends on the version of Python, and takes a second to find.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from erre.core.machine_code import cache_root

INDEX = "index.json"
PACKAGE = Path(__file__).parents[1]
SERVED = PACKAGE / "server" / "engine"  # in a wheel, and where `erre wasm` puts them
PIECES = PACKAGE / "server" / "pieces"  # in a wheel
BUILT = ("server/client/", "server/engine/", "server/pieces/")  # not sources
PARTS = ("bots", "core", "games", "lab", "offline", "race", "server", "table", "wasm")
KEPT = 2  # versions that stay in the cache
WHY_NOT = "why-not.txt"


class Made(msgspec.Struct):
    """What is read of an index of pieces here."""

    made_of: str = ""
    bytes: int = 0


# -- the engine


def engine_folder() -> Path:
    """Where the modules are; modules of one's own may lie elsewhere."""
    if chosen := os.environ.get("ERRE_ENGINE"):
        return Path(chosen)
    return next((one for one in (SERVED, kept_folder() / "engine") if fresh_games(one)), SERVED)


def write_index(folder: Path, names: list[str]) -> None:
    """Note what the modules of some games were built from; what is known of others stays."""
    known = {**read_index(folder), **{name: sources_of(name) for name in names}}
    (folder / INDEX).write_bytes(msgspec.json.encode(known))


def fresh_games(folder: Path) -> list[str]:
    """The games whose modules are there and were built from the sources as they are."""
    found = read_index(folder)
    return sorted(name for name, made_of in found.items() if made_of == sources_of(name))


def read_index(folder: Path) -> dict[str, str]:
    """The index of a folder; nothing where there is none that can be read."""
    try:
        return msgspec.json.decode((folder / INDEX).read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        return {}


@cache
def sources_of(name: str) -> str:
    """A hash of the files that the rules of a game are written in."""
    return hash_of(path for part in ("core", f"games/{name}") for path in (PACKAGE / part).rglob("*.py"))


# -- the pieces


def pieces_folder() -> Path | None:
    """Where the pieces are; None where they were not gathered, or from other sources."""
    if chosen := os.environ.get("ERRE_PIECES"):
        return Path(chosen)
    return next((one for one in (PIECES, kept_folder()) if read_made(one).made_of == made_of()), None)


def kept_folder() -> Path:
    """Where the files for these sources are kept between runs, and shared by clones."""
    return cache_root() / "offline" / made_of()


def read_made(folder: Path) -> Made:
    """What an index of pieces says; nothing where there is none that can be read."""
    try:
        return msgspec.json.decode((folder / INDEX).read_bytes(), type=Made)
    except (OSError, msgspec.MsgspecError):
        return Made()


@cache
def made_of() -> str:
    """A hash of all sources that pages may run."""
    found = [path for part in PARTS for kind in ("*.py", "*.json") for path in (PACKAGE / part).rglob(kind)]
    return hash_of(path for path in found if not path.relative_to(PACKAGE).as_posix().startswith(BUILT))


def forget_old() -> None:
    """Remove what other versions of the sources left in the cache, except for the newest."""
    kept = sorted((one for one in kept_folder().parent.glob("*") if one.is_dir()), key=lambda one: -one.stat().st_mtime)
    for old in [one for one in kept if one != kept_folder()][KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def note_why_not(why: str) -> None:
    """Note why the pieces cannot be gathered here, for `erre doctor`; an empty text takes it back."""
    path = cache_root() / "offline" / WHY_NOT
    if why:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{why}\n", "utf-8")
    else:
        path.unlink(missing_ok=True)


def why_not() -> str:
    """Why the last attempt to gather the pieces failed."""
    try:
        return (cache_root() / "offline" / WHY_NOT).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def hash_of(paths: Iterable[Path]) -> str:
    """One hash over some files of the package."""
    whole = hashlib.sha256()
    for path in sorted(paths):
        whole.update(f"{path.relative_to(PACKAGE).as_posix()}\0{path.stat().st_size}\0".encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()[:24]
