"""Rummy: lay down groups and runs, use what lies on the table, and be the first to hold nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from erre.core.game import Game, Kernels, Outcome
from erre.core.record import NONE
from erre.core.table_profile import SECOND, TableProfile
from erre.games.rummy import components, drafts, events, imagine, moves, positions, rules, views
from erre.games.rummy.components import OPTION_HELP, Options
from erre.games.rummy.drafts import JudgedDraft
from erre.games.rummy.events import RummyEvent
from erre.games.rummy.from_view import state_from_view
from erre.games.rummy.moves import RummyMove
from erre.games.rummy.notation import format_tile
from erre.games.rummy.state import OVER, PHASE_NAMES, TURN, Rummy, options_of, put_options
from erre.games.rummy.views import RummyView


class RummyGame(Game[Rummy, Options, RummyMove, RummyEvent, RummyView]):
    """The game of Rummy."""

    name = "rummy"
    title = "Rummy"
    least_seats = components.LEAST_SEATS
    most_seats = components.MOST_SEATS
    rules_version = 1
    minutes = 40
    part_field = "hand_no"
    analysis_playouts = 80
    lists_all_moves = False
    options_type = Options
    option_help = OPTION_HELP
    record_type = Rummy
    move_type = RummyMove
    event_type = RummyEvent
    view_type = RummyView
    draft_type = JudgedDraft
    kernels = Kernels(
        set_up=rules.set_up,
        acting=rules.acting,
        legal=rules.legal,
        apply=rules.apply,
        is_automatic=rules.is_automatic,
        advance=rules.advance,
        scores=rules.total,
        is_winner=rules.is_winner,
        imagine=imagine.imagine,
        most_legal=components.MOST_LEGAL,
        scratch=imagine.SCRATCH,
    )

    def table_profile(self, options: Options) -> TableProfile:
        return TableProfile(
            move_time=options.turn_seconds * SECOND,
            overtime="timeout",
            clock_word="timeout",
            drafts=True,
            offers=("draw", "pass"),
        )

    def put_options(self, s: Rummy, options: Options) -> None:
        put_options(s, options)

    def options_of(self, s: Rummy) -> Options:
        return options_of(s)

    def legal(self, s: Rummy, seat: int) -> list[RummyMove]:
        """Draw or pass, and the lays that the solver suggests: there are more than anybody can list."""
        return moves.suggested(s, seat) if s.phase == TURN and s.turn == seat else []

    def move_of(self, s: Rummy, seat: int, code: int) -> RummyMove:
        return moves.move_of(s, seat, code)

    def check_move(self, s: Rummy, seat: int, move: RummyMove) -> None:
        moves.check_move(s, seat, move)

    def apply(self, s: Rummy, seat: int, move: RummyMove) -> None:
        moves.apply_move(s, seat, move)

    def phase(self, s: Rummy) -> str:
        return PHASE_NAMES[s.phase]

    def encode(self, move: RummyMove) -> int:
        return moves.encode(move)

    def decode(self, code: int) -> RummyMove:
        return moves.decode(code)

    def parse_move(self, text: str) -> RummyMove:
        return moves.parse_move(text)

    def format_move(self, move: RummyMove) -> str:
        return moves.format_move(move)

    def tell(self, before: Rummy, after: Rummy, seat: int | None, move: RummyMove | None) -> list[RummyEvent]:
        return events.tell(before, after, seat, move)

    def redact(self, event: RummyEvent, seat: int | None) -> RummyEvent:
        return events.redact(event, seat)

    def view(self, s: Rummy, seat: int | None) -> RummyView:
        return views.look(s, seat)

    def judge_draft(self, view: RummyView, text: str) -> JudgedDraft:
        return drafts.judge_draft(view, text)

    def seat_of(self, view: RummyView) -> int:
        return NONE if view.seat is None else view.seat

    def state_from_view(self, view: RummyView) -> Rummy:
        return state_from_view(view)

    def outcome(self, s: Rummy) -> Outcome | None:
        if s.phase != OVER:
            return None
        winners = [seat for seat in range(s.seats) if rules.is_winner(s, seat)]
        return Outcome(self.scores(s), winners, "§6.4 the last of the agreed hands is scored")

    def held_pieces(self, s: Rummy, seat: int) -> list[str]:
        rack = components.RACKS + seat
        return [format_tile(tile) for tile in range(components.TILES) if s.place[tile] == rack]

    def write_position(self, s: Rummy) -> dict[str, Any]:
        return positions.write_position(s)

    def read_position(self, given: Mapping[str, Any]) -> Rummy:
        return positions.read_position(given, self.read_options)


GAME = RummyGame()
