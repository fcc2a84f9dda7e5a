"""The folder of modules that a server hands to pages, and whether they still are what the sources say.

A module's stamp is no help there: it depends on the version of Python, and finding it takes a second. So the folder has
an index with a hash of each game's sources, and modules with another one are left out.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import msgspec

INDEX = "index.json"
PACKAGE = Path(__file__).parents[1]
SERVED = PACKAGE / "server" / "engine"


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
    whole = hashlib.sha256()
    for part in ("core", f"games/{name}"):
        for path in sorted((PACKAGE / part).rglob("*.py")):
            whole.update(f"{path.relative_to(PACKAGE).as_posix()}\0{path.stat().st_size}\0".encode())
            whole.update(path.read_bytes())
    return whole.hexdigest()[:24]
