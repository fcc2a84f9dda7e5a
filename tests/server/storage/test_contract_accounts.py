"""One contract for every storage: recovery codes, passkeys, links of the operator, devices and portraits."""

from __future__ import annotations

import asyncio

from erre.server.accounts.operator_links import make_link
from erre.server.storage import accounts
from erre.server.storage.accounts import Passkey
from erre.server.storage.contract import Player, Store
from erre.server.storage.personal import device_id
from tests.server.storage.backends import Backend, game_of


def test_a_new_code_replaces_the_old_one(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana = await store.make_person(b"a", "Ana")
        for code in (b"old", b"new"):
            await store.run(lambda code=code: accounts.set_code(ana.id, code, 5))  # type: ignore[misc]
        assert await store.look(lambda: accounts.person_by_code(b"old")) is None
        assert await store.look(lambda: accounts.person_by_code(b"new")) == ana.id
        assert (await store.look(lambda: accounts.ways_back(ana.id))).code_made == 5
        await store.run(lambda: accounts.drop_code(ana.id))
        assert await store.look(lambda: accounts.person_by_code(b"new")) is None
        await store.run(lambda: accounts.set_code("nobody", b"lost", 5))
        assert await store.look(lambda: accounts.person_by_code(b"lost")) is None

    backend.use(body)


def test_a_link_is_good_once_and_for_a_while(backend: Backend) -> None:
    async def body(one: Store, two: Store) -> None:
        ana = await one.make_person(b"a", "Ana")
        assert await one.run(lambda: accounts.add_link(ana.id, b"link", 1000))
        assert await one.run(lambda: accounts.take_link(b"other", 10)) is None
        taken = await asyncio.gather(*(store.run(lambda: accounts.take_link(b"link", 10)) for store in (one, two) * 3))
        assert sorted(map(str, taken)) == sorted([ana.id, *["None"] * 5])
        await one.run(lambda: accounts.add_link(ana.id, b"late", 1000))
        assert await one.run(lambda: accounts.take_link(b"late", 1000)) is None
        first = await make_link(one, ana.id)
        assert first is not None
        assert await make_link(one, "nobody") is None

    backend.use_two(body)


def test_passkeys_are_kept_used_and_removed(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben = await store.make_person(b"a", "Ana"), await store.make_person(b"b", "Ben")
        first = Passkey(b"1", ana.id, b"key", 0, "Firefox", 10, 0)
        second = Passkey(b"2", ana.id, b"key", 7, "Chrome", 20, 0)
        assert await store.run(lambda: accounts.add_passkey(first, 2))
        assert not await store.run(lambda: accounts.add_passkey(first, 9))
        assert await store.run(lambda: accounts.add_passkey(second, 2))
        assert not await store.run(lambda: accounts.add_passkey(Passkey(b"3", ana.id, b"k", 0, "", 0, 0), 2))
        assert await store.look(lambda: accounts.passkeys_of(ana.id)) == [first, second]
        assert await store.run(lambda: accounts.use_passkey(b"2", 7, 8, 99))
        assert not await store.run(lambda: accounts.use_passkey(b"2", 7, 9, 99))
        found = await store.look(lambda: accounts.passkey_by_id(b"2"))
        assert found is not None
        assert (found.counter, found.seen) == (8, 99)
        assert not await store.run(lambda: accounts.remove_passkey(ben.id, b"2"))
        assert await store.run(lambda: accounts.remove_passkey(ana.id, b"2"))
        assert await store.look(lambda: accounts.passkey_by_id(b"2")) is None
        await store.delete_person(ana.id)
        assert await store.look(lambda: accounts.passkey_by_id(b"1")) is None

    backend.use(body)


def test_devices_are_named_and_signed_out_together(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana = await store.make_person(b"phone" * 4, "Ana", "Phone")
        for token in (b"laptop" * 4, b"tablet" * 4):
            await store.add_token(ana.id, token, "Firefox")
        assert await store.run(lambda: accounts.name_device(ana.id, device_id(b"laptop" * 4), "Kitchen"))
        assert not await store.run(lambda: accounts.name_device("nobody", device_id(b"laptop" * 4), "Mine"))
        assert {one.name for one in await store.devices(ana.id)} == {"Phone", "Kitchen", "Firefox"}
        assert await store.run(lambda: accounts.sign_out_others(ana.id, b"phone" * 4)) == 2
        assert [one.name for one in await store.devices(ana.id)] == ["Phone"]

    backend.use(body)


def test_people_are_found_with_their_portraits_and_games(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben = await store.make_person(b"a", "Ana Maria"), await store.make_person(b"b", "Ben")
        await store.claim(ana.id)
        assert (await store.run(lambda: accounts.set_portrait(ana.id, "fox"))).portrait == "fox"
        person = await store.person(b"a")
        assert person is not None
        assert (person.name, person.is_named, person.portrait) == ("Ana Maria", True, "fox")
        await store.finish(game_of([Player("Ana Maria", ana.id), Player("Ben", ben.id)], ranks=[1, 2]))
        await store.run(lambda: accounts.set_code(ana.id, b"code", 5))
        (found,) = await store.read(lambda: accounts.people_like("MARIA"))
        assert (found.name, found.is_named, found.devices, found.games) == ("Ana Maria", True, 1, 1)
        assert found.can_recover
        assert len(await store.read(lambda: accounts.people_like(""))) == 2
        assert await store.read(lambda: accounts.portraits_of([ana.id, ben.id, "nobody"])) == {ana.id: "fox"}

    backend.use(body)
