"""A person's channels over HTTP: browsers that accept push messages, an e-mail address, and a test of both."""

from __future__ import annotations

import hashlib

import msgspec
from aiohttp import web

from erre.core.errors import BadOptions, Refusal
from erre.server.config import Config
from erre.server.mail_settings import is_mail_address
from erre.server.net.headers import check_origin
from erre.server.net.http import answer, read_body
from erre.server.net.http_types import (
    MailWish,
    MailWord,
    NoticeChannels,
    PushBrowser,
    PushWish,
    TestWish,
)
from erre.server.net.identity import Identity, device_of
from erre.server.net.limits import Limits
from erre.server.notices.channels import PROOF, PROVEN_WITHIN, Channels, hash_of
from erre.server.notices.notice import Notice
from erre.server.notices.notices import Notices, new_id
from erre.server.notices.push import BadEndpoint, check_address
from erre.server.storage.notice_types import Delivery, Endpoint, MailAddress, StoredNotice

MOST_BROWSERS = 10  # of one person
MOST_OF_ADDRESS = 3  # people who share an e-mail address
A_DAY = 86_400.0  # seconds
PROOFS = 4.0  # letters that ask for proof, for each person and for each e-mail address on a day
PROOFS_FROM, ALL_PROOFS = 20.0, 500.0  # from one network address, where newcomers are many, and from everywhere
TESTS = 10.0  # of each person on a day
BROWSERS = 20.0  # that a person adds on a day
FROM_ADDRESS = 5.0  # as many browsers and tests from one network address as so many people have


class BadMail(Refusal):
    """No mail can be sent there."""

    code = "bad_mail"


class NoMail(Refusal):
    """This server sends no mail."""

    code = "no_mail"


class WordGone(Refusal):
    """The link of a letter has expired, or was replaced by a newer one."""

    code = "word_gone"


class ChannelsApi:
    """The HTTP handlers of push subscriptions and mail addresses."""

    def __init__(
        self, config: Config, identity: Identity, notices: Notices, channels: Channels, limits: Limits
    ) -> None:
        self.config, self.identity, self.notices = config, identity, notices
        self.channels, self.limits, self.store = channels, limits, notices.store

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/me/notices/channels", self.mine),
            web.post("/api/me/notices/push", self.subscribe),
            web.delete("/api/me/notices/push/{browser}", self.unsubscribe),
            web.post("/api/me/notices/mail", self.give_address),
            web.delete("/api/me/notices/mail", self.drop_address),
            web.post("/api/me/notices/test", self.test),
            web.post("/api/mail/confirm", self.confirm),
            web.get("/api/mail/leave", self.ask_to_leave),
            web.post("/api/mail/leave", self.leave),
        ]

    def _spend_day(self, key: str, most: float) -> None:
        """Take one from what is allowed on a day."""
        self.limits.spend(key, 1.0, most, most / A_DAY)

    async def mine(self, request: web.Request) -> web.Response:
        """The channels of the person who asks."""
        return answer(await self._of((await self.identity.need(request)).id))

    async def _of(self, person: str) -> NoticeChannels:
        browsers = await self.store.endpoints(person)
        address = await self.store.mail_address(person)
        return NoticeChannels(
            push_key=(await self.channels.push()).vapid.public_key,
            browsers=[PushBrowser(one.id, one.device) for one in browsers],
            sends_mail=self.channels.mail is not None,
            address=address.address if address is not None else "",
            is_proven=address is not None and address.is_proven,
        )

    async def subscribe(self, request: web.Request) -> web.Response:
        """Accept push messages in this browser."""
        person = await self.identity.need(request)
        wish: PushWish = await read_body(request, PushWish)
        check_address(wish.endpoint, self.config.push_private)
        from erre.server.notices.push_crypto import read_keys

        try:
            read_keys(wish.keys.p256dh, wish.keys.auth)
        except ValueError:
            raise BadEndpoint("these are not the keys of a browser") from None
        self._spend_day(f"push {person.id}", BROWSERS)
        self._spend_day(f"push from {self.identity.address_of(request)}", BROWSERS * FROM_ADDRESS)
        endpoint = Endpoint(
            *(endpoint_id(wish.endpoint), person.id, wish.endpoint),
            *(wish.keys.p256dh, wish.keys.auth, device_of(request)),
        )
        await self.store.add_endpoint(endpoint, MOST_BROWSERS)
        return answer(await self._of(person.id), 201)

    async def unsubscribe(self, request: web.Request) -> web.Response:
        """Send no more push messages to one of the person's browsers."""
        check_origin(request, self.config.origins)
        person = await self.identity.need(request)
        await self.store.drop_endpoint(request.match_info["browser"], person.id)
        return answer(await self._of(person.id))

    async def give_address(self, request: web.Request) -> web.Response:
        """Take an address, and send the letter that asks whether it is right."""
        person = await self.identity.need(request)
        wish: MailWish = await read_body(request, MailWish)
        if self.channels.mail is None:
            raise NoMail("this server sends no mail: its operator can name a mail server with --smtp")
        text = wish.address.strip()
        if not is_mail_address(text):
            raise BadMail("this is not an e-mail address")
        shared = await self.store.mails_asked_for(text, 0)
        known = await self.store.mail_address(person.id)
        if shared >= MOST_OF_ADDRESS and (known is None or known.address != text):
            raise BadMail("this address is used by too many people")
        spent = hashlib.sha256(text.lower().encode()).hexdigest()[:16]
        self._spend_day(f"proof {person.id}", PROOFS)
        self._spend_day(f"proof to {spent}", PROOFS)
        self._spend_day(f"proof from {self.identity.address_of(request)}", PROOFS_FROM)
        self._spend_day("proofs", ALL_PROOFS)
        now = self.notices.clock.now()
        address = MailAddress(person.id, text, "", now, False)
        word = hash_of(await self.channels.word_of(address))
        await self.store.drop_mail_address(person.id)
        await self.store.set_mail_address(msgspec.structs.replace(address, word=word))
        await self.store.add_delivery(Delivery(new_id(), person.id, PROOF, "mail", "", now))
        return answer(await self._of(person.id), 202)

    async def drop_address(self, request: web.Request) -> web.Response:
        """Forget the address of the person who asks."""
        check_origin(request, self.config.origins)
        person = await self.identity.need(request)
        await self.store.drop_mail_address(person.id)
        return answer(await self._of(person.id))

    async def confirm(self, request: web.Request) -> web.Response:
        """Somebody has read mail at an address: it is proven."""
        wish: MailWord = await read_body(request, MailWord)
        found = await self.store.mail_address_by(hash_of(wish.word))
        is_late = found is not None and self.notices.clock.now() - found.asked > PROVEN_WITHIN
        if found is None or (is_late and not found.is_proven):
            raise WordGone("this link has expired: ask for a new one in the settings")
        await self.store.set_mail_address(msgspec.structs.replace(found, is_proven=True))
        return web.Response(status=204)

    async def ask_to_leave(self, request: web.Request) -> web.StreamResponse:
        """The link at the end of a letter: the page asks, since programs open links too."""
        word = request.query.get("word", "")
        raise web.HTTPSeeOther(f"/mail#leave={word if word.isalnum() and len(word) <= 64 else ''}")

    async def leave(self, request: web.Request) -> web.Response:
        """No more mail: with the button of a mail program (RFC 8058), or of our own page."""
        found = await self.store.mail_address_by(hash_of(request.query.get("word", "")))
        if found is not None:
            await self.store.drop_mail_address(found.person)
        return web.Response(status=204)  # a second click changes nothing, and nobody learns who was known

    async def test(self, request: web.Request) -> web.Response:
        """Send a notice over one channel, now."""
        person = await self.identity.need(request)
        wish: TestWish = await read_body(request, TestWish)
        address = await self.store.mail_address(person.id)
        if wish.channel == "mail" and (address is None or not address.is_proven):
            raise BadMail("prove your e-mail address first: open the link in the letter")
        self._spend_day(f"test {person.id}", TESTS)
        self._spend_day(f"test from {self.identity.address_of(request)}", TESTS * FROM_ADDRESS)
        now, notice = self.notices.clock.now(), Notice("test", "test", new_id(), "/settings/notices")
        stored = StoredNotice(new_id(), notice.kind, notice.about, notice.key, notice.path, {}, now)
        targets = [one.id for one in await self.store.endpoints(person.id)] if wish.channel == "push" else [""]
        if not targets:
            raise BadOptions("no browser of yours accepts push messages yet")
        deliveries = [Delivery(new_id(), person.id, stored.id, wish.channel, target, now) for target in targets]
        await self.store.add_notice(person.id, stored, deliveries)
        return web.Response(status=202)


def endpoint_id(address: str) -> str:
    """What an endpoint is called; nobody can find the endpoint by it."""
    return hashlib.sha256(address.encode()).hexdigest()[:32]
