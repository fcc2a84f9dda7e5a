"""One contract for every storage: notices, how people want to be told, and what waits to be sent."""

from __future__ import annotations

import asyncio

from erre.server.storage.contract import Store
from erre.server.storage.notice_store import NoticeStore
from erre.server.storage.notice_types import Delivery, Endpoint, MailAddress, StoredNotice
from tests.server.storage.backends import Backend


def notice(key: str, about: str = "t1", at: int = 1000) -> StoredNotice:
    return StoredNotice(f"n-{key}", "your_turn", about, key, f"/t/{about}", {"game": "Rage", "names": "Ben"}, at)


def delivery(one: StoredNotice, person: str, due: int = 5) -> Delivery:
    return Delivery(f"d-{one.key}", person, one.id, "mail", "", due)


def test_a_notice_is_told_once_and_a_newer_one_about_the_same_replaces_it(backend: Backend) -> None:
    async def body(storage: Store) -> None:
        store = NoticeStore(storage)
        ana = (await storage.make_person(b"a", "Ana")).id
        assert await store.add_notice(ana, notice("t1.1"), [delivery(notice("t1.1"), ana)])
        assert await store.add_notice(ana, notice("t1.1"), [])  # the same work, carried out again
        again = StoredNotice("other", "your_turn", "t1", "t1.1", "/t/t1", {}, 2)
        assert not await store.add_notice(ana, again, [delivery(again, ana)])
        assert await store.add_notice(ana, notice("t2.1", "t2", 2000), [])
        assert await store.add_notice(ana, notice("t1.2", at=3000), [])
        assert [one.key for one in await store.notices(ana)] == ["t1.2", "t2.1"]
        assert await store.waiting_deliveries() == 0
        assert (await store.notice("n-t1.2")) == notice("t1.2", at=3000)
        await store.note_seen(ana)
        assert all(one.is_seen for one in await store.notices(ana))
        await store.settle(ana, "t1")
        assert [one.key for one in await store.notices(ana)] == ["t2.1"]
        assert await store.forget_notices(2001) == 1
        assert not await store.add_notice("nobody", notice("t9"), [])

    backend.use(body)


def test_of_two_workers_that_tell_the_same_one_does(backend: Backend) -> None:
    async def body(first: Store, second: Store) -> None:
        one, two = NoticeStore(first), NoticeStore(second)
        ana = (await first.make_person(b"a", "Ana")).id
        told = [StoredNotice(f"n{k}", "your_turn", "t", "t.1", "/t/t", {}, k) for k in range(6)]
        adding = (store.add_notice(ana, n, []) for n, store in zip(told, [one, two] * 3, strict=True))
        assert sum(await asyncio.gather(*adding)) == 1

    backend.use_two(body)


def test_of_two_workers_that_look_one_takes_a_delivery_and_it_comes_back_if_that_one_dies(backend: Backend) -> None:
    async def body(first: Store, second: Store) -> None:
        one, two = NoticeStore(first), NoticeStore(second)
        ana = (await first.make_person(b"a", "Ana")).id
        for k in range(5):
            told = notice(f"{k}", f"t{k}")
            await one.add_notice(ana, told, [delivery(told, ana, due=k)])
        looks = await asyncio.gather(*(store.due_deliveries(3, 100, 10) for store in (one, two, one, two)))
        assert sorted(found.id for look in looks for found in look) == ["d-0", "d-1", "d-2", "d-3"]
        assert [found.id for found in await two.due_deliveries(50, 100, 10)] == ["d-4"]
        assert len(await two.due_deliveries(200, 100, 10)) == 5
        await one.deliver_later("d-0", 1000, 3)
        await one.delivered(["d-1", "d-2", "d-3", "d-4"])
        assert [found.tries for found in await one.due_deliveries(1000, 1, 10)] == [3]

    backend.use_two(body)


def test_a_day_has_only_so_many_deliveries(backend: Backend) -> None:
    async def body(storage: Store) -> None:
        store = NoticeStore(storage)
        ana = (await storage.make_person(b"a", "Ana")).id
        assert [await store.count_delivery(ana, "mail", 7, 2) for _ in range(3)] == [True, True, False]
        assert await store.count_delivery(ana, "push", 7, 2)
        assert await store.count_delivery(ana, "mail", 8, 2)

    backend.use(body)


def test_endpoints_and_addresses_belong_to_one_person(backend: Backend) -> None:
    async def body(storage: Store) -> None:
        store = NoticeStore(storage)
        ana, ben = [(await storage.make_person(name, "")).id for name in (b"a", b"b")]
        for k in range(4):
            await store.add_endpoint(Endpoint(f"e{k}", ana, f"https://push/{k}", "key", "auth", "Firefox"), most=3)
        assert len(await store.endpoints(ana)) == 3
        await store.add_endpoint(Endpoint("e3", ben, "https://push/3", "key2", "auth2", ""), most=3)
        assert [one.public_key for one in await store.endpoints(ben)] == ["key2"]
        await store.drop_endpoint("e3", ana)
        assert await store.endpoint("e3") is not None
        await store.drop_endpoint("e3")
        assert await store.endpoint("e3") is None
        await store.set_mail_address(MailAddress(ana, "ana@example.org", "w1", 1000, False))
        await store.set_mail_address(MailAddress(ana, "anna@example.org", "w2", 2000, True))
        assert await store.mail_address_by("w1") is None
        found = await store.mail_address_by("w2")
        assert found == await store.mail_address(ana)
        assert found is not None
        assert found.is_proven
        assert [await store.mails_asked_for("anna@example.org", since) for since in (2000, 2001)] == [1, 0]
        await store.set_notice_settings(ana, "{}")
        data = await storage.data_of(ana)
        assert data["mail_address"][0]["address"] == "anna@example.org"
        assert "https://push" not in str(data)
        await storage.delete_person(ana)
        assert await store.mail_address(ana) is None
        assert await store.notice_settings(ana) == ""

    backend.use(body)


def test_a_secret_is_the_same_for_all_workers(backend: Backend) -> None:
    async def body(first: Store, second: Store) -> None:
        one, two = NoticeStore(first), NoticeStore(second)
        found = await asyncio.gather(*(store.secret("key", f"{k}") for k, store in enumerate((one, two, one))))
        assert len(set(found)) == 1

    backend.use_two(body)
