"""Ru-Ra-Re: all choose a row at once, and who is alone takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from erre.core.game import Game, Kernels, Outcome
from erre.core.record import NONE
from erre.core.table_profile import AT_RANDOM, SECOND, TableProfile
from erre.games.rurare import components, events, imagine, moves, positions, rules, views
from erre.games.rurare.components import OPTION_HELP, Options
from erre.games.rurare.deck import help_text as help_text
from erre.games.rurare.deck import read_deck_file as read_deck_file
from erre.games.rurare.events import RuRaReEvent
from erre.games.rurare.from_view import state_from_view
from erre.games.rurare.moves import RuRaReMove
from erre.games.rurare.notation import display_of
from erre.games.rurare.state import OVER, PHASE_NAMES, RuRaRe, options_of, put_options
from erre.games.rurare.views import RuRaReView


class RuRaReGame(Game[RuRaRe, Options, RuRaReMove, RuRaReEvent, RuRaReView]):
    """The game of Ru-Ra-Re."""

    name = "rurare"
    title = "Ru-Ra-Re"
    least_seats = components.LEAST_SEATS
    most_seats = components.MOST_SEATS
    rules_version = 1
    minutes = 20
    part_field = "turn_no"
    analysis_playouts = 500
    longest_game = components.MOST_SEATS * 1000  # turns
    options_type = Options
    option_help = OPTION_HELP
    record_type = RuRaRe
    move_type = RuRaReMove
    event_type = RuRaReEvent
    view_type = RuRaReView
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
        if options.choice_timeout_sec == 0:
            return TableProfile()
        return TableProfile(move_time=options.choice_timeout_sec * SECOND, overtime=AT_RANDOM)

    def put_options(self, s: RuRaRe, options: Options) -> None:
        put_options(s, options)

    def options_of(self, s: RuRaRe) -> Options:
        return options_of(s)

    def check_move(self, s: RuRaRe, seat: int, move: RuRaReMove) -> None:
        moves.check_move(s, move)

    def phase(self, s: RuRaRe) -> str:
        return PHASE_NAMES[s.phase]

    def encode(self, move: RuRaReMove) -> int:
        return moves.encode(move)

    def decode(self, code: int) -> RuRaReMove:
        return moves.decode(code)

    def parse_move(self, text: str) -> RuRaReMove:
        return moves.parse_move(text)

    def format_move(self, move: RuRaReMove) -> str:
        return moves.format_move(move)

    def tell(self, before: RuRaRe, after: RuRaRe, seat: int | None, move: RuRaReMove | None) -> list[RuRaReEvent]:
        return events.tell(before, after, seat, move)

    def redact(self, event: RuRaReEvent, seat: int | None) -> RuRaReEvent:
        return events.redact(event, seat)

    def view(self, s: RuRaRe, seat: int | None) -> RuRaReView:
        return views.look(s, seat)

    def seat_of(self, view: RuRaReView) -> int:
        return NONE if view.seat is None else view.seat

    def state_from_view(self, view: RuRaReView) -> RuRaRe:
        return state_from_view(view)

    def outcome(self, s: RuRaRe) -> Outcome | None:
        if s.phase != OVER:
            return None
        winners = [seat for seat in range(s.seats) if rules.is_winner(s, seat)]
        return Outcome(self.scores(s), winners, "§4.4 the second scoring after the last turn")

    def held_pieces(self, s: RuRaRe, seat: int) -> list[str]:
        """The kinds in front of a seat, which lie open."""
        return [kind for kind, count in display_of(s, seat).items() if count]

    def is_plainly_forced(self, s: RuRaRe, seat: int) -> bool:
        """The only row that is left."""
        return sum(depth > 0 for depth in s.depth) == 1

    def write_position(self, s: RuRaRe) -> dict[str, Any]:
        return positions.write_position(s)

    def read_position(self, given: Mapping[str, Any]) -> RuRaRe:
        return positions.read_position(given, self.read_options)


GAME = RuRaReGame()
