"""What a newcomer sees first: the games, the commands, the rules."""

from __future__ import annotations

import re
from importlib import resources

import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

from erre import __version__
from erre.core.errors import Refusal
from erre.games import REGISTRY, all_games, game

TITLES = {
    "rurare": ("Ru-Ra-Re", "2-4", "everybody picks a row at once; who is alone gets it"),
    "rage": ("Rage", "3-8", "promise your tricks, and take exactly those"),
    "rok": ("ROK", "2-5", "runes are thrown, and all grab at once"),
    "rummy": ("Rummy", "2-4", "groups and runs; everything on the table may be rearranged"),
}


def show() -> None:
    """The first page; it loads nothing heavy, so it is there at once."""
    console = Console()
    console.print(f"[bold]Erre[/bold] {__version__}: tabletop games whose names begin with R\n")
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, (title, seats, line) in TITLES.items():
        table.add_row(f"[bold]{title}[/bold]", f"{seats} players", line, f"[cyan]erre play {name}[/cyan]")
    console.print(table)
    console.print("\nMore:")
    more = Table(box=None, pad_edge=False, show_header=False)
    for command, line in (
        ("erre games", "seats, options and bots"),
        ("erre rules rage", "the rules, every one with its number"),
        ("erre simulate rage --bots greedy,random,random,random --seats 4", "thousands of games in a second"),
        ("erre tournament rage --bots greedy,random", "all against all, with ratings"),
        ("erre analyse FILE", "the decisions of a finished game that cost most"),
        ("erre replay FILE, erre verify FILE", "look at a finished game again; prove that nothing was rigged"),
        ("erre referee", "JSON lines for bots and tests in any language"),
        ("erre bench", "moves per second on this machine"),
        ("erre --help", "everything"),
    ):
        more.add_row(f"  [cyan]{command}[/cyan]", line)
    console.print(more)


def show_games() -> None:
    """The games with their seats and options, and the bots."""
    from erre.bots.roster import help_for

    console = Console()
    for one in all_games():
        console.print(f"[bold]{one.title}[/bold] ({one.name}), {one.least_seats} to {one.most_seats} players")
        table = Table(box=None, pad_edge=False)
        for heading in ("  option", "default", "what it does"):
            table.add_column(heading)
        for name, value in msgspec.to_builtins(one.options_type()).items():
            table.add_row(f"  {name}", msgspec.json.encode(value).decode(), one.option_help.get(name, ""))
        console.print(table)
        bots = Table(box=None, pad_edge=False)
        bots.add_column("  bot")
        bots.add_column("how it plays")
        for name, line in help_for(one).items():
            bots.add_row(f"  {escape(name)}", escape(line))
        console.print(bots)
        console.print()


def rules_text(name: str) -> str:
    """The rules of a game, as its package tells them."""
    key = name.lower()
    if key not in REGISTRY:
        game(name)  # refuses, and says which games there are
    return (resources.files(REGISTRY[key]) / "RULES.md").read_text("utf-8")


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
