"""A table of Rage, laid out and played as a player would say it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, cast

import pytest

from erre.core.errors import IllegalMove
from erre.core.game import Event, Position
from erre.games.rage import GAME
from erre.games.rage.components import COLOURS, VALUES
from erre.games.rage.events import BidsRevealed, RoundScored, TrickWon, TrumpTurned
from erre.games.rage.state import Rage
from erre.games.rage.views import Memory, RageView

SomeEvent = TypeVar("SomeEvent", bound=Event)
ALL_SEATS = range(3, 9)

# Every option on its own, and those that go together.
OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"plusMinusOne": True},
    {"bidding": "hidden"},
    {"bidding": "secret", "slam": True, "showOldTricks": True},
    {"sameTrick": "noTrumpDominates", "jollyOrder": "first", "tieBreak": "mostCorrectBids"},
    {"bidding": "hidden", "sameTrick": "noTrumpDominates", "slam": True, "showOldTricks": True},
]


class Table:
    """A position, and all that was told since the table was laid out."""

    def __init__(self, position: Position, events: Sequence[Event] = ()) -> None:
        self.position = position
        self.events = list(events)

    # -- playing on

    def moves(self, seat: int, move: str) -> Table:
        """A seat bids or plays."""
        played = self.position.play(seat, move)
        return Table(played.position, [*self.events, *played.events])

    def plays(self, *cards: str) -> Table:
        """Cards, each by the seat whose turn it is."""
        table = self
        for card in cards:
            table = table.moves(table.turn, card)
        return table

    def bids(self, *bids: int) -> Table:
        """Bids, each by the seat whose turn it is."""
        return self.plays(*(f"bid {bid}" for bid in bids))

    def refuses(self, move: str, seat: int | None = None) -> IllegalMove:
        """The refusal that a move meets; nothing changes."""
        before = self.position.truth.to_bytes()
        with pytest.raises(IllegalMove) as caught:
            self.position.play(self.turn if seat is None else seat, move)
        assert self.position.truth.to_bytes() == before
        return caught.value

    # -- looking

    @property
    def turn(self) -> int:
        """The one seat that play waits for."""
        (seat,) = self.position.turn
        return seat

    @property
    def truth(self) -> Rage:
        """The record."""
        return cast(Rage, self.position.truth)

    def seen_by(self, seat: int | None) -> RageView:
        """What a seat sees; None is a spectator."""
        return cast(RageView, self.position.view(seat))

    @property
    def open(self) -> RageView:
        """What everybody sees."""
        return self.seen_by(None)

    @property
    def memory(self) -> Memory:
        """What an attentive player remembers."""
        memory = self.open.memory
        assert memory is not None
        return memory

    @property
    def trump(self) -> str | None:
        """The colour of trump."""
        return self.open.trump

    def legal(self, seat: int | None = None) -> list[str]:
        """The moves of a seat, or of the one whose turn it is."""
        game = self.position.game
        return [game.format_move(move) for move in self.position.legal(self.turn if seat is None else seat)]

    def heard_by(self, seat: int | None) -> list[Event]:
        """The events as a seat may know them."""
        return [self.position.game.redact(event, seat) for event in self.events]

    def told(self, kind: type[SomeEvent]) -> list[SomeEvent]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def winner(self) -> int:
        """Who won the last trick."""
        return self.told(TrickWon)[-1].seat

    @property
    def turned(self) -> list[str]:
        """The cards turned from the stock since the table was laid out."""
        return [card for event in self.told(TrumpTurned) for card in event.cards]

    @property
    def scored(self) -> RoundScored:
        """The last line of the score sheet."""
        return self.told(RoundScored)[-1]

    @property
    def revealed(self) -> list[BidsRevealed]:
        """Bids shown together."""
        return self.told(BidsRevealed)


def table(*hands: str, stock: str = "", trick: str = "", leader: int = 0, **fields: Any) -> Table:
    """A table in the middle of a round, with these hands (`"Y8 R4"`); cards not mentioned are out of play."""
    written = {
        "seats": len(hands),
        "phase": "tricks",
        "leader": leader,
        "hands": [hand.split() for hand in hands],
        "stock": stock.split(),
        "trick": trick.split(),
        "partial": True,
        **fields,
    }
    return Table(Position.from_json(GAME, written))


def bidding(seats: int, *bids: int | None, round: int = 1, dealer: int | None = None, **options: Any) -> Table:
    """A table at which bids are made; seat 0 begins unless another deals."""
    named = [*bids, *([None] * (seats - len(bids)))]
    dealt = seats - 1 if dealer is None else dealer
    return table(
        *[""] * seats,
        phase="bidding",
        bids=named,
        round=round,
        dealer=dealt,
        leader=(dealt + 1) % seats,
        options=options,
    )


def trick(plays: str, trump: str | None = "R", then: str = "B", **options: Any) -> Table:
    """A whole trick from seat 0 on, with another to come. `CT:G` turns up green; `then` is what lies under that."""
    words = plays.split()
    cards = ["CT" if word.startswith("CT:") else word for word in words]
    used = set(cards)
    stock = [fresh_card(word[3], used) for word in words if word.startswith("CT:")]
    stock.append(fresh_card(then, used))
    led = {word[2] if word.startswith("J:") else word[0] for word in cards}
    spare = next(colour for colour in COLOURS if colour not in led)
    hands = [f"{card.split(':')[0]} {fresh_card(spare, used)}" for card in cards]
    return table(*hands, trump=trump, stock=" ".join(stock), options=options).plays(*cards)


def fresh_card(colour: str, used: set[str]) -> str:
    """A card of a colour that lies nowhere yet."""
    card = next(f"{colour}{value}" for value in range(1, VALUES) if f"{colour}{value}" not in used)
    used.add(card)
    return card


def new(seats: int, seed: int = 1, **options: Any) -> Table:
    """A new match."""
    played = Position.new(GAME, seats, options, seed=seed)
    return Table(played.position, played.events)


def random_match(seats: int, seed: int, rounds: int = 10, **options: Any) -> Iterator[Table]:
    """A match of random moves: the table before the first move and after each; events since the move before."""
    chooser = random.Random(seed)
    here = new(seats, seed, **options)
    yield here
    while here.position.outcome is None and here.truth.round_no <= rounds:
        seat = chooser.choice(here.position.turn)
        here = Table(here.position).moves(seat, chooser.choice(here.legal(seat)))
        yield here
