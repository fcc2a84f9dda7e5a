"""`erre offline` and `erre site`: what pages need to play without a server, and a folder of such pages."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table

from erre.offline.gathering import gather_here
from erre.offline.pieces import gather
from erre.offline.site import make_site
from erre.wasm.served import kept_folder


def gather_pieces(out: Path | None) -> None:
    """Gather the pieces, and print their sizes."""
    folder = kept_folder() if out is None else out
    index = gather_here() if out is None else gather(out)
    table = Table(box=None, pad_edge=False)
    table.add_column("file")
    table.add_column("bytes", justify="right")
    for piece in index.files:
        table.add_row(piece.name, f"{piece.bytes:,}")
    table.add_row("all", f"{index.bytes:,}")
    console = Console(highlight=False)
    console.print(table)
    console.print(f"in {folder}", soft_wrap=True)


def write_site(out: Path, docs: Path | None) -> None:
    """Write the site, and say how large it is."""
    index = make_site(out, docs)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    console = Console(highlight=False)
    console.print(f"{size / 1e6:.1f} MB in {out}; a visitor who plays downloads {index.bytes / 1e6:.1f} MB once")
    console.print(f"try it: python -m http.server --directory {out}", soft_wrap=True)
