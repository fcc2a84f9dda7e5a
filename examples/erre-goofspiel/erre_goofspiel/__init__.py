"""Goofspiel: all choose a card at once, and the highest card takes the prize."""

from __future__ import annotations

from typing import Annotated

import msgspec

from erre.core.chance import roll, shuffle
from erre.core.engine import rule
from erre.core.errors import BadPosition, IllegalMove
from erre.core.game import Event, Kernels, Move, View
from erre.core.imagining import mix, renew_chance
from erre.core.options import GameOptions, option
from erre.core.record import NONE, GameState, IntArray, i8
from erre.core.small_game import SmallGame, most_points

LEAST_SEATS, MOST_SEATS, MOST_CARDS = 2, 6, 13
TURNING, BIDDING, REVEALING, OVER = range(4)
RANGES = {"left": (0, MOST_CARDS - 1), "choices": (NONE, MOST_CARDS), "held": (0, 1), "points": (0, 91)}


class Options(GameOptions, frozen=True, kw_only=True):
    cards: Annotated[int, option("how many cards each player has", least=2, most=MOST_CARDS)] = MOST_CARDS


class Goofspiel(GameState):
    cards: int = i8()  # of each player, and prizes
    left: int = i8()  # prizes still face down: pile[0] to pile[left - 1]; pile[left] is face up
    pile: IntArray = i8(MOST_CARDS)  # the prizes, then 0
    choices: IntArray = i8(MOST_SEATS)  # the card of each seat; NONE before it has chosen
    held: IntArray = i8(MOST_SEATS, MOST_CARDS + 1)  # by seat and card: 1 while the seat holds it
    points: IntArray = i8(MOST_SEATS)


class Bid(Move, frozen=True, tag="bid"):
    card: int


class PrizeTurned(Event, frozen=True):
    prize: int


class CardChosen(Event, frozen=True):
    seat: int
    card: int | None  # None: hidden from the viewer


class ChoicesRevealed(Event, frozen=True):
    cards: list[int]


class PrizeTaken(Event, frozen=True):
    seat: int | None  # None: nobody
    prize: int


class GameEnded(Event, frozen=True):
    points: list[int]


AnyEvent = PrizeTurned | CardChosen | ChoicesRevealed | PrizeTaken | GameEnded
Cards = Annotated[list[int], msgspec.Meta(max_length=MOST_CARDS)]
Seats = Annotated[list[int], msgspec.Meta(max_length=MOST_SEATS)]


class GoofspielView(View, frozen=True, tag="goofspiel"):
    seat: int | None
    seats: int
    options: Options
    phase: str
    turn: Seats
    prizes: Cards  # turned so far; the last one is face up
    choice: int | None  # the seat's own
    has_chosen: Annotated[list[bool], msgspec.Meta(max_length=MOST_SEATS)]
    hands: Annotated[list[Cards], msgspec.Meta(max_length=MOST_SEATS)]
    points: Seats


@rule
def set_up(s: Goofspiel) -> None:
    """§1.1 Everybody gets a hand, and the prizes are shuffled."""
    s.phase, s.turn, s.moves_made, s.left = TURNING, NONE, 0, s.cards
    for i in range(MOST_CARDS):
        s.pile[i] = i + 1 if i < s.cards else 0
    for seat in range(MOST_SEATS):
        s.choices[seat], s.points[seat] = NONE, 0
        for card in range(MOST_CARDS + 1):
            s.held[seat, card] = seat < s.seats and 1 <= card <= s.cards
    shuffle(s, s.pile, s.cards)


@rule
def acting(s: Goofspiel) -> int:
    waiting = 0
    for seat in range(s.seats):
        waiting |= (s.phase == BIDDING and s.choices[seat] == NONE) << seat
    return waiting


@rule
def legal(s: Goofspiel, seat: int, moves: IntArray) -> int:
    count = 0
    for card in range(1, MOST_CARDS + 1):
        if s.phase == BIDDING and s.held[seat, card]:
            moves[count] = card
            count += 1
    return count


@rule
def apply(s: Goofspiel, seat: int, move: int) -> None:
    """§2.2 A choice, which may be changed until the last one is in."""
    s.choices[seat] = move
    s.moves_made += 1
    if acting(s) == 0:
        s.phase = REVEALING


@rule
def is_automatic(s: Goofspiel) -> bool:
    return s.phase == TURNING or s.phase == REVEALING


@rule
def advance(s: Goofspiel) -> None:
    """§2.1 The next prize is turned, if there is one; or the cards chosen decide about it."""
    if s.phase == TURNING:
        s.phase = BIDDING if s.left > 0 else OVER
        s.left -= s.left > 0
        return
    if highest(s) != NONE:
        s.points[highest(s)] += s.pile[s.left]
    for seat in range(s.seats):
        s.held[seat, s.choices[seat]] = 0
        s.choices[seat] = NONE
    s.phase = TURNING


@rule
def highest(s: Goofspiel) -> int:
    """§2.3 The seat with the highest card; NONE if several have it."""
    best, winner = 0, NONE
    for seat in range(s.seats):
        if s.choices[seat] >= best:
            winner = seat if s.choices[seat] > best else NONE
            best = s.choices[seat]
    return winner


@rule
def scores(s: Goofspiel, seat: int) -> int:
    """§3.1 Points; the most of them win."""
    return s.points[seat]


@rule
def imagine(s: Goofspiel, seat: int, luck: IntArray, scratch: IntArray) -> None:
    """Any order of the prizes face down, and any card of those who have chosen."""
    mix(luck, s.pile, s.left)
    for other in range(s.seats):
        if other != seat and s.choices[other] != NONE:
            s.choices[other] = scratch[roll(luck, legal(s, other, scratch))]
    renew_chance(s, luck)


class GoofspielGame(SmallGame[Goofspiel, Options, Bid, AnyEvent, GoofspielView]):
    name, title = "goofspiel", "Goofspiel"
    least_seats, most_seats, rules_version, minutes = LEAST_SEATS, MOST_SEATS, 1, 10
    options_type, record_type, move_type, event_type, view_type = Options, Goofspiel, Bid, AnyEvent, GoofspielView
    phases, ending_rule = ("turning", "bidding", "revealing", "over"), "§3.1 the last prize is gone"
    uncovering = (PrizeTurned, ChoicesRevealed, PrizeTaken, GameEnded)
    move_codes, longest_game = MOST_CARDS + 1, MOST_SEATS * MOST_CARDS
    ranges, room = RANGES, (MOST_CARDS, MOST_CARDS)
    kernels = Kernels(set_up, acting, legal, apply, is_automatic, advance, scores, most_points(scores), imagine, *room)

    def check_move(self, s: Goofspiel, seat: int, move: Bid) -> None:
        if not (1 <= move.card <= s.cards and s.held[seat, move.card]):
            raise IllegalMove("§2.2", f"you do not hold the {move.card}")

    def tell(self, before: Goofspiel, after: Goofspiel, seat: int | None, move: Bid | None) -> list[AnyEvent]:
        if seat is not None and move is not None:
            return [CardChosen(seat, move.card)]
        if before.phase == TURNING:
            return [GameEnded(self.scores(after)) if after.phase == OVER else PrizeTurned(after.pile[after.left])]
        winner = highest(before)
        taken = PrizeTaken(None if winner == NONE else winner, before.pile[before.left])
        return [ChoicesRevealed(before.choices[: before.seats].tolist()), taken]

    def redact(self, event: AnyEvent, seat: int | None) -> AnyEvent:
        return CardChosen(event.seat, None) if isinstance(event, CardChosen) and event.seat != seat else event

    def view(self, s: Goofspiel, seat: int | None) -> GoofspielView:
        choices = [None if card == NONE else card for card in s.choices[: s.seats].tolist()]
        return GoofspielView(
            *(seat, s.seats, self.options_of(s), self.phase(s), self.turn(s)),
            prizes=s.pile[s.left : s.cards].tolist()[::-1],
            choice=None if seat is None else choices[seat],
            has_chosen=[card is not None for card in choices],
            hands=[[card for card in range(1, s.cards + 1) if s.held[k, card]] for k in range(s.seats)],
            points=s.points[: s.seats].tolist(),
        )

    def state_from_view(self, view: GoofspielView) -> Goofspiel:
        s = self.blank_record(view.seats, view.options)
        hidden = [prize for prize in range(1, s.cards + 1) if prize not in view.prizes]
        s.phase, s.left = self.phases.index(view.phase), len(hidden)
        s.pile[: s.cards] = [*hidden, *view.prizes[::-1]]
        for seat, hand in enumerate(view.hands):
            s.points[seat] = view.points[seat]
            s.held[seat, 1:] = [card in hand for card in range(1, MOST_CARDS + 1)]
            if view.has_chosen[seat]:
                s.choices[seat] = view.choice if seat == view.seat else hand[0]
        return s

    def check_position(self, s: Goofspiel) -> None:
        cards = range(1, s.cards + 1)
        held = [sum(s.held[seat, card] for card in cards) for seat in range(s.seats)]
        is_due = acting(s) != 0 if s.phase == BIDDING else s.phase == OVER and s.left == 0
        may_choose = all(s.choices[seat] == NONE or s.held[seat, s.choices[seat]] for seat in range(s.seats))
        has_prizes = sorted(s.pile[: s.cards].tolist()) == list(cards)
        if not (has_prizes and is_due and may_choose and held == [s.left + (s.phase == BIDDING)] * s.seats):
            raise BadPosition("position of Goofspiel: prizes, hands and choices contradict each other")


GAME = GoofspielGame()
