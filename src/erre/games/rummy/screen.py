"""Rummy in a terminal: build the turn step by step; only what changes is typed."""

from __future__ import annotations

import re

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from erre.core.errors import BadNotation
from erre.games.rummy.components import OPENING_POINTS
from erre.games.rummy.events import (
    HandDealt,
    HandScored,
    MatchEnded,
    Passed,
    RummyEvent,
    TilesDrawn,
    TilesLaid,
    TimeRanOut,
)
from erre.games.rummy.moves import Lay, parse_move
from erre.games.rummy.screen_draft import Draft, points, problem
from erre.games.rummy.steps import name_of, steps
from erre.games.rummy.views import RummyView

STYLES = {
    "B": "#ffffff on #1f5fbf",
    "G": "#ffffff on #237a3c",
    "R": "#ffffff on #c22a25",
    "Y": "#000000 on #f5d90a",
    "J": "#000000 on #e6e6e6",
}


def tile_text(tile: str) -> Text:
    """A tile in its colour; the copy is small print, and a joker shows what it stands for."""
    return Text(f" {tile.rstrip('ab') if not tile.startswith('J') else tile} ", style=STYLES[tile[0]])


def tiles_text(tiles: list[str]) -> Text:
    """Some tiles side by side."""
    return Text(" ").join(map(tile_text, tiles)) if tiles else Text("nothing", style="dim")


class RummyScreen:
    """The table of Rummy, with the turn that is being built."""

    def __init__(self) -> None:
        self.view: RummyView | None = None
        self.draft = Draft([], [])
        self.best: list[str] = []

    def draw(self, view: RummyView, names: list[str], legal: list[str]) -> RenderableType:
        """The seats, the table and the rack; a fresh draft where the turn is a new one."""
        if view != self.view:
            self.view, self.draft = view, Draft(view.table, view.rack)
        self.best = legal
        return Group(self.headline(view), self.seats(view, names), self.table())

    def headline(self, view: RummyView) -> Text:
        """The hand and the pool."""
        return Text(f"Hand {view.hand} of {view.hands}   pool {view.pool}", style="bold")

    def seats(self, view: RummyView, names: list[str]) -> Table:
        """A line for each seat: how many tiles it holds, and its points."""
        table = Table(box=box.SIMPLE, pad_edge=False)
        for heading in ("", "player", "tiles", "opened", "total"):
            table.add_column(heading, justify="right" if heading in ("tiles", "total") else "left")
        for seat, name in enumerate(names):
            opened = "yes" if view.opened[seat] else "not yet"
            cells = (
                "▶" if seat in view.turn else " ",
                name,
                str(view.rack_counts[seat]),
                opened,
                str(view.totals[seat]),
            )
            table.add_row(*cells, style="bold" if seat == view.seat else "")
        return table

    def table(self) -> RenderableType:
        """The melds with their numbers, whether each is one, what lies loose, and the rack."""
        draft, lines = self.draft, []
        for number, meld in enumerate(draft.melds, 1):
            why = problem(meld)
            line = Text(f"{number:3} ").append_text(tiles_text(meld))
            lines.append(line if why is None else line.append(f"  ✗ {why}", style="red"))
        if not draft.melds:
            lines.append(Text("  the table is empty", style="dim"))
        if draft.loose:
            lines.append(Text("Loose: ", style="red").append_text(tiles_text(draft.loose)))
        lines.append(Text("Rack:  ").append_text(tiles_text(draft.rack)))
        if draft.is_touched and self.view is not None and not self.view.opened[self.view.seat or 0]:
            lines.append(Text(f"{self.laid_points()} of {OPENING_POINTS} points for your first lay", style="bold"))
        return Group(*lines)

    def laid_points(self) -> int:
        """The points of the melds that the draft has laid from the rack."""
        own = set(map(name_of, self.draft.first[1]))
        return sum(points(meld) for meld in self.draft.melds if all(name_of(tile) in own for tile in meld))

    def tell(self, event: RummyEvent, names: list[str]) -> Text | None:
        """An event as a sentence."""
        match event:
            case HandDealt(hand=number, starter=starter, pool=pool):
                return Text(
                    f"\n── Hand {number}, {names[starter]} to start, {pool} tiles in the pool ──", style="bold cyan"
                )
            case TilesDrawn(seat, count, tiles, pool):
                drawn = Text(f"{names[seat]}: draws ")
                return (drawn.append_text(tiles_text(tiles)) if tiles else drawn.append(str(count))).append(
                    f" ({pool} left)"
                )
            case Passed(seat):
                return Text(f"{names[seat]}: passes")
            case TimeRanOut(seat):
                return Text(f"{names[seat]}: the time is up", style="yellow")
            case TilesLaid(seat, tiles, _, opened, left):
                first = " (the first lay)" if opened else ""
                return Text(f"{names[seat]}{first}: lays ").append_text(tiles_text(tiles)).append(f", {left} left")
            case HandScored(hand=number, winners=winners, blocked=blocked):
                who = " and ".join(names[seat] for seat in winners)
                how = "nobody could go on; the lowest rack is with" if blocked else "out first:"
                return Text(f"Hand {number}: {how} {who}", style="bold")
            case MatchEnded(scores, winners):
                who = " and ".join(names[seat] for seat in winners)
                return Text(f"{who} won with {scores[winners[0]]} points.", style="bold green")

    def pauses_after(self, event: RummyEvent) -> bool:
        """After each hand there is time to read the points."""
        return isinstance(event, HandScored)

    def ask(self, view: RummyView) -> str:
        """What the player is asked."""
        return "Your turn"

    def expand(self, entry: str, view: RummyView) -> str:
        """`done` is the draft as a lay; everything else is a move as it stands."""
        word = entry.strip().lower()
        return self.draft.text() if word == "done" else word if word in ("draw", "pass") else entry.strip()

    def edit(self, entry: str) -> RenderableType | None:
        """Change the draft, and show it; None for an entry that is no such change."""
        words = entry.replace(",", " ").replace("[", " ").replace("]", " ").split()
        head = words[0].lower().rstrip(":")
        try:
            if head == "undo":
                return self.table() if self.draft.undo() else Text("There is nothing to take back.")
            if head == "reset":
                self.draft.reset()
            elif head == "hint":
                return self.hint()
            elif head == "new":
                self.draft.put(None, words[1:])
            elif found := re.fullmatch(r"(\d+):?(\+?)", words[0]):
                add = bool(found[2]) or words[1:2] == ["+"]
                self.draft.put(int(found[1]), [w.lstrip("+") for w in words[1:] if w != "+"], add=add)
            else:
                return None
        except BadNotation as wrong:
            return Text(f"That will not do. {wrong}", style="red")
        return self.table()

    def hint(self) -> RenderableType:
        """The best lay that the solver knows, step by step."""
        lays = [move for text in self.best if isinstance(move := parse_move(text), Lay)]
        if not lays or self.view is None:
            return Text("There is nothing to lay: draw a tile, or pass if there is none.")
        return Text("\n".join(["You could do this:", *(f"  {step}" for step in steps(self.view.table, lays[0].melds))]))

    def commands(self) -> dict[str, str]:
        """Words that show something more."""
        return {"table": "the table and your rack", "sheet": "the points of all hands"}

    def show(self, command: str, view: RummyView, names: list[str]) -> RenderableType:
        """The table, or the points of all hands."""
        if command == "table":
            return self.table()
        table = Table(title="Points by hand", box=box.SIMPLE, title_justify="left")
        table.add_column("hand", justify="right")
        for name in names:
            table.add_column(name, justify="right")
        for number, line in enumerate(view.sheet, 1):
            table.add_row(str(number), *(f"{number_:+d}" for number_ in line))
        table.add_section()
        table.add_row("total", *(str(total) for total in view.totals), style="bold")
        return table

    def help(self, view: RummyView) -> str:
        """What to do in this game, and the commands for it, one per line."""
        return (
            "Lay tiles in groups (one number, different colours) and runs (one colour, rising numbers), or draw.\n"
            "  new R5 R6 R7   a new meld; tiles come from your rack, from what lies loose, or from other melds\n"
            "  3 + R8         add tiles to meld 3\n"
            "  3: R5 R6 R7    meld 3 shall be exactly these; what is left over lies loose, or goes back to your rack\n"
            "  undo, reset    take back the last change, or all of them\n"
            "  hint           the best lay there is, step by step\n"
            "  done           finish your turn with the table as it lies\n"
            "  draw, pass     take a tile instead; pass when there is none\n"
            f"Your first lay must be worth {OPENING_POINTS} points from your own tiles. "
            "J is a joker; J=R8 says what it stands for."
        )


SCREEN = RummyScreen()
