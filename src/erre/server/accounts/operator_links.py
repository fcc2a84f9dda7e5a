"""Links with which an operator restores somebody's name, for `erre people link` and for the operator's page."""

from __future__ import annotations

import hashlib
import secrets

from erre.server.storage import accounts
from erre.server.storage.contract import Store
from erre.server.storage.work import milliseconds

GOOD_FOR = 86_400_000  # milliseconds
PAGE = "/recover"
MARK = "link-"  # what follows the # of the page's address, so that it is no recovery code


async def make_link(store: Store, person: str) -> str | None:
    """The path of a page that restores access to a person, once, within a day; earlier links of them are void.

    None if there is no such person. Only the hash of the link is stored.
    """
    word = secrets.token_urlsafe(24)
    until = milliseconds() + GOOD_FOR
    is_known = await store.run(lambda: accounts.add_link(person, hash_of_link(word), until))
    return f"{PAGE}#{MARK}{word}" if is_known else None


def hash_of_link(word: str) -> bytes:
    """What is stored of a link."""
    return hashlib.sha256(b"erre link of the operator" + word.encode(errors="replace")).digest()
