"""Rage: the events of a match, derived step by step, and what each seat may know of them."""

from __future__ import annotations

from msgspec.structs import replace

from erre.core.game import Event
from erre.core.record import NONE
from erre.games.rage.components import CHANGE_TRUMP, HIDDEN, NO_TRUMP, OPEN, SECRET
from erre.games.rage.moves import Bid, PlayCard, RageMove
from erre.games.rage.notation import format_card, format_colour, format_play, parse_play
from erre.games.rage.rules.scoring import is_winner
from erre.games.rage.state import DEALING, OVER, SCORING, TAKING, TRICKS, TURNING, Rage


class RoundDealt(Event, frozen=True):
    """A round begins: who dealt, and each hand (None where the reader may not see it)."""

    round: int
    dealer: int
    hands: list[list[str] | None]


class TrumpTurned(Event, frozen=True):
    """Cards turned from the stock; the last one's colour is trump, at once or from the next trick."""

    cards: list[str]
    trump: str | None
    from_next_trick: bool = False


class TrumpEnded(Event, frozen=True):
    """A no-trump was played: this trick has no trump."""


class BidMade(Event, frozen=True):
    """A seat has bid aloud."""

    seat: int
    bid: int


class BidChosen(Event, frozen=True):
    """A seat has chosen, or changed, a bid that is not yet shown (None where the reader may not know it)."""

    seat: int
    bid: int | None


class BidsRevealed(Event, frozen=True):
    """Bids made at once are shown together."""

    bids: list[int | None]


class CardPlayed(Event, frozen=True):
    """A seat has played a card."""

    seat: int
    card: str


class TrickWon(Event, frozen=True):
    """A trick is complete: its cards from the leader on, and the points of its +5 and -5 cards."""

    seat: int
    leader: int
    cards: list[str]
    bonus: int


class RoundScored(Event, frozen=True):
    """A line of the score sheet."""

    round: int
    bids: list[int | None]
    tricks: list[int]
    bonus: list[int]
    points: list[int]
    totals: list[int]


class MatchEnded(Event, frozen=True):
    """The match is over: final scores and winners."""

    scores: list[int]
    winners: list[int]


RageEvent = (
    RoundDealt
    | TrumpTurned
    | TrumpEnded
    | BidMade
    | BidChosen
    | BidsRevealed
    | CardPlayed
    | TrickWon
    | RoundScored
    | MatchEnded
)


def tell(before: Rage, after: Rage, seat: int | None, move: RageMove | None) -> list[RageEvent]:
    """What happened between two states one step apart."""
    match move:
        case Bid(tricks):
            return tell_bid(after, int(seat or 0), tricks)
        case PlayCard(card):
            return tell_card(before, after, int(seat or 0), card)
        case None:
            return tell_step(before, after)


def tell_bid(after: Rage, seat: int, tricks: int) -> list[RageEvent]:
    """A bid, and all of them once hidden ones are complete."""
    if after.bidding == OPEN:
        return [BidMade(seat, tricks)]
    if after.phase == TRICKS and after.bidding == HIDDEN:
        return [BidChosen(seat, tricks), BidsRevealed(bids_of(after))]
    return [BidChosen(seat, tricks)]


def tell_card(before: Rage, after: Rage, seat: int, card: str) -> list[RageEvent]:
    """A card, and what it does to trump."""
    code = parse_play(card)
    events: list[RageEvent] = [CardPlayed(seat, format_play(code))]
    if code == NO_TRUMP:
        events.append(TrumpEnded())
    if code == CHANGE_TRUMP:
        waits = after.flip_pending != 0
        trump = after.next_trump if waits else after.trump
        events.append(TrumpTurned(newly_turned(before, after), format_colour(trump), waits))
    return events


def tell_step(before: Rage, after: Rage) -> list[RageEvent]:
    """What the game did by itself."""
    seats = range(after.seats)
    if before.phase == DEALING:
        return [RoundDealt(after.round_no, after.dealer, [hand_of(after, seat) for seat in seats])]
    if before.phase == TURNING:
        return [TrumpTurned(newly_turned(before, after), format_colour(after.trump))]
    if before.phase == TAKING:
        won = after.leader
        cards = [format_play(c) for c in before.played[before.trick_start : before.plays].tolist()]
        return [TrickWon(won, before.leader, cards, after.bonus[won] - before.bonus[won])]
    assert before.phase == SCORING
    return tell_scores(before, after)


def tell_scores(before: Rage, after: Rage) -> list[RageEvent]:
    """The line of the score sheet; secret bids are shown before it, the winners after it."""
    events: list[RageEvent] = []
    if before.bidding == SECRET:
        events.append(BidsRevealed(bids_of(before)))
    n = after.seats
    row = before.round_no - 1
    points = after.sheet_points[row, :n].tolist()
    tricks, bonus = before.tricks[:n].tolist(), before.bonus[:n].tolist()
    events.append(RoundScored(row + 1, bids_of(before), tricks, bonus, points, after.totals[:n].tolist()))
    if after.phase == OVER:
        events.append(MatchEnded(after.totals[:n].tolist(), [seat for seat in range(n) if is_winner(after, seat)]))
    return events


def hand_of(s: Rage, seat: int) -> list[str]:
    """The cards of a seat's hand, in the order of the record."""
    return [format_card(card) for card in s.hands[seat, : s.held[seat]].tolist()]


def bids_of(s: Rage) -> list[int | None]:
    """All bids; None where there is none."""
    return [None if bid == NONE else bid for bid in s.bids[: s.seats].tolist()]


def newly_turned(before: Rage, after: Rage) -> list[str]:
    """The cards turned from the stock in this step."""
    return [format_card(card) for card in after.turned[before.turned_count : after.turned_count].tolist()]


def redact(event: RageEvent, seat: int | None) -> RageEvent:
    """The event as a seat may know it: its own hand, and of bids made at once only its own."""
    match event:
        case RoundDealt(hands=hands):
            return replace(event, hands=[hand if i == seat else None for i, hand in enumerate(hands)])
        case BidChosen(seat=bidder):
            return event if bidder == seat else replace(event, bid=None)
        case TrumpTurned() | TrumpEnded() | BidMade() | BidsRevealed() | CardPlayed() | TrickWon():
            return event
        case RoundScored() | MatchEnded():
            return event
