"""Ru-Ra-Re: everyone chooses a row at once; a player whose choice nobody shares takes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from erre.core.game import Game, Kernels
from erre.core.modules import Modules
from erre.core.picture import Place
from erre.core.table_profile import AT_RANDOM, SECOND, TableProfile
from erre.games.rurare import components, events, from_view, imagine, moves, picture, positions, state, views
from erre.games.rurare.components import Options
from erre.games.rurare.events import RuRaReEvent
from erre.games.rurare.moves import RuRaReMove
from erre.games.rurare.notation import display_of
from erre.games.rurare.rules import end, play, preparation
from erre.games.rurare.state import RuRaRe
from erre.games.rurare.views import RuRaReView


class RuRaReGame(Game[RuRaRe, Options, RuRaReMove, RuRaReEvent, RuRaReView]):
    """Ru-Ra-Re as the registry knows it: facts, modules and kernels."""

    name = "rurare"
    title = "Ru-Ra-Re"
    least_seats = components.LEAST_SEATS
    most_seats = components.MOST_SEATS
    rules_version = 2
    former_rules: ClassVar = {1: {"cutShortTurn": "counts"}}
    minutes = 20
    has_client = True
    has_stills = True
    plays_by_day = True
    can_duplicate = True
    part_field = "turn_no"
    analysis_playouts = 1000
    longest_game = components.MOST_SEATS * 1000  # turns
    options_type = Options
    record_type = RuRaRe
    move_type = RuRaReMove
    event_type = RuRaReEvent
    view_type = RuRaReView
    uncovering = (
        events.ChoicesRevealed,
        events.RowTaken,
        events.CardRemoved,
        events.TurnCutShort,
        events.CardsScored,
        events.CardsDiscarded,
        events.RowsRefilled,
        events.GameEnded,
    )
    modules = Modules(state, moves, events, views, from_view, positions)
    entries = "erre.bots.rurare.entries"
    kernels = Kernels(
        set_up=preparation.set_up,
        acting=play.acting,
        legal=play.legal,
        apply=play.apply,
        is_automatic=play.is_automatic,
        advance=play.advance,
        scores=end.total,
        is_winner=end.is_winner,
        imagine=imagine.imagine,
        most_legal=components.MOST_LEGAL,
        scratch=imagine.SCRATCH,
    )

    def table_profile(self, options: Options) -> TableProfile:
        if options.choice_timeout_sec == 0:
            return TableProfile()
        return TableProfile(move_time=options.choice_timeout_sec * SECOND, overtime=AT_RANDOM)

    def places(self, view: RuRaReView, hands: Sequence[Sequence[str]]) -> list[Place]:
        return picture.places(view, hands)

    def ending(self, s: RuRaRe) -> str:
        return "§4.4 the second scoring after the last turn"

    def held_pieces(self, s: RuRaRe, seat: int) -> list[str]:
        """The kinds in front of a seat, which lie open."""
        return [kind for kind, count in display_of(s, seat).items() if count]

    def is_plainly_forced(self, s: RuRaRe, seat: int) -> bool:
        """The only row that is left."""
        return sum(depth > 0 for depth in s.depth) == 1

    def pieces(self, position: Mapping[str, Any]) -> Counter[str]:
        """The cards of a game of Ru-Ra-Re, wherever they lie."""
        count = Counter([card for row in position["rows"] for card in row] + position["pile"] + position["box"])
        for display in position["displays"]:
            count.update(display)
        return count


GAME = RuRaReGame()
