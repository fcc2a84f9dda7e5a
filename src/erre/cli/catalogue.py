"""`erre games` and `erre rules`: the games with their options, bots and rules."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

from erre.core.errors import Refusal
from erre.core.game import AnyGame
from erre.core.options import Declared, declared
from erre.games import all_games, broken_games, game


def show_games(json: bool) -> None:
    """The games with their seats and options, and the bots."""
    from erre.bots.roster import help_for

    if json:
        print(msgspec.json.encode({"games": [facts_of(one) for one in all_games()], "broken": broken_games()}).decode())
        return
    console = Console()
    for one in all_games():
        console.print(f"[bold]{one.title}[/bold] ({one.name}), {one.least_seats} to {one.most_seats} players")
        table = Table(box=None, pad_edge=False)
        for heading in ("  option", "default", "values", "what it does"):
            table.add_column(heading)
        defaults = msgspec.to_builtins(one.options_type())
        for option in declared(one.options_type):
            value = msgspec.json.encode(defaults[option.written]).decode()
            table.add_row(f"  {option.written}", value, values_of(option), option.what)
        console.print(table)
        bots = Table(box=None, pad_edge=False)
        bots.add_column("  bot")
        bots.add_column("how it plays")
        for name, line in help_for(one).items():
            bots.add_row(f"  {escape(name)}", escape(line))
        console.print(bots)
        console.print()
    for why in broken_games().values():
        Console(stderr=True).print(f"[red]Left out:[/red] {escape(why)}", soft_wrap=True)


def values_of(option: Declared) -> str:
    """The values that an option takes, such as "open, hidden" or "1 to 10"."""
    if option.choices:
        return ", ".join(option.choices)
    if option.kind == "switch":
        return "true, false"
    if option.least is not None and option.most is not None:
        return f"{option.least:g} to {option.most:g}" + (", null" if option.may_lack else "")
    return option.kind


def facts_of(one: AnyGame) -> dict[str, Any]:
    """What `erre games --json` says about a game."""
    from erre.bots.roster import help_for

    defaults = msgspec.to_builtins(one.options_type())
    return {
        "name": one.name,
        "title": one.title,
        "seats": [one.least_seats, one.most_seats],
        "minutes": one.minutes,
        "rules_version": one.rules_version,
        "options": {
            option.written: {
                "default": defaults[option.written],
                "values": values_of(option),
                "help": option.what,
            }
            for option in declared(one.options_type)
        },
        "bots": help_for(one),
    }


def rules_text(name: str) -> str:
    """The rules of a game, as its package tells them."""
    return (game(name).files / "RULES.md").read_text("utf-8")


def find_rule(name: str, number: str) -> str:
    """One rule of a game by its number."""
    wanted = number.strip().lstrip("§")
    item = rf"^- \*\*(§{re.escape(wanted)})\*\*((?:.+\n)(?:  .+\n)*)"
    if found := re.search(item, rules_text(name) + "\n", re.MULTILINE):
        return f"{found[1]} {' '.join(found[2].split())}".replace("**", "").replace("`", "")
    raise NoRule(f"{game(name).title} has no rule §{wanted}; erre rules {name} shows them all")


class NoRule(Refusal):
    """A rule number that does not exist."""


def show_rules(name: str, number: str | None) -> None:
    """The rules on the screen, page by page where there is one."""
    console = Console()
    if number is not None:
        console.print(find_rule(name, number), highlight=False, markup=False)
        return
    text = Markdown(rules_text(name))
    if console.is_terminal:
        with console.pager(styles=True):
            console.print(text)
    else:
        console.print(text)
