"""The `erre` command before it has any commands."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from erre import __version__

app = App(
    name="erre",
    version=__version__,
    help="Erre: tabletop games whose names begin with R, to play, to prove and to study.",
    help_format="plaintext",
)

Options = Annotated[
    list[str] | None,
    Parameter(name=["--option", "-o"], help="A rule of the table, as name=value; may be repeated. See: erre games"),
]
