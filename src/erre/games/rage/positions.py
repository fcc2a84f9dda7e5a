"""Rage: whole positions as JSON, and the refusal of positions that cannot be."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

import msgspec

from erre.core.options import Number
from erre.core.positions import PositionCodec, Written, demand, demand_each
from erre.core.record import NONE, ints
from erre.games.rage.components import (
    ACTION_COUNTS,
    ACTION_POINTS,
    BID,
    CHANGE_TRUMP,
    COLOURED,
    COPIES,
    DECK_SIZE,
    MINUS_FIVE,
    MOST_BONUS,
    MOST_CARDS,
    MOST_LEGAL,
    NO_TRUMP,
    OPEN,
    PLUS_FIVE,
    ROUNDS,
    TURNED_ROOM,
    Options,
)
from erre.games.rage.events import bids_of, hand_of
from erre.games.rage.notation import format_card, format_colour, format_play, parse_card, parse_colour, parse_play
from erre.games.rage.rules.action_cards import colour_of, in_hand, is_dominated
from erre.games.rage.rules.bidding import bids_would_add_up
from erre.games.rage.rules.dealing import clear_round, clear_sheet, hand_size, left_of
from erre.games.rage.rules.play import acting, advance, apply, legal
from erre.games.rage.state import BIDDING, OVER, PHASE_NAMES, TAKING, TRICKS, TURNING, Rage
from erre.games.rage.views import Line, Trick, sheet_of, tricks_of

MOST_LINE = 100  # points in one round: no deal that fits the record gives as many
MOST_TOTAL = 10_000  # what a position written by hand may start with; the record has room for more
MOST_TRUMPS = 1 + ACTION_COUNTS[NO_TRUMP] + ACTION_COUNTS[CHANGE_TRUMP]  # of one round

PHASES = {"bidding": BIDDING, "tricks": TRICKS, "over": OVER}


class Position(Written, kw_only=True):
    """What a position of Rage says."""

    phase: Literal["bidding", "tricks", "over"]
    hands: list[list[str]]
    round: Number = 1
    dealer: Number | None = None  # None: the seat before the leader
    leader: Number | None = None  # None: the seat after the dealer
    turn: Number | list[Number] | msgspec.UnsetType | None = msgspec.UNSET
    bids: list[Number | None] | None = None
    tricks: list[Number] | None = None
    bonus: list[Number] | None = None
    totals: list[Number] | None = None
    correct: list[Number] | None = None
    trick: list[list[str] | str] = msgspec.field(default_factory=list)
    trump: str | None = None
    next_trump: str | None = None
    flip_pending: bool = False
    turned: list[str] | None = None
    stock: list[str] = msgspec.field(default_factory=list)  # top first
    old_tricks: list[Trick] | None = None
    sheet: list[Line | None] = msgspec.field(default_factory=list)


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
        "old_tricks": [msgspec.to_builtins(trick) for trick in tricks_of(s)],
        "sheet": msgspec.to_builtins(sheet_of(s)),
    }


def is_partial(s: Rage) -> bool:
    """Whether cards are missing."""
    return len(cards_of(s)) < DECK_SIZE


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


def check(w: Position, _: Options) -> None:
    """Refuse what is out of its range, before anything is written."""
    check_numbers(w)
    check_history(w)


def check_numbers(w: Position) -> None:
    """Refuse counts and seats out of their range, before anything is written."""
    demand(1 <= w.round <= ROUNDS, f"there is no round {w.round}: rounds go from 1 to {ROUNDS}")
    demand(w.dealer is None or 0 <= w.dealer < w.seats, f"the dealer's seat {w.dealer} does not exist")
    demand(w.leader is None or 0 <= w.leader < w.seats, f"the leader's seat {w.leader} does not exist")
    demand(len(w.hands) == w.seats, f"{w.seats} seats need {w.seats} hands, not {len(w.hands)}")
    size = MOST_CARDS + 1 - w.round
    demand_each("bids", w.bids, w.seats, 0, size)
    demand_each("tricks", w.tricks, w.seats, 0, size)
    demand_each("bonus", w.bonus, w.seats, -MOST_BONUS, MOST_BONUS)
    demand_each("totals", w.totals, w.seats, -MOST_TOTAL, MOST_TOTAL)
    demand_each("correct", w.correct, w.seats, 0, ROUNDS)
    demand(all(points % ACTION_POINTS == 0 for points in w.bonus or []), f"bonus: it comes in steps of {ACTION_POINTS}")
    for seat, hand in enumerate(w.hands):
        demand(len(hand) <= size, f"seat {seat} holds {len(hand)} cards, but round {w.round} gives it {size}")
    demand(len(w.stock) <= DECK_SIZE, "stock: it is larger than the deck")
    demand(len(w.turned or []) <= TURNED_ROOM, f"turned: a round cannot turn more than {TURNED_ROOM} cards")
    demand(not (w.flip_pending and w.trump), "flip_pending: a trump that is still to be turned cannot be known")
    scored = w.round if w.phase == "over" else w.round - 1
    demand(len(w.sheet) <= scored, f"sheet: {len(w.sheet)} lines, but {scored} rounds are scored")


def check_history(w: Position) -> None:
    """Refuse more tricks than the round has had, before anything is written."""
    size = MOST_CARDS + 1 - w.round
    taken = sum(w.tricks or [])
    old = w.old_tricks or []
    least, most = {"bidding": (0, 0), "tricks": (0, size - 1), "over": (0, size)}[w.phase]
    demand(least <= taken <= most, f"tricks: {taken} are taken, but at most {most} can be while it is {w.phase}")
    demand(len(old) <= taken, f"old_tricks: {len(old)}, but {taken} tricks are taken")
    demand(w.phase == "tricks" or not w.trick, "trick: cards lie there outside the tricks")
    demand(len(w.trick) < w.seats, "trick: it is complete, so its winner must have taken it")
    for trick in old:
        demand(len(trick.cards) == w.seats, "old_tricks: each has one card of every seat")
        demand(0 <= trick.leader < w.seats, "old_tricks: a leader's seat does not exist")
    demand(w.phase != "over" or w.round == ROUNDS, f"over: the match ends with round {ROUNDS}")
    demand(w.phase != "over" or not any(w.hands), "over: the hands are empty at the end")


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


def demand_not_void(s: Rage, seat: int, card: int) -> None:
    """Refuse a card of a colour that its seat did not follow before."""
    shown = card < COLOURED and s.voids[seat] >> colour_of(card) & 1
    demand(not shown, f"seat {seat} has {format_play(card)}, but did not follow that colour earlier in the round")


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
        demand(1 <= sum(line.tricks) <= size, f"sheet: round {row + 1} has {size} tricks")
        demand(all(abs(p) <= MOST_LINE for p in line.points), "sheet: points out of range")
        s.sheet_bids[row, :n] = [NONE if bid is None else bid for bid in line.bids]
        s.sheet_tricks[row, :n] = line.tricks
        s.sheet_points[row, :n] = line.points


def cards_of(s: Rage) -> list[int]:
    """Every card of the position, as it is in the deck."""
    hands = [card for seat in range(s.seats) for card in s.hands[seat, : s.held[seat]].tolist()]
    plays = [in_hand(card) for card in s.played[: s.plays].tolist()]
    return [*hands, *plays, *s.turned[: s.turned_count].tolist(), *s.stock[: s.left].tolist()]


def check_cards(s: Rage) -> None:
    """Refuse a card that lies in more places than it has copies, and more turned cards than there is room for."""
    counts = Counter(cards_of(s))
    for card, count in counts.items():
        copies = int(COPIES[card])
        demand(count <= copies, f"{format_card(card)} is there {count} times, the deck has {copies}")
    taken = Counter(s.played[: s.trick_start].tolist())
    for card, sign in ((PLUS_FIVE, 1), (MINUS_FIVE, -1)):
        won = sum(max(0, sign * bonus) for bonus in s.bonus[: s.seats].tolist()) // ACTION_POINTS
        there = won + counts[card] - taken[card]
        demand(there <= COPIES[card], f"bonus: with it there are {there} of {format_card(card)}")
    hands = [card for seat in range(s.seats) for card in s.hands[seat, : s.held[seat]].tolist()]
    turning = sum(card in (NO_TRUMP, CHANGE_TRUMP) for card in hands) + s.flip_pending
    turned = sum(card < COLOURED for card in s.turned[: s.turned_count].tolist())
    demand(turned + turning <= MOST_TRUMPS, "turned: more cards than trump changes")


def check_counts(s: Rage, w: Position) -> None:
    """Refuse hands, tricks and bids that cannot be together, even where cards are left out."""
    n = s.seats
    open_cards = s.plays - s.trick_start
    for seat in range(n):
        has_played = (seat - s.leader) % n < open_cards
        due = hand_size(s) - s.taken - has_played
        fits = s.held[seat] <= due if w.partial or s.phase == OVER else s.held[seat] == due
        demand(fits, f"seat {seat} holds {s.held[seat]} cards, but round {s.round_no} leaves it {due}")
    old = tricks_of(s)
    for trick, given in zip(old, w.old_tricks or [], strict=True):
        demand(given.winner is None or given.winner == trick.winner, "old_tricks: the winner of a trick leads the next")
    waits = s.next_trump != NONE
    demand(not waits or (s.flip_pending != 0 and is_dominated(s)), "next_trump: no trump waits behind a no-trump here")
    last = s.bids[s.dealer]
    demand(last == NONE or not bids_would_add_up(s, s.dealer, last), "bids: their sum is forbidden by plusMinusOne")


def check_present(s: Rage, w: Position, missing: int) -> None:
    """Refuse a position that claims to be whole, but for the cards out of play, and is not."""
    lacks = f'{missing} of the {DECK_SIZE} cards are missing: say "partial": true if that is meant'
    demand(w.turned is None and w.old_tricks is None, lacks)
    turned = missing - s.taken * s.seats
    demand(turned > 0, f"{1 - turned} cards too many for {s.taken} tricks taken and a card turned for trump")
    demand(turned <= TURNED_ROOM, lacks)
    check_bids_made(s)
    demand(s.taken > 0 or s.leader == left_of(s, s.dealer), "leader: the player left of the dealer leads first")
    demand(s.trump != NONE or s.flip_pending != 0, "trump: there is one, but in a trick with a no-trump")
    for seat in range(s.seats):
        demand(s.tricks[seat] > 0 or s.bonus[seat] == 0, f"bonus: seat {seat} has points but no trick")
    may_flip = s.phase == OVER or NO_TRUMP in s.played[s.trick_start : s.plays].tolist()
    demand(may_flip or not s.flip_pending, "flip_pending: there is no no-trump in the trick")


def check_bids_made(s: Rage) -> None:
    """Refuse a round that went on without a bid."""
    demand(s.phase == BIDDING or NONE not in s.bids[: s.seats].tolist(), "bids: all are made before the tricks begin")


def check_whole(s: Rage, w: Position) -> None:
    """Refuse a position with every card in it that play, from the deal on, would not have led to."""
    check_bids_made(s)
    demand(s.plays == s.taken * s.seats + len(w.trick), f"tricks: {s.taken} are taken, but other cards were played")
    said, found = facts(s), facts(replayed(s))
    for name, value in said.items():
        demand(value == found[name], f"{name}: the position says {value}, but by the cards played it is {found[name]}")


def replayed(s: Rage) -> Rage:
    """The round of a position with every card in it, played again from the deal on."""
    n = s.seats
    again = s.copy()
    clear_round(again)
    hands = [s.hands[seat, : s.held[seat]].tolist() for seat in range(n)]
    plays = s.played[: s.plays].tolist()
    for i, card in enumerate(plays):
        hands[(s.leaders[i // n] + i) % n].append(in_hand(card))
    for seat, cards in enumerate(hands):
        again.hands[seat, : len(cards)] = sorted(cards)
        again.held[seat] = len(cards)
    pile = [*s.stock[: s.left].tolist(), *reversed(s.turned[: s.turned_count].tolist())]
    again.stock[: len(pile)] = pile
    again.left = len(pile)
    again.leader = again.turn = left_of(s, s.dealer)
    again.phase = TURNING
    advance(again)
    order = [(s.dealer + 1 + k) % n for k in range(n)]
    bids = [(seat, BID + s.bids[seat]) for seat in order if s.bids[seat] != NONE]
    for seat, move in [*bids, *((NONE, card) for card in plays)]:
        play_again(again, seat if again.turn == NONE else again.turn, move)
    if s.phase == OVER:
        again.phase, again.turn = OVER, NONE
    again.moves_made = s.moves_made
    return again


def play_again(s: Rage, seat: int, move: int) -> None:
    """One move of a round that is played again, up to where a seat is to act or the round is over."""
    moves = ints(MOST_LEGAL)
    count = legal(s, seat, moves)
    what = f"the bid of {move - BID}" if move >= BID else format_play(move)
    demand(move in moves[:count].tolist(), f"{what} of seat {seat} was no legal move")
    apply(s, seat, move)
    while s.phase == TAKING or s.phase == TURNING:
        advance(s)


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
    if w.turn is msgspec.UNSET:
        return
    said = [] if w.turn is None else [w.turn] if isinstance(w.turn, int) else sorted(w.turn)
    found = [seat for seat in range(n) if acting(s) >> seat & 1]
    demand(said == found, f"turn: the position says {said}, by the rules it is {found}")


CODEC = PositionCodec(written=Position, facts=facts, is_partial=is_partial, check=check, fill=fill)
