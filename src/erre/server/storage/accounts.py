"""What is stored for account recovery: recovery codes, passkeys, links from the operator, and portraits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from erre.server.storage.contract import Person
from erre.server.storage.personal import device_id
from erre.server.storage.work import Hold, Work, do, rows_of, value_of
from erre.table.clean_text import look_of

MOST_FOUND = 100


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of somebody; the private key stays in their device."""

    id: bytes
    person: str
    key: bytes  # the public key, in COSE's form
    counter: int
    name: str  # the device on which it was made
    made: int  # milliseconds since 1970
    seen: int  # when it was last used; 0: never


class Listed(msgspec.Struct, frozen=True):
    """A person in the operator's list."""

    id: str
    name: str
    is_named: bool
    seen: int  # milliseconds since 1970
    devices: int
    games: int
    can_recover: bool


class WaysBack(msgspec.Struct, frozen=True):
    """How a person can come back after a lost device."""

    code_made: int  # milliseconds since 1970; 0: there is no recovery code
    passkeys: int


# -- recovery codes


def set_code(person: str, code_hash: bytes, now: int) -> Work[None]:
    """Store a recovery code; the one before it is void."""
    yield from do("DELETE FROM recovery WHERE person = ?", person)
    yield from do(
        "INSERT INTO recovery (person, hash, made) SELECT id, ?, ? FROM people WHERE id = ?", code_hash, now, person
    )


def drop_code(person: str) -> Work[None]:
    """Delete somebody's recovery code."""
    yield from do("DELETE FROM recovery WHERE person = ?", person)


def person_by_code(code_hash: bytes) -> Work[str | None]:
    """The id of the person whose recovery code has this hash."""
    person: str | None = yield from value_of("SELECT person FROM recovery WHERE hash = ?", code_hash)
    return person


def ways_back(person: str) -> Work[WaysBack]:
    """How a person can come back."""
    made = yield from value_of("SELECT made FROM recovery WHERE person = ?", person)
    count = yield from value_of("SELECT count(*) FROM passkeys WHERE person = ?", person)
    return WaysBack(made or 0, count)


# -- links of the operator


def add_link(person: str, link_hash: bytes, until: int) -> Work[bool]:
    """Store a link that restores access to a person; earlier ones are void. Whether there is such a person."""
    if (yield from value_of("SELECT id FROM people WHERE id = ?", person)) is None:
        return False
    yield from do("DELETE FROM restores WHERE person = ?", person)
    yield from do(
        "INSERT INTO restores (hash, person, until) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING",
        *(link_hash, person, until),
    )
    return True


def take_link(link_hash: bytes, now: int) -> Work[str | None]:
    """Redeem a link, once: the id of its person; None if it was used, has expired, or never existed."""
    yield Hold(f"restore {link_hash.hex()}")
    person: str | None = yield from value_of("SELECT person FROM restores WHERE hash = ? AND until > ?", link_hash, now)
    yield from do("DELETE FROM restores WHERE hash = ? OR until <= ?", link_hash, now)
    return person


# -- passkeys


PASSKEY = "SELECT id, person, key, counter, name, made, seen FROM passkeys"


def passkeys_of(person: str) -> Work[list[Passkey]]:
    """The passkeys of somebody, the oldest first."""
    rows = yield from rows_of(f"{PASSKEY} WHERE person = ? ORDER BY made, id", person)
    return [passkey_in(row) for row in rows]


def passkey_by_id(passkey: bytes) -> Work[Passkey | None]:
    """A passkey by its id."""
    rows = yield from rows_of(f"{PASSKEY} WHERE id = ?", passkey)
    return passkey_in(rows[0]) if rows else None


def passkey_in(row: Sequence[Any]) -> Passkey:
    """A row as a passkey."""
    return Passkey(bytes(row[0]), row[1], bytes(row[2]), *row[3:])


def add_passkey(new: Passkey, most: int) -> Work[bool]:
    """Store a new passkey; False if somebody has too many, or if it is known already."""
    yield Hold(f"passkeys {new.person}")
    count = yield from value_of("SELECT count(*) FROM passkeys WHERE person = ?", new.person)
    known = yield from value_of("SELECT person FROM passkeys WHERE id = ?", new.id)
    if count >= most or known is not None:
        return False
    yield from do(
        """
        INSERT INTO passkeys (id, person, key, counter, name, made, seen)
        SELECT ?, id, ?, ?, ?, ?, ? FROM people WHERE id = ?
        """,
        *(new.id, new.key, new.counter, new.name, new.made, new.seen, new.person),
    )
    return True


def use_passkey(passkey: bytes, before: int, counter: int, now: int) -> Work[bool]:
    """Note that a passkey was used; False if its counter has moved since it was read."""
    yield Hold(f"passkey {passkey.hex()}")
    known = yield from value_of("SELECT counter FROM passkeys WHERE id = ?", passkey)
    if known not in (before, counter):  # the latter where this work is carried out again
        return False
    yield from do("UPDATE passkeys SET counter = ?, seen = ? WHERE id = ?", counter, now, passkey)
    return True


def remove_passkey(person: str, passkey: bytes) -> Work[bool]:
    """Delete a passkey of somebody; whether there was one."""
    found = yield from value_of("SELECT id FROM passkeys WHERE id = ? AND person = ?", passkey, person)
    yield from do("DELETE FROM passkeys WHERE id = ? AND person = ?", passkey, person)
    return found is not None


# -- devices


def sign_out_others(person: str, kept: bytes) -> Work[int]:
    """Delete all tokens of a person but one; how many there were."""
    count: int = yield from value_of("SELECT count(*) FROM tokens WHERE person = ? AND hash <> ?", person, kept)
    yield from do("DELETE FROM tokens WHERE person = ? AND hash <> ?", person, kept)
    return count


def name_device(person: str, device: str, name: str) -> Work[bool]:
    """Call a device by another name; whether there is such a device."""
    rows = yield from rows_of("SELECT hash FROM tokens WHERE person = ?", person)
    named = [row[0] for row in rows if device_id(bytes(row[0])) == device]
    for token_hash in named:
        yield from do("UPDATE tokens SET name = ? WHERE hash = ?", name, token_hash)
    return bool(named)


# -- portraits


def set_portrait(person: str, portrait: str) -> Work[Person]:
    """Choose a portrait."""
    yield from do("UPDATE people SET portrait = ? WHERE id = ?", portrait, person)
    rows = yield from rows_of("SELECT name, handle FROM people WHERE id = ?", person)
    return Person(person, rows[0][0], rows[0][1] is not None, portrait) if rows else Person(person, "")


def portraits_of(people: list[str]) -> Work[dict[str, str]]:
    """The portraits of those of some people who have chosen one."""
    if not people:
        return {}
    places = ", ".join("?" * len(people))
    query = f"SELECT id, portrait FROM people WHERE portrait <> '' AND id IN ({places})"
    return {row[0]: row[1] for row in (yield from rows_of(query, *people))}


# -- what the operator sees


def people_like(part: str) -> Work[list[Listed]]:
    """People whose name contains a text, in any spelling; those seen last come first."""
    rows = yield from rows_of(
        """
        SELECT id, name, handle, seen,
            (SELECT count(*) FROM tokens WHERE person = people.id),
            (SELECT count(*) FROM players WHERE person = people.id),
            (SELECT count(*) FROM recovery WHERE person = people.id)
                + (SELECT count(*) FROM passkeys WHERE person = people.id)
        FROM people WHERE name <> '' ORDER BY seen DESC, id
        """
    )
    wanted = look_of(part) if part else ""
    found = [row for row in rows if wanted in look_of(row[1]) or part.casefold() in row[1].casefold()]
    return [
        Listed(id, name, handle is not None, seen, devices, games, bool(ways))
        for id, name, handle, seen, devices, games, ways in found[:MOST_FOUND]
    ]
