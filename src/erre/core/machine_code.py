"""Where machine code is kept on disk: never older than its source, and never made anew without need.

Numba itself notices a change only in the file of the function called, not in the functions that it calls. So every
folder of machine code is named after the sources that its rules are made of: their own file, the files it imports,
and so on. A change in one game's bots leaves the other games' code as it is.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
KERNEL = re.compile(r"^\s*@(wide_)?rule\b|(?<![.\w])bind\(", re.MULTILINE)
IMPORT = re.compile(r"^\s*(?:from|import)\s+(erre[\w.]*)(?:\s+import\s+(\([^)]*\)|[^#\n]+))?", re.MULTILINE)
NAME = re.compile(r"\w+")


def cache_root() -> Path:
    """Where machine code is kept between runs; ERRE_CACHE moves it."""
    if chosen := os.environ.get("ERRE_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "erre"


def kernels_root() -> Path:
    """The folder of all machine code."""
    return cache_root() / "kernels"


@cache
def folder_of(sources: frozenset[Path]) -> Path:
    """The folder for rules that these files hold: exactly as they, and all they import, are now."""
    digest = hashlib.sha256(machine().encode())
    for path in sorted(with_imports(sources)):
        digest.update(fingerprint(path))
    name = "+".join(sorted(label(path) for path in sources))
    return kernels_root() / f"{name[:100]}-{digest.hexdigest()[:20]}"


def label(path: Path) -> str:
    """A file of the package as people name it."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts) if path.is_relative_to(PACKAGE) else path.stem


@cache
def whole_key() -> str:
    """A hash over every kernel there is."""
    digest = hashlib.sha256(machine().encode())
    for path in kernel_sources():
        digest.update(fingerprint(path))
    return digest.hexdigest()[:24]


@cache
def machine() -> str:
    """What machine code depends on besides its sources."""
    import llvmlite.binding
    import numba
    import numpy

    processor = llvmlite.binding.get_host_cpu_name()
    return repr((numba.__version__, numpy.__version__, sys.version, platform.machine(), processor))


@cache
def fingerprint(path: Path) -> bytes:
    """A file's place in the package and its content, so that a copy of the package finds the same machine code."""
    return hashlib.sha256(label(path).encode() + b"\0" + path.read_bytes()).digest()


def kernel_sources() -> list[Path]:
    """Every file with a rule in it and, since their constants are compiled in, every file those import."""
    return sorted(with_imports(path for path, text in package_sources().items() if KERNEL.search(text)))


def with_imports(paths: Iterable[Path]) -> set[Path]:
    """Files, the files of the package that they import, and so on."""
    reached: set[Path] = set()
    waiting = list(paths)
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += imports_of(path)
    return reached


@cache
def package_sources() -> dict[Path, str]:
    """All files of the package."""
    return {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}


@cache
def imports_of(path: Path) -> list[Path]:
    """The files of the package that a file imports, as modules or names of modules."""
    known = package_sources()
    text = known[path] if path in known else path.read_text("utf-8")
    found: list[Path] = []
    for module, names in IMPORT.findall(text):
        for stem in (module, *(f"{module}.{name}" for name in NAME.findall(names))):
            base = PACKAGE.joinpath(*stem.split(".")[1:])
            found += [p for p in (base.with_suffix(".py"), base / "__init__.py") if p in known]
    return found


def is_complete(games: str) -> bool:
    """Whether everything was compiled for these games, from these sources."""
    try:
        return note().read_text("utf-8") == games
    except OSError:
        return False


def note_complete(games: str) -> None:
    """Everything is compiled for these games."""
    note().parent.mkdir(parents=True, exist_ok=True)
    note().write_text(games, "utf-8")


def note() -> Path:
    """Where that is noted."""
    return kernels_root() / "complete" / whole_key()


def forget_old_code(keep: int = 3) -> None:
    """Remove the oldest folders of each kind, so that the cache does not grow with every change."""
    kinds: dict[str, list[Path]] = {}
    for folder in kernels_root().glob("*-*"):
        kinds.setdefault(folder.name.rpartition("-")[0], []).append(folder)
    for folders in kinds.values():
        folders.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in folders[keep:]:
            shutil.rmtree(folder, ignore_errors=True)
