"""What a page needs to run the server, in one archive: our own sources, and the tables that numpy computes."""

from __future__ import annotations

import base64
import io
import re
import zipfile
import zlib
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np

PACKAGE = Path(__file__).parents[1]
WHOLE = ("bots", "clubs", "core", "games", "offline", "puzzles", "race", "server", "table")
SINGLE = (
    *("__init__.py", "lab/__init__.py", "lab/analyse.py", "lab/series.py"),
    *("wasm/__init__.py", "wasm/arrays.py", "wasm/calls.py", "wasm/served.py"),
)
KINDS = (".py", ".json", ".gz")
LEFT_OUT = (
    *("server/client", "server/engine", "server/pieces", "server/bus/nats.py", "server/storage/postgres"),
    *(
        "server/storage/migrate.py",
        "server/storage/backup.py",
        "offline/downloads.py",
        "offline/gathering.py",
        "offline/one_page.py",
        "offline/pack.py",
        "offline/pieces.py",
        "offline/site.py",
        "puzzles/making.py",
    ),
)
# A module with this line holds tables that numpy computes, and nothing else that others use: it is shipped as data.
FROZEN = re.compile(rb"^SHIPPED_AS_DATA = True\b", re.MULTILINE)
MOMENT = (1980, 1, 1, 0, 0, 0)  # of every file, so that the same sources give the same archive


def archive() -> bytes:
    """The sources as a zip file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as files:
        for path in sources():
            name = f"erre/{path.relative_to(PACKAGE).as_posix()}"
            content = path.read_bytes()
            if path.suffix == ".py" and FROZEN.search(content):
                content = frozen_source(import_module(name.removesuffix(".py").replace("/", ".")))
            entry = zipfile.ZipInfo(name, MOMENT)
            files.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def sources() -> list[Path]:
    """The files that the page needs."""
    found = [path for folder in WHOLE for path in (PACKAGE / folder).rglob("*") if path.suffix in KINDS]
    plain = [path for path in found if not path.relative_to(PACKAGE).as_posix().startswith(LEFT_OUT)]
    return sorted([*plain, *(PACKAGE / name for name in SINGLE)])


def frozen_source(module: ModuleType) -> bytes:
    """A module that has the tables of another one, and its plain values, without what computes them."""
    lines = [
        f'"""{module.__name__}, as it was computed where this was packed."""',
        "from erre.wasm.arrays import thawed",
    ]
    for name, value in vars(module).items():
        if name.startswith("__"):
            continue
        if isinstance(value, np.ndarray):
            packed = base64.b85encode(zlib.compress(value.tobytes(), 9)).decode()
            lines.append(f"{name} = thawed({packed!r}, {value.dtype.name!r}, {value.shape!r})")
        elif isinstance(value, int | float | str | tuple):
            lines.append(f"{name} = {value!r}")
    return "\n".join([*lines, ""]).encode()
