"""ROK at a live table: which event begins the scramble, what is hidden until it begins, and how runes fly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from erre.core.race_rules import Path, RaceRules
from erre.games.rok import moves
from erre.games.rok.events import Lying, RokEvent, RunesThrown
from erre.games.rok.notation import RUNES, parse_rune
from erre.games.rok.paths import slide_path, throw_paths
from erre.games.rok.rules import play
from erre.games.rok.state import SLIDING, THROWING, Rok
from erre.games.rok.views import RokView

# Milliseconds that clients need to show what happened between two throws, by the name of the event.
SHOWN_FOR = {
    "BalanceDrawn": 1800,
    "LoneRunesReturned": 1200,
    "WrongPairReturned": 1700,
    "PairGiven": 1200,
    "PairSplit": 1500,
    "ContestOpened": 900,
    "RuneSlid": 1500,
    "ContestWon": 1000,
    "OrderChosen": 900,
    "TreasureCaptured": 2000,
    "BalanceTaken": 900,
    "RunesThrown": 1000,  # one that left nothing to take
}
LEAST_PAUSE, LONGEST_PAUSE = 1200, 8000


def shown_for(events: Sequence[RokEvent]) -> int:
    """Milliseconds that clients need to show some events."""
    return min(sum(SHOWN_FOR.get(type(event).__name__, 0) for event in events), LONGEST_PAUSE)


class RokRace(RaceRules):
    """What the judge and the tables need to know about the scramble for runes."""

    least_lead, longest_lead = 1300.0, 1700.0  # the runes fly that long

    def begins(self, event: RokEvent) -> bool:
        return isinstance(event, RunesThrown)

    def pause_before(self, events: Sequence[RokEvent]) -> int:
        return max(shown_for(events[: self._throws(events)[-1]]), LEAST_PAUSE)

    def pause_between(self, events: Sequence[RokEvent]) -> int:
        throws = self._throws(events)
        return shown_for(events[throws[0] : throws[-1]])

    def _throws(self, events: Sequence[RokEvent]) -> list[int]:
        """The places of throws among some events; 0 where there is none."""
        return [index for index, event in enumerate(events) if self.begins(event)] or [0]

    def signaller(self, view: RokView) -> int:
        return view.first

    def grabbable(self, view: RokView) -> list[str]:
        return [one.rune for one in view.table if one.up and one.rune is not None]

    def parse_piece(self, text: str) -> int:
        return parse_rune(text)

    def format_piece(self, piece: int) -> str:
        return RUNES[piece]

    def revealed(self, events: Sequence[RokEvent]) -> list[Lying]:
        throws = [event for event in events if isinstance(event, RunesThrown)]
        return throws[-1].runes if throws else []

    def covered_view(self, view: RokView, revealed: Sequence[Lying]) -> RokView:
        return msgspec.structs.replace(view, table=covered(view.table, revealed))

    def covered_event(self, event: RokEvent, revealed: Sequence[Lying]) -> RokEvent:
        if not isinstance(event, RunesThrown) or event.runes != revealed:
            return event
        return msgspec.structs.replace(event, runes=covered(event.runes, revealed))

    def flight(self, s: Rok) -> list[Path]:
        flown: list[Path] = []
        while play.is_automatic(s):
            if s.phase == THROWING:
                flown = [path.points for path in throw_paths(s)]
            play.advance(s)
        return flown

    def glide(self, s: Rok, seat: int, move: Any) -> Path:
        return slide_path(s, seat, moves.encode(move)).points if s.phase == SLIDING else []


def covered(table: Sequence[Lying], hidden: Sequence[Lying]) -> list[Lying]:
    """Runes on a table, some of them without a face; these and the face-down ones by place: the order tells nothing."""
    places = {(one.x, one.y) for one in hidden}
    seen = [one for one in table if one.up and (one.x, one.y) not in places]
    faceless = [Lying(None, False, one.x, one.y, one.turned) for one in table if one not in seen]
    return seen + sorted(faceless, key=lambda one: (one.x, one.y))
