"""Gathers what a page needs to play offline: Python for browsers, one wheel, our sources and the rules as WebAssembly.

The two packages come from npm and PyPI by their names, in the versions named here, and are checked against their
hashes. A folder with the pieces has `index.json` and one folder whose name changes with its content, so that browsers
may keep every file for ever.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import shutil
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from erre.core.machine_code import cache_root
from erre.games import all_games
from erre.offline.downloads import CannotGather, download_package, download_wheel
from erre.offline.pack import archive
from erre.wasm.build import build, gzipped
from erre.wasm.served import INDEX, made_of, write_index

PYODIDE = ("pyodide", "314.0.7", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0")
MSGSPEC = ("msgspec", "0.22.0", "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022")
AS_THEY_ARE = ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip")  # the browser loads scripts by itself
PYTHON = "pyodide.asm.wasm"
STAMP = re.compile("[0-9a-f]{16}")  # folders of pieces
PACKED = ".packed"  # sent compressed, and unpacked by the page, whatever the server can do


class Piece(msgspec.Struct, frozen=True):
    """One file of the folder."""

    name: str
    bytes: int


class Index(msgspec.Struct, frozen=True):
    """What a page reads first."""

    folder: str  # changes with the content
    bytes: int  # of all files, which is what a page downloads once
    files: list[Piece]
    games: list[str]
    made_of: str = ""  # the sources


def gather(out: Path) -> Index:
    """Put everything into a folder, in the place of what was there before."""
    games = [game.name for game in all_games() if game.entries]
    files = {**python_files(), "erre.zip": archive(), "msgspec.whl": fetched(MSGSPEC, download_wheel)}
    for name in games:
        files |= {file + PACKED: gzipped(content) for file, content in build(name).items()}
    stamp = hashlib.sha256(b"".join(name.encode() + hashed(files[name]) for name in sorted(files))).hexdigest()[:16]
    pieces = [Piece(name, len(files[name])) for name in sorted(files)]
    index = Index(stamp, sum(map(len, files.values())), pieces, games, made_of())
    write_files(out / stamp, files)
    (out / INDEX).write_bytes(msgspec.json.encode(index))
    remove_other_pieces(out, stamp)
    return index


def remove_other_pieces(out: Path, stamp: str) -> None:
    """Remove folders with older pieces."""
    for old in [path for path in out.iterdir() if STAMP.fullmatch(path.name) and path.name != stamp]:
        shutil.rmtree(old)


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write files into a folder that may be served already."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        draft = folder / f".draft-{name}"
        draft.write_bytes(content)
        draft.replace(folder / name)


def write_engine(out: Path) -> None:
    """Put the modules of all games into a folder, as a server hands them to pages that check records."""
    games = [game.name for game in all_games() if game.entries]
    for name in games:
        modules = build(name)
        write_files(out, {**modules, **{f"{file}.gz": gzipped(content) for file, content in modules.items()}})
    write_index(out, games)


def python_files() -> dict[str, bytes]:
    """The files of Pyodide that a page loads; the list of its packages is empty, since we bring our own."""
    with tarfile.open(fileobj=io.BytesIO(fetched(PYODIDE, download_package))) as package:

        def content(name: str) -> bytes:
            found = package.extractfile(f"package/{name}")
            assert found is not None
            return found.read()

        lock = {**json.loads(content("pyodide-lock.json")), "packages": {}}
        files = {name: content(name) for name in AS_THEY_ARE}
        return {
            **files,
            PYTHON + PACKED: gzip.compress(content(PYTHON), 9, mtime=0),
            "pyodide-lock.json": msgspec.json.encode(lock),
        }


def hashed(content: bytes) -> bytes:
    """The hash of a file."""
    return hashlib.sha256(content).digest()


def fetched(package: tuple[str, str, str], download: Callable[[str, str, Path], bytes]) -> bytes:
    """A package as it was downloaded before, or is now; refused if it is not the one that we know."""
    name, version, expected = package
    kept = cache_root() / "pieces" / f"{name}-{version}"
    content = kept.read_bytes() if kept.is_file() else b""
    if hashed(content).hex() != expected:
        with tempfile.TemporaryDirectory() as folder:
            content = download(name, version, Path(folder))
        if hashed(content).hex() != expected:
            raise CannotGather(f"{name} {version} is not the file that was expected: nothing of it was used")
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(content)
    return content
