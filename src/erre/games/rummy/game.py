"""Rummy: lay down groups and runs, use what lies on the table, and be the first to hold nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from erre.core.game import Game, Kernels
from erre.core.modules import Modules
from erre.core.picture import Place
from erre.core.table_profile import SECOND, TableProfile
from erre.games.rummy import (
    components,
    drafts,
    events,
    from_view,
    imagine,
    moves,
    picture,
    positions,
    rules,
    state,
    views,
)
from erre.games.rummy.components import Options
from erre.games.rummy.drafts import JudgedDraft
from erre.games.rummy.events import RummyEvent
from erre.games.rummy.moves import RummyMove
from erre.games.rummy.notation import format_tile
from erre.games.rummy.state import TURN, Rummy
from erre.games.rummy.views import RummyView


class RummyGame(Game[Rummy, Options, RummyMove, RummyEvent, RummyView]):
    """Rummy as the registry knows it: its facts, and where its rules, moves and views live."""

    name = "rummy"
    title = "Rummy"
    least_seats = components.LEAST_SEATS
    most_seats = components.MOST_SEATS
    rules_version = 2
    former_rules: ClassVar = {1: {"jokerAnyMeld": True, "timeUpKeeps": "wholeLay"}}
    minutes = 40
    has_client = True
    has_stills = True
    plays_by_day = True
    can_duplicate = True
    part_field = "hand_no"
    analysis_playouts = 80
    lists_all_moves = False
    options_type = Options
    record_type = Rummy
    move_type = RummyMove
    event_type = RummyEvent
    view_type = RummyView
    draft_type = JudgedDraft
    seat_fields = ("racks",)
    uncovering = (events.HandDealt, events.TilesDrawn, events.HandScored, events.MatchEnded)
    modules = Modules(state, moves, events, views, from_view, positions)
    entries = "erre.bots.rummy.entries"
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
        """§8.18 The clock runs as long as the options say; for one person among bots only where they ask for it."""
        return TableProfile(
            move_time=options.turn_seconds * SECOND,
            is_timed_alone=options.clock_alone,
            overtime="timeout",
            clock_word="timeout",
            drafts=True,
            offers=("draw", "pass"),
            waits_between=True,
        )

    def legal(self, s: Rummy, seat: int) -> list[RummyMove]:
        """Draw or pass, and the lays that the solver suggests: there are more than anybody can list."""
        return moves.suggested(s, seat) if s.phase == TURN and s.turn == seat else []

    def move_of(self, s: Rummy, seat: int, code: int) -> RummyMove:
        return moves.move_of(s, seat, code)

    def apply(self, s: Rummy, seat: int, move: RummyMove) -> None:
        moves.apply_move(s, seat, move)

    def judge_draft(self, view: RummyView, text: str) -> JudgedDraft:
        return drafts.judge_draft(view, text)

    def places(self, view: RummyView, hands: Sequence[Sequence[str]]) -> list[Place]:
        return picture.places(view, hands)

    def ending(self, s: Rummy) -> str:
        return "§6.4 the last of the agreed hands is scored"

    def held_pieces(self, s: Rummy, seat: int) -> list[str]:
        rack = components.RACKS + seat
        return [format_tile(tile) for tile in range(components.TILES) if s.place[tile] == rack]

    def pieces(self, position: Mapping[str, Any]) -> Counter[str]:
        """The tiles of a hand of Rummy, wherever they lie."""
        rows = [*position["racks"], *position["table"], position["pool"]]
        return Counter(tile.partition("=")[0] for row in rows for tile in row)


GAME = RummyGame()
