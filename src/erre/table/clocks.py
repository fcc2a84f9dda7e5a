"""The clocks of a table: when a move is due, when a bot takes over from an absent person, and what a timeout does."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence

from erre.core.errors import Refusal
from erre.core.table_profile import AT_RANDOM, BY_RULE, SECOND
from erre.table import by_day
from erre.table.entries import AnyEntry, AutopilotOn, Commit, Signalled, TimedOut, WentOn
from erre.table.table import Table

USUAL_LEVEL = "solid"
GRACE = 30 * SECOND  # how long the seat of an absent person waits for them
INTERMISSION = 30 * SECOND  # the longest that people wait for each other between the parts of a match
RETURNING = 20 * SECOND  # what a running clock leaves at least after the server was away

Lot = Callable[[int], int]  # a number below this one, each equally likely


def stand_in(levels: Sequence[str]) -> str:
    """The bot that plays for somebody."""
    return USUAL_LEVEL if USUAL_LEVEL in levels else levels[-1]


def is_running(table: Table) -> bool:
    """Whether clocks run at all."""
    is_held = is_intermission(table) or awaits_signal(table)
    return table.stage == "playing" and table.paused_at is None and not is_held


def is_intermission(table: Table) -> bool:
    """Whether bots and clocks wait for people to be ready."""
    return table.stage == "playing" and table.match is not None and table.match.intermission is not None


def awaits_signal(table: Table) -> bool:
    """Whether everybody waits for the signal of one person."""
    return table.stage == "playing" and table.match is not None and table.match.signal is not None


def signal_at(table: Table) -> int | None:
    """When the table gives the signal itself; None where nobody waits for one, or while the game is paused."""
    if not awaits_signal(table) or is_intermission(table) or table.match is None or table.paused_at is not None:
        return None
    since = max(table.match.phase_since, table.resumed_at, table.reopened_at)
    return since + int(table.match.pause * table.terms.pace) + table.profile.signal_time


def intermission_ends(table: Table) -> int | None:
    """When play goes on without those who are not ready; None while nobody else waits for them."""
    if not is_intermission(table) or table.match is None or table.paused_at is not None or len(table.persons()) < 2:
        return None
    return max(table.match.intermission or 0, table.resumed_at, table.reopened_at) + INTERMISSION


def has_company(table: Table, seat: int) -> bool:
    """Whether another person holds a seat, and so may be kept waiting."""
    person = table.chairs[seat].person
    return any(other != person for other in table.persons())


def deadline(table: Table, seat: int) -> int | None:
    """When the time of a person for a move is up; None where there is no hurry."""
    since = table.match.owed.get(seat) if table.match else None
    chair = table.chairs[seat]
    if since is None or not is_running(table) or not chair.is_played_by_person:
        return None
    if table.hours:
        return by_day.deadline(table, seat) if has_company(table, seat) else None
    if is_racing(table) or not (table.profile.is_timed_alone or has_company(table, seat)):
        return None
    return max(since + table.profile.move_time, table.reopened_at + RETURNING)


def is_racing(table: Table) -> bool:
    """Whether seats grab at the same time just now."""
    return is_running(table) and table.match is not None and table.match.phase == table.profile.race_phase != ""


def race_end(table: Table) -> int | None:
    """When a race is over for all; None where it has no limit."""
    if not is_racing(table) or table.match is None or not table.profile.race_seconds:
        return None
    since = max(table.match.phase_since, table.resumed_at, table.reopened_at)
    lead = table.game.race.longest_lead + preparation(table)
    return since + int(lead) + SECOND * table.profile.race_seconds


def preparation(table: Table) -> float:
    """Milliseconds before a reveal is shown, on top of the usual lead: for what came before it, and for slow tables."""
    pause = table.match.pause if table.match else 0
    return pause * table.terms.pace + table.game.race.least_lead * (table.terms.pace - 1)


def awaited_since(table: Table, seat: int) -> int | None:
    """Since when another person is here and may be waiting for a seat; None while nobody is."""
    others = [table.people.of(other) for other in table.persons() if other != table.chairs[seat].person]
    return min((presence.since for presence in others if presence.is_here), default=None)


def autopilot_at(table: Table, seat: int) -> int | None:
    """When a bot takes an absent person's seat over; None while they are here, or while nobody waits for them."""
    chair = table.chairs[seat]
    if table.hours:
        return None  # nobody is missing in a game by the day
    if not is_running(table) or not chair.is_played_by_person or table.people.of(chair.person).is_here:
        return None
    since = awaited_since(table, seat)
    if since is None:
        return None
    return max(table.people.of(chair.person).since, since, table.resumed_at) + GRACE


def alarms(table: Table) -> Iterator[tuple[int, int, str]]:
    """Every time at which the table has something to do by itself, the seat and what it is."""
    over = intermission_ends(table)
    if over is not None:
        yield over, 0, "intermission"
    signal = signal_at(table)
    if signal is not None:
        yield signal, 0, "signal"
    ends = race_end(table)
    if ends is not None and table.match is not None:
        yield from ((ends, seat, "race") for seat in table.match.position.turn)
    for seat in range(len(table.chairs)):
        limit = deadline(table, seat)
        if table.hours:
            if limit is not None:
                yield limit, seat, "helped"
            continue
        if limit is not None and table.profile.overtime:
            yield limit, seat, "overtime"
        elif limit is not None and (since := awaited_since(table, seat)) is not None:
            yield max(limit, since + GRACE), seat, "autopilot"  # a bot plays for a player who keeps the others waiting
        absent = autopilot_at(table, seat)
        if absent is not None:
            yield absent, seat, "autopilot"


def due(table: Table) -> int | None:
    """When the table next has something to do by itself."""
    return min((at for at, _, _ in alarms(table)), default=None)


def is_over_time(table: Table, seat: int, now: int) -> bool:
    """Whether a move comes after its time, whether or not the clock has been heard already."""
    limit = deadline(table, seat) if table.profile.overtime and not table.hours else None
    return limit is not None and now >= limit


def tick(table: Table, now: int, lot: Lot = secrets.randbelow) -> Commit | None:
    """What is due by now, the earliest first; None if nothing is."""
    at, seat, what = min(alarms(table), default=(now + 1, 0, ""))
    if at > now:
        return None
    entry: AnyEntry
    if what == "autopilot":
        entry = AutopilotOn(seat, stand_in(table.levels))
    elif what == "helped":
        entry = AutopilotOn(seat, stand_in(table.levels), once=not by_day.is_given_up(table, seat))
    elif what == "intermission":
        entry = WentOn()
    elif what == "signal":
        assert table.match is not None
        entry = Signalled(table.match.signal or 0)
    elif what == "race":
        entry = TimedOut(seat, table.profile.race_end)
    else:
        entry = TimedOut(seat, overtime_move(table, seat, lot))
    return Commit(table.next_commit, max(now, table.last_at), [entry])


def overtime_move(table: Table, seat: int, lot: Lot) -> str:
    """The move that is made when the time is up."""
    assert table.match is not None
    move = table.profile.overtime
    if move == BY_RULE:
        return table.game.format_move(table.game.overtime_move(table.match.position.truth, seat))
    if move == AT_RANDOM:
        legal = table.match.position.legal(seat)
        return table.game.format_move(legal[lot(len(legal))])
    draft = table.drafts.get(seat, "")
    return f"{move} {draft}" if draft and can_play(table, seat, f"{move} {draft}") else move


def can_play(table: Table, seat: int, move: str) -> bool:
    """Whether a move would be accepted."""
    assert table.match is not None
    try:
        table.match.position.check(seat, table.game.parse_move(move))
    except Refusal:
        return False
    return True
