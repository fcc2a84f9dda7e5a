"""One contract for every storage: names, devices, and people who leave."""

from __future__ import annotations

import asyncio
import json

import pytest

from erre.server.storage.contract import NameTaken, Player, StorageFailed, Store
from erre.table.forgetting import FORGOTTEN
from tests.server.storage.backends import Backend, game_of


def test_a_name_is_theirs_alone_once_claimed(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, other = await store.make_person(b"a", "Ana"), await store.make_person(b"b", "ana")
        assert (await store.claim(ana.id)).is_named
        assert (await store.claim(ana.id)).is_named  # asked again
        with pytest.raises(NameTaken):
            await store.claim(other.id)
        await store.rename(ana.id, "Anna")
        assert (await store.claim(other.id)).is_named

    backend.use(body)


def test_of_many_who_claim_a_name_at_once_one_gets_it(backend: Backend) -> None:
    async def body(one: Store, two: Store) -> None:
        people = [await one.make_person(b"%d" % k, "Ana") for k in range(8)]
        claims = (store.claim(person.id) for person, store in zip(people, [one, two] * 4, strict=True))
        results = await asyncio.gather(*claims, return_exceptions=True)
        assert sum(isinstance(result, NameTaken) for result in results) == 7

    backend.use_two(body)


def test_a_person_comes_back_on_another_device(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana = await store.make_person(b"phone", "Ana")
        await store.add_token(ana.id, b"laptop")
        assert await store.person(b"laptop") == ana
        assert await store.person(b"unknown") is None
        with pytest.raises(StorageFailed, match="no such person"):
            await store.add_token("nobody", b"tablet")

    backend.use(body)


def test_a_deleted_person_leaves_games_without_a_name(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben = await store.make_person(b"a", "Ana"), await store.make_person(b"b", "Ben")
        await store.claim(ana.id)
        await store.finish(game_of([Player("Ana", ana.id), Player("Ben", ben.id)], ranks=[2, 1]))
        assert (await store.profile("ANA")) is not None
        await store.delete_person(ana.id)
        await store.delete_person(ana.id)  # asked again
        assert await store.person(b"a") is None
        assert await store.profile("Ana") is None
        assert [standing.name for standing in await store.ratings("rage")] == ["Ben"]
        text = await store.record("r1")
        assert text is not None
        assert "Ana" not in text
        assert json.loads(text.splitlines()[0])["players"] == [FORGOTTEN, "Ben"]

    backend.use(body)


def test_two_who_leave_at_once_both_leave_the_records_they_share(backend: Backend) -> None:
    async def body(one: Store, two: Store) -> None:
        ana, ben = await one.make_person(b"a", "Ana"), await one.make_person(b"b", "Ben")
        players = [Player("Ana", ana.id), Player("Ben", ben.id)]
        for k in range(5):
            await one.finish(game_of(players, record=f"r{k}", ranks=[2, 1]))
        await asyncio.gather(one.delete_person(ana.id), two.delete_person(ben.id))
        for k in range(5):
            text = await one.record(f"r{k}") or ""
            assert json.loads(text.splitlines()[0])["players"] == [FORGOTTEN, FORGOTTEN]

    backend.use_two(body)


def test_a_name_belongs_to_one_person_however_it_is_written(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana = await store.make_person(b"a", "Alice")
        await store.claim(ana.id)
        for name in ("alice", "ALICE", "\u0410lice", "Al\u00edce", "Al ice"):
            assert await store.owner_of(name) == ana.id, name
            other = await store.make_person(name.encode(), name)
            with pytest.raises(NameTaken):
                await store.claim(other.id)
        assert await store.owner_of("Alina") is None

    backend.use(body)


def test_devices_are_signed_out_one_by_one(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana = await store.make_person(b"p" * 32, "Ana", "Firefox")
        await store.add_token(ana.id, b"l" * 32, "Chrome")
        found = {one.name: one.id for one in await store.devices(ana.id)}
        assert set(found) == {"Firefox", "Chrome"}
        assert await store.sign_out("somebody else", found["Chrome"]) == []
        assert await store.sign_out(ana.id, found["Chrome"]) == [b"l" * 32]
        assert await store.person(b"l" * 32) is None
        assert await store.person(b"p" * 32) is not None

    backend.use(body)


def test_a_game_that_ends_after_somebody_was_forgotten_does_not_bring_them_back(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben = await store.make_person(b"a", "Ana"), await store.make_person(b"b", "Ben")
        await store.delete_person(ana.id)
        assert await store.finish(game_of([Player("Ana", ana.id), Player("Ben", ben.id)], ranks=[2, 1])) == []
        assert "Ana" not in (await store.record("r1") or "Ana")
        assert await store.ratings("rage") == []
        (line,) = await store.records()
        assert line.names == [FORGOTTEN, "Ben"]

    backend.use(body)


def test_all_that_is_kept_of_somebody_can_be_asked_for(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana = await store.make_person(b"a" * 32, "Ana", "Firefox")
        await store.finish(game_of([Player("Ana", ana.id), Player("Bot", bot="solid")], ranks=[1, 2]))
        kept = await store.data_of(ana.id)
        assert (kept["name"], kept["devices"][0]["name"], kept["ratings"][0]["games"]) == ("Ana", "Firefox", 1)
        assert kept["games"][0]["record"] == "r1"
        assert "Ana" in kept["games"][0]["file"]

    backend.use(body)


def test_strangers_who_never_played_are_forgotten_after_a_while(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben = await store.make_person(b"a", "Ana"), await store.make_person(b"b", "Ben")
        await store.finish(game_of([Player("Ana", ana.id), Player("Bot", bot="solid")], ranks=[1, 2]))
        assert await store.forget_strangers(before=1) == 0
        assert await store.forget_strangers(2**62, frozenset({ben.id})) == 0  # he sits at a table
        assert await store.forget_strangers(before=2**62) == 1
        assert (await store.person(b"a"), await store.person(b"b")) == (ana, None)
        assert ben.name == "Ben"

    backend.use(body)
