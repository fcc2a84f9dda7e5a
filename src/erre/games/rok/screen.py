"""ROK in a terminal: the table from above, every rune with its letter and its colour."""

from __future__ import annotations

import re

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from erre.games.rok.components import COLOURS, RADIUS, TABLE_RADIUS
from erre.games.rok.events import (
    BalanceDrawn,
    BalanceReturned,
    BalanceTaken,
    ContestOpened,
    ContestWon,
    GameEnded,
    LoneRunesReturned,
    Lying,
    OrderChosen,
    PairGiven,
    PairSplit,
    PairTaken,
    RokEvent,
    RuneGrabbed,
    RuneSlid,
    RunesReturned,
    RunesThrown,
    ScrambleEnded,
    SeatDone,
    TreasureCaptured,
    WrongPairReturned,
)
from erre.games.rok.views import Contest, RokView

STYLES = {"W": "#000000 on #f2f2f2", "G": "#ffffff on #6a6a6a", "B": "#ffffff on #101010"}
COLOUR_WORDS = {"W": "white", "G": "grey", "B": "black"}
DESTINY, FACE_DOWN = "◉", "(··)"
WIDTH, HEIGHT = 64, 24
LEAST_HEIGHT = 9  # of the plane, in a terminal with few lines
NEWS = 3  # lines that tell what others took
EDGE = TABLE_RADIUS // RADIUS
REASONS = {"nothing left": "nothing is left to take", "all done": "all are done"}


def rune_text(rune: str) -> Text:
    """A rune in its colour."""
    return Text(rune, style=STYLES[rune[0]])


def runes_text(runes: list[str]) -> Text:
    """Some runes side by side."""
    return Text(" ").join(map(rune_text, runes)) if runes else Text("none", style="dim")


def colour_word(colour: str) -> str:
    """The name of a colour."""
    return COLOUR_WORDS[colour]


class Plane:
    """The table from above as a grid of characters; what would overlap lies in the nearest free place."""

    def __init__(self, height: int = HEIGHT) -> None:
        self.height = height
        self.cells: list[list[Text | None]] = [[Text(" ") for _ in range(WIDTH)] for _ in range(height)]
        self.free = [[True] * WIDTH for _ in range(height)]

    def put(self, label: Text, x: float, y: float) -> None:
        """Lay a label with its middle at a place in radii, or as near to it as there is room."""
        size = label.cell_len
        row, column = place_of(y, -1, self.height), place_of(x, 1, WIDTH) - size // 2
        rooms = [(r, c) for r in range(self.height) for c in range(WIDTH - size + 1) if all(self.free[r][c : c + size])]
        if not rooms:
            return
        # A row is about as high as three columns are wide.
        row, column = min(rooms, key=lambda room: (3 * abs(room[0] - row) + abs(room[1] - column), room))
        self.cells[row][column : column + size] = [label, *[None] * (size - 1)]
        for at in range(column, column + size):
            self.free[row][at] = False

    def text(self) -> Text:
        """The grid, line by line."""
        return Text("\n").join(Text("").join(cell for cell in row if cell is not None) for row in self.cells)


def place_of(length: float, sign: int, size: int) -> int:
    """The row or column of a length in radii; what lies beyond the table is shown at its edge."""
    share = (sign * length + EDGE) / (2 * EDGE)
    return min(size - 1, max(0, round(share * (size - 1))))


def plane_of(runes: list[Lying], keys: dict[str, str] | None = None, height: int = HEIGHT) -> Text:
    """Destiny and all runes on the table; with keys, each face-up rune shows the one that grabs it."""
    plane = Plane(height)
    plane.put(Text(DESTINY, style="bold yellow"), 0, 0)
    for lying in runes:
        plane.put(label_of(lying, keys), lying.x, lying.y)
    return plane.text()


def label_of(lying: Lying, keys: dict[str, str] | None) -> Text:
    """How a rune on the table looks."""
    if lying.rune is None:
        return Text(FACE_DOWN, style="dim")
    if keys is None:
        return rune_text(lying.rune)
    key = keys.get(lying.rune, " ")
    return Text.assemble((key, "bold black on yellow"), (f" {lying.rune[:2]}", STYLES[lying.rune[0]]))


class RokScreen:
    """Draws the table of ROK in a terminal."""

    def draw(self, view: RokView, names: list[str], legal: list[str]) -> RenderableType:
        """The round, the table from above, the seats, and the contest if one is on."""
        parts: list[RenderableType] = [self.headline(view), Panel.fit(plane_of(view.table)), self.seats(view, names)]
        if view.contest is not None:
            parts.append(contest_text(view.contest, names))
        for due in view.captures:
            parts.append(Text(f"{names[due.taker]} captures from {names[due.owner]} with ") + rune_text(due.rune))
        return Group(*parts)

    def race(self, view: RokView, names: list[str], keys: dict[str, str], news: list[Text], height: int) -> Group:
        """The scramble under way, in a number of lines: the table with a key on every rune, the seats, the news."""
        room = min(HEIGHT, max(LEAST_HEIGHT, height - len(names) - NEWS - 8))
        shown = news[-NEWS:]
        return Group(
            self.headline(view),
            Panel.fit(plane_of(view.table, keys, room)),
            self.seats(view, names),
            *shown,
            *[Text("")] * (NEWS - len(shown)),
            Text("a key grabs its rune · space: done · ?: help · Esc: stop", style="dim"),
        )

    def headline(self, view: RokView) -> Text:
        """The round, and how many runes are left in the bag."""
        return Text(f"Round {view.round}   {view.bag} runes in the bag", style="bold")

    def seats(self, view: RokView, names: list[str]) -> Table:
        """Everybody's Balance Rune, treasure by colour, and runes in hand."""
        table = Table(box=box.SIMPLE, pad_edge=False)
        for heading in ("", "seat", "player", "balance", *map(colour_word, COLOURS), "runes", "in hand", ""):
            table.add_column(heading, justify="right" if heading in ("seat", "runes") else "left")
        for seat, name in enumerate(names):
            balance = view.balance[seat]
            state = "done" if seat in view.done else f"owes {view.due[seat]}" if view.due[seat] else ""
            table.add_row(
                ("▶" if seat in view.turn else " ") + ("1" if seat == view.first else " "),
                str(seat),
                name,
                rune_text(balance) if balance is not None else Text("none", style="dim"),
                *(str(sum(rune[0] == colour for rune in view.treasure[seat])) for colour in COLOURS),
                str(view.scores[seat]),
                runes_text(view.held[seat]) if view.held[seat] else Text(""),
                state,
                style="bold" if seat == view.seat else "",
            )
        return table

    def tell(self, event: RokEvent, names: list[str]) -> Text | None:
        """An event as a sentence."""
        match event:
            case BalanceDrawn(seats, runes):
                return Text("Balance Runes: ").append_text(shares(seats, runes, names))
            case BalanceReturned(seats, runes):
                return Text("Identical, so drawn again: ").append_text(shares(seats, runes, names))
            case RunesThrown(number, first, counts, _, bag):
                thrown = f"{sum(counts)} runes are thrown, {bag} left in the bag"
                return Text(f"\n── Round {number}, {names[first]} first: {thrown} ──", style="bold cyan")
            case RuneGrabbed(seat, rune):
                return Text(f"{names[seat]}: grabs ").append_text(rune_text(rune))
            case PairTaken(seat, runes, balance):
                how = " with the own Balance Rune" if balance else ""
                return Text(f"{names[seat]}: a pair{how}, ").append_text(runes_text(runes))
            case SeatDone(seat):
                return Text(f"{names[seat]}: done")
            case ScrambleEnded(reason):
                return Text(f"The scramble is over: {REASONS[reason]}.", style="bold")
            case LoneRunesReturned(seat, runes):
                return Text(f"{names[seat]}: alone, back to the bag: ").append_text(runes_text(runes))
            case WrongPairReturned(seat, runes, penalty):
                owed = f"; owes {penalty} pair{'s' if penalty > 1 else ''}"
                return Text(f"{names[seat]}: wrong, back to the bag: ").append_text(runes_text(runes)).append(owed)
            case PairGiven(seat, runes):
                return Text(f"{names[seat]}: gives ").append_text(runes_text(runes)).append(" for a wrong pair")
            case PairSplit(seats, runes):
                who = " and ".join(names[seat] for seat in seats)
                return Text(f"{who} hold one each, back to the bag: ").append_text(runes_text(runes))
            case ContestOpened(colour, seats, attempt):
                who = " and ".join(names[seat] for seat in seats)
                again = f", attempt {attempt}" if attempt > 1 else ""
                return Text(f"{who} slide for {prize(colour)}{again}.", style="bold")
            case RuneSlid(seat, rune, degrees, force, x, y, touched):
                aimed = f" at {degrees - 360 if degrees > 180 else degrees:.4g}° with force {force:g}: "
                return Text(f"{names[seat]}: slides ").append_text(rune_text(rune)).append(aimed + rest(x, y, touched))
            case ContestWon(colour, seat):
                return Text(f"{names[seat]} wins {prize(colour)}.", style="bold")
            case OrderChosen(seat, order):
                return Text(f"{names[seat]}: takes from {', then '.join(names[other] for other in order)}")
            case TreasureCaptured(taker, owner, balance, treasure):
                line = Text(f"{names[taker]} captures from {names[owner]}: ", style="bold")
                line.append_text(runes_text(balance))
                return line.append(" and the treasure ").append_text(runes_text(treasure)) if treasure else line
            case BalanceTaken(seat, rune):
                return Text(f"{names[seat]}: new Balance Rune ").append_text(rune_text(rune))
            case RunesReturned(count, bag):
                return Text(f"{count} face-down runes go back; {bag} in the bag.")
            case GameEnded(scores, winners):
                who = " and ".join(names[seat] for seat in winners)
                return Text(f"{who} won with {scores[winners[0]]} runes.", style="bold green")

    def pauses_after(self, event: RokEvent) -> bool:
        """After each round there is time to look at the treasures."""
        return isinstance(event, RunesReturned)

    def ask(self, view: RokView) -> str:
        """What the player is asked."""
        return {"penalty": "The pair you give", "slide": "Your slide", "order": "Your order"}.get(
            view.phase, "Your rune"
        )

    def expand(self, entry: str, view: RokView) -> str:
        """A rune is a grab, `d` is done; a kind is given in a penalty; bare numbers are a slide or an order."""
        word = entry.strip()
        if word.lower() == "d":
            return "done"
        if re.fullmatch(r"[wgb][1-8][ab]", word, re.ASCII | re.IGNORECASE):
            return f"grab {word[:2].upper()}{word[2].lower()}"
        if view.phase == "penalty" and re.fullmatch(r"[wgb][1-8]", word, re.ASCII | re.IGNORECASE):
            return f"give {word.upper()}"
        if view.phase in ("slide", "order") and re.fullmatch(r"[-+0-9][-+0-9. ]*", word, re.ASCII):
            return f"{view.phase} {word}"
        return word

    def edit(self, entry: str) -> RenderableType | None:
        """A turn is a single move here: there is nothing to build."""
        return None

    def commands(self) -> dict[str, str]:
        """Words that show something more."""
        return {"table": "the table from above", "sheet": "everybody's treasure, rune by rune"}

    def show(self, command: str, view: RokView, names: list[str]) -> RenderableType:
        """The table, or the treasures."""
        if command == "table":
            return Panel.fit(plane_of(view.table))
        lines = (Text(f"{name}: ").append_text(runes_text(view.treasure[k])) for k, name in enumerate(names))
        return Group(Text("Treasures", style="bold"), *lines)

    def help(self, view: RokView) -> str:
        """The answer to `?`: what the player can do now."""
        if view.phase == "penalty":
            return "You took a wrong pair: type the kind of a pair of your treasure that goes back, such as W5."
        if view.phase == "slide":
            return (
                "Slide a rune towards Destiny: come nearest without touching it.\n"
                "  0 0.62   degrees to the left of straight (minus: to the right), and the force from 0 to 1;\n"
                "           straight, 0.66 stops just before Destiny"
            )
        if view.phase == "order":
            return "Type the seats whose runes are captured, first to last: 2 0 takes from seat 2, then from seat 0."
        return (
            "Take identical runes that lie face up, one at a time: both of a pair, or the twin of a Balance Rune.\n"
            "  w1a   grab the rune W1a (white, symbol 1, copy a; its twin is W1b)\n"
            "  d     be done for this round\n"
            "The twin of your own Balance Rune makes a pair with it; the twin of another's captures it, and all\n"
            "of its colour in that treasure. A rune without a twin is wrong, and costs a pair of your treasure.\n"
            f"{DESTINY} is Destiny, {FACE_DOWN} lies face down. "
            "Where keys cannot be read one by one, all take turns; otherwise all grab at once."
        )


def shares(seats: list[int], runes: list[str], names: list[str]) -> Text:
    """Who has which rune."""
    pairs = zip(seats, runes, strict=True)
    return Text(", ").join(Text(f"{names[seat]} ").append_text(rune_text(rune)) for seat, rune in pairs)


def prize(colour: str | None) -> str:
    """What a contest is about."""
    return "the victory" if colour is None else f"the order of the {COLOUR_WORDS[colour]} captures"


def rest(x: float, y: float, touched: bool) -> str:
    """Where a slide ended."""
    return "touches Destiny" if touched else f"stops {(x * x + y * y) ** 0.5:.2f} radii from Destiny"


def contest_text(contest: Contest, names: list[str]) -> Text:
    """A contest as far as it has gone."""
    line = Text(f"Slides for {prize(contest.colour)}, attempt {contest.attempt}", style="bold")
    for seat in contest.seats:
        slid = contest.slides[seat]
        line.append(f"\n  {names[seat]}: {'to slide' if slid is None else rest(slid.x, slid.y, slid.touched)}", "none")
    return line


SCREEN = RokScreen()
