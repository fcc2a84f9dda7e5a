"""Rage: promise your tricks, and take exactly those."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from erre.core.game import Game, Kernels, Outcome
from erre.core.record import NONE
from erre.games.rage import components, events, imagine, moves, positions, rules, views
from erre.games.rage.components import OPTION_HELP, Options
from erre.games.rage.events import RageEvent
from erre.games.rage.from_view import state_from_view
from erre.games.rage.moves import RageMove
from erre.games.rage.state import OVER, PHASE_NAMES, TRICKS, Rage, options_of, put_options
from erre.games.rage.views import RageView


class RageGame(Game[Rage, Options, RageMove, RageEvent, RageView]):
    """The game of Rage."""

    name = "rage"
    title = "Rage"
    least_seats = components.LEAST_SEATS
    most_seats = components.MOST_SEATS
    rules_version = 1
    minutes = 40
    part_field = "round_no"
    analysis_playouts = 1500
    longest_game = components.MOST_SEATS * (sum(range(components.MOST_CARDS + 1)) + components.ROUNDS)
    public_fields = ("played", "leaders")
    options_type = Options
    option_help = OPTION_HELP
    record_type = Rage
    move_type = RageMove
    event_type = RageEvent
    view_type = RageView
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

    def put_options(self, s: Rage, options: Options) -> None:
        put_options(s, options)

    def options_of(self, s: Rage) -> Options:
        return options_of(s)

    def check_move(self, s: Rage, seat: int, move: RageMove) -> None:
        moves.check_move(s, seat, move)

    def phase(self, s: Rage) -> str:
        return PHASE_NAMES[s.phase]

    def encode(self, move: RageMove) -> int:
        return moves.encode(move)

    def decode(self, code: int) -> RageMove:
        return moves.decode(code)

    def parse_move(self, text: str) -> RageMove:
        return moves.parse_move(text)

    def format_move(self, move: RageMove) -> str:
        return moves.format_move(move)

    def tell(self, before: Rage, after: Rage, seat: int | None, move: RageMove | None) -> list[RageEvent]:
        return events.tell(before, after, seat, move)

    def redact(self, event: RageEvent, seat: int | None) -> RageEvent:
        return events.redact(event, seat)

    def view(self, s: Rage, seat: int | None) -> RageView:
        return views.look(s, seat)

    def seat_of(self, view: RageView) -> int:
        return NONE if view.seat is None else view.seat

    def state_from_view(self, view: RageView) -> Rage:
        return state_from_view(view)

    def outcome(self, s: Rage) -> Outcome | None:
        if s.phase != OVER:
            return None
        winners = [seat for seat in range(s.seats) if rules.is_winner(s, seat)]
        return Outcome(self.scores(s), winners, "§5.1 the tenth round is scored")

    def held_pieces(self, s: Rage, seat: int) -> list[str]:
        return events.hand_of(s, seat)

    def is_plainly_forced(self, s: Rage, seat: int) -> bool:
        """The last card of a hand."""
        return bool(s.phase == TRICKS and s.held[seat] == 1)

    def write_position(self, s: Rage) -> dict[str, Any]:
        return positions.write_position(s)

    def read_position(self, given: Mapping[str, Any]) -> Rage:
        return positions.read_position(given, self.read_options(given.get("options")))


GAME = RageGame()
