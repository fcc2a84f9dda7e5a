"""Rage: whole positions as JSON, and the refusal of positions that cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from erre.core import chance
from erre.core.errors import BadNotation, BadPosition
from erre.core.record import NONE
from erre.games.rage.components import (
    CHANGE_TRUMP,
    COLOURED,
    COPIES,
    DECK_SIZE,
    LEAST_SEATS,
    MOST_CARDS,
    MOST_SEATS,
    NO_TRUMP,
    OPEN,
    ROUNDS,
    TURNED_ROOM,
    Options,
)
from erre.games.rage.events import bids_of, hand_of
from erre.games.rage.notation import format_card, format_colour, format_play, parse_card, parse_colour, parse_play
from erre.games.rage.rules import acting, bonus_of, clear_round, clear_sheet, colour_of, hand_size, in_hand
from erre.games.rage.state import BIDDING, OVER, PHASE_NAMES, TRICKS, Rage, options_of, put_options
from erre.games.rage.views import Line, Trick, sheet_of, tricks_of

PHASES = {"bidding": BIDDING, "tricks": TRICKS, "over": OVER}


class Chance(msgspec.Struct, forbid_unknown_fields=True):
    """Where the position's stream of chance stands: what later rounds are dealt from."""

    key: str
    drawn: int


class Written(msgspec.Struct, forbid_unknown_fields=True):
    """A position as JSON; what it does not mention is empty."""

    seats: int
    phase: Literal["bidding", "tricks", "over"]
    hands: list[list[str]]
    options: dict[str, Any] = {}
    round: int = 1
    dealer: int = 0
    leader: int | None = None
    turn: int | list[int] | msgspec.UnsetType | None = msgspec.UNSET
    bids: list[int | None] | None = None
    tricks: list[int] | None = None
    bonus: list[int] | None = None
    totals: list[int] | None = None
    correct: list[int] | None = None
    trick: list[list[str] | str] = []
    trump: str | None = None
    next_trump: str | None = None
    flip_pending: bool = False
    turned: list[str] | None = None
    stock: list[str] = []  # top first
    old_tricks: list[Trick] | None = None
    sheet: list[Line | None] = []
    chance: Chance | None = None
    moves_made: int = 0
    partial: bool = False
    game: str = "rage"


def write_position(s: Rage) -> dict[str, Any]:
    """The whole truth as JSON."""
    n = s.seats
    waiting = acting(s)
    turn = [seat for seat in range(n) if waiting >> seat & 1]
    cards = sum(s.held[:n].tolist()) + s.left + s.turned_count + s.plays
    return {
        "game": "rage",
        "seats": n,
        "options": msgspec.to_builtins(options_of(s)),
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
        "chance": {"key": chance.key_of(s).hex(), "drawn": s.drawn},
        "moves_made": s.moves_made,
        **({"partial": True} if cards < DECK_SIZE else {}),
    }


def read_position(given: Mapping[str, Any], options: Options) -> Rage:
    """A record from JSON, refusing what cannot be."""
    try:
        w = msgspec.convert(dict(given), Written)
    except msgspec.ValidationError as error:
        raise BadPosition(f"position of Rage: {error}") from None
    check_numbers(w)
    s = Rage.new()
    s.seats = w.seats
    put_options(s, options)
    clear_round(s)
    clear_sheet(s)
    try:
        put_table(s, w)
    except BadNotation as error:
        raise BadPosition(error.why) from None
    put_sheet(s, w)
    check_cards(s, w)
    check_tricks(s, w)
    put_turn(s, w)
    return s


def demand(fact: bool, why: str) -> None:
    """Refuse a position unless the fact holds."""
    if not fact:
        raise BadPosition(why)


def check_numbers(w: Written) -> None:
    """Refuse counts and seats out of their range, before anything is written."""
    demand(w.game == "rage", f"this is a position of {w.game!r}, not of Rage")
    demand(LEAST_SEATS <= w.seats <= MOST_SEATS, f"Rage is for {LEAST_SEATS} to {MOST_SEATS} seats, not {w.seats}")
    demand(1 <= w.round <= ROUNDS, f"there is no round {w.round}: rounds go from 1 to {ROUNDS}")
    demand(0 <= w.dealer < w.seats, f"the dealer's seat {w.dealer} does not exist")
    demand(w.leader is None or 0 <= w.leader < w.seats, f"the leader's seat {w.leader} does not exist")
    demand(len(w.hands) == w.seats, f"{w.seats} seats need {w.seats} hands, not {len(w.hands)}")
    demand(0 <= w.moves_made < 2**31, "moves_made is out of range")
    size = MOST_CARDS + 1 - w.round
    ranges: dict[str, tuple[list[Any] | None, int, int]] = {
        "bids": (w.bids, 0, size),
        "tricks": (w.tricks, 0, size),
        "bonus": (w.bonus, -15, 15),
        "totals": (w.totals, -10000, 10000),
        "correct": (w.correct, 0, ROUNDS),
    }
    for name, (numbers, low, high) in ranges.items():
        demand(numbers is None or len(numbers) == w.seats, f"{name}: one number for each of the {w.seats} seats")
        for number in numbers or []:
            demand(number is None or low <= number <= high, f"{name}: {number} is not from {low} to {high}")
    demand(all(b % 5 == 0 for b in w.bonus or []), "bonus: it comes in fives")
    demand(sum(w.tricks or []) <= size, f"tricks: more than the {size} of round {w.round} are taken")
    demand(len(w.trick) < w.seats, "trick: it is complete, so its winner must have taken it")
    old = w.old_tricks or []
    for trick in old:
        demand(len(trick.cards) == w.seats, "old_tricks: each has one card of every seat")
        demand(0 <= trick.leader < w.seats, "old_tricks: a leader's seat does not exist")
    for seat, hand in enumerate(w.hands):
        demand(len(hand) + len(old) + (len(w.trick) > 0) <= MOST_CARDS + 1, f"seat {seat} has too many cards")
        demand(len(hand) <= MOST_CARDS, f"seat {seat} holds more than {MOST_CARDS} cards")
    demand(len(w.stock) <= DECK_SIZE, "stock: it is larger than the deck")
    demand(len(w.turned or []) <= TURNED_ROOM, f"turned: a round cannot turn more than {TURNED_ROOM} cards")
    demand(not (w.flip_pending and w.trump), "flip_pending: a trump that is still to be turned cannot be known")
    demand(len(w.sheet) <= ROUNDS, f"sheet: more than {ROUNDS} rounds")


def put_table(s: Rage, w: Written) -> None:
    """Lay out the cards and the numbers."""
    n = s.seats
    s.round_no, s.dealer, s.phase = w.round, w.dealer, PHASES[w.phase]
    s.leader = (w.dealer + 1) % n if w.leader is None else w.leader
    s.moves_made = w.moves_made
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
    drawn = w.chance.drawn if w.chance else 0
    demand(0 <= drawn < 2**31, "chance.drawn is out of range")
    chance.put_key(s, read_key(w.chance.key) if w.chance else chance.key_from_seed(0), drawn)


def put_plays(s: Rage, w: Written) -> None:
    """Lay down what was played in this round, and note what it showed."""
    tricks = [(t.leader, t.cards) for t in w.old_tricks or []]
    current = [card if isinstance(card, str) else "".join(card) for card in w.trick]
    for leader, cards in [*tricks, (s.leader, current)]:
        led = NONE
        s.trick_start = s.plays
        if s.phase == TRICKS:
            s.leaders[s.plays // s.seats] = leader
        for k, text in enumerate(cards):
            card = parse_play(text)
            s.played[s.plays] = card
            s.plays += 1
            if led == NONE:
                led = colour_of(card)
            elif card >= COLOURED or colour_of(card) != led:
                s.voids[(leader + k) % s.seats] |= 1 << led
        s.led = led


def put_sheet(s: Rage, w: Written) -> None:
    """Write the score sheet."""
    n = s.seats
    for row, line in enumerate(w.sheet):
        if line is None:
            continue
        lists = (line.bids, line.tricks, line.points)
        demand(all(len(numbers) == n for numbers in lists), "sheet: one number for each seat")
        demand(all(b is None or 0 <= b <= MOST_CARDS for b in line.bids), "sheet: a bid out of range")
        demand(all(0 <= t <= MOST_CARDS for t in line.tricks), "sheet: tricks out of range")
        demand(all(-100 <= p <= 100 for p in line.points), "sheet: points out of range")
        s.sheet_bids[row, :n] = [NONE if bid is None else bid for bid in line.bids]
        s.sheet_tricks[row, :n] = line.tricks
        s.sheet_points[row, :n] = line.points


def check_cards(s: Rage, w: Written) -> None:
    """Refuse a card that lies in more places than it has copies, or that a whole position misses."""
    n = s.seats
    hands = [card for seat in range(n) for card in s.hands[seat, : s.held[seat]].tolist()]
    plays = [in_hand(card) for card in s.played[: s.plays].tolist()]
    turned = s.turned[: s.turned_count].tolist()
    counts = Counter([*hands, *plays, *turned, *s.stock[: s.left].tolist()])
    for card, count in counts.items():
        copies = int(COPIES[card])
        demand(count <= copies, f"{format_card(card)} is there {count} times, the deck has {copies}")
    turning = sum(card in (NO_TRUMP, CHANGE_TRUMP) for card in hands) + s.flip_pending
    demand(sum(card < COLOURED for card in turned) + turning <= 9, "turned: more cards than trump changes")
    if w.partial:
        return
    missing = DECK_SIZE - counts.total()
    if w.turned is None and w.old_tricks is None:
        # Written without the cards that are out of play: at least their number must fit.
        demand(missing >= s.taken * n, f"{s.taken * n - missing} cards too many for {s.taken} tricks taken")
        demand(s.trump == NONE or missing > s.taken * n, "the card turned for trump is missing")
        return
    demand(missing == 0, f'{missing} of the {DECK_SIZE} cards are missing: say "partial": true if that is meant')


def check_tricks(s: Rage, w: Written) -> None:
    """Refuse hands, tricks and bids that do not fit together."""
    n = s.seats
    old = w.old_tricks
    if old is not None and not w.partial:
        demand(len(old) == s.taken, f"old_tricks: {len(old)}, but {s.taken} tricks are taken")
        for seat in range(n):
            won = [trick for trick in old if trick.winner == seat]
            demand(len(won) == s.tricks[seat], f"seat {seat} took {len(won)} old tricks, not {s.tricks[seat]}")
            bonus = sum(bonus_of(parse_play(card)) for trick in won for card in trick.cards)
            demand(bonus == s.bonus[seat], f"bonus: seat {seat} has {bonus} points in its tricks, not {s.bonus[seat]}")
        ends = [*(trick.leader for trick in old[1:]), s.leader] if s.phase == TRICKS else []
        demand(all(t.winner == e for t, e in zip(old, ends, strict=False)), "the winner of a trick leads the next")
    open_cards = s.plays - s.trick_start
    demand(s.phase == TRICKS or open_cards == 0, "trick: cards lie there outside the tricks")
    demand(
        s.phase != OVER or (sum(s.held[:n].tolist()) == 0 and s.round_no == ROUNDS), "over: after round 10, hands empty"
    )
    if w.partial or s.phase == OVER:
        return
    for seat in range(n):
        has_played = (seat - s.leader) % n < open_cards
        due = hand_size(s) - s.taken - has_played
        demand(s.held[seat] == due, f"seat {seat} holds {s.held[seat]} cards, but round {s.round_no} leaves it {due}")
    demand(s.phase == BIDDING or NONE not in s.bids[:n].tolist(), "bids: all are made before the tricks begin")


def put_turn(s: Rage, w: Written) -> None:
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
        demand(s.held[s.turn] > 0, f"seat {s.turn} is to play but holds no card")
    if w.turn is msgspec.UNSET:
        return
    said = [] if w.turn is None else [w.turn] if isinstance(w.turn, int) else sorted(w.turn)
    found = [seat for seat in range(n) if acting(s) >> seat & 1]
    demand(said == found, f"turn: the position says {said}, by the rules it is {found}")


def read_key(text: str) -> bytes:
    """A key from its hexadecimal digits."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    demand(len(key) == chance.KEY_BYTES, f"chance.key: {chance.KEY_BYTES * 2} hexadecimal digits are needed")
    return key
