"""Single key presses, if the terminal supports them; uses only the standard library."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

ESCAPE = "\x1b"
LONGEST = 64  # bytes read at once


def are_readable() -> bool:
    """Whether there is a person at a terminal that gives single keys: not in a pipe, and not on Windows."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        import_module("termios")
    except ImportError:
        return False
    return True


class Keys:
    """The keyboard while it gives single keys."""

    def __init__(self, file: int) -> None:
        self.file = file

    def wait(self, seconds: float) -> list[str]:
        """The keys pressed until then, as soon as there is one; a key that sends a whole sequence is left out."""
        import select

        ready, _, _ = select.select([self.file], [], [], max(seconds, 0.0))
        if not ready:
            return []
        typed = os.read(self.file, LONGEST)
        if not typed:
            raise EOFError
        text = typed.decode("utf-8", "ignore")
        return [ESCAPE] if text == ESCAPE else [] if text.startswith(ESCAPE) else list(text)


@contextmanager
def single_keys() -> Iterator[Keys]:
    """The keyboard gives single keys; what was typed before does not count, and afterwards all is as it was."""
    termios: Any = import_module("termios")
    tty: Any = import_module("tty")
    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    try:
        tty.setcbreak(file)
        termios.tcflush(file, termios.TCIFLUSH)
        yield Keys(file)
    finally:
        termios.tcsetattr(file, termios.TCSAFLUSH, before)
