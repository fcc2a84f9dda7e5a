"""ROK: runes are thrown, all hands grab pairs at once, and a Balance Rune's twin takes a treasure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from erre.core.errors import Refusal
from erre.core.game import Game, Kernels
from erre.core.modules import Modules
from erre.core.picture import Place
from erre.core.record import NONE
from erre.core.table_profile import BY_RULE, SECOND, TableProfile
from erre.games.rok import components, events, from_view, imagine, moves, picture, positions, state, views
from erre.games.rok.components import Options
from erre.games.rok.events import RokEvent
from erre.games.rok.moves import RokMove
from erre.games.rok.race import RokRace
from erre.games.rok.rules import end, play, preparation
from erre.games.rok.state import Rok
from erre.games.rok.views import RokView


class RokGame(Game[Rok, Options, RokMove, RokEvent, RokView]):
    """ROK as the registry knows it: facts, modules and kernels."""

    name = "rok"
    title = "ROK"
    least_seats = components.LEAST_SEATS
    most_seats = components.MOST_SEATS
    rules_version = 1
    minutes = 20
    has_client = True
    has_stills = True
    part_field = "round_no"
    analysis_playouts = 100
    is_race = True  # and so no deal is duplicated: fingers and connections differ, and runes lie where they were left
    usual_level = "beginner"
    race = RokRace()
    random_play_ends = False  # hands that take just anything bring nothing home
    lists_all_moves = False  # of slides only some are listed
    options_type = Options
    record_type = Rok
    move_type = RokMove
    event_type = RokEvent
    view_type = RokView
    seat_fields = ("treasure", "since", "held")
    uncovering = (events.RunesThrown,)
    modules = Modules(state, moves, events, views, from_view, positions)
    entries = "erre.bots.rok.entries"
    kernels = Kernels(
        set_up=preparation.set_up,
        acting=play.acting,
        legal=play.legal,
        apply=play.apply,
        is_automatic=play.is_automatic,
        advance=play.advance,
        scores=end.wealth,
        is_winner=end.is_winner,
        imagine=imagine.imagine,
        most_legal=components.MOST_LEGAL,
        scratch=imagine.SCRATCH,
    )

    def table_profile(self, options: Options) -> TableProfile:
        clock: dict[str, Any] = {"move_time": options.decision_seconds * SECOND, "overtime": BY_RULE}
        if options.decision_seconds == 0:
            clock = {}
        return TableProfile(
            waits_at_start=True,
            is_race=True,
            race_phase="grab",
            race_word="grab",
            race_seconds=options.grab_seconds,
            race_end="done",
            signal_time=options.signal_seconds * SECOND,
            press_gap=options.press_gap_ms,
            **clock,
        )

    def overtime_move(self, s: Rok, seat: int) -> RokMove:
        return moves.overtime_move(s, seat)

    def out_of_turn(self, s: Rok, seat: int) -> Refusal:
        return moves.done_already() if moves.is_done(s, seat) else super().out_of_turn(s, seat)

    def places(self, view: RokView, hands: Sequence[Sequence[str]]) -> list[Place]:
        return picture.places(view, hands)

    def ending(self, s: Rok) -> str:
        if s.champion != NONE:
            return "§5.3 the tie-break"
        if s.round_no >= components.MOST_ROUNDS:
            return f"§6.1 {components.MOST_ROUNDS} rounds"
        return "§5.1 too few runes to throw"

    def pieces(self, position: Mapping[str, Any]) -> Counter[str]:
        """The runes of ROK, wherever they are."""
        before_seats = [rune for place in ("treasure", "held") for runes in position[place] for rune in runes]
        balance = [rune for rune in position["balance"] if rune is not None]
        return Counter([*position["bag"], *(lying["rune"] for lying in position["table"]), *balance, *before_seats])


GAME = RokGame()
