"""What is stored about a person, table by table: the one list that both the export and the deletion follow.

Every table with a column that names a person has an entry here; a test compares the list with the tables. Entries are
deleted in their order, `people` last. A table that names two people has two entries.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from erre.server.storage.company import ties_of
from erre.server.storage.contract import Device
from erre.server.storage.work import Work, do, rows_of
from erre.table.forgetting import FORGOTTEN


class Personal(NamedTuple):
    """What a table stores about a person."""

    table: str
    person: str  # the column with the person's id
    title: str = ""  # the name of its part in the export; empty: it holds only secrets, or what other parts show
    columns: tuple[str, ...] = ()  # of the export; never a secret
    order: str = ""  # of the rows in the export
    read: Callable[[str], Work[Any]] | None = None  # for exports that a plain list of columns cannot give
    forget: str = ""  # the statement of a deletion, with ? for the person; the usual one deletes the rows


def device_id(token_hash: bytes) -> str:
    """What a device is called; nobody can sign in with it."""
    return token_hash.hex()[:16]


def devices_of(person: str) -> Work[list[Device]]:
    """Where somebody is signed in, the device seen last first."""
    rows = yield from rows_of("SELECT hash, name, seen FROM tokens WHERE person = ? ORDER BY seen DESC, hash", person)
    return [Device(device_id(bytes(row[0])), row[1], row[2]) for row in rows]


def games_of(person: str) -> Work[list[dict[str, Any]]]:
    """The finished games of a person, with their files; not with those of deals that others still play."""
    query = """
        SELECT record, seat, name, rank, rating, game, ended, scores, access,
        CASE WHEN sealed = '' THEN text ELSE '' END
        FROM players JOIN records ON records.id = record WHERE person = ? ORDER BY ended, record, seat
    """
    names = ("record", "seat", "name", "rank", "rating", "game", "ended", "scores", "access", "file")
    return [dict(zip(names, row, strict=True)) for row in (yield from rows_of(query, person))]


PERSONAL: tuple[Personal, ...] = (
    Personal("players", "person", "games", read=games_of,
             forget=f"UPDATE players SET name = '{FORGOTTEN}', person = NULL WHERE person = ?"),
    Personal("ratings", "player", "ratings", ("game", "mu", "sigma", "games"), "game"),
    Personal("tokens", "person", "devices", read=devices_of),
    Personal("notices", "person", "notices", ("kind", "about", "path", "details", "at", "seen"), "at"),
    Personal("notice_settings", "person", "notice_settings", ("settings",)),
    Personal("endpoints", "person", "push_devices", ("device", "made"), "made"),
    Personal("mail_addresses", "person", "mail_address", ("address", "asked", "proven")),
    Personal("outbox", "person"),
    Personal("notice_counts", "person"),
    Personal("ties", "person", "ties", read=ties_of),
    Personal("ties", "other"),  # what others decided is theirs
    Personal("invitations", "host", "invitations_sent", ("game", "at", "until"), "at"),
    Personal("invitations", "guest", "invitations_received", ("game", "at", "until"), "at"),
    Personal("reports", "reporter", "reports", ("at", "name", "category", "words", "state"), "at",
             forget="UPDATE reports SET reporter = '', words = '', lines = '' WHERE reporter = ?"),
    Personal("reports", "about"),  # what others reported is theirs
    Personal("bans", "person", "bans", ("reason", "at", "until"), "at",
             forget=f"UPDATE bans SET person = '', name = '{FORGOTTEN}' WHERE person = ?"),
    Personal("operations", "about",  # the log of the operator says whom something was about by name
             forget=f"UPDATE operations SET about = '{FORGOTTEN}' WHERE about <> ''"
             " AND about IN (SELECT name FROM people WHERE id = ?)"),
    Personal("daily_people", "person", "tables_by_the_day", ("table_id", "hosts"), "table_id"),
    Personal("vacations", "person", "days_off", ("begins", "ends"), "begins"),
    Personal("recovery", "person", "recovery_code", ("made",)),
    Personal("restores", "person", "links_of_the_operator", ("until",)),
    Personal("passkeys", "person", "passkeys", ("name", "made", "seen", "counter"), "made, id"),
    Personal("puzzle_answers", "person", "puzzle_answers",
             ("puzzle", "game", "at", "answer", "score", "solved", "milliseconds", "tries"), "at, puzzle"),
    Personal("puzzle_ratings", "person", "puzzle_ratings", ("game", "rating", "answers", "solved"), "game"),
    Personal("puzzle_days", "person", "puzzle_days", ("day", "game"), "day, game"),
    Personal("puzzle_starts", "person", "puzzle_starts", ("puzzle", "at"), "at, puzzle"),
    Personal("puzzle_reports", "person", "puzzle_reports", ("puzzle", "reason", "at"), "at, puzzle"),
    Personal("evening_players", "person", "evenings", ("evening", "number", "name", "is_out"), "evening",
             forget=f"UPDATE evening_players SET name = '{FORGOTTEN}', person = NULL, is_out = 1 WHERE person = ?"),
    Personal("evenings", "host", "hosted_evenings", ("id", "season", "created"), "created, id",
             forget="UPDATE evenings SET host = '', host_seen = 0 WHERE host = ?"),
    Personal("seasons", "host", "hosted_seasons", ("id", "name", "best", "created"), "created, id",
             forget="UPDATE seasons SET host = '' WHERE host = ?"),
    Personal("day_plays", "person", "deals_of_the_day", ("day", "game", "name", "ended", "score", "rank"), "day, game"),
    Personal("people", "id", "person", ("name", "handle", "seen", "portrait")),
)  # fmt: skip

# All other tables, and why they need no entry.
IMPERSONAL = {
    "puzzles": "ratings of puzzles, over all people",
    "tables": "names nobody",
    "entries": "logs of live tables; the registry rewrites those that name a deleted person",
    "fresh": "the newest lines of the same logs",
    "records": "game files; a deletion takes the name out of their headers before `players` is cleared",
    "refused_names": "patterns of the operator",
    "announcements": "lines of the operator",
    "daily": "what lists show of sleeping tables; written again when the log of such a table is rewritten",
    "server_secrets": "keys of the server itself",
    "beats": "heartbeats of workers",
    "evening_tables": "which tables belong to which evening",
    "evening_steps": "what was done in an evening, by the numbers of its players",
    "gone": "ids of people whose deletion is under way, dropped when it is complete",
}


def export_of(person: str) -> Work[dict[str, Any]]:
    """Every part of the list, by its title."""
    found: dict[str, Any] = {}
    for part in PERSONAL:
        if part.title:
            found[part.title] = yield from rows_about(part, person)
    return found


def rows_about(part: Personal, person: str) -> Work[Any]:
    """What one table stores about a person."""
    if part.read is not None:
        return msgspec.to_builtins((yield from part.read(person)))
    order = f" ORDER BY {part.order}" if part.order else ""
    rows = yield from rows_of(
        f"SELECT {', '.join(part.columns)} FROM {part.table} WHERE {part.person} = ?{order}", person
    )
    return [dict(zip(part.columns, row, strict=True)) for row in rows]


def forget_rows(person: str) -> Work[None]:
    """Delete everything in the list about a person."""
    for part in PERSONAL:
        yield from do(part.forget or f"DELETE FROM {part.table} WHERE {part.person} = ?", person)
