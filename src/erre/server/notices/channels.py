"""Outgoing channels: push services and a mail server, and the secrets that both need, created on first use."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable

from erre.server.config import Config
from erre.server.notices.mail import MailChannel
from erre.server.notices.push import PushChannel
from erre.server.storage.notice_store import NoticeStore
from erre.server.storage.notice_types import MailAddress

NO_CONTACT = "mailto:operator@erre.invalid"
PROOF = "proof"  # in place of a notice: the letter that asks whether an address is right
PROVEN_WITHIN = 86_400_000  # milliseconds


class Channels:
    """Push and mail, as the settings of this server allow them."""

    def __init__(self, config: Config, store: NoticeStore, address: Callable[[], str]) -> None:
        self.config, self.store, self.address = config, store, address
        server = config.mail_server
        self.mail = MailChannel(server) if server is not None else None
        self._push: PushChannel | None = None
        self._secret = b""

    async def push(self) -> PushChannel:
        """The way to push services, with the key that was made when somebody first asked for it."""
        if self._push is None:
            from erre.server.notices.push_crypto import Vapid, new_private_key

            key = await self.store.secret("vapid", new_private_key())
            self._push = PushChannel(Vapid(key, self.contact()), self.config.push_private)
        return self._push

    def contact(self) -> str:
        """How push services reach the operator."""
        if self.config.push_contact:
            return self.config.push_contact
        return self.config.address if self.config.address.startswith("https://") else NO_CONTACT

    async def word_of(self, address: MailAddress) -> str:
        """The word in the links of letters: only who reads mail at the address knows it."""
        if not self._secret:
            self._secret = bytes.fromhex(await self.store.secret("mail", secrets.token_hex(32)))
        text = f"{address.person}\n{address.address}\n{address.asked}"
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()[:40]

    async def close(self) -> None:
        """Close all connections."""
        if self._push is not None:
            await self._push.close()


def hash_of(word: str) -> str:
    """What is stored of such a word."""
    return hashlib.sha256(word.encode()).hexdigest()
