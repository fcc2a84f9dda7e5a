"""ROK: runes are thrown, all hands grab pairs at once, and a Balance Rune's twin takes a treasure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from erre.core.game import Game, Kernels, Outcome
from erre.core.record import NONE
from erre.core.table_profile import TableProfile
from erre.games.rok import components, events, imagine, moves, positions, rules, verdict, views
from erre.games.rok.components import OPTION_HELP, Options
from erre.games.rok.events import RokEvent
from erre.games.rok.from_view import state_from_view
from erre.games.rok.moves import RokMove
from erre.games.rok.state import OVER, PHASE_NAMES, Rok, options_of, put_options
from erre.games.rok.views import RokView


class RokGame(Game[Rok, Options, RokMove, RokEvent, RokView]):
    """The game of ROK."""

    name = "rok"
    title = "ROK"
    least_seats = components.LEAST_SEATS
    most_seats = components.MOST_SEATS
    rules_version = 1
    minutes = 20
    part_field = "round_no"
    analysis_playouts = 100
    is_race = True
    lists_all_moves = False  # of slides only some are listed
    options_type = Options
    option_help = OPTION_HELP
    record_type = Rok
    move_type = RokMove
    event_type = RokEvent
    view_type = RokView
    kernels = Kernels(
        set_up=rules.set_up,
        acting=rules.acting,
        legal=rules.legal,
        apply=rules.apply,
        is_automatic=rules.is_automatic,
        advance=rules.advance,
        scores=verdict.wealth,
        is_winner=verdict.is_winner,
        imagine=imagine.imagine,
        most_legal=components.MOST_LEGAL,
        scratch=imagine.SCRATCH,
    )

    def table_profile(self, options: Options) -> TableProfile:
        return TableProfile(
            is_race=True, race_phase="grab", race_word="grab", race_seconds=options.grab_seconds, race_end="done"
        )

    def put_options(self, s: Rok, options: Options) -> None:
        put_options(s, options)

    def options_of(self, s: Rok) -> Options:
        return options_of(s)

    def check_move(self, s: Rok, seat: int, move: RokMove) -> None:
        moves.check_move(s, seat, move)

    def phase(self, s: Rok) -> str:
        return PHASE_NAMES[s.phase]

    def encode(self, move: RokMove) -> int:
        return moves.encode(move)

    def decode(self, code: int) -> RokMove:
        return moves.decode(code)

    def parse_move(self, text: str) -> RokMove:
        return moves.parse_move(text)

    def format_move(self, move: RokMove) -> str:
        return moves.format_move(move)

    def tell(self, before: Rok, after: Rok, seat: int | None, move: RokMove | None) -> list[RokEvent]:
        return events.tell(before, after, seat, move)

    def redact(self, event: RokEvent, seat: int | None) -> RokEvent:
        return events.redact(event, seat)

    def view(self, s: Rok, seat: int | None) -> RokView:
        return views.look(s, seat)

    def seat_of(self, view: RokView) -> int:
        return NONE if view.seat is None else view.seat

    def state_from_view(self, view: RokView) -> Rok:
        return state_from_view(view)

    def outcome(self, s: Rok) -> Outcome | None:
        if s.phase != OVER:
            return None
        winners = [seat for seat in range(s.seats) if verdict.is_winner(s, seat)]
        return Outcome(self.scores(s), winners, ending(s))

    def write_position(self, s: Rok) -> dict[str, Any]:
        return positions.write_position(s)

    def read_position(self, given: Mapping[str, Any]) -> Rok:
        return positions.read_position(given, self.read_options)


def ending(s: Rok) -> str:
    """Which rule ended the game."""
    if s.champion != NONE:
        return "§5.3 the tie-break"
    if s.round_no >= components.MOST_ROUNDS:
        return f"§6.1 {components.MOST_ROUNDS} rounds"
    return "§5.1 too few runes to throw"


GAME = RokGame()
