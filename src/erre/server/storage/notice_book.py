"""Notices, settings, endpoints, addresses and the outbox, as pieces of work for every database."""

from __future__ import annotations

from typing import Any

import msgspec

from erre.server.storage.notice_types import Delivery, Endpoint, MailAddress, StoredNotice, details_of
from erre.server.storage.work import Hold, Work, do, rows_of, value_of

NOTICE = "id, kind, about, key, path, details, at, seen"
ENDPOINT = "id, person, address, public_key, auth, device"
ADDRESS = "person, address, word, asked, proven"


def add_notice(person: str, notice: StoredNotice, deliveries: list[Delivery]) -> Work[bool]:
    """Keep a notice in place of an older one about the same; False if its key was told before."""
    yield Hold(f"notices {person}")
    known = yield from value_of("SELECT id FROM notices WHERE person = ? AND key = ?", person, notice.key)
    if known is not None:
        return bool(known == notice.id)
    if (yield from value_of("SELECT id FROM people WHERE id = ?", person)) is None:
        return False  # deleted meanwhile
    yield from settle(person, notice.about)
    yield from do(
        f"INSERT INTO notices (person, {NOTICE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)",
        *(person, notice.id, notice.kind, notice.about, notice.key, notice.path),
        *(msgspec.json.encode(notice.details).decode(), notice.at),
    )
    for one in deliveries:
        yield from add_delivery(one)
    return True


def add_delivery(one: Delivery) -> Work[None]:
    """Keep a delivery."""
    yield from do(
        """
        INSERT INTO outbox (id, person, notice, channel, target, due, tries) VALUES (?, ?, ?, ?, ?, ?, 0)
        ON CONFLICT (id) DO NOTHING
        """,
        *(one.id, one.person, one.notice, one.channel, one.target, one.due),
    )


def notice_of(row: Any) -> StoredNotice:
    """A notice from its row."""
    id_, kind, about, key, path, details, at, seen = row
    return StoredNotice(id_, kind, about, key, path, details_of(details), at, bool(seen))


def notices_of(person: str, limit: int) -> Work[list[StoredNotice]]:
    """The notices of a person, the newest first."""
    query = f"SELECT {NOTICE} FROM notices WHERE person = ? ORDER BY at DESC, id LIMIT ?"
    return [notice_of(row) for row in (yield from rows_of(query, person, limit))]


def notice_by_id(notice: str) -> Work[StoredNotice | None]:
    """A notice by its id."""
    rows = yield from rows_of(f"SELECT {NOTICE} FROM notices WHERE id = ?", notice)
    return notice_of(rows[0]) if rows else None


def note_seen(person: str) -> Work[None]:
    """Note that a person has seen all notices."""
    yield from do("UPDATE notices SET seen = 1 WHERE person = ? AND seen = 0", person)


def settle(person: str, about: str) -> Work[None]:
    """Delete notices about something, with deliveries that wait."""
    query = "SELECT id FROM notices WHERE person = ? AND about = ?"
    for (notice,) in (yield from rows_of(query, person, about)):
        yield from do("DELETE FROM outbox WHERE person = ? AND notice = ?", person, notice)
        yield from do("DELETE FROM notices WHERE id = ?", notice)


def forget_notices(before: int) -> Work[int]:
    """Delete old notices; deliveries of theirs find nothing to send."""
    old = yield from value_of("SELECT count(*) FROM notices WHERE at < ?", before)
    yield from do("DELETE FROM notices WHERE at < ?", before)
    return int(old)


def notice_settings(person: str) -> Work[str]:
    """The settings of a person."""
    return (yield from value_of("SELECT settings FROM notice_settings WHERE person = ?", person)) or ""


def set_notice_settings(person: str, settings: str) -> Work[None]:
    """Keep the settings of a person."""
    yield from do(
        """
        INSERT INTO notice_settings (person, settings) VALUES (?, ?)
        ON CONFLICT (person) DO UPDATE SET settings = excluded.settings
        """,
        *(person, settings),
    )


# -- where to send


def endpoints_of(person: str) -> Work[list[Endpoint]]:
    """The browsers of a person, the newest first."""
    rows = yield from rows_of(f"SELECT {ENDPOINT} FROM endpoints WHERE person = ? ORDER BY made DESC, id", person)
    return [Endpoint(*row) for row in rows]


def endpoint_by_id(endpoint: str) -> Work[Endpoint | None]:
    """A browser by its id."""
    rows = yield from rows_of(f"SELECT {ENDPOINT} FROM endpoints WHERE id = ?", endpoint)
    return Endpoint(*rows[0]) if rows else None


def add_endpoint(one: Endpoint, now: int, most: int) -> Work[None]:
    """Keep a browser; one that somebody else used before is theirs no longer."""
    yield Hold(f"notices {one.person}")
    yield from do(
        f"""
        INSERT INTO endpoints ({ENDPOINT}, made) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET person = excluded.person, public_key = excluded.public_key,
            auth = excluded.auth, device = excluded.device, made = excluded.made
        """,
        *(one.id, one.person, one.address, one.public_key, one.auth, one.device, now),
    )
    for old in (yield from endpoints_of(one.person))[most:]:
        yield from drop_endpoint(old.id, "")


def drop_endpoint(endpoint: str, person: str) -> Work[None]:
    """Drop a browser, with what waits for it."""
    if person and (yield from value_of("SELECT person FROM endpoints WHERE id = ?", endpoint)) != person:
        return
    yield from do("DELETE FROM outbox WHERE channel = 'push' AND target = ?", endpoint)
    yield from do("DELETE FROM endpoints WHERE id = ?", endpoint)


def mail_address(column: str, value: str) -> Work[MailAddress | None]:
    """An address by its person, or by the word of its links."""
    rows = yield from rows_of(f"SELECT {ADDRESS} FROM mail_addresses WHERE {column} = ?", value)
    if not rows:
        return None
    person, address, word, asked, proven = rows[0]
    return MailAddress(person, address, word, asked, bool(proven))


def set_mail_address(one: MailAddress) -> Work[None]:
    """Keep an address in place of the one before."""
    yield from do(
        f"""
        INSERT INTO mail_addresses ({ADDRESS}) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (person) DO UPDATE SET address = excluded.address, word = excluded.word,
            asked = excluded.asked, proven = excluded.proven
        """,
        *(one.person, one.address, one.word, one.asked, int(one.is_proven)),
    )


def drop_mail_address(person: str) -> Work[None]:
    """Delete an address, with mail that waits."""
    yield from do("DELETE FROM outbox WHERE person = ? AND channel = 'mail'", person)
    yield from do("DELETE FROM mail_addresses WHERE person = ?", person)


def mails_asked_for(address: str, since: int) -> Work[int]:
    """How many people have given an address since then."""
    query = "SELECT count(*) FROM mail_addresses WHERE address = ? AND asked >= ?"
    return int((yield from value_of(query, address, since)))


# -- the outbox


def due_deliveries(now: int, hold: int, limit: int) -> Work[list[Delivery]]:
    """Take deliveries that are due; they are due again later, in case the worker that took them dies."""
    yield Hold("outbox")
    query = "SELECT id, person, notice, channel, target, due, tries FROM outbox WHERE due <= ? ORDER BY due, id LIMIT ?"
    found = [Delivery(*row) for row in (yield from rows_of(query, now, limit))]
    for one in found:
        yield from do("UPDATE outbox SET due = ? WHERE id = ?", now + hold, one.id)
    return found


def deliver_later(delivery: str, due: int, tries: int) -> Work[None]:
    """Try a delivery again at another time."""
    yield from do("UPDATE outbox SET due = ?, tries = ? WHERE id = ?", due, tries, delivery)


def delivered(deliveries: list[str]) -> Work[None]:
    """Drop deliveries."""
    for one in deliveries:
        yield from do("DELETE FROM outbox WHERE id = ?", one)


def count_delivery(person: str, channel: str, day: int, most: int) -> Work[bool]:
    """Count a delivery of that day; False if there were enough."""
    yield Hold(f"notices {person}")
    query = "SELECT count FROM notice_counts WHERE person = ? AND channel = ? AND day = ?"
    count = (yield from value_of(query, person, channel, day)) or 0
    if count >= most:
        return False
    yield from do(
        """
        INSERT INTO notice_counts (person, channel, day, count) VALUES (?, ?, ?, ?)
        ON CONFLICT (person, channel) DO UPDATE SET day = excluded.day, count = excluded.count
        """,
        *(person, channel, day, count + 1),
    )
    return True


def waiting_deliveries() -> Work[int]:
    """How many deliveries wait."""
    return int((yield from value_of("SELECT count(*) FROM outbox")))


def secret(name: str, fresh: str) -> Work[str]:
    """A secret of the server, the same for all who ask."""
    yield from do("INSERT INTO server_secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, fresh)
    return str((yield from value_of("SELECT value FROM server_secrets WHERE name = ?", name)))
