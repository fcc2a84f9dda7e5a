"""One contract for every storage: ties between people, invitations, reports, and what operators decide."""

from __future__ import annotations

from erre.server.storage import company, operator
from erre.server.storage.company import BLOCK, FRIEND, HIDDEN, Invitation, Report
from erre.server.storage.contract import Player, Store
from erre.server.storage.operator import Announcement, Operation
from tests.server.storage.backends import Backend, game_of


def test_people_who_played_together_are_known_to_each_other(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben, eve = [await store.make_person(name.encode(), name) for name in ("Ana", "Ben", "Eve")]
        for record, other, ended in (("r1", ben, 1), ("r2", eve, 2), ("r3", ben, 3)):
            players = [Player("Ana", ana.id), Player(other.name, other.id)]
            await store.finish(game_of(players, record=record, ranks=[1, 2], ended=ended))
        found = await store.read(lambda: company.played_with(ana.id))
        assert [(one.name, one.games, one.last) for one in found] == [("Ben", 2, 3), ("Eve", 1, 2)]
        last = await store.read(lambda: company.last_game_of(ana.id, ben.id))
        assert last is not None
        assert last[0] == "r3"
        assert await store.look(lambda: company.persons_of_record("r2")) == [ana.id, eve.id]
        assert await store.read(lambda: company.last_game_of(ben.id, eve.id)) is None

    backend.use(body)


def test_ties_are_kept_once_and_no_more_than_allowed(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben, eve = [await store.make_person(name.encode(), name) for name in ("Ana", "Ben", "Eve")]
        for _ in range(2):
            assert await store.run(lambda: company.tie(ana.id, ben.id, FRIEND, 1, 2))
        assert await store.run(lambda: company.tie(ana.id, eve.id, FRIEND, 2, 2))
        assert not await store.run(lambda: company.tie(ana.id, "x", FRIEND, 3, 2))
        assert [one.name for one in await store.look(lambda: company.tied(ana.id, FRIEND))] == ["Ben", "Eve"]
        assert [one.name for one in await store.look(lambda: company.wanted_by(ben.id))] == ["Ana"]
        await store.run(lambda: company.block(ben.id, ana.id, 4, 5))
        assert await store.look(lambda: company.wanted_by(ben.id)) == []
        assert await store.look(lambda: company.avoided_by(ana.id)) == {ben.id}
        assert await store.look(lambda: company.avoided_by(ben.id)) == {ana.id}
        await store.run(lambda: company.tie(eve.id, "", HIDDEN, 1, 1))
        assert await store.look(lambda: company.hidden_among([ana.id, eve.id])) == {eve.id}
        assert await store.look(lambda: company.is_tied(ben.id, ana.id, BLOCK))

    backend.use(body)


def invitation(number: int, host: str, guest: str, **more: str) -> Invitation:
    return Invitation(f"i{number}", host, guest, more.get("table", f"t{number}"), "rage", "", number, 1000 + number)


def test_invitations_wait_until_they_expire(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben = await store.make_person(b"a", "Ana"), await store.make_person(b"b", "Ben")
        sent = [invitation(number, ana.id, ben.id) for number in range(4)]
        again = invitation(9, ana.id, ben.id, table="t0")
        results = [await store.run(lambda one=one: company.invite(one, 3, 5)) for one in (*sent[:3], again, sent[3])]  # type: ignore[misc]
        assert results == ["new", "new", "new", "kept", "many"]
        found = await store.look(lambda: company.invitations_to(ben.id, 500))
        assert [(one.table, one.name) for one in found] == [("t2", "Ana"), ("t1", "Ana"), ("t0", "Ana")]
        assert len(await store.look(lambda: company.invitations_to(ben.id, 1001))) == 1
        await store.run(lambda: company.drop_invitation("i2", "somebody else"))
        await store.run(lambda: company.drop_invitation("i1", ben.id))
        await store.take("t0")
        await store.close_table("t0", await store.take("t0"))
        assert [one.id for one in await store.look(lambda: company.invitations_to(ben.id, 500))] == ["i2"]

    backend.use(body)


def test_what_is_kept_of_a_person_goes_with_them(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben = await store.make_person(b"a", "Ana"), await store.make_person(b"b", "Ben")
        await store.run(lambda: company.tie(ana.id, ben.id, FRIEND, 1, 9))
        await store.run(lambda: company.tie(ben.id, ana.id, FRIEND, 1, 9))
        await store.run(lambda: company.invite(invitation(1, ana.id, ben.id), 9, 9))
        await store.run(lambda: company.report(Report("r", 1, ana.id, ben.id, "Ben", "", "name", "rude", "[]")))
        await store.run(lambda: company.report(Report("s", 1, ben.id, ana.id, "Ana", "", "name", "no", "[]")))
        kept = await store.data_of(ana.id)
        assert kept["ties"] == [{"kind": "friend", "name": "Ben", "at": 1}]
        assert (len(kept["invitations_sent"]), kept["reports"][0]["name"]) == (1, "Ben")
        await store.delete_person(ana.id)
        assert await store.look(lambda: company.tied(ben.id, FRIEND)) == []
        assert await store.look(lambda: company.invitations_to(ben.id, 1)) == []
        (left,) = await store.look(lambda: company.reports(9))
        assert (left.id, left.reporter, left.words) == ("r", "", "")

    backend.use(body)


def test_reports_are_open_until_they_are_dealt_with(backend: Backend) -> None:
    async def body(store: Store) -> None:
        for number in range(3):
            one = Report(f"r{number}", number, "a", "b", "Ben", "t", "chat", "", "[]")
            await store.run(lambda one=one: company.report(one))  # type: ignore[misc]
        assert await store.run(lambda: company.resolve("r2", "renamed"))
        assert not await store.run(lambda: company.resolve("r9", "renamed"))
        assert [one.id for one in await store.look(lambda: company.reports(9))] == ["r1", "r0", "r2"]
        await store.run(lambda: company.forget_old(1, 9))
        assert [one.id for one in await store.look(lambda: company.reports(9))] == ["r1", "r0"]

    backend.use(body)


def test_what_operators_decide_is_kept(backend: Backend) -> None:
    async def body(store: Store) -> None:
        assert await store.run(lambda: operator.refuse_name("bad", 1, 2))
        assert await store.run(lambda: operator.refuse_name("*worse*", 1, 2))
        assert not await store.run(lambda: operator.refuse_name("worst", 1, 2))
        await store.run(lambda: operator.allow_name("bad"))
        assert await store.look(operator.refused_names) == ["*worse*"]
        await store.run(lambda: operator.announce(Announcement("a", "one", 1, 10)))
        await store.run(lambda: operator.announce(Announcement("b", "two", 2, 10)))
        shown = await store.look(lambda: operator.announcement(9))
        assert shown is not None
        assert shown.text == "two"
        assert await store.look(lambda: operator.announcement(10)) is None
        await store.run(operator.withdraw_announcement)
        assert await store.look(lambda: operator.announcement(9)) is None
        for number in range(5):
            one = Operation(f"o{number}", number, "x", "closed a table", "t")
            await store.run(lambda one=one: operator.note_operation(one, 3))  # type: ignore[misc]
        assert [one.id for one in await store.look(lambda: operator.operations(9))] == ["o4", "o3", "o2"]

    backend.use(body)


def test_people_are_found_by_parts_of_their_names(backend: Backend) -> None:
    async def body(store: Store) -> None:
        for name in ("Ana", "Joanna", "Ben", "100%"):
            await store.make_person(name.encode(), name)
        assert {one.name for one in await store.look(lambda: operator.search_people("AN"))} == {"Ana", "Joanna"}
        assert [one.name for one in await store.look(lambda: operator.search_people("%"))] == ["100%"]
        assert (await store.look(operator.counts))["people"] == 4

    backend.use(body)
