"""`erre cache`: the machine code that is kept between runs, and how to remove it."""

from __future__ import annotations

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from erre.core.machine_code import cache_root, folders, kernels_root
from erre.games import all_games
from erre.games.compiling import missing

OTHERS = ("wasm", "pieces", "offline")  # further folders: WebAssembly, downloads, and what pages play offline with


class CachedModule(msgspec.Struct, frozen=True):
    """A module of machine code; there may be older versions of it."""

    module: str
    files: int
    bytes: int


class Cache(msgspec.Struct, frozen=True):
    """What is kept, and which games are ready."""

    folder: str
    bytes: int
    modules: list[CachedModule]
    ready: list[str]  # games that need no compiling
    missing: list[str]  # games that are compiled when they are first played
    other_folders: list[str]  # further folders that are searched


def look() -> Cache:
    """The cache as it is now."""
    paths = sorted(path for path in kernels_root().glob("[!.]*") if path.is_file())
    sizes: dict[str, list[int]] = {}
    for path in paths:
        sizes.setdefault(path.name.rpartition("-")[0] or path.name, []).append(path.stat().st_size)
    modules = [CachedModule(name, len(found), sum(found)) for name, found in sizes.items()]
    lacking = missing()
    ready = [one.name for one in all_games() if one.name not in lacking]
    others = [str(folder) for folder in folders() if folder != kernels_root() and folder.is_dir()]
    return Cache(str(kernels_root()), sum(one.bytes for one in modules), modules, ready, lacking, others)


def show_cache(json: bool) -> None:
    """Print what is kept, by module."""
    found = look()
    if json:
        print(msgspec.json.encode(found).decode())
        return
    console = Console(highlight=False)
    table = Table(title=Text(found.folder), title_justify="left", box=None, pad_edge=False)
    table.add_column("module")
    table.add_column("files", justify="right")
    table.add_column("kB", justify="right")
    for one in found.modules:
        table.add_row(one.module, str(one.files), f"{one.bytes / 1000:,.0f}")
    console.print(table)
    files = sum(one.files for one in found.modules)
    console.print(f"{files} files, {found.bytes / 1e6:.1f} MB. ERRE_CACHE moves the folder.")
    console.print(f"Compiled: {', '.join(found.ready) or 'nothing'}.")
    if found.missing:
        console.print(f"Not compiled yet: {', '.join(found.missing)}. erre compile does it now.")


def clear_cache(json: bool) -> None:
    """Remove everything that is kept of this user; it is made again when it is needed."""
    count = size = 0
    for root in (kernels_root(), *(cache_root() / name for name in OTHERS)):
        for path in sorted(root.rglob("*"), reverse=True):
            if path.is_dir() and not path.is_symlink():
                path.rmdir()
            else:
                count, size = count + 1, size + path.lstat().st_size
                path.unlink()
        if root.is_dir():
            root.rmdir()
    if cache_root().is_dir() and not any(cache_root().iterdir()):
        cache_root().rmdir()
    if json:
        print(msgspec.json.encode({"removed": count, "bytes": size}).decode())
    else:
        print(f"{count} files removed, {size / 1e6:.1f} MB. The rules are compiled again when they are needed.")
