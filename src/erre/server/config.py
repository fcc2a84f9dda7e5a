"""How a server is set up: by flags, else by ERRE_ variables of the environment, else by what suits a home."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from erre.core.errors import BadOptions


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting of a server."""

    host: str = "0.0.0.0"
    port: int = 8377
    data: str = ""  # the folder of its file; the user's own data folder if empty
    address: str = ""  # as others reach it, for example https://games.example.org; found out if empty
    origins: str = ""  # further origins whose pages may connect, with spaces between them
    bot_threads: int = 2
    tempo: float = 1.0  # how long bots seem to think; 0: they answer at once
    rate: int = 100  # messages that a page may send in twenty seconds
    most_tables: int = 2000
    most_sockets: int = 5000
    log_file: str = ""  # structured log; standard error if empty
    quiet: bool = False
    warm: bool = True  # whether all rules are loaded before the first guest comes

    @property
    def data_file(self) -> Path:
        """The one file that holds everything."""
        return (Path(self.data) if self.data else home()) / "erre.sqlite"


def home() -> Path:
    """Where data is kept; ERRE_HOME moves it."""
    if chosen := os.environ.get("ERRE_HOME"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "erre"


def read_config(flags: Mapping[str, Any], environment: Mapping[str, str]) -> Config:
    """Flags that were given, before the environment, before what is usual."""
    names = Config.__struct_fields__
    given = {name: environment[key] for name in names if (key := f"ERRE_{name.upper()}") in environment}
    given.update({name: value for name, value in flags.items() if value is not None})
    try:
        config = msgspec.convert(given, Config, strict=False)
    except msgspec.ValidationError as error:
        raise BadOptions(f"settings of the server: {error}") from None
    if not 0 <= config.port <= 65535:
        raise BadOptions(f"a port is from 0 to 65535, not {config.port}")
    return config
