"""What is stored about notices: the notices themselves, people's channels, and deliveries that are waiting."""

from __future__ import annotations

import msgspec


class StoredNotice(msgspec.Struct, frozen=True):
    """Something that somebody is told."""

    id: str
    kind: str
    about: str  # a newer notice about the same thing replaces this one
    key: str  # nothing with the same key is told twice
    path: str  # of the page to open
    details: dict[str, str]  # for its words
    at: int  # milliseconds since 1970
    is_seen: bool = False


class Endpoint(msgspec.Struct, frozen=True):
    """A browser that accepts push messages for a person, as the Push API describes it."""

    id: str
    person: str
    address: str
    public_key: str  # p256dh, in base64 of URLs
    auth: str
    device: str  # browser and system


class MailAddress(msgspec.Struct, frozen=True):
    """Where somebody wants to receive mail."""

    person: str
    address: str
    word: str  # the hash of the word in the links of mails
    asked: int  # when it was given, milliseconds since 1970
    is_proven: bool


class Delivery(msgspec.Struct, frozen=True):
    """A notice that waits to be sent over one channel."""

    id: str
    person: str
    notice: str
    channel: str
    target: str  # the endpoint; empty for mail
    due: int
    tries: int = 0


def details_of(text: str) -> dict[str, str]:
    """Details as they are stored."""
    return msgspec.json.decode(text, type=dict[str, str])
