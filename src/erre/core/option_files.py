"""The value of an option from a file: JSON or TOML, as `-o name=@FILE` on the command line."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from erre.core.errors import BadOptions

MOST_BYTES = 65536  # far more than any option needs


def read_value(path: Path) -> Any:
    """What the file holds; BadOptions says why it cannot be used."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        text = data.decode("utf-8")
    except OSError as error:
        raise BadOptions(f"{path}: the file cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadOptions(f"{path}: the file is not text") from None
    if len(data) > MOST_BYTES:
        raise BadOptions(f"{path}: the file is too large for an option")
    if path.suffix.lower() not in (".json", ".toml"):
        raise BadOptions(f"{path}: the value of an option comes from a .json or .toml file")
    try:
        return json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadOptions(f"{path}: the file cannot be understood ({error})") from None
