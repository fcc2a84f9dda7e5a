"""ROK: the events of a game, derived step by step. None is secret: no event shows the face of a face-down rune."""

from __future__ import annotations

import msgspec

from erre.core.game import Event
from erre.games.rok.components import (
    BAG,
    BALANCE,
    COLOURS,
    HELD,
    ORDER_BASE,
    ORDER_DIGIT,
    RUNE_COUNT,
    TABLE,
    TIE,
    TREASURE,
)
from erre.games.rok.moves import Done, Give, Grab, Order, RokMove, Slide, encode
from erre.games.rok.notation import RUNES, format_runes, radii, seats_in
from erre.games.rok.physics import turned
from erre.games.rok.rules.captures import capture_from
from erre.games.rok.rules.contest import direction_of, force_of, slid_rune
from erre.games.rok.rules.end import is_winner, wealth
from erre.games.rok.rules.runes import balance_of, count_at, twin
from erre.games.rok.rules.throw import thrown_each, thrown_together
from erre.games.rok.rules.verdict import is_left_alone
from erre.games.rok.state import (
    CAPTURING,
    CLEANING,
    COMPARING,
    COUNTING,
    DRAWING,
    JUDGING,
    MEASURING,
    ORDERING,
    PUNISHING,
    REBALANCING,
    SLIDING,
    SPLITTING,
    THROWING,
    Rok,
)


class Lying(msgspec.Struct, frozen=True):
    """A rune on the table, its place in radii from Destiny; face down nobody knows which it is (None).

    `turned` says how it lies, in degrees to the left; eyes alone care.
    """

    rune: str | None
    up: bool
    x: float
    y: float
    turned: float = 0.0


class BalanceDrawn(Event, frozen=True):
    """Seats drew their Balance Runes."""

    seats: list[int]
    runes: list[str]


class BalanceReturned(Event, frozen=True):
    """Seats with identical Balance Runes have put them back, to draw again."""

    seats: list[int]
    runes: list[str]


class RunesThrown(Event, frozen=True):
    """All have thrown: how many each seat, what came to lie where, and what is left in the bag."""

    round: int
    first: int
    counts: list[int]
    runes: list[Lying]
    bag: int


class RuneGrabbed(Event, frozen=True):
    """A seat has taken a rune."""

    seat: int
    rune: str


class PairTaken(Event, frozen=True):
    """A seat has a pair, which is now treasure; with its own Balance Rune, if `balance`."""

    seat: int
    runes: list[str]
    balance: bool


class SeatDone(Event, frozen=True):
    """A seat takes nothing more in this round."""

    seat: int


class ScrambleEnded(Event, frozen=True):
    """The scramble is over: `nothing left` or `all done`."""

    reason: str


class LoneRunesReturned(Event, frozen=True):
    """Runes whose twins still lie on the table go back to the bag, without penalty."""

    seat: int
    runes: list[str]


class WrongPairReturned(Event, frozen=True):
    """Runes that are no pair go back to the bag; the seat owes this many pairs for them."""

    seat: int
    runes: list[str]
    penalty: int


class PairGiven(Event, frozen=True):
    """A seat has given a pair for a wrong one."""

    seat: int
    runes: list[str]


class PairSplit(Event, frozen=True):
    """Two seats held a rune each of the same pair: both go back to the bag."""

    seats: list[int]
    runes: list[str]


class ContestOpened(Event, frozen=True):
    """Seats slide for the right to choose the order of a colour's captures, or for the victory (colour None)."""

    colour: str | None
    seats: list[int]
    attempt: int


class RuneSlid(Event, frozen=True):
    """A seat has slid a rune; where it came to rest, in radii, and whether it touched Destiny."""

    seat: int
    rune: str
    degrees: float
    force: float
    x: float
    y: float
    touched: bool


class ContestWon(Event, frozen=True):
    """A seat may choose the order of captures of a colour, or has won (colour None)."""

    colour: str | None
    seat: int


class OrderChosen(Event, frozen=True):
    """The order in which the Balance Runes of these seats, and their treasures, are taken."""

    seat: int
    order: list[int]


class TreasureCaptured(Event, frozen=True):
    """A seat has got another's Balance Rune with its twin, and all this of its treasure."""

    taker: int
    owner: int
    balance: list[str]
    treasure: list[str]


class BalanceTaken(Event, frozen=True):
    """A seat has a new Balance Rune."""

    seat: int
    rune: str


class RunesReturned(Event, frozen=True):
    """The face-down runes went back to the bag."""

    count: int
    bag: int


class GameEnded(Event, frozen=True):
    """The game is over: final scores and winners."""

    scores: list[int]
    winners: list[int]


RokEvent = (
    BalanceDrawn
    | BalanceReturned
    | RunesThrown
    | RuneGrabbed
    | PairTaken
    | SeatDone
    | ScrambleEnded
    | LoneRunesReturned
    | WrongPairReturned
    | PairGiven
    | PairSplit
    | ContestOpened
    | RuneSlid
    | ContestWon
    | OrderChosen
    | TreasureCaptured
    | BalanceTaken
    | RunesReturned
    | GameEnded
)


def lying_of(s: Rok, rune: int) -> Lying:
    """A rune on the table as everybody sees it."""
    x, y = s.x[rune], s.y[rune]
    return Lying(RUNES[rune] if s.up[rune] else None, bool(s.up[rune]), radii(x), radii(y), turned(x, y) / 10)


def in_sight(s: Rok, runes: list[int]) -> list[Lying]:
    """Runes on the table: those face up by name, then those face down by place, so that the order tells nothing."""
    up = [lying_of(s, rune) for rune in runes if s.up[rune]]
    down = [lying_of(s, rune) for rune in runes if not s.up[rune]]
    return up + sorted(down, key=lambda one: (one.x, one.y))


def moved(before: Rok, after: Rok, source: int, target: int) -> list[int]:
    """The runes that went from one place to another."""
    pairs = zip(before.place.tolist(), after.place.tolist(), strict=True)
    return [rune for rune, places in enumerate(pairs) if places == (source, target)]


def owned(s: Rok, runes: list[int], seat: int) -> list[int]:
    """Those of the runes that a seat has."""
    return [rune for rune in runes if s.owner[rune] == seat]


def tell(before: Rok, after: Rok, seat: int | None, move: RokMove | None) -> list[RokEvent]:
    """What happened between two states one step apart."""
    if move is not None:
        return tell_move(before, after, int(seat or 0), move)
    return TELLERS[before.phase](before, after)


def by_seat(s: Rok, runes: list[int]) -> list[tuple[int, list[int]]]:
    """The runes by the seat that has them in a state, seats without any left out."""
    return [(seat, owned(s, runes, seat)) for seat in range(s.seats) if owned(s, runes, seat)]


def tell_move(before: Rok, after: Rok, seat: int, move: RokMove) -> list[RokEvent]:
    """The events of a move, from the states before and after it."""
    match move:
        case Grab(rune=rune):
            pair = moved(before, after, BALANCE, TREASURE) + moved(before, after, HELD, TREASURE)
            events: list[RokEvent] = [RuneGrabbed(seat, rune)]
            if pair:
                runes = sorted([pair[0], twin(pair[0])])
                events.append(PairTaken(seat, format_runes(runes), before.place[pair[0]] == BALANCE))
            return events + tell_scramble_end(before, after)
        case Done():
            return [SeatDone(seat), *tell_scramble_end(before, after)]
        case Give():
            return [PairGiven(seat, format_runes(moved(before, after, TREASURE, BAG)))]
        case Slide():
            return tell_slide(before, after)
        case Order(seats=seats):
            return [OrderChosen(seat, list(seats)), *tell_order(before, encode(move))]


def tell_scramble_end(before: Rok, after: Rok) -> list[RokEvent]:
    """That the scramble is over, if it is."""
    if after.phase != JUDGING:
        return []
    return [ScrambleEnded("all done" if after.finished == (1 << after.seats) - 1 else "nothing left")]


def tell_balance(before: Rok, after: Rok) -> list[RokEvent]:
    """The drawing of Balance Runes at the start."""
    drawn = moved(before, after, BAG, BALANCE)
    back = moved(before, after, BALANCE, BAG)
    drawn.sort(key=lambda rune: after.owner[rune])
    back.sort(key=lambda rune: before.owner[rune])
    events: list[RokEvent] = []
    if drawn:
        events.append(BalanceDrawn([after.owner[rune] for rune in drawn], format_runes(drawn)))
    if back:
        events.append(BalanceReturned([before.owner[rune] for rune in back], format_runes(back)))
    return events


def tell_throw(before: Rok, after: Rok) -> list[RokEvent]:
    """The event of a throw: what lies where."""
    n, total = after.seats, thrown_together(before)
    counts = [len(range((seat - after.first) % n, total, n)) for seat in range(n)]
    assert max(counts) <= thrown_each(before)
    runes = in_sight(after, moved(before, after, BAG, TABLE))
    thrown = RunesThrown(after.round_no, after.first, counts, runes, count_at(after, BAG))
    return [thrown, *tell_scramble_end(before, after)]


def tell_judgement(before: Rok, after: Rok) -> list[RokEvent]:
    """The events of wrong pairs and of single runes that go back."""
    events: list[RokEvent] = []
    for seat, runes in by_seat(before, moved(before, after, HELD, TREASURE) + moved(before, after, BALANCE, TREASURE)):
        for rune in sorted({rune & ~1 for rune in runes}):
            balance = BALANCE in (before.place[rune], before.place[twin(rune)])
            events.append(PairTaken(seat, format_runes([rune, twin(rune)]), balance))
    for seat, runes in by_seat(before, moved(before, after, HELD, BAG)):
        alone = [rune for rune in runes if is_left_alone(before, rune)]
        wrong = [rune for rune in runes if rune not in alone]
        if wrong:
            events.append(WrongPairReturned(seat, format_runes(wrong), len(wrong) + 1 >> 1))
        if alone:
            events.append(LoneRunesReturned(seat, format_runes(alone)))
    return events


def tell_split(before: Rok, after: Rok) -> list[RokEvent]:
    """Pairs that were torn between two seats."""
    even = [rune for rune in moved(before, after, HELD, BAG) if rune == rune & ~1]
    return [PairSplit([before.owner[r], before.owner[twin(r)]], format_runes([r, twin(r)])) for r in even]


def captured(before: Rok, victim: int) -> TreasureCaptured:
    """What the capture from a seat brings."""
    balance = balance_of(before, victim)
    after = before.copy()
    capture_from(after, victim)
    taker = before.owner[twin(balance)]
    spoils = [r for r in range(RUNE_COUNT) if (before.owner[r], after.owner[r]) == (victim, taker) and r != balance]
    return TreasureCaptured(taker, victim, format_runes(sorted([balance, twin(balance)])), format_runes(spoils))


def tell_captures(before: Rok, after: Rok) -> list[RokEvent]:
    """A capture, or the contest over several."""
    if lost := moved(before, after, BALANCE, TREASURE):
        return [captured(before, before.owner[lost[0]])]
    if after.phase == SLIDING:
        return [opened(after)]
    return [ContestWon(colour_name(after), after.turn)] if after.phase == ORDERING else []


def tell_order(before: Rok, move: int) -> list[RokEvent]:
    """The captures in the order chosen."""
    events: list[RokEvent] = []
    s, digits = before.copy(), move - ORDER_BASE
    while digits:
        victim = digits % ORDER_DIGIT - 1
        events.append(captured(s, victim))
        capture_from(s, victim)
        digits //= ORDER_DIGIT
    return events


def colour_name(s: Rok) -> str | None:
    """The colour of the contest; None for the tie-break."""
    return None if s.contest == TIE else COLOURS[s.contest]


def opened(s: Rok) -> ContestOpened:
    """A contest that begins, or begins again."""
    return ContestOpened(colour_name(s), seats_in(s.contesting, s.seats), s.attempts + 1)


def tell_slide(before: Rok, after: Rok) -> list[RokEvent]:
    """A slide as it went."""
    seat = before.turn
    code = after.aim[seat]
    x, y = radii(after.rest_x[seat]), radii(after.rest_y[seat])
    touched = bool(after.touched >> seat & 1)
    return [
        RuneSlid(seat, RUNES[slid_rune(before, seat)], direction_of(code) / 10, force_of(code) / 100, x, y, touched)
    ]


def tell_measure(before: Rok, after: Rok) -> list[RokEvent]:
    """The events of a contest after its last slide: a winner, or another attempt."""
    if after.phase == SLIDING:
        return [opened(after)]
    if after.phase == ORDERING:
        return [ContestWon(colour_name(after), after.turn)]
    return [ContestWon(None, after.champion), *tell_end(before, after)]


def tell_punishment(before: Rok, after: Rok) -> list[RokEvent]:
    """A pair that was given without a choice."""
    return [PairGiven(k, format_runes(r)) for k, r in by_seat(before, moved(before, after, TREASURE, BAG))]


def tell_rebalance(before: Rok, after: Rok) -> list[RokEvent]:
    """The new Balance Runes, from the first player clockwise."""
    taken = moved(before, after, TABLE, BALANCE)
    taken.sort(key=lambda rune: (after.owner[rune] - after.first) % after.seats)
    return [BalanceTaken(after.owner[rune], RUNES[rune]) for rune in taken]


def tell_cleaning(before: Rok, after: Rok) -> list[RokEvent]:
    """The face-down runes that went back."""
    return [RunesReturned(len(moved(before, after, TABLE, BAG)), count_at(after, BAG))]


def tell_end(before: Rok, after: Rok) -> list[RokEvent]:
    """The count, or the tie-break."""
    if after.phase == SLIDING:
        return [opened(after)]
    scores = [int(wealth(after, seat)) for seat in range(after.seats)]
    return [GameEnded(scores, [seat for seat in range(after.seats) if is_winner(after, seat)])]


TELLERS = {
    DRAWING: tell_balance,
    COMPARING: tell_balance,
    THROWING: tell_throw,
    JUDGING: tell_judgement,
    PUNISHING: tell_punishment,
    SPLITTING: tell_split,
    CAPTURING: tell_captures,
    SLIDING: tell_slide,
    MEASURING: tell_measure,
    REBALANCING: tell_rebalance,
    CLEANING: tell_cleaning,
    COUNTING: tell_end,
}


def redact(event: RokEvent, seat: int | None) -> RokEvent:
    """The event as a seat may know it: all events are public."""
    return event
