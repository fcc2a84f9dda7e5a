"""ROK in pictures: the cloth from above, and the Balance Rune, the treasure and the hand of every seat."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from erre.core.picture import Lies, Piece, Place, amount
from erre.games.rok.events import Lying
from erre.games.rok.views import Contest, RokView, Slid

DESTINY = Piece("Destiny", "destiny", lies=Lies(0, 0))
HEIGHT = 38  # pixels of a rune in front of a seat
COLOUR_WORDS = {"W": "white", "G": "grey", "B": "black"}


def places(view: RokView, hands: Sequence[Sequence[str]]) -> list[Place]:
    """The whole table; nobody holds anything in secret."""
    words = [f"round {view.round}", f"{amount(view.bag, 'rune')} in the bag"]
    words += contest_words(view.contest) if view.contest else []
    words += [f"seat {due.taker} captures from {due.owner}" for due in view.captures]
    cloth = Place("table", words, [[DESTINY, *map(lying, view.table)]], is_plane=True)
    return [cloth, *(seat_place(view, seat) for seat in range(view.seats))]


def lying(one: Lying) -> Piece:
    """A rune on the cloth."""
    lies = Lies(one.x, one.y, one.turned)
    return Piece("a rune face down", "back", lies=lies) if one.rune is None else rune(one.rune, lies=lies)


def rune(name: str, note: str = "", lies: Lies | None = None) -> Piece:
    """A rune, face up: both copies look alike."""
    return Piece(name, name[:2], note, lies=lies)


def contest_words(contest: Contest) -> list[str]:
    """What is contested, and by whom."""
    prize = "the victory" if contest.colour is None else COLOUR_WORDS[contest.colour]
    slid = {seat: contest.slides[seat] for seat in contest.seats}
    rests = [f"seat {seat}: {rest(one) if one else 'to slide'}" for seat, one in slid.items()]
    return [f"slides for {prize}", *rests]


def rest(slid: Slid) -> str:
    """Where a slide ended."""
    return "touches Destiny" if slid.touched else f"{hypot(slid.x, slid.y):.2f} from Destiny"


def seat_place(view: RokView, seat: int) -> Place:
    """A seat and its runes."""
    balance = view.balance[seat]
    owed = f", owes {amount(view.due[seat], 'pair')}" if view.due[seat] else ""
    words = [f"{amount(view.scores[seat], 'rune')}{owed}", *(["first player"] if seat == view.first else [])]
    words += ["done"] if seat in view.done else []
    treasure = [rune(name, "" if k else "treasure") for k, name in enumerate(view.treasure[seat])]
    held = [rune(name, "" if k else "in hand") for k, name in enumerate(view.held[seat])]
    groups = [[rune(balance, "balance")] if balance else [], treasure, held]
    return Place("", words, groups, seat, HEIGHT)
