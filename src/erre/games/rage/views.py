"""Rage: what a seat may see, built from an allow-list; there is no field for what is hidden."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from erre.core.game import View
from erre.core.record import NONE
from erre.games.rage.components import COLOUR_COUNT, COLOURS, ROUNDS, Options
from erre.games.rage.events import bids_of, hand_of
from erre.games.rage.notation import format_card, format_colour, format_play
from erre.games.rage.rules.bidding import bids_are_shown
from erre.games.rage.rules.dealing import cards_dealt
from erre.games.rage.rules.play import acting
from erre.games.rage.rules.scoring import bid_points, trick_points
from erre.games.rage.state import OVER, PHASE_NAMES, Rage


class Trick(msgspec.Struct, frozen=True):
    """A trick: its leader, its cards from the leader on, and who won it (None while it is open)."""

    leader: int
    cards: list[str]
    winner: int | None


class Line(msgspec.Struct, frozen=True):
    """A line of the score sheet, by seat."""

    bids: list[int | None]
    tricks: list[int]
    points: list[int]
    bonus: list[int] = []  # points of +5 and -5 cards; empty where a bid was not written


class Memory(msgspec.Struct, frozen=True):
    """What an attentive player remembers of this round. Bots get it; nobody is shown it (§7.2)."""

    gone: list[str]  # cards of the tricks already taken, in order of the deck
    voids: list[str]  # by seat: the colours it has shown not to hold
    bonus: list[int]  # by seat: points of +5 and -5 cards taken


class RageView(View, frozen=True, tag="rage"):
    """A match of Rage through the eyes of one seat, or of a spectator (seat None)."""

    seat: int | None
    seats: int
    options: Options
    round: int
    phase: str
    dealer: int
    leader: int
    turn: list[int]  # the seats that play waits for
    hand: list[str]  # the seat's own; empty for a spectator
    hand_counts: list[int]
    bids: list[int | None]  # None: not made, or not shown to this seat
    has_bid: list[bool]
    tricks: list[int]  # taken in this round
    totals: list[int]
    correct: list[int]  # bids kept so far
    trick: list[str]  # cards on the table, from the leader on
    led: str | None
    trump: str | None
    next_trump: str | None
    flip_pending: bool
    turned: list[str]  # beside the stock, oldest first
    stock: int  # cards left in it
    last_trick: Trick | None
    old_tricks: list[Trick] | None  # all of this round, where the table shows them
    sheet: list[Line | None]  # one line for each round so far; None where it was not written
    memory: Memory | None  # None in a view that is shown at a table


def look(s: Rage, seat: int | None) -> RageView:
    """What a seat may see."""
    n = s.seats
    waiting = acting(s)
    tricks = tricks_of(s)
    return RageView(
        seat=seat,
        seats=n,
        options=Options.of(s),
        round=s.round_no,
        phase=PHASE_NAMES[s.phase],
        dealer=s.dealer,
        leader=s.leader,
        turn=[other for other in range(n) if waiting >> other & 1],
        hand=[] if seat is None else hand_of(s, seat),
        hand_counts=s.held[:n].tolist(),
        bids=[bid if bids_are_shown(s) or other == seat else None for other, bid in enumerate(bids_of(s))],
        has_bid=[bid != NONE for bid in s.bids[:n].tolist()],
        tricks=s.tricks[:n].tolist(),
        totals=s.totals[:n].tolist(),
        correct=s.correct[:n].tolist(),
        trick=[format_play(card) for card in s.played[s.trick_start : s.plays].tolist()],
        led=format_colour(s.led),
        trump=format_colour(s.trump),
        next_trump=format_colour(s.next_trump),
        flip_pending=bool(s.flip_pending),
        turned=[format_card(card) for card in s.turned[: s.turned_count].tolist()],
        stock=s.left,
        last_trick=tricks[-1] if tricks else None,
        old_tricks=tricks if s.show_old_tricks else None,
        sheet=sheet_of(s),
        memory=memory_of(s),
    )


def tricks_of(s: Rage) -> list[Trick]:
    """§7.2 The tricks taken in this round; all may see the last one, and older ones where the table shows them."""
    count = s.trick_start // s.seats
    leaders = s.leaders[:count].tolist()
    winners = [*leaders[1:], s.leader]
    cards = [format_play(card) for card in s.played[: s.trick_start].tolist()]
    return [Trick(leaders[k], cards[k * s.seats : (k + 1) * s.seats], winners[k]) for k in range(count)]


def memory_of(s: Rage) -> Memory:
    """What an attentive player remembers."""
    gone = sorted(s.played[: s.trick_start].tolist())
    voids = ["".join(COLOURS[c] for c in range(COLOUR_COUNT) if bits >> c & 1) for bits in s.voids[: s.seats].tolist()]
    return Memory([format_play(card) for card in gone], voids, s.bonus[: s.seats].tolist())


def sheet_of(s: Rage) -> list[Line | None]:
    """The score sheet so far."""
    written = ROUNDS if s.phase == OVER else s.round_no - 1
    return [line_of(s, row) for row in range(written)]


def line_of(s: Rage, row: int) -> Line | None:
    """One line of the score sheet, if it was written."""
    n = s.seats
    bids = [None if bid == NONE else bid for bid in s.sheet_bids[row, :n].tolist()]
    if not s.sheet_tricks[row, :n].any() and bids == [None] * n:
        return None
    tricks, points = s.sheet_tricks[row, :n].tolist(), s.sheet_points[row, :n].tolist()
    if None in bids:
        return Line(bids, tricks, points, [])
    options = Options.of(s)
    plain = [plain_points(options, row, bid, taken) for bid, taken in zip(bids, tricks, strict=True)]
    return Line(bids, tricks, points, [all_of_it - part for all_of_it, part in zip(points, plain, strict=True)])


@lru_cache(4096)
def plain_points(options: Options, row: int, bid: int, taken: int) -> int:
    """What `count_plain_points` says; kept, since views ask for all rounds again and again."""
    return count_plain_points(options, row, bid, taken)


def count_plain_points(options: Options, row: int, bid: int, taken: int) -> int:
    """The points of a round for tricks and bid."""
    s = Rage.new()
    options.put(s)
    return int(trick_points(s, taken, cards_dealt(row + 1)) + bid_points(bid, taken))
