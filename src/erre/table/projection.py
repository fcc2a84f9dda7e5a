"""What each receiver may see of a table. Before a game ends, nothing else about it leaves the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from erre.core.game import AnyGame, Event, Position, View
from erre.table import by_day
from erre.table.clocks import (
    autopilot_at,
    awaits_signal,
    can_play,
    deadline,
    intermission_ends,
    is_intermission,
    signal_at,
)
from erre.table.match import Happened
from erre.table.table import Table
from erre.table.table_info import GameData, Intermission, Rating, SeatInfo, SeatView, SignalDue, TableInfo


def eyes(table: Table, position: Position, seats: Sequence[int]) -> list[SeatView]:
    """A position as these seats see it, or a spectator if there are none."""
    if not seats:
        return [SeatView(None, shown_view(table.game, position.shown(None)), [], False)]
    return [look(table, position, seat) for seat in seats]


def look(table: Table, position: Position, seat: int) -> SeatView:
    """A position as one seat sees it."""
    legal = offered(table, position, seat)
    may_act = bool(legal) or seat in position.turn
    return SeatView(seat, shown_view(table.game, position.shown(seat)), legal, may_act)


def offered(table: Table, position: Position, seat: int) -> list[str]:
    """The moves that a seat is offered: all legal ones, or the plain ones where they cannot be listed."""
    offers = table.profile.offers
    if offers is None:
        return [table.game.format_move(move) for move in position.legal(seat)]
    if seat not in position.turn or table.match is None or position is not table.match.position:
        return []
    return [move for move in offers if can_play(table, seat, move)]


def shown_view(game: AnyGame, view: View) -> GameData:
    """A view as pages get it: for a game that the client has no screen for, with a sketch of it in plain words."""
    if game.has_client:
        return view
    return {**msgspec.to_builtins(view), "sketch": msgspec.to_builtins(game.sketch(view))}


def shown_event(game: AnyGame, event: Event, names: Sequence[str]) -> GameData:
    """An event as pages get it: for a game that the client has no screen for, with a sentence about it.

    Where a spectator may know less, `public_words` has the sentence for others at the same device.
    """
    if game.has_client:
        return event
    words, public = (game.event_words(one, names) for one in (event, game.redact(event, None)))
    return {**msgspec.to_builtins(event), "words": words, **({"public_words": public} if public != words else {})}


def told_events(table: Table, happened: Happened, seats: Sequence[int]) -> list[GameData]:
    """The events of an update as these seats, together, may know them."""
    names = [chair.name for chair in table.chairs]
    return [shown_event(table.game, told(table, event, seats), names) for event in happened.events]


def told(table: Table, event: Event, seats: Sequence[int]) -> Event:
    """An event as the seats of one device may know it: the first of them that knows more than a spectator."""
    spectator: Event = table.game.redact(event, None)
    for seat in seats:
        own: Event = table.game.redact(event, seat)
        if own != spectator:
            return own
    return spectator


def told_move(table: Table, happened: Happened, seats: Sequence[int]) -> str | None:
    """The text of a move, for those who may know it: its own event is the first, and tells them all."""
    if happened.move is None or happened.seat in seats:
        return happened.move
    if happened.by is None and table.profile.overtime:
        return table.profile.clock_word or None  # a draft that was rejected stays private
    if not happened.events or told(table, happened.events[0], seats) != happened.events[0]:
        return None
    return happened.move


def info(
    table: Table,
    revision: int,
    watching: int,
    pings: Mapping[int, int] | None = None,
    ratings: Mapping[int, Rating] | None = None,
    portraits: Mapping[str, str] | None = None,
) -> TableInfo:
    """Everything public about a table; `pings` and `ratings` are by seat, where they matter, `portraits` by person."""
    playing = table.stage == "playing"
    turn = table.match.position.turn if table.match and playing else []
    limits = {seat: limit for seat in turn if (limit := deadline(table, seat)) is not None}
    return TableInfo(
        id=table.id,
        revision=revision,
        game=table.game.name,
        seats=[
            seat_info(table, seat, (pings or {}).get(seat), (ratings or {}).get(seat), portraits or {})
            for seat in range(len(table.chairs))
        ],
        options=table.options,
        access=table.access,
        stage=table.stage,
        host=table.host_name,
        rated=table.rated,
        match_no=max(table.matches - 1, 0),
        watching=watching,
        paused=table.paused_at is not None,
        wants_pause=seats_of(table, table.wants_pause),
        wants_rematch=seats_of(table, table.wants_rematch),
        turn=turn,
        deadlines=limits,
        commitment=table.match.commitment if table.match and table.match.is_provable else "",
        record=None if table.sealed else table.record_id,
        marker=table.marker if table.profile.is_race else None,
        terms=table.terms if table.profile.is_race else None,
        hints=table.hints and not table.rated and not table.sealed,
        intermission=intermission(table),
        signal=signal(table),
        hours=table.hours,
        played_on=table.match is not None and not table.match.is_provable,
        club=table.club,
        sealed=table.sealed,
    )


def signal(table: Table) -> SignalDue | None:
    """Whose signal a reveal waits for; before the game begins everybody is waited for anyway."""
    if not awaits_signal(table) or is_intermission(table) or table.match is None or table.match.signal is None:
        return None
    return SignalDue(table.match.signal, signal_at(table))


def intermission(table: Table) -> Intermission | None:
    """For whom bots and clocks wait before the game, or its next part, begins."""
    if not is_intermission(table) or table.match is None:
        return None
    slow = {one for one in table.persons() if table.people.of(one).is_here} - table.match.ready
    return Intermission(seats_of(table, slow), intermission_ends(table))


def seats_of(table: Table, persons: set[str]) -> list[int]:
    """All seats of some persons."""
    return [seat for seat, chair in enumerate(table.chairs) if chair.kind == "person" and chair.person in persons]


def seat_info(
    table: Table, seat: int, ping: int | None, rating: Rating | None, portraits: Mapping[str, str]
) -> SeatInfo:
    """One chair, as all may see it."""
    chair = table.chairs[seat]
    presence = table.people.of(chair.person)
    is_here = chair.kind != "person" or presence.is_here or bool(table.hours)
    return SeatInfo(
        seat=seat,
        kind=chair.kind,
        name=chair.name,
        level=chair.level,
        portrait=portraits.get(chair.person, "") if chair.kind == "person" else "",
        here=is_here,
        away_since=None if is_here else presence.since,
        autopilot_at=autopilot_at(table, seat),
        autopilot=chair.autopilot,
        ping=ping,
        rating=rating,
        vacation=by_day.vacation_of(table, chair.person),
        vacated=chair.is_vacated,
    )
