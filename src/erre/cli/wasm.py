"""`erre wasm`: the rules and bots of games as WebAssembly files, for pages that check or play without a server."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table

from erre.games import all_games
from erre.wasm.build import build, gzipped, plan
from erre.wasm.contents import PARTS
from erre.wasm.served import SERVED, write_index
from erre.wasm.typescript import typescript


def build_modules(names: list[str], out: Path | None, types: bool) -> None:
    """Build the modules of some games, or of all, and print their sizes."""
    folder = SERVED if out is None else out
    folder.mkdir(parents=True, exist_ok=True)
    table = Table(box=None, pad_edge=False)
    table.add_column("file")
    table.add_column("bytes", justify="right")
    table.add_column("gzip", justify="right")
    chosen = names or [one.name for one in all_games() if one.entries]
    for name in chosen:
        for file, content in build(name).items():
            (folder / file).write_bytes(content)
            packed = gzipped(content)
            (folder / f"{file}.gz").write_bytes(packed)  # a server sends this one
            table.add_row(file, f"{len(content):,}", f"{len(packed):,}")
        if types:
            written = typescript([plan(name, part).description for part in PARTS])
            (folder / f"{name}.ts").write_text(written, "utf-8")
    write_index(folder, chosen)
    console = Console(highlight=False)
    console.print(table)
    console.print(f"in {folder}", soft_wrap=True)
