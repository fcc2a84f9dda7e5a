"""People's relations: who played together, friends, blocks, invitations and reports, as pieces of work.

A tie is one person's decision about another. Two people are friends when each has a tie to the other, so nobody becomes
a friend, or reveals their presence, without wanting to.
"""

from __future__ import annotations

from typing import Any

import msgspec

from erre.server.storage.work import Hold, Work, do, rows_of, value_of

MOST_PLAYED_WITH = 100
FRIEND, BLOCK, HIDDEN = "friend", "block", "hidden"  # kinds of ties; a hidden person has one to nobody


class Known(msgspec.Struct, frozen=True):
    """Somebody, as another person knows them."""

    person: str
    name: str
    is_named: bool
    games: int = 0  # finished together
    last: int = 0  # when the last of them ended, milliseconds since 1970


class Invitation(msgspec.Struct, frozen=True):
    """Somebody is wanted at a table."""

    id: str
    host: str  # the person who invites
    guest: str
    table: str
    game: str
    word: str  # lets the guest sit at a closed table
    at: int
    until: int
    name: str = ""  # of the person who invites


class Report(msgspec.Struct, frozen=True):
    """Somebody says that another did not behave."""

    id: str
    at: int
    reporter: str
    about: str
    name: str  # of the person it is about, at that time
    table: str
    category: str
    words: str
    lines: str  # the last lines of chat at the table
    state: str = "open"
    answer: str = ""  # what the operator did


# -- people who played together


def played_with(person: str) -> Work[list[Known]]:
    """People who finished a game with somebody, those of the newest game first."""
    query = """
        SELECT other.person, people.name, people.handle, count(DISTINCT other.record), max(ended)
        FROM players AS mine
        JOIN players AS other ON other.record = mine.record AND other.person <> mine.person
        JOIN records ON records.id = mine.record JOIN people ON people.id = other.person
        WHERE mine.person = ? GROUP BY other.person, people.name, people.handle
        ORDER BY max(ended) DESC, other.person LIMIT ?
    """
    rows = yield from rows_of(query, person, MOST_PLAYED_WITH)
    return [Known(other, name, handle is not None, games, last) for other, name, handle, games, last in rows]


def last_game_of(person: str, other: str) -> Work[tuple[str, str] | None]:
    """The record and the text of the last game that two people finished together."""
    query = """
        SELECT records.id, records.text FROM players AS mine
        JOIN players AS other ON other.record = mine.record AND other.person = ?
        JOIN records ON records.id = mine.record
        WHERE mine.person = ? ORDER BY ended DESC, records.id LIMIT 1
    """
    rows = yield from rows_of(query, other, person)
    return (rows[0][0], rows[0][1]) if rows else None


def persons_of_record(record: str) -> Work[list[str | None]]:
    """Who sat on each chair of a finished game; None for bots and for people who are gone."""
    rows = yield from rows_of("SELECT person FROM players WHERE record = ? ORDER BY seat", record)
    return [row[0] for row in rows]


# -- ties


def tie(person: str, other: str, kind: str, now: int, most: int) -> Work[bool]:
    """Note what a person decided about another; whether there was room for it."""
    yield Hold(f"ties {person}")
    count = yield from value_of("SELECT count(*) FROM ties WHERE person = ? AND kind = ?", person, kind)
    if count >= most:
        return False
    yield from do(
        "INSERT INTO ties (person, other, kind, at) VALUES (?, ?, ?, ?) ON CONFLICT (person, kind, other) DO NOTHING",
        *(person, other, kind, now),
    )
    return True


def untie(person: str, other: str, kind: str) -> Work[None]:
    """Take back what a person decided about another."""
    yield from do("DELETE FROM ties WHERE person = ? AND other = ? AND kind = ?", person, other, kind)


def block(person: str, other: str, now: int, most: int) -> Work[bool]:
    """Block somebody: they are no friend any more, in either direction, and their invitations are gone."""
    if not (yield from tie(person, other, BLOCK, now, most)):
        return False
    yield from untie(person, other, FRIEND)
    yield from untie(other, person, FRIEND)
    for host, guest in ((person, other), (other, person)):
        yield from do("DELETE FROM invitations WHERE host = ? AND guest = ?", host, guest)
    return True


def tied(person: str, kind: str) -> Work[list[Known]]:
    """Those about whom a person decided something."""
    query = """
        SELECT other, name, handle FROM ties JOIN people ON people.id = other
        WHERE person = ? AND kind = ? ORDER BY at, other
    """
    rows = yield from rows_of(query, person, kind)
    return [Known(other, name, handle is not None) for other, name, handle in rows]


def wanted_by(person: str) -> Work[list[Known]]:
    """Those who want a person as a friend."""
    query = """
        SELECT ties.person, name, handle FROM ties JOIN people ON people.id = ties.person
        WHERE other = ? AND kind = ? ORDER BY at, ties.person
    """
    rows = yield from rows_of(query, person, FRIEND)
    return [Known(other, name, handle is not None) for other, name, handle in rows]


def is_tied(person: str, other: str, kind: str) -> Work[bool]:
    """Whether a person decided this about another."""
    query = "SELECT 1 FROM ties WHERE person = ? AND other = ? AND kind = ?"
    return (yield from value_of(query, person, other, kind)) is not None


def blocked_by(person: str) -> Work[frozenset[str]]:
    """Everybody whom a person has blocked."""
    rows = yield from rows_of("SELECT other FROM ties WHERE person = ? AND kind = 'block'", person)
    return frozenset(row[0] for row in rows)


def avoided_by(person: str) -> Work[frozenset[str]]:
    """Everybody whom a person blocked or who blocked them."""
    query = """
        SELECT other FROM ties WHERE person = ? AND kind = 'block'
        UNION SELECT person FROM ties WHERE other = ? AND kind = 'block'
    """
    return frozenset(row[0] for row in (yield from rows_of(query, person, person)))


def hidden_among(persons: list[str]) -> Work[frozenset[str]]:
    """Those of some people who do not show whether they are here."""
    if not persons:
        return frozenset()
    places = ", ".join("?" * len(persons))
    rows = yield from rows_of(f"SELECT person FROM ties WHERE kind = 'hidden' AND person IN ({places})", *persons)
    return frozenset(row[0] for row in rows)


# -- invitations


def invite(one: Invitation, most_sent: int, most_waiting: int) -> Work[str]:
    """Keep an invitation, once for each table and guest; `many` or `full` where there are enough already."""
    yield Hold(f"invitations {one.host}")
    yield from do("DELETE FROM invitations WHERE until <= ?", one.at)
    query = "SELECT id FROM invitations WHERE host = ? AND guest = ? AND table_id = ?"
    if (yield from value_of(query, one.host, one.guest, one.table)) is not None:
        return "kept"
    if (yield from value_of("SELECT count(*) FROM invitations WHERE host = ?", one.host)) >= most_sent:
        return "many"
    if (yield from value_of("SELECT count(*) FROM invitations WHERE guest = ?", one.guest)) >= most_waiting:
        return "full"
    yield from do(
        """
        INSERT INTO invitations (id, host, guest, table_id, game, word, at, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO NOTHING
        """,
        *(one.id, one.host, one.guest, one.table, one.game, one.word, one.at, one.until),
    )
    return "new"


def invitations_to(guest: str, now: int) -> Work[list[Invitation]]:
    """The invitations that wait for somebody, the newest first."""
    query = """
        SELECT invitations.id, host, guest, table_id, game, word, at, until, name
        FROM invitations JOIN people ON people.id = host WHERE guest = ? AND until > ? ORDER BY at DESC, invitations.id
    """
    return [Invitation(*row) for row in (yield from rows_of(query, guest, now))]


def drop_invitation(invitation: str, guest: str) -> Work[None]:
    """Delete an invitation that was answered."""
    yield from do("DELETE FROM invitations WHERE id = ? AND guest = ?", invitation, guest)


def drop_invitations_to(table: str) -> Work[None]:
    """Delete the invitations to a table that is closed."""
    yield from do("DELETE FROM invitations WHERE table_id = ?", table)


# -- reports

REPORT = "id, at, reporter, about, name, table_id, category, words, lines, state, answer"


def report(one: Report) -> Work[None]:
    """Keep a report for the operator."""
    yield from do(
        f"INSERT INTO reports ({REPORT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
        *msgspec.structs.astuple(one),
    )


def reports(limit: int) -> Work[list[Report]]:
    """Reports: the open ones first, then the newest."""
    query = f"SELECT {REPORT} FROM reports ORDER BY CASE state WHEN 'open' THEN 0 ELSE 1 END, at DESC, id LIMIT ?"
    return [Report(*row) for row in (yield from rows_of(query, limit))]


def report_by_id(report_id: str) -> Work[Report | None]:
    """A report."""
    rows = yield from rows_of(f"SELECT {REPORT} FROM reports WHERE id = ?", report_id)
    return Report(*rows[0]) if rows else None


def resolve(report_id: str, answer: str) -> Work[bool]:
    """Note that a report was dealt with; whether there is such a report."""
    if (yield from report_by_id(report_id)) is None:
        return False
    yield from do("UPDATE reports SET state = 'done', answer = ? WHERE id = ?", answer, report_id)
    return True


def forget_old(now: int, reports_before: int) -> Work[None]:
    """Delete invitations that have expired, and reports that were dealt with long ago."""
    yield from do("DELETE FROM invitations WHERE until <= ?", now)
    yield from do("DELETE FROM reports WHERE state = 'done' AND at < ?", reports_before)


# -- one person


def ties_of(person: str) -> Work[list[dict[str, Any]]]:
    """What a person decided about others, for their own export."""
    query = """
        SELECT kind, coalesce(name, ''), at FROM ties LEFT JOIN people ON people.id = other
        WHERE person = ? ORDER BY kind, at, other
    """
    return [dict(zip(("kind", "name", "at"), row, strict=True)) for row in (yield from rows_of(query, person))]


def name_of(person: str) -> Work[str | None]:
    """The name of a person; None if they are gone."""
    name: str | None = yield from value_of("SELECT name FROM people WHERE id = ?", person)
    return name
