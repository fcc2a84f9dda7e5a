"""Decides requests about everything around a game: names, access, hints, other people's seats, and stand-in bots."""

from __future__ import annotations

from erre.table.clean_text import clean_name
from erre.table.clocks import stand_in
from erre.table.entries import AccessSet, AnyEntry, AutopilotOn, HintsSet, Named, Removed, Stood
from erre.table.refusals import NameInUse, NotNow
from erre.table.requests import Remove, SetAccess, SetHints, SetName
from erre.table.table import Table


def set_name(table: Table, request: SetName, account_name: str) -> Named:
    """Change the name on one's own seat; people with a claimed name always use it."""
    is_named = bool(account_name)
    name = account_name or clean_name(request.name)
    others = (chair for seat, chair in enumerate(table.chairs) if seat != request.seat)
    if any(chair.kind != "empty" and chair.name == name for chair in others):
        raise NameInUse(f"somebody called {name} sits at this table already: take another name")
    return Named(request.seat, name, is_named)


def set_access(request: SetAccess) -> list[AnyEntry]:
    """Set who may come from now on; people who are seated stay."""
    return [AccessSet(request.access)]


def set_hints(table: Table, request: SetHints) -> list[AnyEntry]:
    """Allow hints or switch them off; a rated table has none."""
    if table.rated:
        raise NotNow("this table is rated: no hints")
    return [HintsSet(request.allowed)]


def remove(table: Table, host: str, request: Remove) -> list[AnyEntry]:
    """Free the seat of somebody else, or give it to a bot."""
    chair = table.chairs[request.seat]
    if chair.kind != "person" or chair.person == host:
        raise NotNow("there is nobody else on this seat")
    if table.rated and table.stage == "playing":
        raise NotNow("a rated game is played out")
    level = stand_in(table.levels) if table.stage == "playing" else ""
    seats = table.seats_of(chair.person) if request.for_good else [request.seat]
    entries: list[AnyEntry] = [Stood(seat, level) for seat in seats]
    return [*entries, Removed(chair.person)] if request.for_good else entries


def let_bot(table: Table, seat: int) -> list[AnyEntry]:
    """Let a bot play until the person takes the seat back or moves."""
    if table.stage != "playing" or table.rated:
        raise NotNow("no bot can stand in for you here")
    if table.chairs[seat].autopilot:
        raise NotNow("a bot plays for you already")
    return [AutopilotOn(seat, stand_in(table.levels))]
