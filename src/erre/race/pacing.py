"""What lies between two throws: time to tell the verdict, and faces that nobody is sent before they are shown."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from erre.core.game import Event, View
from erre.games.rok.events import Lying, RunesThrown
from erre.games.rok.views import RokView

# Milliseconds that it takes to tell what happened between two throws, by the name of the event.
TOLD = {
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
LEAST_BREATH, LONGEST_TELLING = 1200, 8000


def telling_time(events: Sequence[Event]) -> int:
    """How long to wait with a throw until all that came before it is told."""
    names = [type(event).__name__ for event in events]
    thrown = [index for index, name in enumerate(names) if name == RunesThrown.__name__]
    before = names[: thrown[-1]] if thrown else []
    return min(max(sum(TOLD.get(name, 0) for name in before), LEAST_BREATH), LONGEST_TELLING)


def thrown_last(events: Sequence[Event]) -> list[Lying]:
    """The runes of the last throw among some events."""
    throws = [event for event in events if isinstance(event, RunesThrown)]
    return throws[-1].runes if throws else []


def covered_view(view: View, thrown: Sequence[Lying]) -> View:
    """A view in which the runes just thrown show no face."""
    assert isinstance(view, RokView)
    return msgspec.structs.replace(view, table=covered(view.table, thrown))


def covered_events(events: Sequence[Event], thrown: Sequence[Lying]) -> list[Event]:
    """Events in which the last throw shows no face."""
    return [cover(event, thrown) for event in events]


def cover(event: Event, thrown: Sequence[Lying]) -> Event:
    """The throw itself without its faces; every other event as it is."""
    if not isinstance(event, RunesThrown) or event.runes != thrown:
        return event
    return msgspec.structs.replace(event, runes=covered(event.runes, thrown))


def covered(table: Sequence[Lying], thrown: Sequence[Lying]) -> list[Lying]:
    """Runes on a table, some of them without a face; these and the face-down ones by place: the order tells nothing."""
    places = {(one.x, one.y) for one in thrown}
    seen = [one for one in table if one.up and (one.x, one.y) not in places]
    hidden = [Lying(None, False, one.x, one.y, one.turned) for one in table if one not in seen]
    return seen + sorted(hidden, key=lambda one: (one.x, one.y))
