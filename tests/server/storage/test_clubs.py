"""Evenings and days in every storage: steps happen once and are undone, results come with records, seals hold."""

from __future__ import annotations

import asyncio

import msgspec

from erre.clubs import steps
from erre.clubs.evening import Evening, Setup
from erre.server.storage import clubs
from erre.server.storage.clubs import Play
from erre.server.storage.contract import Player, Store
from tests.server.storage.backends import Backend, game_of

SETUP = Setup("Friday", "rage", 2)


def add(name: str, person: str) -> object:
    """A step by which somebody joins."""
    return lambda evening: [steps.join(evening, person, name)]


async def change(store: Store, step: str, what: str, act: object, by_host: bool = True) -> clubs.Stored:
    """Carry out a step."""
    return await store.run(lambda: clubs.change_evening("e", step, what, act, 5, by_host))  # type: ignore[arg-type]


async def evening(store: Store, *people: str) -> None:
    """An evening with players and a round with the tables t and u."""
    await store.run(lambda: clubs.new_evening(Evening("e", SETUP, "ab" * 32, people[0]), 1, 3))
    for person in people:
        await change(store, f"join {person}", "", add(f"P{person[:4]}", person), False)
    await change(store, "plan", "plan", lambda found: [steps.plan_round(found, 2)])


def test_a_step_is_carried_out_once_and_undone(backend: Backend) -> None:
    async def body(store: Store) -> None:
        await evening(store, "a", "b", "c", "d")
        stored = await change(store, "start", "start", lambda found: steps.start_round(found, 9, ["t", "u"]))
        again = await change(store, "start", "start", lambda found: steps.start_round(found, 9, ["t", "u"]))
        assert again.revision == stored.revision
        assert [step.what for step in await store.look(lambda: clubs.steps_of("e"))] == ["start", "plan"]
        assert sorted(await store.run(lambda: clubs.undo("e", "back", 7))) == ["t", "u"]
        found = (await store.read(lambda: clubs.read_evening("e"))).evening
        assert (found.stage, [member.name for member in found.members]) == ("planned", ["Pa", "Pb", "Pc", "Pd"])
        assert await store.look(lambda: clubs.revision_of("e")) == again.revision + 1

    backend.use(body)


def test_steps_of_two_workers_at_once_are_all_kept(backend: Backend) -> None:
    async def body(one: Store, two: Store) -> None:
        await one.run(lambda: clubs.new_evening(Evening("e", SETUP, "ab" * 32, "h"), 1, 3))
        joins = [change((one, two)[n % 2], f"s{n}", "", add(f"P{n}", f"p{n}"), False) for n in range(12)]
        await asyncio.gather(*joins)
        found = (await one.read(lambda: clubs.read_evening("e"))).evening
        assert sorted(member.person for member in found.members) == sorted(f"p{n}" for n in range(12))
        assert [member.number for member in found.members] == list(range(12))

    if backend.kind != "sqlite":
        backend.use_two(body)
    else:
        backend.use(lambda store: body(store, store))


def test_a_finished_table_enters_its_result_and_stays_sealed(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben = await store.make_person(b"a" * 32, "Ana"), await store.make_person(b"b" * 32, "Ben")
        await evening(store, ana.id, ben.id)
        await change(store, "start", "start", lambda found: steps.start_round(found, 9, ["t"]))
        game = game_of([Player("Ana", ana.id), Player("Ben", ben.id)], ranks=[2, 1], rated=False)
        await store.finish(msgspec.structs.replace(game, sealed="/evenings/e"))
        await store.finish(msgspec.structs.replace(game, sealed="/evenings/e"))
        found = (await store.read(lambda: clubs.read_evening("e"))).evening
        result = found.rounds[0].tables[0].result
        assert result is not None
        assert (result.ranks, result.record, result.by) == ([2, 1], "r1", "table")
        assert not await store.may_read("r1", ana.id)
        assert await store.records(ana.id) == []
        assert await store.chaired(Player("Ana", ana.id)) == []
        assert (await store.data_of(ana.id))["games"][0]["file"] == ""
        await store.run(lambda: clubs.unseal("/evenings/e"))
        assert await store.may_read("r1", "")  # whoever gets the link may compare
        assert (await store.records("")) == []  # but it is in nobody's list who did not play

    backend.use(body)


def test_a_deal_of_the_day_is_begun_once(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana = await store.make_person(b"a" * 32, "Ana")
        first = Play("2026-11-18", "rage", ana.id, "Ana", "t", 1, 0, 0, 0, "")
        assert await store.run(lambda: clubs.begin_play(first)) == first
        other = first._replace(table="u")
        assert (await store.run(lambda: clubs.begin_play(other))).table == "t"
        await store.finish(game_of([Player("Ana", ana.id), Player("Anna", bot="solid")], ranks=[1, 2], rated=False))
        (play,) = await store.read(lambda: clubs.plays_of_days("2026-11-16", "2026-11-18", "rage"))
        assert (play.ended, play.score, play.rank, play.record) == (1000, -1, 1, "r1")
        await store.delete_person(ana.id)
        assert await store.read(lambda: clubs.plays_of_days("2026-11-16", "2026-11-18", "rage")) == []

    backend.use(body)


def test_a_deleted_person_stays_as_a_number(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben = await store.make_person(b"a" * 32, "Ana"), await store.make_person(b"b" * 32, "Ben")
        await evening(store, ana.id, ben.id)
        await store.delete_person(ana.id)
        stored = await store.read(lambda: clubs.read_evening("e"))
        assert stored.evening.host == ""
        assert [member.is_out for member in stored.evening.members] == [True, False]
        assert ana.id not in str(stored)
        assert f"P{ana.id[:4]}" not in str(stored)

    backend.use(body)
