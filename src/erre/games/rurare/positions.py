"""Ru-Ra-Re: whole positions as JSON, and the refusal of positions that cannot be."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

import msgspec

from erre.core.errors import quote
from erre.core.options import Number
from erre.core.positions import PositionCodec, Written, demand, demand_each, demand_seats, is_refused
from erre.core.record import NONE
from erre.games.rurare.components import (
    ANIMALS,
    FIRST,
    KIND_COUNT,
    KINDS,
    MOST_CARDS,
    ROW_CARDS,
    ROWS_BEYOND_SEATS,
    SECOND,
    THIRTEEN,
    WAITS,
    Options,
)
from erre.games.rurare.from_view import put_display, put_rows
from erre.games.rurare.notation import (
    choices_of,
    display_of,
    format_counts,
    format_kinds,
    format_row,
    parse_kind,
    rows_of,
    seats_in,
)
from erre.games.rurare.rules.scoring import score
from erre.games.rurare.rules.table import cards_used, clear_table, deck_size, row_count, rows_left
from erre.games.rurare.rules.turn import may_choose
from erre.games.rurare.sheet import Tally, numbers_of, put_scoring, scorings_of
from erre.games.rurare.state import CHOOSING, OVER, PHASE_NAMES, RuRaRe

PHASES = {"choose": CHOOSING, "over": OVER}
MOST_TURNS = 1000  # every turn uses up a card, so no game comes near it
MOST_POINTS = 15000  # in one scoring: no deck that fits the state gives as many
FIRST_SCORING_TURN = 5  # with at most three cards a turn nobody has thirteen before


class Position(Written, kw_only=True):
    """What a position of Ru-Ra-Re says."""

    rows: list[list[str]]  # each from its number card outwards
    phase: Literal["choose", "over"] = "choose"
    turn_no: Number = 1
    pile: list[str] = msgspec.field(default_factory=list)  # top first
    box: list[str] = msgspec.field(default_factory=list)
    displays: list[dict[str, Number]] | None = None
    first_scores: list[Number] | None = None
    last_turn: bool = False
    active: list[Number] | None = None  # None: all seats, or none once it is over
    chosen: list[Number | None] | None = None
    revealed: list[Number | None] | None = None
    seen: dict[str, Number] | None = None  # cards of the box that everybody saw go there; None: nobody remembers
    totals: list[Number] | None = None
    scorings: list[list[Tally] | None] = msgspec.field(default_factory=list)


def facts(s: RuRaRe) -> dict[str, Any]:
    """What a position says of the table and the score sheet."""
    n = s.seats
    box = [kind for kind, count in format_counts(s.box).items() for _ in range(count)]
    return {
        "turn_no": s.turn_no,
        "phase": PHASE_NAMES[s.phase],
        "rows": rows_of(s),
        "pile": format_kinds(reversed(s.pile[: s.left].tolist())),
        "box": box,
        "displays": [display_of(s, seat) for seat in range(n)],
        "first_scores": s.first_scores[:n].tolist() if s.first_scored else None,
        "last_turn": bool(s.last_turn),
        "active": seats_in(s.active, n),
        "chosen": choices_of(s),
        "revealed": [format_row(row) for row in s.revealed[:n].tolist()],
        "seen": format_counts(s.seen),
        "totals": s.totals[:n].tolist(),
        "scorings": msgspec.to_builtins(scorings_of(s)),
    }


def is_partial(s: RuRaRe) -> bool:
    """Whether a position must be called partial."""
    return is_refused(lambda: check_whole(s))


def fill(s: RuRaRe, w: Position) -> None:
    """Lay out the table and the score sheet, refusing what cannot be."""
    clear_table(s)
    put_table(s, w)
    check_cards(s)
    put_choices(s, w)
    put_scores(s, w)
    if not w.partial:
        check_whole(s)


def check(w: Position, _: Options) -> None:
    """Refuse what is out of its range, before anything is written."""
    check_numbers(w)
    check_lists(w)


def check_numbers(w: Position) -> None:
    """Refuse numbers out of their range, before anything is written."""
    demand(1 <= w.turn_no <= MOST_TURNS, f"turn_no: {w.turn_no} is not from 1 to {MOST_TURNS}")
    rows = w.seats + ROWS_BEYOND_SEATS
    demand_each("first_scores", w.first_scores, w.seats, 0, MOST_POINTS)
    demand_each("totals", w.totals, w.seats, 0, 2 * MOST_POINTS)
    demand_each("chosen", w.chosen, w.seats, 1, rows)
    demand_each("revealed", w.revealed, w.seats, 1, rows)
    demand_seats("active", w.active or [], w.seats)


def check_lists(w: Position) -> None:
    """Refuse more cards in a place than it can hold, before anything is written."""
    rows = w.seats + ROWS_BEYOND_SEATS
    fits = len(w.rows) == rows or (w.partial and len(w.rows) < rows)
    demand(fits, f"rows: {w.seats} seats have {rows} rows, not {len(w.rows)}")
    for number, cards in enumerate(w.rows, 1):
        demand(len(cards) <= ROW_CARDS, f"rows: row {number} has {len(cards)} cards, at most {ROW_CARDS} lie in a row")
    for name, pile in (("pile", w.pile), ("box", w.box)):
        demand(len(pile) <= MOST_CARDS, f"{name}: there are at most {MOST_CARDS} cards in a deck")
    displays = w.displays
    demand(displays is None or len(displays) == w.seats, f"displays: one for each of the {w.seats} seats")
    for counts in [*(displays or []), w.seen or {}]:
        for kind, count in counts.items():
            demand(0 <= count <= MOST_CARDS, f"{kind}: there cannot be {count} of them")
            demand(kind in KINDS, f"there is no kind {quote(kind)}; the kinds are {', '.join(KINDS)}")


def put_table(s: RuRaRe, w: Position) -> None:
    """Lay out the cards."""
    s.phase = PHASES[w.phase]
    s.turn_no, s.last_turn = w.turn_no, w.last_turn
    put_rows(s, w.rows)
    for seat, display in enumerate(w.displays or []):
        put_display(s, seat, display)
    s.left = len(w.pile)
    s.pile[: s.left] = [parse_kind(card) for card in reversed(w.pile)]
    for card in w.box:
        s.box[parse_kind(card)] += 1
    s.boxed = len(w.box)
    for kind, count in (w.seen or {}).items():
        s.seen[parse_kind(kind)] = count


def cards_of(s: RuRaRe) -> Counter[int]:
    """How many cards of each kind the position has, wherever they lie."""
    counts = Counter(s.pile[: s.left].tolist())
    for row in range(row_count(s)):
        counts.update(s.rows[row, : s.depth[row]].tolist())
    for kind in range(KIND_COUNT):
        counts[kind] += s.box[kind] + sum(s.displays[: s.seats, kind].tolist())
    return counts


def check_cards(s: RuRaRe) -> None:
    """Refuse more cards of a kind than the deck has."""
    counts = cards_of(s)
    for kind, name in enumerate(KINDS):
        deck = s.counts[kind]
        demand(counts[kind] <= deck, f"{name}: there are {counts[kind]}, the deck has {deck}")
        demand(s.seen[kind] <= s.box[kind], f"seen: {s.seen[kind]} {name} were seen, the box has {s.box[kind]}")


def put_choices(s: RuRaRe, w: Position) -> None:
    """Find who may choose, and note the rows already chosen."""
    n = s.seats
    s.revealed[:n] = [NONE if row is None else row - 1 for row in w.revealed or [None] * n]
    chosen = w.chosen or [None] * n
    active = w.active if w.active is not None else list(range(n)) if s.phase == CHOOSING else []
    for seat, row in enumerate(chosen):
        if row is not None:
            demand(seat in active, f"chosen: seat {seat} does not choose now")
            demand(may_choose(s, row - 1), f"chosen: row {row} has no card")
            s.chosen[seat] = row - 1
    s.active = sum(1 << seat for seat in active)
    s.waiting = sum(1 << seat for seat in active if chosen[seat] is None)
    if s.phase == OVER:
        demand(s.active == 0, "active: nobody chooses once the game is over")
    else:
        demand(s.active != 0, "active: somebody must be choosing, or the turn would have ended")
        demand(s.waiting != 0, "chosen: all have chosen, so the choices should have been shown")
        demand(rows_left(s) > 0, "rows: there is no card to choose")


def put_scores(s: RuRaRe, w: Position) -> None:
    """Write the score sheet; the second scoring is made again, since the cards that it counts still lie there."""
    n = s.seats
    if w.first_scores is not None:
        s.first_scored = 1
        s.first_scores[:n] = s.totals[:n] = w.first_scores
    first = w.scorings[FIRST] if w.scorings else None
    if first is not None:
        check_scoring(w, first)
        put_scoring(s, FIRST, first)
    if s.phase == OVER:
        score(s, SECOND)
    said, found = msgspec.to_builtins(w.scorings), msgspec.to_builtins(scorings_of(s))
    demand(not said or said == found, "scorings: they do not fit the cards in front of the seats, or the phase")
    totals = s.totals[:n].tolist()
    demand(
        w.totals is None or w.totals == totals, f"totals: the position says {w.totals}, by the scorings it is {totals}"
    )


def check_scoring(w: Position, lines: list[Tally]) -> None:
    """Refuse a first scoring that does not add up to the first scores."""
    demand(len(lines) == w.seats, f"scorings: one line for each of the {w.seats} seats")
    for line in lines:
        demand(sorted(line.animals) == sorted(ANIMALS), f"scorings: the animals are {', '.join(ANIMALS)}")
        numbers = numbers_of(line)
        demand(all(0 <= points <= MOST_POINTS for points in numbers), "scorings: points out of range")
        demand(sum(numbers) == line.total, f"scorings: the points of a line add up to {sum(numbers)}, not {line.total}")
    sums = [line.total for line in lines]
    demand(sums == w.first_scores, f"scorings: the first one adds up to {sums}, not to {w.first_scores}")


def check_whole(s: RuRaRe) -> None:
    """Refuse a position with cards missing, or one that no game could have led to."""
    n = s.seats
    missing = deck_size(s) - cards_of(s).total()
    demand(missing == 0, f'{missing} of the {deck_size(s)} cards are missing: say "partial": true if that is meant')
    removed = deck_size(s) - cards_used(s)
    if s.last_turn:
        demand(s.left == 0, f"last_turn: it comes when the pile is used up, but {s.left} cards are in it")
    else:
        laid = cards_used(s) == row_count(s) * ROW_CARDS and s.turn_no == 1
        demand(s.left > 0 or laid, "last_turn: the pile is used up, so this is the last turn")
        demand(s.boxed >= removed, f"box: {removed} cards were put there at the start, only {s.boxed} are in it")
        hidden = s.boxed - sum(s.seen.tolist())
        demand(hidden >= removed, f"seen: {removed} cards were put in the box unseen, but only {hidden} are left out")
    check_displays(s)
    if s.phase == OVER:
        demand(bool(s.last_turn), "over: the game ends with the last turn")
        return
    active = seats_in(s.active, n)
    demand(len(active) > 1, "active: seats choose again because they met on a row, so there are at least two")
    demand(rows_left(s) > 1, "rows: with cards in one row only the turn would have ended")
    empty = row_count(s) - rows_left(s)
    demand(empty >= n - len(active), "active: every seat that chooses no more has emptied a row in this turn")


def may_wait(s: RuRaRe) -> bool:
    """Whether a turn may have been cut short, so that the first scoring waits for the next one.

    In such a turn meetings have used up all full rows but those that were taken and one; everybody saw the cards go,
    until the box is shuffled for the last turn.
    """
    lost = ROW_CARDS * (row_count(s) - (s.seats - 2) - 1)
    return bool(s.cut_short_turn == WAITS and (s.last_turn or sum(s.seen.tolist()) >= lost))


def check_displays(s: RuRaRe) -> None:
    """Refuse displays that the turns so far cannot have led to."""
    for seat in range(s.seats):
        has_taken = not s.active >> seat & 1
        most = ROW_CARDS * (s.turn_no - 1 + has_taken)
        demand(s.shown[seat] <= most, f"displays: by turn {s.turn_no} seat {seat} has at most {most} cards")
        due = s.shown[seat] >= THIRTEEN + ROW_CARDS * has_taken
        missed = not s.first_scored and due and s.phase == CHOOSING and not may_wait(s)
        demand(not missed, f"first_scores: seat {seat} has {s.shown[seat]} cards, so the first scoring has been")
    early = s.first_scored and s.phase == CHOOSING and s.turn_no <= FIRST_SCORING_TURN
    demand(not early, f"first_scores: nobody has {THIRTEEN} cards before turn {FIRST_SCORING_TURN} is over")


CODEC = PositionCodec(written=Position, facts=facts, is_partial=is_partial, check=check, fill=fill)
