"""Sends what is waiting: pushes one by one, mail to one person together. Failures are retried with growing delays."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from erre.server.clock import Clock
from erre.server.logs import log_error, log_warning
from erre.server.metrics import Metrics
from erre.server.notices.channels import PROOF, Channels
from erre.server.notices.mail import Item, letter
from erre.server.notices.mail_words import LETTER
from erre.server.notices.push import PushMessage
from erre.server.notices.sending import Gone, NotNow, Refused
from erre.server.notices.settings import DAY, not_quiet, read_settings
from erre.server.notices.words import words_for
from erre.server.storage.contract import StorageFailed
from erre.server.storage.notice_types import Delivery, MailAddress, StoredNotice

LOOK_EVERY = 2.0  # seconds
HOLD = 120_000  # milliseconds for which a delivery is ours
AT_ONCE = 50
BACKOFF = 30_000  # milliseconds before the second attempt; four times as long before each further one
MOST_TRIES = 6
MOST_PUSHES, MOST_MAILS = 60, 12  # to one person on one day
FORGET_AFTER = 30 * DAY


class Outbox:
    """One for each worker; the storage hands every delivery to one of them."""

    def __init__(self, channels: Channels, clock: Clock, metrics: Metrics) -> None:
        self.channels, self.store, self.clock, self.metrics = channels, channels.store, clock, metrics
        self._forgets_at = 0

    async def run(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                while await self.look() == AT_ONCE:
                    pass
                await self._forget()
            except Exception:
                log_error("notices wait for the next look")

    async def look(self) -> int:
        """Send what is due; how many deliveries that were."""
        now = self.clock.now()
        due = await self.store.due_deliveries(now, HOLD, AT_ONCE)
        mails: dict[str, list[Delivery]] = defaultdict(list)
        for one in due:
            if one.channel == "mail":
                mails[one.person].append(one)
        pushes = [self._guarded([one], self._push(one, now)) for one in due if one.channel == "push"]
        letters = [self._guarded(some, self._mail(some, now)) for some in mails.values()]
        await asyncio.gather(*pushes, *letters)
        return len(due)

    async def _guarded(self, some: list[Delivery], sending: object) -> None:
        """Send, and note what came of it."""
        try:
            await sending  # type: ignore[misc]
        except NotNow as failed:
            await self._later(some, failed)
            return
        except Refused as failed:
            self.metrics.count(f"{some[0].channel}_refused")
            log_warning("a notice was not accepted", channel=some[0].channel, reason=str(failed))
        except Gone as failed:
            await self._drop(some[0], failed)
        except (StorageFailed, asyncio.CancelledError):
            raise
        except Postponed as postponed:
            for one in some:
                await self.store.deliver_later(one.id, postponed.until, one.tries)
            return
        except Exception:  # one delivery must not hold up the others, nor be tried for ever
            log_error("a notice could not be sent", channel=some[0].channel)
            await self._later(some, NotNow("an accident"))
            return
        await self.store.delivered([one.id for one in some])

    async def _later(self, some: list[Delivery], failed: NotNow) -> None:
        """Try again, unless that was done often enough."""
        self.metrics.count(f"{some[0].channel}_failed")
        log_warning("a notice waits", channel=some[0].channel, tries=some[0].tries + 1, reason=str(failed))
        now = self.clock.now()
        for one in some:
            if one.tries + 1 >= MOST_TRIES:
                await self.store.delivered([one.id])
            else:
                wait = max(failed.seconds * 1000, BACKOFF * 4**one.tries)
                await self.store.deliver_later(one.id, now + min(wait, DAY), one.tries + 1)

    async def _drop(self, one: Delivery, failed: Gone) -> None:
        """Forget a browser or an address that is gone."""
        self.metrics.count(f"{one.channel}_gone")
        log_warning("a receiver of notices is gone", channel=one.channel, reason=str(failed))
        if one.channel == "push":
            await self.store.drop_endpoint(one.target)
        else:
            await self.store.drop_mail_address(one.person)

    async def _push(self, one: Delivery, now: int) -> None:
        """Push a notice that is not settled yet."""
        endpoint, notice = await self.store.endpoint(one.target), await self.store.notice(one.notice)
        if endpoint is None or notice is None or endpoint.person != one.person:
            return
        settings = read_settings(await self.store.notice_settings(one.person))
        self._keep_quiet(notice, not_quiet(settings, now), now)
        if not await self.store.count_delivery(one.person, "push", now // DAY, MOST_PUSHES):
            return
        words = words_for(notice.kind, notice.details, settings.language)
        unread = sum(not other.is_seen for other in await self.store.notices(one.person))
        message = PushMessage(words.title, words.body, notice.path, notice.about, unread)
        await (await self.channels.push()).send(endpoint, message)
        self.metrics.count("pushes")

    async def _mail(self, some: list[Delivery], now: int) -> None:
        """Send one letter with everything that is due for a person."""
        person, channel = some[0].person, self.channels.mail
        address = await self.store.mail_address(person)
        if channel is None or address is None:
            return
        if any(one.notice == PROOF for one in some):
            await self._ask_for_proof(address)
            return
        notices = [notice for one in some if (notice := await self.store.notice(one.notice)) is not None]
        if not notices or not address.is_proven:
            return
        settings = read_settings(await self.store.notice_settings(person))
        self._keep_quiet(notices[0], not_quiet(settings, now), now)
        if not await self.store.count_delivery(person, "mail", now // DAY, MOST_MAILS):
            return
        base, language = self.channels.address(), settings.language
        items = [Item(words_for(one.kind, one.details, language), f"{base}{one.path}") for one in notices]
        title = items[0].words.title if len(items) == 1 else LETTER[language].several.format(n=len(items))
        word = await self.channels.word_of(address)
        out = f"{base}/api/mail/leave?word={word}"
        await channel.send(letter(channel.server, address.address, language, f"Erre: {title}", items, out))
        self.metrics.count("mails")

    async def _ask_for_proof(self, address: MailAddress) -> None:
        """Send the letter with the link that proves an address."""
        channel = self.channels.mail
        if channel is None or address.is_proven:
            return
        language = read_settings(await self.store.notice_settings(address.person)).language
        words = LETTER[language]
        link = f"{self.channels.address()}/mail#confirm={await self.channels.word_of(address)}"
        item = Item(words.prove, link)
        subject = f"Erre: {words.prove.title}"
        await channel.send(letter(channel.server, address.address, language, subject, [item], "", words.prove_end))
        self.metrics.count("mails")

    def _keep_quiet(self, notice: StoredNotice, until: int, now: int) -> None:
        """Postpone what comes in quiet hours, except for what somebody has just asked for."""
        if until > now and notice.kind != "test":
            raise Postponed(until)

    async def _forget(self) -> None:
        """Delete old notices, once a day."""
        now = self.clock.now()
        if now >= self._forgets_at:
            self._forgets_at = now + DAY
            await self.store.forget_notices(now - FORGET_AFTER)


class Postponed(Exception):
    """A delivery waits until the quiet hours are over."""

    def __init__(self, until: int) -> None:
        super().__init__("quiet hours")
        self.until = until
