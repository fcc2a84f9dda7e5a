"""Rage: promise your tricks, and take exactly those."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from erre.core.game import Game, Kernels
from erre.core.modules import Modules
from erre.core.picture import Place
from erre.games.rage import components, events, from_view, imagine, moves, picture, positions, state, views
from erre.games.rage.components import Options
from erre.games.rage.events import RageEvent, RoundScored
from erre.games.rage.moves import RageMove
from erre.games.rage.rules import dealing, play, scoring
from erre.games.rage.state import TRICKS, Rage
from erre.games.rage.views import RageView


class RageGame(Game[Rage, Options, RageMove, RageEvent, RageView]):
    """Rage as the registry knows it: facts, modules and kernels."""

    name = "rage"
    title = "Rage"
    least_seats = components.LEAST_SEATS
    most_seats = components.MOST_SEATS
    rules_version = 1
    minutes = 40
    has_client = True
    has_stills = True
    plays_by_day = True
    can_duplicate = True
    part_field = "round_no"
    analysis_playouts = 1500
    longest_game = components.MOST_SEATS * (sum(range(components.MOST_CARDS + 1)) + components.ROUNDS)
    public_fields = ("played", "leaders")
    memory_fields = ("memory",)
    has_bids = True
    options_type = Options
    record_type = Rage
    move_type = RageMove
    event_type = RageEvent
    view_type = RageView
    uncovering = (events.RoundDealt, events.TrumpTurned, events.BidsRevealed, events.RoundScored, events.MatchEnded)
    modules = Modules(state, moves, events, views, from_view, positions)
    entries = "erre.bots.rage.entries"
    kernels = Kernels(
        set_up=dealing.set_up,
        acting=play.acting,
        legal=play.legal,
        apply=play.apply,
        is_automatic=play.is_automatic,
        advance=play.advance,
        scores=scoring.total,
        is_winner=scoring.is_winner,
        imagine=imagine.imagine,
        most_legal=components.MOST_LEGAL,
        scratch=imagine.SCRATCH,
    )

    def places(self, view: RageView, hands: Sequence[Sequence[str]]) -> list[Place]:
        return picture.places(view, hands)

    def ending(self, s: Rage) -> str:
        return "§5.1 the tenth round is scored"

    def bids(self, events: Sequence[RageEvent]) -> list[tuple[list[int | None], list[int]]]:
        return [(event.bids, event.tricks) for event in events if isinstance(event, RoundScored)]

    def held_pieces(self, s: Rage, seat: int) -> list[str]:
        return events.hand_of(s, seat)

    def is_plainly_forced(self, s: Rage, seat: int) -> bool:
        """The last card of a hand."""
        return bool(s.phase == TRICKS and s.held[seat] == 1)

    def pieces(self, position: Mapping[str, Any]) -> Counter[str]:
        """The cards of a round of Rage, wherever they lie."""
        old = [card for trick in position["old_tricks"] for card in trick["cards"]]
        trick = [card for play in position["trick"] for card in play]
        held = [card for hand in position["hands"] for card in hand]
        cards = [*held, *old, *trick, *position["turned"], *position["stock"]]
        return Counter(card.split(":")[0] for card in cards)


GAME = RageGame()
