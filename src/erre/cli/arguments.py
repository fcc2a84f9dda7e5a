"""Reads what was typed on the command line: options of the rules, and how long bots may think."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from erre.core.errors import BadOptions

if TYPE_CHECKING:
    from erre.bots.contract import Budget

FROM_FILE = "@"


def read_options(pairs: list[str] | None) -> dict[str, Any]:
    """Options from name=value. A value is JSON where it can be read as JSON, and a file where it begins with @."""
    return dict(read_pair(pair) for pair in pairs or [])


def read_pair(pair: str, option: str = "--option") -> tuple[str, Any]:
    """Split `name=value`, which was given to an option of a command, into a name and its value."""
    name, equals, value = pair.partition("=")
    if not equals or not name.strip():
        raise BadOptions(f"{option} {pair}: write it as name=value")
    return name.strip(), read_value(value.strip())


def read_value(text: str) -> Any:
    """The value of an option."""
    import json

    if text.startswith(FROM_FILE):
        from erre.core.option_files import read_value as read_file

        return read_file(Path(text.removeprefix(FROM_FILE)))
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def read_budget(playouts: int | None, milliseconds: int | None) -> Budget | None:
    """The bots' time limit, if one was given."""
    from erre.bots.contract import Budget

    for name, value, most in (("playouts", playouts, 10_000_000), ("milliseconds", milliseconds, 600_000)):
        if value is not None and not 1 <= value <= most:
            raise BadOptions(f"{name}: 1 to {most:,}, not {value}")
    if playouts is None and milliseconds is None:
        return None
    if playouts is not None and milliseconds is not None:
        raise BadOptions("give playouts, which makes a run reproducible, or milliseconds, not both")
    return Budget(playouts=playouts, milliseconds=milliseconds)
