"""`erre offline` and `erre site`: what pages need to play without a server, and a folder of such pages."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from erre.core.errors import BadOptions
from erre.offline.gathering import gather_here
from erre.offline.pieces import gather
from erre.offline.site import check_folders, make_site
from erre.wasm.served import kept_folder


def gather_pieces(out: Path | None, json: bool = False) -> None:
    """Gather the pieces, and print their sizes."""
    folder = kept_folder() if out is None else out
    index = gather_here() if out is None else gather(out)
    if json:
        files = [{"name": piece.name, "bytes": piece.bytes} for piece in index.files]
        print(msgspec.json.encode({"folder": str(folder), "bytes": index.bytes, "files": files}).decode())
        return
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
    check_folders(out, docs)
    try:
        out.mkdir(parents=True, exist_ok=True)  # before the documentation is built for nothing
        with tempfile.TemporaryDirectory() as folder:
            index = make_site(out, docs or built_docs(Path(folder)))
    except OSError as error:
        raise BadOptions(f"{out} cannot be written: {error.strerror or error}") from None
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    console = Console(highlight=False)
    console.print(f"{size / 1e6:.1f} MB in {out}; a visitor who plays downloads {index.bytes / 1e6:.1f} MB once")
    if not (out / "docs").is_dir():
        console.print("without the documentation: ./erre docs builds it in a checkout, and --docs names its folder")
    console.print(f"try it: python -m http.server --directory {out}", soft_wrap=True)


def built_docs(folder: Path) -> Path | None:
    """The documentation, built into a folder; None where there is no checkout, or the tools for it are missing."""
    script = Path(__file__).resolve().parents[3] / "docs" / "site" / "build.py"
    if not script.is_file():
        return None
    done = subprocess.run([sys.executable, str(script), str(folder)], capture_output=True, check=False)
    return folder if done.returncode == 0 and (folder / "index.html").is_file() else None
