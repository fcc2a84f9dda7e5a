"""Rage: from a view back to a state that knows no more than the view."""

from __future__ import annotations

from erre.core.record import NONE
from erre.games.rage.components import COLOURS, HIDDEN, SECRET
from erre.games.rage.notation import parse_card, parse_colour, parse_play
from erre.games.rage.rules.dealing import clear_round, clear_sheet
from erre.games.rage.state import BIDDING, PHASE_NAMES, Rage
from erre.games.rage.views import Memory, RageView


def state_from_view(view: RageView) -> Rage:
    """A state that holds what the view shows; hands of others and the stock are empty, bids not shown are 0."""
    memory = view.memory
    if memory is None:
        raise ValueError("a view that is shown at a table does not say what its seat remembers")
    n = view.seats
    s = Rage.new()
    s.seats = n
    view.options.put(s)
    clear_round(s)
    clear_sheet(s)
    s.round_no, s.dealer, s.leader = view.round, view.dealer, view.leader
    s.phase = PHASE_NAMES.index(view.phase)
    at_once = s.phase == BIDDING and s.bidding in (HIDDEN, SECRET)
    s.turn = view.turn[0] if view.turn and not at_once else NONE
    s.led, s.trump, s.next_trump = (
        NONE if c is None else parse_colour(c) for c in (view.led, view.trump, view.next_trump)
    )
    s.flip_pending = view.flip_pending
    s.held[:n] = view.hand_counts
    if view.seat is not None:
        s.hands[view.seat, : len(view.hand)] = [parse_card(card) for card in view.hand]
    s.bids[:n] = [
        bid if bid is not None else 0 if has else NONE for bid, has in zip(view.bids, view.has_bid, strict=True)
    ]
    for field, numbers in (
        (s.tricks, view.tricks),
        (s.totals, view.totals),
        (s.correct, view.correct),
        (s.bonus, memory.bonus),
        (s.voids, [sum(1 << COLOURS.index(c) for c in colours) for colours in memory.voids]),
    ):
        field[:n] = numbers
    s.taken = sum(view.tricks)
    s.stock[:] = NONE
    s.left = view.stock
    s.turned_count = len(view.turned)
    s.turned[: s.turned_count] = [parse_card(card) for card in view.turned]
    put_plays(s, view, memory)
    put_sheet(s, view)
    return s


def put_plays(s: Rage, view: RageView, memory: Memory) -> None:
    """The cards gone, the older ones in no order that is known; then the last trick, then the one on the table."""
    gone = [parse_play(card) for card in memory.gone]
    tricks = view.old_tricks if view.old_tricks is not None else [view.last_trick] if view.last_trick else []
    remembered = [parse_play(card) for trick in tricks for card in trick.cards]
    for card in remembered:
        gone.remove(card)
    cards = [*gone, *remembered, *(parse_play(card) for card in view.trick)]
    s.played[: len(cards)] = cards
    s.plays = len(cards)
    s.trick_start = s.plays - len(view.trick)
    first = len(gone) // s.seats
    for k, trick in enumerate(tricks):
        s.leaders[first + k] = trick.leader
    if PHASE_NAMES[s.phase] == "tricks":
        s.leaders[s.trick_start // s.seats] = s.leader


def put_sheet(s: Rage, view: RageView) -> None:
    """The score sheet, which everybody sees."""
    for row, line in enumerate(view.sheet):
        if line is not None:
            s.sheet_bids[row, : s.seats] = [NONE if bid is None else bid for bid in line.bids]
            s.sheet_tricks[row, : s.seats] = line.tricks
            s.sheet_points[row, : s.seats] = line.points
