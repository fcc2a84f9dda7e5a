"""Ru-Ra-Re in a terminal: the rows under their numbers, and what each would be worth to you now."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from erre.games.rurare.components import KINDS, ROW_CARDS, STAYS
from erre.games.rurare.deck import help_text
from erre.games.rurare.events import (
    CardRemoved,
    CardsDiscarded,
    CardsScored,
    ChoicesRevealed,
    GameEnded,
    RowChosen,
    RowsLaid,
    RowsRefilled,
    RowTaken,
    RuRaReEvent,
    TurnCutShort,
)
from erre.games.rurare.sheet import Tally
from erre.games.rurare.views import RuRaReView

WORDS = {"points2": "2 points", "points3": "3 points", "points4": "4 points"}
STYLES = {
    "king": "bold #f5d90a",
    "church": "#c9a0ff",
    "knight": "#7fb2ff",
    "farmer": "#ff9d6b",
    "wife": "#ff9d6b",
    "house": "#ff9d6b",
}


def kind_text(kind: str) -> Text:
    """A card by name; a cross marks kinds that leave after the first scoring."""
    style = STYLES.get(kind, "#8fd18f" if STAYS[KINDS.index(kind)] else "#ff8fa3")
    return Text(WORDS.get(kind, kind) + ("" if STAYS[KINDS.index(kind)] else "×"), style=style)


def cards_text(cards: dict[str, int]) -> Text:
    """Cards of each kind, counted."""
    if not cards:
        return Text("nothing yet", style="dim")
    return Text(", ").join(Text(f"{count} ").append_text(kind_text(kind)) for kind, count in cards.items())


class RuRaReScreen:
    """Draws the table of Ru-Ra-Re in a terminal."""

    def draw(self, view: RuRaReView, names: list[str], legal: list[str]) -> RenderableType:
        """The rows, and what everybody has in front."""
        return Group(self.headline(view), self.rows(view), self.displays(view, names))

    def headline(self, view: RuRaReView) -> Text:
        """The turn, and the cards that are left."""
        last = ": the last turn" if view.last_turn else ""
        phase = "second phase" if view.first_scores else "first phase"
        return Text(f"Turn {view.turn_no}{last}   {phase}   pile {view.pile}   box {view.box}", style="bold")

    def rows(self, view: RuRaReView) -> Table:
        """The rows from the inside outwards; the outermost card is the lowest."""
        table = Table(box=box.SIMPLE, pad_edge=False, collapse_padding=True)
        table.add_column("row", style="bold")
        for number in range(1, len(view.rows) + 1):
            table.add_column(str(number), justify="center")
        for depth in range(ROW_CARDS):
            cells = [kind_text(row[depth]) if depth < len(row) else Text("") for row in view.rows]
            table.add_row("", *cells)
        if view.worth:
            worth = [f"{points:+d}" if row else "" for row, points in zip(view.rows, view.worth, strict=True)]
            table.add_section()
            table.add_row("now", *worth, style="bold")
        return table

    def displays(self, view: RuRaReView, names: list[str]) -> Table:
        """What lies in front of everybody."""
        table = Table(box=box.SIMPLE, pad_edge=False)
        for heading in ("", "player", "cards", "in front", "now", "total"):
            table.add_column(heading, justify="right" if heading in ("cards", "now", "total") else "left")
        for seat, name in enumerate(names):
            waits = seat in view.turn
            table.add_row(
                "▶" if waits else "✓" if view.has_chosen[seat] else " ",
                name,
                str(view.display_counts[seat]),
                cards_text(view.displays[seat]),
                str(view.standing[seat].total),
                str(view.totals[seat]),
                style="bold" if seat == view.seat else "",
            )
        return table

    def tell(self, event: RuRaReEvent, names: list[str]) -> Text | None:
        """An event as a sentence."""
        match event:
            case RowsLaid(rows=rows, pile=pile, box=boxed):
                return Text(f"\n{len(rows)} rows are laid out; {pile} cards in the pile, {boxed} unseen in the box.")
            case RowChosen(seat, row):
                return Text(f"{names[seat]}: chosen" + (f" row {row}" if row is not None else ""), style="dim")
            case ChoicesRevealed(rows):
                told = ", ".join(f"{names[seat]} {row}" for seat, row in enumerate(rows) if row is not None)
                return Text(f"\nRu - Ra - Re! {told}", style="bold cyan")
            case RowTaken(seat, row, cards):
                return Text(f"{names[seat]} ← row {row}: ").append_text(Text(", ").join(map(kind_text, cards)))
            case CardRemoved(row, seats, card):
                who = " and ".join(names[seat] for seat in seats)
                clash = Text(f"{who} meet on row {row}: ", style="yellow").append_text(kind_text(card))
                return clash.append(" goes to the box, and they choose again.")
            case TurnCutShort(seats):
                who = " and ".join(names[seat] for seat in seats)
                return Text(f"At most one row is left: nothing for {who} in this turn.", style="yellow")
            case CardsScored(scoring=number):
                return Text(f"\n── {'First' if number == 1 else 'Second'} scoring ──", style="bold cyan")
            case CardsDiscarded(cards):
                gone = sum(sum(lost.values()) for lost in cards)
                return Text(f"{gone} cards with a cross (×) go to the box.")
            case RowsRefilled(cards, from_box, pile, last_turn):
                source = f", {from_box} of them from the box" if from_box else ""
                note = " This is the last turn!" if last_turn else ""
                return Text(f"{sum(map(len, cards))} new cards{source}; {pile} left in the pile.{note}", style="dim")
            case GameEnded(scores, winners):
                who = " and ".join(names[seat] for seat in winners)
                return Text(f"{who} won with {scores[winners[0]]} points.", style="bold green")

    def pauses_after(self, event: RuRaReEvent) -> bool:
        """After a scoring there is time to read it."""
        return isinstance(event, CardsScored)

    def ask(self, view: RuRaReView) -> str:
        """What the player is asked."""
        return "Your row"

    def expand(self, entry: str, view: RuRaReView) -> str:
        """A bare number is a row."""
        return f"row {entry.strip()}" if entry.strip().lstrip("+-").isdigit() else entry.strip()

    def edit(self, entry: str) -> RenderableType | None:
        """A turn is a single move here: there is nothing to build."""
        return None

    def commands(self) -> dict[str, str]:
        """Words that show something more."""
        return {"sheet": "the scorings by category", "now": "what a scoring now would give", "deck": "the cards"}

    def show(self, command: str, view: RuRaReView, names: list[str]) -> RenderableType:
        """The scorings, the standing, or the deck."""
        if command == "deck":
            return Text(help_text())
        if command == "now":
            return tally_table("If there were a scoring now", view.standing, names)
        tables = [
            tally_table(f"{'First' if k == 0 else 'Second'} scoring", scoring, names)
            for k, scoring in enumerate(view.scorings)
            if scoring is not None
        ]
        return Group(*tables) if tables else Text("There was no scoring yet.")

    def help(self, view: RuRaReView) -> str:
        """The answer to `?`: what the player can do now."""
        return (
            "Everybody secretly chooses a row at the same time: type its number. Whoever is alone takes all its cards. "
            "Where several meet, the outermost card (the lowest one shown) goes to the box and they choose again.\n"
            "'now' under a row is what it would add for you if there were a scoring now. "
            "Cards with a cross (×) leave after the first scoring, which comes when somebody has 13 cards.\n"
            "Kings count 0 1 4 9 16 25 36; most churches 10; most knights 2 each, others 1; points as printed; "
            "animals 1 3 6 10 15 for each kind; farmer and wife 7, with a house 14.\n"
            "The printed deck is known only in part; the word 'deck' tells what is certain."
        )


def tally_table(title: str, lines: list[Tally], names: list[str]) -> Table:
    """Points by category and seat."""
    table = Table(title=title, box=box.SIMPLE, title_justify="left")
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    for category in ("kings", "churches", "points", "knights"):
        table.add_row(category, *(str(getattr(line, category)) for line in lines))
    for animal in lines[0].animals:
        if any(line.animals[animal] for line in lines):
            table.add_row(animal, *(str(line.animals[animal]) for line in lines))
    table.add_row("farm", *(str(line.farm) for line in lines))
    table.add_section()
    table.add_row("sum", *(str(line.total) for line in lines), style="bold")
    return table


SCREEN = RuRaReScreen()
