"""Rage in a terminal: every colour has a letter."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from erre.games.rage.components import COLOUR_NAMES, COLOURS, MOST_CARDS, ROUNDS
from erre.games.rage.events import (
    BidChosen,
    BidMade,
    BidsRevealed,
    CardPlayed,
    MatchEnded,
    RageEvent,
    RoundDealt,
    RoundScored,
    TrickWon,
    TrumpEnded,
    TrumpTurned,
)
from erre.games.rage.views import Line, RageView, Trick

STYLES = {
    "B": "#ffffff on #1f5fbf",
    "G": "#ffffff on #237a3c",
    "R": "#ffffff on #c22a25",
    "Y": "#000000 on #f5d90a",
    "P": "#ffffff on #8b3fb5",
    "O": "#000000 on #f28a1c",
}
ACTION_STYLE = "#000000 on #e6e6e6"
ACTION_WORDS = {
    "J": "jolly: name its colour as you play it, J:R; it is the highest card of that colour",
    "NT": "no trump: this trick has no trump; a new one is turned after it",
    "CT": "change trump: a new trump is turned at once",
    "+5": "five points for whoever takes the trick",
    "-5": "five points lost for whoever takes the trick",
}


def card_text(card: str) -> Text:
    """A card in its colour, with its letter."""
    colour = card[2:] if card.startswith("J:") else card[0]
    style = STYLES.get(colour, ACTION_STYLE) if card[0] in "BGRYPOJ" else ACTION_STYLE
    return Text(f" {card} ", style=style)


def colour_text(letter: str | None) -> Text:
    """A colour in its colour."""
    if letter is None:
        return Text("none")
    return Text(f" {letter} {COLOUR_NAMES[COLOURS.index(letter)]} ", style=STYLES[letter])


def row_of(cards: list[str]) -> Text:
    """Some cards side by side."""
    return Text(" ").join(card_text(card) for card in cards) if cards else Text("none", style="dim")


class RageScreen:
    """Draws the table of Rage in a terminal."""

    def draw(self, view: RageView, names: list[str], legal: list[str]) -> RenderableType:
        """Trump, the seats, the trick, and the viewer's hand with the legal cards marked."""
        parts: list[RenderableType] = [self.headline(view), self.seats(view, names)]
        if view.trick:
            parts.append(self.trick_line("On the table", view.leader, view.trick, names))
        if view.seat is not None:
            parts.append(self.hand(view, legal))
        return Group(*parts)

    def headline(self, view: RageView) -> Text:
        """Round, trump and what was turned."""
        size = MOST_CARDS + 1 - view.round
        line = Text(f"Round {view.round} of {ROUNDS}, {size} trick{'s' if size > 1 else ''}   Trump ", style="bold")
        line.append_text(colour_text(view.trump))
        if view.next_trump is not None:
            line.append("  from the next trick ").append_text(colour_text(view.next_trump))
        elif view.flip_pending:
            line.append("  a new one is turned after this trick")
        promised = [bid for bid in view.bids if bid is not None]
        if len(promised) == view.seats:
            line.append(f"   Bids {sum(promised)} of {size}")
        return line

    def seats(self, view: RageView, names: list[str]) -> Table:
        """Everybody's bid, tricks and total."""
        table = Table(box=box.SIMPLE, pad_edge=False)
        for heading in ("", "player", "tricks", "bid", "", "cards", "total"):
            table.add_column(heading, justify="right" if heading in ("tricks", "bid", "cards", "total") else "left")
        for seat, name in enumerate(names):
            marks = ("▶" if seat in view.turn else " ") + ("D" if seat == view.dealer else " ")
            style = "bold" if seat == view.seat else ""
            bid = view.bids[seat]
            shown = "?" if bid is None and view.has_bid[seat] else "-" if bid is None else str(bid)
            table.add_row(
                marks,
                name,
                str(view.tricks[seat]),
                shown,
                state_of(bid, view.tricks[seat]) if view.phase == "tricks" else "",
                str(view.hand_counts[seat]),
                str(view.totals[seat]),
                style=style,
            )
        return table

    def trick_line(self, title: str, leader: int, cards: list[str], names: list[str]) -> Text:
        """A trick, each card with its player."""
        line = Text(f"{title}: ")
        for k, card in enumerate(cards):
            line.append(f"{names[(leader + k) % len(names)]} ").append_text(card_text(card)).append("  ")
        return line

    def hand(self, view: RageView, legal: list[str]) -> Text:
        """The hand; cards that may be played are underlined by a caret, the others dim."""
        playable = {move.split(":")[0] for move in legal}
        cards, marks = Text("Your hand:  "), Text("            ")
        for card in view.hand:
            may = view.phase == "tricks" and card in playable
            lit = may or view.phase != "tricks" or not playable
            cards.append_text(card_text(card) if lit else Text(f" {card} ", style="dim")).append(" ")
            marks.append(("^" * len(card)).center(len(card) + 2) + " " if may else " " * (len(card) + 3))
        return Text("\n").join([cards, marks])

    def tell(self, event: RageEvent, names: list[str]) -> Text | None:
        """An event as a sentence."""
        match event:
            case RoundDealt(round=number, dealer=dealer):
                return Text(f"\n── Round {number}, dealer {names[dealer]} ──", style="bold cyan")
            case TrumpTurned(cards, trump, from_next_trick):
                when = " from the next trick on" if from_next_trick else ""
                return (
                    Text("Turned ")
                    .append_text(row_of(cards))
                    .append(f": trump{when} is ")
                    .append_text(colour_text(trump))
                )
            case TrumpEnded():
                return Text("No trump in this trick.")
            case BidMade(seat, bid):
                return Text(f"{names[seat]}: bid {bid}")
            case BidChosen(seat):
                return Text(f"{names[seat]}: bid chosen")
            case BidsRevealed(bids):
                told = ", ".join(f"{name} {bid}" for name, bid in zip(names, bids, strict=True))
                return Text(f"The bids: {told}")
            case CardPlayed(seat, card):
                return Text(f"{names[seat]}: ").append_text(card_text(card))
            case TrickWon(seat, _, _, bonus):
                extra = f" ({bonus:+d} points)" if bonus else ""
                return Text(f"→ trick to {names[seat]}{extra}", style="bold")
            case RoundScored(round=number):
                return Text(f"Round {number} is scored.", style="bold")
            case MatchEnded(scores, winners):
                who = " and ".join(names[seat] for seat in winners)
                return Text(f"{who} won with {scores[winners[0]]} points.", style="bold green")

    def pauses_after(self, event: RageEvent) -> bool:
        """After each round there is time to read the score sheet."""
        return isinstance(event, RoundScored)

    def ask(self, view: RageView) -> str:
        """What the player is asked."""
        return "Your bid" if view.phase == "bidding" else "Your card"

    def expand(self, entry: str, view: RageView) -> str:
        """A bare number is a bid while bids are made."""
        word = entry.strip()
        return f"bid {word}" if view.phase == "bidding" and word.lstrip("+-").isdigit() else word

    def edit(self, entry: str) -> RenderableType | None:
        """A turn is a single move here: there is nothing to build."""
        return None

    def commands(self) -> dict[str, str]:
        """Words that show something more."""
        return {
            "last": "the last trick",
            "sheet": "the score sheet",
            "old": "all tricks of this round, where the table shows them",
        }

    def show(self, command: str, view: RageView, names: list[str]) -> RenderableType:
        """The last trick, or the score sheet."""
        if command == "sheet":
            return sheet(view.sheet, view.totals, names)
        if command == "old":
            if view.old_tricks is None:
                return Text("This table does not show old tricks (option showOldTricks).")
            return (
                Group(*(self.told(trick, names) for trick in view.old_tricks)) if view.old_tricks else Text("None yet.")
            )
        return self.told(view.last_trick, names) if view.last_trick else Text("No trick has been taken in this round.")

    def told(self, trick: Trick, names: list[str]) -> Text:
        """A trick taken, and by whom."""
        line = self.trick_line("Trick", trick.leader, trick.cards, names)
        return line.append(f"taken by {names[trick.winner]}") if trick.winner is not None else line

    def help(self, view: RageView) -> str:
        """The answer to `?`: what the player can do now."""
        if view.phase == "bidding":
            size = MOST_CARDS + 1 - view.round
            return (
                f"Promise how many of the {size} tricks you will take: type a number from 0 to {size}.\n"
                "A promise kept is worth 10 points, one broken costs 5; every trick counts 1."
            )
        cards = "\n".join(f"  {card:3} {words}" for card, words in ACTION_WORDS.items())
        return (
            "Type a card of your hand: Y8 is the yellow 8, and J:R plays a jolly as red. "
            "Cards you may play have a ^ below.\n"
            "If you hold the colour that was led you must play it; otherwise play what you like. "
            "Trump beats other colours.\n"
            f"{cards}"
        )


def state_of(bid: int | None, tricks: int) -> str:
    """Below, exactly at or over the bid."""
    if bid is None:
        return ""
    return "exact" if tricks == bid else f"needs {bid - tricks}" if tricks < bid else f"over by {tricks - bid}"


def sheet(lines: list[Line | None], totals: list[int], names: list[str]) -> Table:
    """The score sheet, rounds named by their cards as on paper: tricks/bid and points."""
    table = Table(title="Score sheet (tricks of bid: points)", box=box.SIMPLE, title_justify="left")
    table.add_column("cards", justify="right")
    for name in names:
        table.add_column(name, justify="right")
    for row, line in enumerate(lines):
        if line is not None:
            told = [
                f"{tricks} of {'-' if bid is None else bid}: {points:+d}"
                for bid, tricks, points in zip(line.bids, line.tricks, line.points, strict=True)
            ]
            table.add_row(str(MOST_CARDS - row), *told)
    table.add_section()
    table.add_row("total", *(str(total) for total in totals), style="bold")
    return table


SCREEN = RageScreen()
