"""`erre conformance`: whether a game passes the checks that every game must pass."""

from __future__ import annotations

import sys

import msgspec
from rich.console import Console
from rich.text import Text

from erre.core.errors import BadOptions, Refusal
from erre.games import game as find_game
from erre.trials.conformance import OFTEN, ONCE, Check, Unfit, promise
from erre.trials.setting import Setting, any_setting

MOST_SETTINGS = 1000


class Finding(msgspec.Struct, frozen=True):
    """The result of one check."""

    check: str
    promise: str
    settings: int
    fault: str = ""  # what is wrong, with the setting in which it was found


def check_game(name: str, settings: int, seed: int, json: bool) -> None:
    """Run all checks and show the results; exits with 1 if one fails."""
    if not 1 <= settings <= MOST_SETTINGS:
        raise BadOptions(f"settings: 1 to {MOST_SETTINGS}, not {settings}")
    game = find_game(name)
    usual = [Setting(game, game.least_seats, {}, seed)]
    several = [any_setting(game, seed + number) for number in range(settings)]
    console = Console(highlight=False)
    found = []
    for check in (*ONCE, *OFTEN):
        found.append(run(check, usual if check in ONCE else several))
        if not json:
            show(found[-1], console)
    faults = sum(bool(finding.fault) for finding in found)
    if json:
        print(msgspec.json.encode(found).decode())
    else:
        console.print(Text(f"{game.title} conforms." if not faults else f"{faults} checks failed.", style="bold"))
    if faults:
        sys.exit(1)


def run(check: Check, settings: list[Setting]) -> Finding:
    """One check with all settings, up to the first fault."""
    for number, setting in enumerate(settings, 1):
        try:
            check(setting)
        except Unfit as fault:
            return Finding(check.__name__, promise(check), number, f"{fault} ({setting})")
        except Refusal as refusal:
            return Finding(check.__name__, promise(check), number, f"refused: {refusal} ({setting})")
        except Exception as error:
            return Finding(check.__name__, promise(check), number, f"{type(error).__name__}: {error} ({setting})")
    return Finding(check.__name__, promise(check), len(settings))


def show(finding: Finding, console: Console) -> None:
    """One line for a check, and another for what is wrong."""
    mark, style = ("✗", "red") if finding.fault else ("✓", "green")
    console.print(Text(f"{mark} {finding.promise}", style=style))
    if finding.fault:
        console.print(Text(f"    {finding.fault}"))
