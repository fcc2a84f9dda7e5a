"""The `erre` command, before subcommands are added."""

from __future__ import annotations

from cyclopts import App, Parameter

from erre import __version__

EXIT_CODES = """Exit codes:
  0    done
  1    the answer is no: not proven, a check failed, a promise was broken
  2    refused: a wrong command, option or file; standard error says why
  130  interrupted"""

app = App(
    name="erre",
    version=__version__,
    help="Erre: tabletop games to play with friends and bots, to verify and to study. Without a command, erre serves "
    "the games and opens the browser; it takes the options of `erre serve`, such as --https or --port 8000.",
    help_epilogue=EXIT_CODES,
    help_format="plaintext",
    default_parameter=Parameter(negative=()),
)
