"""Rage: whole positions as JSON, and the refusal of positions that cannot be."""

from __future__ import annotations

from typing import Any

import msgspec

from erre.core.errors import quote
from erre.core.positions import PositionCodec, demand, is_refused
from erre.core.record import NONE
from erre.games.rage.components import (
    CHANGE_TRUMP,
    COLOURED,
    DECK_SIZE,
    MOST_CARDS,
    NO_TRUMP,
    OPEN,
    Options,
)
from erre.games.rage.events import bids_of, hand_of
from erre.games.rage.notation import format_card, format_colour, format_play, parse_card, parse_colour, parse_play
from erre.games.rage.position_checks import (
    MOST_LINE,
    cards_of,
    check_bids_made,
    check_cards,
    check_counts,
    check_history,
    check_numbers,
    check_present,
    check_scores,
    demand_not_void,
    hand_cards,
    replayed,
)
from erre.games.rage.rules.action_cards import colour_of, is_dominated
from erre.games.rage.rules.dealing import clear_round, clear_sheet, left_of
from erre.games.rage.rules.play import acting
from erre.games.rage.state import BIDDING, OVER, PHASE_NAMES, TRICKS, Rage
from erre.games.rage.views import sheet_of, tricks_of
from erre.games.rage.written import Position

PHASES = {"bidding": BIDDING, "tricks": TRICKS, "over": OVER}


def facts(s: Rage) -> dict[str, Any]:
    """What a position says of the round and the match."""
    n = s.seats
    waiting = acting(s)
    turn = [seat for seat in range(n) if waiting >> seat & 1]
    return {
        "round": s.round_no,
        "phase": PHASE_NAMES[s.phase],
        "dealer": s.dealer,
        "leader": s.leader,
        "turn": None if not turn else turn[0] if s.turn != NONE else turn,
        "hands": [hand_of(s, seat) for seat in range(n)],
        "bids": bids_of(s),
        "tricks": s.tricks[:n].tolist(),
        "bonus": s.bonus[:n].tolist(),
        "totals": s.totals[:n].tolist(),
        "correct": s.correct[:n].tolist(),
        "trick": [[format_play(card)] for card in s.played[s.trick_start : s.plays].tolist()],
        "trump": format_colour(s.trump),
        "next_trump": format_colour(s.next_trump),
        "flip_pending": bool(s.flip_pending),
        "turned": [format_card(card) for card in s.turned[: s.turned_count].tolist()],
        "stock": [format_card(card) for card in reversed(s.stock[: s.left].tolist())],
        "stock_live": stock_live(s),
        "old_tricks": [msgspec.to_builtins(trick) for trick in tricks_of(s)],
        "sheet": msgspec.to_builtins(sheet_of(s)),
    }


def stock_live(s: Rage) -> int:
    """How many cards of the stock, from the top, this round can still turn.

    The deal shuffles only those: the cards below cannot come into play and lie as they came from the deck.
    """
    cards = [*hand_cards(s), *([NO_TRUMP] if s.flip_pending else [])]
    due = sum(card in (NO_TRUMP, CHANGE_TRUMP) for card in cards)
    live = 0
    for card in reversed(s.stock[: s.left].tolist()):
        if due == 0:
            break
        live += 1
        due -= card < COLOURED
    return live


def is_partial(s: Rage) -> bool:
    """Whether cards are missing, or the score sheet is not that of a whole match."""
    return len(cards_of(s)) < DECK_SIZE or is_refused(lambda: check_scores(s))


def fill(s: Rage, w: Position) -> None:
    """Lay out the round and the match, refusing what cannot be."""
    clear_round(s)
    clear_sheet(s)
    put_table(s, w)
    put_sheet(s, w)
    check_cards(s)
    check_counts(s, w)
    put_turn(s, w)
    missing = DECK_SIZE - len(cards_of(s))
    if missing == 0:
        check_whole(s, w)
    elif not w.partial:
        check_present(s, w, missing)
    if not w.partial:
        check_scores(s)


def check(w: Position, _: Options) -> None:
    """Refuse what is out of its range, before anything is written."""
    check_numbers(w)
    check_history(w)


def put_table(s: Rage, w: Position) -> None:
    """Lay out the cards and the numbers."""
    n = s.seats
    s.round_no, s.phase = w.round, PHASES[w.phase]
    if w.dealer is not None:
        s.dealer = w.dealer
    elif w.leader is not None:
        s.dealer = (w.leader - 1) % n
    s.leader = left_of(s, s.dealer) if w.leader is None else w.leader
    for seat, hand in enumerate(w.hands):
        cards = sorted(parse_card(card) for card in hand)
        s.hands[seat, : len(cards)] = cards
        s.held[seat] = len(cards)
    s.bids[:n] = [NONE if bid is None else bid for bid in w.bids or [None] * n]
    for field, numbers in ((s.tricks, w.tricks), (s.bonus, w.bonus), (s.totals, w.totals), (s.correct, w.correct)):
        field[:n] = numbers or [0] * n
    s.taken = sum(s.tricks[:n].tolist())
    s.trump, s.next_trump = (NONE if c is None else parse_colour(c) for c in (w.trump, w.next_trump))
    s.flip_pending = w.flip_pending
    s.stock[:] = NONE
    s.left = len(w.stock)
    s.stock[: s.left] = [parse_card(card) for card in reversed(w.stock)]
    s.turned_count = len(w.turned or [])
    s.turned[: s.turned_count] = [parse_card(card) for card in w.turned or []]
    put_plays(s, w)
    end_trump_of_trick(s)


def end_trump_of_trick(s: Rage) -> None:
    """Without trump after a no-trump in the open trick (§3.11), whatever the position says of the colour before it.

    A change-trump that came after it brought a new one, unless by option no-trump dominates the trick.
    """
    changes = [card for card in s.played[s.trick_start : s.plays].tolist() if card in (NO_TRUMP, CHANGE_TRUMP)]
    if NO_TRUMP not in changes or (changes[-1] == CHANGE_TRUMP and not is_dominated(s)):
        return
    s.trump = NONE
    s.flip_pending = 1
    if changes[-1] == NO_TRUMP:
        s.next_trump = NONE


def put_plays(s: Rage, w: Position) -> None:
    """Lay down what was played in this round, and note what it showed."""
    tricks = [(t.leader, t.cards) for t in w.old_tricks or []]
    current = [card if isinstance(card, str) else "".join(card) for card in w.trick]
    for leader, cards in [*tricks, *([(s.leader, current)] if s.phase == TRICKS else [])]:
        s.led = NONE
        s.trick_start = s.plays
        s.leaders[s.plays // s.seats] = leader
        for k, text in enumerate(cards):
            put_play(s, (leader + k) % s.seats, parse_play(text))
    if s.phase != TRICKS:
        s.led = NONE
        s.trick_start = s.plays
    for seat in range(s.seats):
        for card in s.hands[seat, : s.held[seat]].tolist():
            demand_not_void(s, seat, card)


def put_play(s: Rage, seat: int, card: int) -> None:
    """Lay down one card that was played, and note what it showed."""
    demand_not_void(s, seat, card)
    s.played[s.plays] = card
    s.plays += 1
    if s.led == NONE:
        s.led = colour_of(card)
    elif card >= COLOURED or colour_of(card) != s.led:
        s.voids[seat] |= 1 << s.led


def put_sheet(s: Rage, w: Position) -> None:
    """Write the score sheet."""
    n = s.seats
    for row, line in enumerate(w.sheet):
        if line is None:
            continue
        lists = (line.bids, line.tricks, line.points)
        size = MOST_CARDS - row
        demand(all(len(numbers) == n for numbers in lists), "sheet: one number for each seat")
        demand(all(b is None or 0 <= b <= size for b in line.bids), "sheet: a bid out of range")
        demand(all(0 <= t <= size for t in line.tricks), "sheet: tricks out of range")
        demand(sum(line.tricks) <= size, f"sheet: round {row + 1} has {size} tricks")
        demand(all(abs(p) <= MOST_LINE for p in line.points), "sheet: points out of range")
        s.sheet_bids[row, :n] = [NONE if bid is None else bid for bid in line.bids]
        s.sheet_tricks[row, :n] = line.tricks
        s.sheet_points[row, :n] = line.points


def check_whole(s: Rage, w: Position) -> None:
    """Refuse a position with every card in it that play, from the deal on, would not have led to."""
    check_bids_made(s)
    demand(s.plays == s.taken * s.seats + len(w.trick), f"tricks: {s.taken} are taken, but other cards were played")
    said, found = facts(s), facts(replayed(s))
    for name, value in said.items():
        demand(
            value == found[name],
            f"{name}: the position says {quote(value)}, but by the cards played it is {quote(found[name])}",
        )


def put_turn(s: Rage, w: Position) -> None:
    """Find whose turn it is, and refuse a position that says otherwise."""
    n = s.seats
    s.turn = NONE
    if s.phase == BIDDING:
        order = [(s.dealer + 1 + k) % n for k in range(n)]
        waiting = [seat for seat in order if s.bids[seat] == NONE]
        demand(bool(waiting), "bids: all are made, so the tricks should have begun")
        demand(s.leader == order[0] or w.leader is None, "leader: the player left of the dealer leads first")
        if s.bidding == OPEN:
            demand(waiting == order[n - len(waiting) :], "bids: they are made in turn from the dealer's left")
            s.turn = waiting[0]
    elif s.phase == TRICKS:
        s.turn = (s.leader + s.plays - s.trick_start) % n
    plays = s.turn if s.phase == TRICKS else s.leader
    demand(s.held[plays] > 0 or not hand_cards(s), f"hands: seat {plays} is to play, but holds no card")
    if w.turn is msgspec.UNSET:
        return
    said = [] if w.turn is None else [w.turn] if isinstance(w.turn, int) else sorted(w.turn)
    found = [seat for seat in range(n) if acting(s) >> seat & 1]
    demand(said == found, f"turn: the position says {said}, by the rules it is {found}")


CODEC = PositionCodec(written=Position, facts=facts, is_partial=is_partial, check=check, fill=fill)
