"""Ru-Ra-Re: the events of a game, derived step by step, and what each seat may know of them."""

from __future__ import annotations

from msgspec.structs import replace

from erre.core.game import Event
from erre.games.rurare.components import FIRST, SECOND
from erre.games.rurare.moves import RuRaReMove
from erre.games.rurare.notation import display_of, format_kinds, format_row, rows_of
from erre.games.rurare.rules.end import is_winner
from erre.games.rurare.rules.table import row_count
from erre.games.rurare.sheet import Tally, scoring_of
from erre.games.rurare.state import CHOOSING, FINAL_SCORING, FIRST_SCORING, LAYING, REFILLING, REVEALING, RuRaRe


class RowsLaid(Event, frozen=True):
    """The table is laid: the rows from their number cards outwards, the cards in the pile and those in the box."""

    rows: list[list[str]]
    pile: int
    box: int


class RowChosen(Event, frozen=True):
    """A seat has chosen, or changed, its row (None where the reader may not know it)."""

    seat: int
    row: int | None


class ChoicesRevealed(Event, frozen=True):
    """All choices are shown; None for a seat that had no part in this one."""

    rows: list[int | None]


class RowTaken(Event, frozen=True):
    """A seat has taken the cards of a row that nobody else chose."""

    seat: int
    row: int
    cards: list[str]


class CardRemoved(Event, frozen=True):
    """Several seats met on a row: its outermost card went to the box."""

    row: int
    seats: list[int]
    card: str


class TurnCutShort(Event, frozen=True):
    """At most one row has cards: the turn has ended, and these seats got nothing."""

    seats: list[int]


class CardsScored(Event, frozen=True):
    """The first or the second scoring, by seat and category, and the points of all scorings."""

    scoring: int
    points: list[Tally]
    totals: list[int]


class CardsDiscarded(Event, frozen=True):
    """The cards with a red cross have gone to the box."""

    cards: list[dict[str, int]]


class RowsRefilled(Event, frozen=True):
    """The new cards of each row, from the inside outwards; how many of them came out of the shuffled box."""

    cards: list[list[str]]
    from_box: int
    pile: int
    last_turn: bool


class GameEnded(Event, frozen=True):
    """The game is over: final scores and winners."""

    scores: list[int]
    winners: list[int]


RuRaReEvent = (
    RowsLaid
    | RowChosen
    | ChoicesRevealed
    | RowTaken
    | CardRemoved
    | TurnCutShort
    | CardsScored
    | CardsDiscarded
    | RowsRefilled
    | GameEnded
)


def tell(before: RuRaRe, after: RuRaRe, seat: int | None, move: RuRaReMove | None) -> list[RuRaReEvent]:
    """What happened between two states one step apart."""
    if move is not None:
        return [RowChosen(int(seat or 0), move.row)]
    if before.phase == LAYING:
        return [RowsLaid(rows_of(after), after.left, after.boxed)]
    if before.phase == REVEALING:
        return tell_reveal(before, after)
    if before.phase == FIRST_SCORING:
        return [tell_scoring(after, FIRST), CardsDiscarded([lost(before, after, k) for k in range(after.seats)])]
    if before.phase == REFILLING:
        return [tell_refill(before, after)]
    assert before.phase == FINAL_SCORING
    totals = after.totals[: after.seats].tolist()
    winners = [seat for seat in range(after.seats) if is_winner(after, seat)]
    return [tell_scoring(after, SECOND), GameEnded(totals, winners)]


def tell_reveal(before: RuRaRe, after: RuRaRe) -> list[RuRaReEvent]:
    """The choices, what was taken, and where seats met."""
    chosen = after.revealed[: after.seats].tolist()
    events: list[RuRaReEvent] = [ChoicesRevealed([format_row(row) for row in chosen])]
    rows = rows_of(before)
    together = [[seat for seat, row in enumerate(chosen) if row == k] for k in range(row_count(before))]
    events += [RowTaken(seats[0], k + 1, rows[k]) for k, seats in enumerate(together) if len(seats) == 1]
    events += [CardRemoved(k + 1, seats, rows[k][-1]) for k, seats in enumerate(together) if len(seats) > 1]
    met = sorted(seat for seats in together if len(seats) > 1 for seat in seats)
    if met and after.phase != CHOOSING:
        events.append(TurnCutShort(met))
    return events


def tell_scoring(after: RuRaRe, which: int) -> CardsScored:
    """A scoring as it was written down."""
    return CardsScored(which + 1, scoring_of(after, which) or [], after.totals[: after.seats].tolist())


def lost(before: RuRaRe, after: RuRaRe, seat: int) -> dict[str, int]:
    """The cards that a seat no longer has in front."""
    left = display_of(after, seat)
    return {kind: count for kind, count in display_of(before, seat).items() if kind not in left}


def tell_refill(before: RuRaRe, after: RuRaRe) -> RowsRefilled:
    """The cards that were added to the rows."""
    cards = [
        format_kinds(after.rows[row, before.depth[row] : after.depth[row]].tolist()) for row in range(row_count(after))
    ]
    from_box = before.boxed - after.boxed
    return RowsRefilled(cards, from_box, after.left, bool(after.last_turn))


def redact(event: RuRaReEvent, seat: int | None) -> RuRaReEvent:
    """The event as a seat may know it: of choices not yet shown only its own."""
    match event:
        case RowChosen(seat=chooser):
            return event if chooser == seat else replace(event, row=None)
        case RowsLaid() | ChoicesRevealed() | RowTaken() | CardRemoved() | TurnCutShort():
            return event
        case CardsScored() | CardsDiscarded() | RowsRefilled() | GameEnded():
            return event
