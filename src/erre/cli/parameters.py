"""The parameters that several commands share, each described once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

GameName = Annotated[str, Parameter(help="The game's name, as `erre games` lists it.")]
Seats = Annotated[int | None, Parameter(help="Players at the table; by default 4, or the most that the game allows.")]
Options = Annotated[
    list[str] | None,
    Parameter(
        name=["--option", "-o"],
        help="An option of the rules, as name=value; may be repeated. name=@FILE reads the value from a JSON or TOML "
        "file. See: erre games",
    ),
]
SeatBots = Annotated[
    str, Parameter(help="One bot for all seats, or one for each, separated by commas. See: erre games")
]
Seed = Annotated[int, Parameter(help="The same seed gives the same games.")]
Playouts = Annotated[
    int | None, Parameter(help="Playouts per move for bots that search, instead of their level's own number.")
]
Milliseconds = Annotated[int | None, Parameter(help="Milliseconds per move for bots that search, instead.")]
EngineName = Annotated[Literal["cpu", "gpu"], Parameter(help="Where to play.")]
Threads = Annotated[int | None, Parameter(help="Threads on the CPU; all cores by default.")]
Ray = Annotated[str | None, Parameter(help="Play on a Ray cluster: its address, or `local` to start one here.")]
Out = Annotated[
    Path | None,
    Parameter(help="Keep every game in a .parquet, .csv or .jsonl file; the same command resumes the run from there."),
]
Html = Annotated[Path | None, Parameter(help="Write a page with tables and plots.")]
Json = Annotated[bool, Parameter(help="Print the result as JSON.")]
RecordFile = Annotated[Path, Parameter(help="A game record.")]
