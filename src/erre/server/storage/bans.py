"""Bans in the storage, as pieces of work: people, and guests from an address, each until a given time."""

from __future__ import annotations

import msgspec

from erre.server.storage.work import Hold, Work, do, rows_of, value_of

FOR_GOOD = 253_402_300_799_000  # the last day of the year 9999, in milliseconds since 1970
BAN = "id, person, name, address, reason, at, until, address_until"


class Ban(msgspec.Struct, frozen=True):
    """Somebody is locked out."""

    id: str
    person: str  # empty once the person is deleted
    name: str  # at the time of the ban
    address: str  # from which no guests come in; empty: only the person is locked out
    reason: str  # shown to whoever is locked out
    at: int  # milliseconds since 1970
    until: int
    address_until: int = 0


def add_ban(one: Ban, most: int) -> Work[bool]:
    """Lock somebody out, and drop their invitations; an earlier ban of them is replaced. Whether there was room."""
    yield Hold("bans")
    yield from do("DELETE FROM invitations WHERE host = ?", one.person)
    yield from do("DELETE FROM bans WHERE person = ? AND id <> ?", one.person, one.id)
    if (yield from value_of("SELECT count(*) FROM bans")) >= most:
        return False
    yield from do(
        f"INSERT INTO bans ({BAN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
        *msgspec.structs.astuple(one),
    )
    return True


def lift_ban(ban: str) -> Work[Ban | None]:
    """Let somebody in again: the ban that there was."""
    rows = yield from rows_of(f"SELECT {BAN} FROM bans WHERE id = ?", ban)
    yield from do("DELETE FROM bans WHERE id = ?", ban)
    return Ban(*rows[0]) if rows else None


def bans(now: int) -> Work[list[Ban]]:
    """The bans that count, the newest first; the others are deleted by `forget_bans`."""
    query = f"""
        SELECT {BAN} FROM bans WHERE (person <> '' AND until > ?) OR (address <> '' AND address_until > ?)
        ORDER BY at DESC, id
    """
    return [Ban(*row) for row in (yield from rows_of(query, now, now))]


def forget_bans(now: int) -> Work[None]:
    """Delete bans that have expired, and those of deleted people of which nothing is left; forget old addresses."""
    yield from do("UPDATE bans SET address = '' WHERE address_until <= ?", now)
    yield from do("DELETE FROM bans WHERE (person = '' OR until <= ?) AND address = ''", now)
