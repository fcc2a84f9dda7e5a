"""`erre wasm`: the rules and bots of games as WebAssembly files, for pages that check or play without a server."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from erre.games import all_games
from erre.wasm.build import build, gzipped, plan
from erre.wasm.contents import PARTS
from erre.wasm.served import SERVED, write_index
from erre.wasm.typescript import typescript


class BuiltFile(msgspec.Struct, frozen=True):
    """A module that was written."""

    name: str
    bytes: int
    gzip: int


def build_modules(names: list[str], out: Path | None, types: bool, json: bool = False) -> None:
    """Build the modules of some games, or of all, and print their sizes."""
    folder = SERVED if out is None else out
    folder.mkdir(parents=True, exist_ok=True)
    written: list[BuiltFile] = []
    chosen = names or [one.name for one in all_games() if one.entries]
    for name in chosen:
        for file, content in build(name).items():
            (folder / file).write_bytes(content)
            packed = gzipped(content)
            (folder / f"{file}.gz").write_bytes(packed)  # a server sends this one
            written.append(BuiltFile(file, len(content), len(packed)))
        if types:
            described = typescript([plan(name, part).description for part in PARTS])
            (folder / f"{name}.ts").write_text(described, "utf-8")
    write_index(folder, chosen)
    if json:
        print(msgspec.json.encode({"folder": str(folder), "files": written}).decode())
    else:
        show(folder, written)


def show(folder: Path, written: list[BuiltFile]) -> None:
    """Print the sizes."""
    table = Table(box=None, pad_edge=False)
    table.add_column("file")
    table.add_column("bytes", justify="right")
    table.add_column("gzip", justify="right")
    for one in written:
        table.add_row(one.name, f"{one.bytes:,}", f"{one.gzip:,}")
    console = Console(highlight=False)
    console.print(table)
    console.print(f"in {folder}", soft_wrap=True)
