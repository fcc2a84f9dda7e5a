"""Gathers the pieces into the user's cache; `python -m erre.offline.gathering` is the child process of a server.

The child ends when its standard input does, so it never outlives the server. It runs at the lowest priority.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

import msgspec

from erre.core import machine_code
from erre.core.errors import Refusal
from erre.games.compiling import end_with_parent
from erre.offline.pieces import Index, gather, write_engine
from erre.wasm.served import INDEX, forget_old, kept_folder, made_of, note_why_not, pieces_folder, read_made

POLITENESS = 19


def gather_here() -> Index:
    """Gather everything for these sources, unless it is there; what cannot be had is noted for `erre doctor`."""
    folder = kept_folder()
    with machine_code.only_one("offline", made_of().encode()):
        if read_made(folder).made_of != made_of():
            try:
                write_engine(folder / "engine")
                gather(folder)
            except (Refusal, OSError) as error:
                note_why_not(str(error))
                raise
        note_why_not("")
        forget_old()
        return msgspec.json.decode((folder / INDEX).read_bytes(), type=Index)


def main() -> None:
    """Gather, and say in one line why it did not work."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(AttributeError, OSError):
        os.nice(POLITENESS)
    if pieces_folder() is None:
        try:
            gather_here()
        except (Refusal, OSError) as error:
            sys.stderr.write(f"{error}\n")
            sys.stderr.flush()
            os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main()
