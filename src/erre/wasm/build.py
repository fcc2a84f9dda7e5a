"""Builds the `.wasm` files of games; object files are kept by the fingerprint of everything that they are made of.

`python -m erre.wasm.build GAME` is the child process that compiles: rules that were compiled for this machine's
processor cannot be compiled for another one in the same process.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from erre.core import machine_code
from erre.core.entries import Entry, Module
from erre.core.errors import Refusal
from erre.core.game import AnyGame
from erre.core.mode import INTERPRETED, is_known_numba
from erre.games import game as find_game
from erre.games.compiling import end_with_parent
from erre.wasm.contents import PARTS, Part, exports_of
from erre.wasm.describe import Description, describe, section_of
from erre.wasm.link import link
from erre.wasm.lower import Export, object_file

KEPT = 3  # versions of an object file that stay in the cache


class CannotBuild(Refusal):
    """Why there is no WebAssembly here."""


@dataclass(frozen=True)
class Plan:
    """A module as it would be built now."""

    description: Description
    exports: list[Export]
    path: Path  # of its object file, in the cache

    @property
    def file(self) -> str:
        """The name of the module's file, as a page asks for it."""
        return file_name(self.description.game, self.description.part)

    def link(self) -> bytes:
        """The module, once its object file is there."""
        names = [export.name for export in self.exports]
        machine_code.note_use(self.path)
        return link(self.path.read_bytes(), names, section_of(self.description))


def file_name(game: str, part: Part) -> str:
    """The name of a module's file: `NAME.wasm`, `NAME.levels.wasm`."""
    return f"{game}.wasm" if part == "rules" else f"{game}.{part}.wasm"


def build(name: str) -> dict[str, bytes]:
    """Both modules of a game by the names of their files, compiled unless they are in the cache."""
    plans = [plan(name, part) for part in PARTS]
    if not all(one.path.is_file() for one in plans):
        compile_in_child(name)
    return {one.file: one.link() for one in plans}


def gzipped(content: bytes) -> bytes:
    """A module as it goes over the wire."""
    return gzip.compress(content, 9, mtime=0)


def plan(name: str, part: Part) -> Plan:
    """What a module consists of, and where its object file is kept."""
    game = checked(name)
    exports = exports_of(game, part)
    rules = Module(game.name, [Entry(export.rule, export.kinds) for export in exports]).digest
    code = hashlib.sha256(rules + repr([export.name for export in exports]).encode() + made_by()).hexdigest()[:24]
    plain = describe(game, part, exports)
    stamp = hashlib.sha256(code.encode() + msgspec.json.encode(plain)).hexdigest()[:24]
    return Plan(
        msgspec.structs.replace(plain, stamp=stamp),
        exports,
        machine_code.cache_root() / "wasm" / f"{name}.{part}-{code}",
    )


def checked(name: str) -> AnyGame:
    """The game, if it can be built at all."""
    if INTERPRETED or not is_known_numba():
        raise CannotBuild("WebAssembly needs the compiler: the version of numba that Erre is made for, switched on")
    game = find_game(name)
    if not game.entries:
        raise CannotBuild(f"{game.title} does not list its entry points, which WebAssembly needs")
    return game


@cache
def made_by() -> bytes:
    """How object files are made: the versions of the compiler, and what calls it."""
    import llvmlite
    import numba

    core = machine_code.PACKAGE / "core"
    sources = [core / "native.py", core / "passes.py", Path(__file__).with_name("lower.py")]
    versions = repr((numba.__version__, llvmlite.__version__)).encode()
    return versions + b"".join(hashlib.sha256(path.read_bytes()).digest() for path in sources)


def compile_in_child(name: str) -> None:
    """Compile a game's modules in another process."""
    path = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, "-P", "-m", "erre.wasm.build", name]
    environment, pipe = {**os.environ, "PYTHONPATH": path}, subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe) as child:
        assert child.stderr is not None
        words = child.stderr.read().decode(errors="replace").strip()
        child.wait()  # before its standard input is closed, which would end it
    if child.returncode != 0:
        raise CannotBuild(f"{name} could not be compiled to WebAssembly:\n{words[-300:]}")


def compile_here(name: str) -> None:
    """Compile what is missing of a game's modules, in this process."""
    plans = [plan(name, part) for part in PARTS]
    together = "".join(one.path.name for one in plans).encode()
    with machine_code.only_one(f"wasm.{name}", together), machine_code.no_garbage_collection():
        for one in plans:
            if not one.path.is_file():
                keep(one.path, object_file(one.path.name, one.exports))


def keep(path: Path, content: bytes) -> None:
    """Write an object file, whole or not at all, and forget old ones of its kind that nobody uses any more."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".draft-")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.replace(draft, path)
    machine_code.forget_unused(path.parent.glob(f"{path.name.rpartition('-')[0]}-*"), KEPT)


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    compile_here(sys.argv[1])
    os._exit(0)  # as the child that compiles for the processor does
