"""The peer's oh_hell as far as the trainer needs a game: rules as kernels, options, and deals out of a ChaCha stream.

It is not registered, so nobody can sit down at it. The search imagines worlds of its own (see `search`).
"""

from __future__ import annotations

from typing import Annotated

from erre.core.chance import draw, shuffle
from erre.core.engine import rule
from erre.core.game import Event, Game, Kernels, Move, View
from erre.core.options import GameOptions, option
from erre.core.record import IntArray
from erre.core.small_game import most_points
from erre.lab.peer.oh_hell import CARDS, MOST_LEGAL, MOST_SEATS, OVER, OhHell, apply, is_over, legal, score, start

PHASES = ("bidding", "playing", "over")
MOST_TRICKS = 12  # that the trainer deals


class Options(GameOptions, frozen=True, kw_only=True):
    """What a table of the trainer may choose."""

    deal_size: Annotated[int, option("tricks of a deal; 0: any number", least=0, most=MOST_TRICKS)] = 0


@rule
def most_tricks(seats: int) -> int:
    """The largest deal that leaves a card to turn."""
    return min(MOST_TRICKS, (CARDS - 1) // seats)


@rule
def set_up(s: OhHell) -> None:
    """Shuffle, deal, and turn a card; `seen` has the deck meanwhile."""
    most = most_tricks(s.seats)
    size = min(s.deal_size, most) if s.deal_size > 0 else 1 + draw(s, most)
    dealer = draw(s, s.seats)
    for card in range(CARDS):
        s.seen[card] = card
    shuffle(s, s.seen, CARDS)
    for seat in range(s.seats):
        for i in range(size):
            s.hands[seat, i] = s.seen[seat * size + i]
    trump = s.seen[s.seats * size]
    for card in range(CARDS):
        s.seen[card] = 0
    start(s, s.seats, size, dealer, trump)


@rule
def acting(s: OhHell) -> int:
    """The seat to act, as a bit."""
    return 0 if s.phase == OVER else 1 << s.turn


@rule
def is_automatic(s: OhHell) -> bool:
    """Never: a full trick is taken with its last card."""
    return s.phase > OVER  # not simply False, which Python could not be given by machine code


@rule
def advance(s: OhHell) -> None:
    """There is nothing to do."""


@rule
def points(s: OhHell, seat: int) -> int:
    """The points of a deal, which count once it is over: before that a bid has not come true."""
    return score(s, seat) if is_over(s) else 0


@rule
def imagine(s: OhHell, seat: int, luck: IntArray, scratch: IntArray) -> None:
    """Part of the contract, and not used here."""


class OhHellGame(Game[OhHell, Options, Move, Event, View]):
    """One deal is a game."""

    name, title = "oh_hell", "Oh Hell"
    least_seats, most_seats, rules_version = 3, MOST_SEATS, 1
    options_type, record_type = Options, OhHell
    kernels = Kernels(
        *(set_up, acting, legal, apply, is_automatic, advance, points, most_points(points), imagine),
        most_legal=MOST_LEGAL,
        scratch=1,
    )

    def phase(self, s: OhHell) -> str:
        return PHASES[s.phase]

    def ending(self, s: OhHell) -> str:
        return "the last trick is taken"


GAME = OhHellGame()
