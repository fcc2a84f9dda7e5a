"""Notices, settings, endpoints, addresses and the outbox in a storage; a write is on disk when its call returns."""

from __future__ import annotations

from erre.server.storage import notice_book
from erre.server.storage.contract import Store
from erre.server.storage.notice_types import Delivery, Endpoint, MailAddress, StoredNotice
from erre.server.storage.work import milliseconds


class NoticeStore:
    """Everything that is stored about notices."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add_notice(self, person: str, notice: StoredNotice, deliveries: list[Delivery]) -> bool:
        """Keep a notice with its deliveries in place of an older one about the same; False if it was told before."""
        return await self._store.run(lambda: notice_book.add_notice(person, notice, deliveries))

    async def notices(self, person: str, limit: int = 50) -> list[StoredNotice]:
        """The notices of a person, the newest first."""
        return await self._store.look(lambda: notice_book.notices_of(person, limit))

    async def notice(self, notice: str) -> StoredNotice | None:
        """A notice by its id; None if it is settled."""
        return await self._store.look(lambda: notice_book.notice_by_id(notice))

    async def note_seen(self, person: str) -> None:
        """Note that a person has seen all notices; deliveries that wait go on."""
        await self._store.run(lambda: notice_book.note_seen(person))

    async def settle(self, person: str, about: str) -> None:
        """Delete the notices of a person about something, with deliveries that wait."""
        await self._store.run(lambda: notice_book.settle(person, about))

    async def forget_notices(self, before: int) -> int:
        """Delete notices from before that time; how many they were."""
        return await self._store.run(lambda: notice_book.forget_notices(before))

    async def notice_settings(self, person: str) -> str:
        """The settings of a person as they were given; empty if they never were."""
        return await self._store.look(lambda: notice_book.notice_settings(person))

    async def set_notice_settings(self, person: str, settings: str) -> None:
        """Keep the settings of a person."""
        await self._store.run(lambda: notice_book.set_notice_settings(person, settings))

    async def endpoints(self, person: str) -> list[Endpoint]:
        """The browsers of a person, the newest first."""
        return await self._store.look(lambda: notice_book.endpoints_of(person))

    async def endpoint(self, endpoint: str) -> Endpoint | None:
        """A browser by its id."""
        return await self._store.look(lambda: notice_book.endpoint_by_id(endpoint))

    async def add_endpoint(self, endpoint: Endpoint, most: int) -> None:
        """Keep a browser; the oldest ones of a person above `most` are dropped."""
        now = milliseconds()
        await self._store.run(lambda: notice_book.add_endpoint(endpoint, now, most))

    async def drop_endpoint(self, endpoint: str, person: str = "") -> None:
        """Drop a browser, of this person if one is named, with what waits for it."""
        await self._store.run(lambda: notice_book.drop_endpoint(endpoint, person))

    async def mail_address(self, person: str) -> MailAddress | None:
        """The address of a person."""
        return await self._store.look(lambda: notice_book.mail_address("person", person))

    async def mail_address_by(self, word: str) -> MailAddress | None:
        """The address whose links have this word, by its hash."""
        return await self._store.look(lambda: notice_book.mail_address("word", word))

    async def set_mail_address(self, address: MailAddress) -> None:
        """Keep an address in place of the one before."""
        await self._store.run(lambda: notice_book.set_mail_address(address))

    async def drop_mail_address(self, person: str) -> None:
        """Delete an address, with mail that waits."""
        await self._store.run(lambda: notice_book.drop_mail_address(person))

    async def mails_asked_for(self, address: str, since: int) -> int:
        """How many people have given an address since then."""
        return await self._store.look(lambda: notice_book.mails_asked_for(address, since))

    async def add_delivery(self, delivery: Delivery) -> None:
        """Keep a delivery that belongs to no notice."""
        await self._store.run(lambda: notice_book.add_delivery(delivery))

    async def due_deliveries(self, now: int, hold: int, limit: int) -> list[Delivery]:
        """Deliveries that are due; they are due again after `hold` milliseconds, so that no other worker takes them."""
        return await self._store.run(lambda: notice_book.due_deliveries(now, hold, limit))

    async def deliver_later(self, delivery: str, due: int, tries: int) -> None:
        """Try a delivery again at another time."""
        await self._store.run(lambda: notice_book.deliver_later(delivery, due, tries))

    async def delivered(self, deliveries: list[str]) -> None:
        """Drop deliveries that are done, or given up."""
        await self._store.run(lambda: notice_book.delivered(deliveries))

    async def count_delivery(self, person: str, channel: str, day: int, most: int) -> bool:
        """Count a delivery of that day; False if the person had enough of them."""
        return await self._store.run(lambda: notice_book.count_delivery(person, channel, day, most))

    async def waiting_deliveries(self) -> int:
        """How many deliveries wait."""
        return await self._store.look(notice_book.waiting_deliveries)

    async def secret(self, name: str, fresh: str) -> str:
        """A secret of the server; the first time it becomes `fresh`, for all workers alike."""
        return await self._store.run(lambda: notice_book.secret(name, fresh))
