"""Evenings, seasons and plays of the deal of the day, as pieces of work for every database.

An evening is a JSON text without names, plus a row for each player. A step reads it, changes it and writes it in one
transaction, under its own lock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from erre.clubs.evening import Evening, Member, Result
from erre.clubs.refusals import NotThisStage
from erre.clubs.steps import note_game as enter_game
from erre.core.errors import Refusal
from erre.server.storage.contract import Finished
from erre.server.storage.work import Hold, Work, do, rows_of, value_of

KEPT_STEPS = 10  # that can be undone
OLD = 2 * 365 * 86_400_000  # milliseconds after which an evening that nobody touched is dropped


class NoEvening(Refusal):
    """There is no such evening, season or day."""

    code = "no_table"


class Stored(NamedTuple):
    """An evening, and what is stored next to it."""

    evening: Evening
    revision: int
    host_seen: int
    touched: int


class Step(NamedTuple):
    """A line of an evening's journal."""

    number: int
    at: int
    what: str
    can_undo: bool


class Play(NamedTuple):
    """Somebody's play of a deal of the day; `ended` 0: it goes on."""

    day: str
    game: str
    person: str
    name: str
    table: str
    started: int
    ended: int
    score: int
    rank: int
    record: str


class Season(NamedTuple):
    """Evenings that count together."""

    id: str
    host: str
    name: str
    best: int
    created: int


# -- evenings


def state_of(evening: Evening) -> str:
    """An evening without the people: those have rows of their own."""
    plain = msgspec.structs.replace(evening, members=[], host="")
    return msgspec.json.encode(plain).decode()


def new_evening(evening: Evening, now: int, most: int) -> Work[bool]:
    """Insert an evening; False if its host has too many that are not over."""
    yield Hold(f"evenings of {evening.host}")
    if (yield from value_of("SELECT id FROM evenings WHERE id = ?", evening.id)) is not None:
        return True
    rows = yield from rows_of("SELECT state FROM evenings WHERE host = ?", evening.host)
    if sum(not msgspec.json.decode(row[0], type=Evening).is_ended for row in rows) >= most:
        return False
    yield from do(
        """
        INSERT INTO evenings (id, host, season, revision, created, touched, host_seen, state)
        VALUES (?, ?, ?, 0, ?, ?, ?, ?)
        """,
        *(evening.id, evening.host, evening.season, now, now, now, state_of(evening)),
    )
    return True


def read_evening(evening: str) -> Work[Stored]:
    """An evening with its players."""
    rows = yield from rows_of(
        "SELECT state, host, revision, host_seen, touched, season FROM evenings WHERE id = ?", evening
    )
    if not rows:
        raise NoEvening("there is no such evening")
    state, host, revision, host_seen, touched, season = rows[0]
    found = msgspec.json.decode(state, type=Evening)
    found.host, found.season = host, season
    players = yield from rows_of(
        "SELECT number, name, person, is_out, joined FROM evening_players WHERE evening = ? ORDER BY number", evening
    )
    found.members = [
        Member(number, name, person or "", bool(is_out), joined) for number, name, person, is_out, joined in players
    ]
    return Stored(found, revision, host_seen, touched)


def revision_of(evening: str) -> Work[int]:
    """How often an evening was changed: a page that knows it asks for nothing more."""
    found = yield from value_of("SELECT revision FROM evenings WHERE id = ?", evening)
    if found is None:
        raise NoEvening("there is no such evening")
    return int(found)


def change_evening(
    evening: str, step: str, what: str, change: Callable[[Evening], object], now: int, by_host: bool
) -> Work[Stored]:
    """Carry out a step once. `step` is its own name, `what` its line in the journal; none is written if it is empty."""
    yield Hold(f"evening {evening}")
    stored = yield from read_evening(evening)
    found = stored.evening
    if found.last == step:
        return stored
    before, players = state_of(found), [msgspec.structs.replace(member) for member in found.members]
    host, season = found.host, found.season
    change(found)
    found.last = step
    yield from write_evening(stored, now)
    for at, member in enumerate(found.members):
        if at >= len(players) or players[at] != member:
            yield from write_player(found.id, member)
    if (found.host, found.season) != (host, season):
        yield from do("UPDATE evenings SET host = ?, season = ? WHERE id = ?", found.host, found.season, evening)
    if found.host != host:
        yield from do("UPDATE evenings SET host_seen = ? WHERE id = ?", now, evening)
    if what:
        yield from write_step(evening, stored.revision + 1, now, what, before if by_host else "")
    return stored._replace(revision=stored.revision + 1)


def write_evening(stored: Stored, now: int) -> Work[None]:
    """Write an evening's new state."""
    yield from do(
        "UPDATE evenings SET state = ?, revision = ?, touched = ? WHERE id = ?",
        *(state_of(stored.evening), stored.revision + 1, now, stored.evening.id),
    )
    for one in stored.evening.rounds[-1:]:
        for plan in one.tables:
            if plan.table:
                yield from do(
                    "INSERT INTO evening_tables (table_id, evening) VALUES (?, ?) ON CONFLICT (table_id) DO NOTHING",
                    *(plan.table, stored.evening.id),
                )


def write_player(evening: str, member: Member) -> Work[None]:
    """Write a new player, or what has changed about one."""
    yield from do(
        """
        INSERT INTO evening_players (evening, number, person, name, is_out, joined) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (evening, number) DO UPDATE SET name = excluded.name, is_out = excluded.is_out
        """,
        *(evening, member.number, member.person or None, member.name, int(member.is_out), member.joined),
    )


def write_step(evening: str, number: int, at: int, what: str, before: str) -> Work[None]:
    """Add a line to the journal; only the last steps can be undone."""
    yield from do(
        "INSERT INTO evening_steps (evening, number, at, what, before) VALUES (?, ?, ?, ?, ?)",
        *(evening, number, at, what, before),
    )
    rows = yield from rows_of(
        "SELECT number FROM evening_steps WHERE evening = ? AND before <> '' ORDER BY number DESC", evening
    )
    for row in rows[KEPT_STEPS:]:
        yield from do("UPDATE evening_steps SET before = '' WHERE evening = ? AND number = ?", evening, row[0])


def steps_of(evening: str, limit: int = 50) -> Work[list[Step]]:
    """The journal of an evening, the newest line first."""
    rows = yield from rows_of(
        "SELECT number, at, what, before FROM evening_steps WHERE evening = ? ORDER BY number DESC LIMIT ?",
        *(evening, limit),
    )
    return [Step(number, at, what, bool(before)) for number, at, what, before in rows]


def undo(evening: str, step: str, now: int) -> Work[list[str]]:
    """Take back the last step of the host; the ids of tables that no longer belong to the evening."""
    yield Hold(f"evening {evening}")
    stored = yield from read_evening(evening)
    if stored.evening.last == step:
        return []
    if stored.evening.is_ended and stored.evening.setup.duplicate:
        raise NotThisStage("deals_are_open")
    rows = yield from rows_of(
        "SELECT number, before FROM evening_steps WHERE evening = ? AND before <> '' ORDER BY number DESC LIMIT 1",
        evening,
    )
    if not rows:
        raise NotThisStage("nothing_to_undo")
    number, before = rows[0]
    found, restored = stored.evening, msgspec.json.decode(before, type=Evening)
    tables = {plan.table: plan for one in found.rounds for plan in one.tables if plan.table}
    kept = {plan.table: plan for one in restored.rounds for plan in one.tables if plan.table}
    for table, plan in kept.items():  # a game that has ended since stays ended
        known = tables[table].result if table in tables else None
        if plan.result is None and known is not None and known.by == "table":
            plan.result = known
    found.rounds, found.is_ended, found.setup, found.last = restored.rounds, restored.is_ended, restored.setup, step
    yield from write_evening(stored, now)
    yield from do("UPDATE evening_steps SET before = '' WHERE evening = ? AND number = ?", evening, number)
    yield from write_step(evening, stored.revision + 1, now, "undo", "")
    return [table for table in tables if table not in kept]


def note_host(evening: str, person: str, now: int) -> Work[None]:
    """Note that the host was here."""
    yield from do("UPDATE evenings SET host_seen = ? WHERE id = ? AND host = ?", now, evening, person)


def evenings_of(person: str, limit: int = 50) -> Work[list[Stored]]:
    """The evenings that somebody hosts or takes part in, the newest first."""
    rows = yield from rows_of(
        """
        SELECT id FROM evenings WHERE host = ?
        OR id IN (SELECT evening FROM evening_players WHERE person = ?) ORDER BY created DESC, id LIMIT ?
        """,
        *(person, person, limit),
    )
    found = []
    for row in rows:
        found.append((yield from read_evening(row[0])))
    return found


def drop_old(now: int) -> Work[int]:
    """Delete evenings that nobody has touched for long."""
    rows = yield from rows_of("SELECT id FROM evenings WHERE touched < ? LIMIT 100", now - OLD)
    for (evening,) in rows:
        yield Hold(f"evening {evening}")
        for table in ("evening_players", "evening_tables", "evening_steps"):
            yield from do(f"DELETE FROM {table} WHERE evening = ?", evening)
        yield from do("DELETE FROM evenings WHERE id = ?", evening)
    return len(rows)


# -- results of live tables


def note_game(game: Finished) -> Work[None]:
    """A table has finished its game: enter the result in the evening or the day it belongs to."""
    evening = yield from value_of("SELECT evening FROM evening_tables WHERE table_id = ?", game.table)
    if evening is not None:
        yield Hold(f"evening {evening}")
        stored = yield from read_evening(evening)
        result = Result(list(game.scores), list(game.ranks), game.id, "table")
        if enter_game(stored.evening, game.table, result):
            yield from write_evening(stored, max(game.ended, stored.touched))
        return
    seat = next((at for at, player in enumerate(game.players) if player.person), None)
    if seat is not None:
        yield from do(
            "UPDATE day_plays SET ended = ?, score = ?, rank = ?, record = ? WHERE table_id = ? AND ended = 0",
            *(game.ended, game.scores[seat], game.ranks[seat], game.id, game.table),
        )


def unseal(sealed: str) -> Work[None]:
    """Everybody has played these deals: whoever gets the link of a record may read it, to compare."""
    yield from do("UPDATE records SET sealed = '', access = 'shared' WHERE sealed = ?", sealed)


# -- seasons


def new_season(season: Season, most: int) -> Work[bool]:
    """Insert a season; False if its host has too many."""
    yield Hold(f"evenings of {season.host}")
    if (yield from value_of("SELECT id FROM seasons WHERE id = ?", season.id)) is not None:
        return True
    if (yield from value_of("SELECT count(*) FROM seasons WHERE host = ?", season.host)) >= most:
        return False
    yield from do("INSERT INTO seasons (id, host, name, best, created) VALUES (?, ?, ?, ?, ?)", *season)
    return True


def read_season(season: str) -> Work[Season]:
    """A season by its id."""
    rows = yield from rows_of("SELECT id, host, name, best, created FROM seasons WHERE id = ?", season)
    if not rows:
        raise NoEvening("there is no such season")
    return Season(*rows[0])


def seasons_of(person: str) -> Work[list[Season]]:
    """The seasons of a host, the newest first."""
    rows = yield from rows_of(
        "SELECT id, host, name, best, created FROM seasons WHERE host = ? ORDER BY created DESC, id", person
    )
    return [Season(*row) for row in rows]


def evenings_in(season: str) -> Work[list[Stored]]:
    """The evenings of a season, the oldest first."""
    rows = yield from rows_of("SELECT id FROM evenings WHERE season = ? ORDER BY created, id LIMIT 100", season)
    found = []
    for row in rows:
        found.append((yield from read_evening(row[0])))
    return found


# -- the deal of the day


PLAY = "day, game, person, name, table_id, started, ended, score, rank, record"


def begin_play(play: Play) -> Work[Play]:
    """Note that somebody begins a deal of the day; once begun, the first table stays."""
    yield from do(
        f"INSERT INTO day_plays ({PLAY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (day, game, person) DO NOTHING",
        *play,
    )
    rows = yield from rows_of(
        f"SELECT {PLAY} FROM day_plays WHERE day = ? AND game = ? AND person = ?", play.day, play.game, play.person
    )
    return Play(*rows[0])


def plays_of_days(first: str, last: str, game: str) -> Work[list[Play]]:
    """Everybody's plays of a game from one day to another."""
    rows = yield from rows_of(
        f"SELECT {PLAY} FROM day_plays WHERE day >= ? AND day <= ? AND game = ? "
        "ORDER BY day, score DESC, ended, person",
        *(first, last, game),
    )
    return [Play(*row) for row in rows]


def plays_of_person(person: str, since: str) -> Work[list[Play]]:
    """Somebody's plays since a day."""
    rows = yield from rows_of(
        f"SELECT {PLAY} FROM day_plays WHERE person = ? AND day >= ? ORDER BY day, game", person, since
    )
    return [Play(*row) for row in rows]


def open_days(before: str) -> Work[None]:
    """The days before this one are over: their records can be read."""
    rows = yield from rows_of("SELECT DISTINCT sealed FROM records WHERE sealed <> '' AND sealed LIKE '/deal/%'")
    for (sealed,) in rows:
        if sealed.removeprefix("/deal/") < before:
            yield from unseal(sealed)
