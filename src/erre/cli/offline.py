"""`erre offline`: what pages of this server need to play without it."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table

from erre.offline.pieces import SERVED, gather


def gather_pieces(out: Path | None) -> None:
    """Gather the pieces, and print their sizes."""
    folder = SERVED if out is None else out
    index = gather(folder)
    table = Table(box=None, pad_edge=False)
    table.add_column("file")
    table.add_column("bytes", justify="right")
    for piece in index.files:
        table.add_row(piece.name, f"{piece.bytes:,}")
    table.add_row("all", f"{index.bytes:,}")
    console = Console(highlight=False)
    console.print(table)
    console.print(f"in {folder}", soft_wrap=True)
