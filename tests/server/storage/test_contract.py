"""One contract for every storage: what was answered is kept, once; one owner writes; people can leave."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from erre.core.errors import Refusal
from erre.server.storage.backup import back_up_any
from erre.server.storage.contract import Fenced, NameTaken, Player, StorageFailed, Store, Taken
from erre.table.forgetting import FORGOTTEN
from tests.server.storage.backends import Backend, game_of


def test_a_log_comes_back_in_order_after_a_restart(backend: Backend) -> None:
    async def write(store: Store) -> None:
        await asyncio.gather(*(store.append("t", number, b"line %d" % number) for number in range(200)))

    backend.use(write)
    assert backend.use(lambda store: store.lines("t")) == [b"line %d" % number for number in range(200)]


def test_lines_of_many_tables_that_are_written_at_once_each_come_to_their_log(backend: Backend) -> None:
    async def body(store: Store) -> None:
        tables = [f"t{k}" for k in range(60)]
        for number in range(5):
            await asyncio.gather(*(store.append(table, number, f"{table} {number}".encode()) for table in tables))
        for table in tables:
            assert await store.lines(table) == [f"{table} {number}".encode() for number in range(5)]

    backend.use(body)


def test_a_number_is_written_once(backend: Backend) -> None:
    async def body(store: Store) -> list[bytes]:
        await store.append("t", 0, b"mine")
        results = await asyncio.gather(
            store.append("t", 1, b"first"),
            store.append("t", 0, b"other"),
            store.append("t", 0, b"mine"),  # also when it would say the same
            store.append("t", 2, b"third"),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), Taken, Taken, type(None)]
        return await store.lines("t")

    assert backend.use(body) == [b"mine", b"first", b"third"]


def test_of_several_lines_all_are_added_or_none(backend: Backend) -> None:
    async def body(store: Store) -> list[bytes]:
        await store.append("t", 0, b"a", b"b", b"c")
        with pytest.raises(Taken):
            await store.append("t", 2, b"x", b"y")
        return await store.lines("t")

    assert backend.use(body) == [b"a", b"b", b"c"]


def test_two_workers_never_both_write_a_number(backend: Backend) -> None:
    async def body(one: Store, two: Store) -> None:
        await one.append("t", 0, b"")
        await two.lines("t")
        for number in range(1, 30):
            both = await asyncio.gather(
                one.append("t", number, b"one"), two.append("t", number, b"two"), return_exceptions=True
            )
            assert sorted(type(result).__name__ for result in both) == ["NoneType", "Taken"]
        assert len(await one.lines("t")) == 30
        assert await one.lines("t") == await two.lines("t")

    backend.use_two(body)


def test_only_who_took_a_table_last_writes_to_it(backend: Backend) -> None:
    async def body(one: Store, two: Store) -> None:
        old = await one.take("t")
        await one.append("t", 0, b"one", fence=old)
        new = await two.take("t")
        assert new == old + 1
        for fence in (0, old, new + 1):
            with pytest.raises(Fenced):
                await one.append("t", 1, b"late", fence=fence)
        with pytest.raises(Fenced):
            await one.close_table("t", fence=old)
        await two.append("t", 1, b"two", fence=new)
        assert await one.lines("t") == [b"one", b"two"]

    backend.use_two(body)


def test_no_two_who_take_a_table_at_once_get_the_same_fence(backend: Backend) -> None:
    """Whatever the bus believes: the storage issues the fence in the statement that claims the table."""

    async def body(one: Store, two: Store) -> None:
        fences = await asyncio.gather(*(store.take("t") for store in (one, two) for _ in range(10)))
        assert len(set(fences)) == 20
        for fence in sorted(fences)[:-1]:
            with pytest.raises(Fenced):
                await one.append("t", 0, b"late", fence=fence)
        await two.append("t", 0, b"last", fence=max(fences))

    backend.use_two(body)


def test_a_process_that_is_alone_takes_over_what_workers_left(backend: Backend) -> None:
    async def body(one: Store, two: Store) -> None:
        for table in ("t", "u"):
            fence = await one.take(table)
            await one.append(table, 0, b"worker", fence=fence)
        await two.take_all()
        await two.append("t", 1, b"alone")
        with pytest.raises(Fenced):
            await one.append("t", 2, b"worker", fence=fence)
        again = await one.take("u")  # and workers may come back
        await one.append("u", 1, b"worker", fence=again)
        with pytest.raises(Fenced):
            await two.append("u", 2, b"alone")
        assert await two.lines("t") == [b"worker", b"alone"]

    backend.use_two(body)


def test_who_takes_a_table_reads_all_that_was_ever_accepted(backend: Backend) -> None:
    """However the race ends: a line was refused, or the new owner sees it."""

    async def body(one: Store, two: Store) -> None:
        for round_ in range(20):
            table = f"t{round_}"
            first = await one.take(table)
            await one.append(table, 0, b"0", fence=first)

            async def write(table: str = table, fence: int = first) -> int:
                for number in range(1, 1000):
                    try:
                        await one.append(table, number, b"%d" % number, fence=fence)
                    except Fenced:
                        return number
                return 1000

            async def take(table: str = table, pause: float = round_ / 5000) -> tuple[int, list[bytes]]:
                await asyncio.sleep(pause)
                return await two.take(table), await two.lines(table)

            accepted, (second, seen) = await asyncio.gather(write(), take())
            assert len(seen) == accepted
            await two.append(table, accepted, b"two", fence=second)

    backend.use_two(body)


def test_a_table_that_was_taken_and_never_written_is_none(backend: Backend) -> None:
    async def body(store: Store) -> None:
        fence = await store.take("t")
        assert await store.live_tables() == []
        await store.append("t", 0, b"", fence=fence)
        assert await store.live_tables() == ["t"]
        await store.close_table("t", fence=fence)
        await store.close_table("t", fence=fence)  # asked again
        assert await store.lines("t") == []
        with pytest.raises(Fenced):
            await store.append("t", 1, b"", fence=fence)
        assert await store.live_tables() == []

    backend.use(body)


def test_a_refused_line_does_no_harm_to_those_written_with_it(backend: Backend) -> None:
    async def body(store: Store) -> None:
        fences = await asyncio.gather(*(store.take(f"t{k}") for k in range(40)))
        results = await asyncio.gather(
            *(store.append(f"t{k}", 0, b"x", fence=fences[k] - (k % 13 == 5)) for k in range(40)),
            return_exceptions=True,
        )
        assert [k for k, result in enumerate(results) if isinstance(result, Fenced)] == [5, 18, 31]
        results = await asyncio.gather(
            *(store.append(f"t{k}", 0 if k % 11 == 3 else 1, b"y", fence=fences[k]) for k in range(40)),
            return_exceptions=True,
        )
        assert [k for k, result in enumerate(results) if type(result) is Taken] == [3, 14, 25, 36]
        assert await store.lines("t4") == [b"x", b"y"]
        assert await store.lines("t3") == [b"x"]

    backend.use(body)


def test_the_table_touched_last_comes_first_and_a_closed_one_is_gone(backend: Backend) -> None:
    async def body(store: Store) -> tuple[list[str], list[str], list[bytes]]:
        await store.append("a", 0, b"")
        await store.append("b", 0, b"")
        both = await store.live_tables()
        await store.close_table("a")
        return both, await store.live_tables(), await store.lines("a")

    both, left, lines = backend.use(body)
    assert sorted(both) == ["a", "b"]
    assert left == ["b"]
    assert lines == []


def test_a_backup_is_one_file_that_opens(backend: Backend, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"

    async def body(store: Store) -> None:
        ana = await store.make_person(b"a", "Ana")
        await store.append("t", 0, b"one")
        await store.finish(game_of([Player("Ana", ana.id), Player("Bot", bot="solid")], ranks=[1, 2]))
        backup = back_up_any(backend.place, copy)
        await asyncio.gather(store.append("t", 1, b"two"), backup, store.append("t", 2, b"three"))
        with pytest.raises((StorageFailed, Refusal), match="exists already"):
            await back_up_any(backend.place, copy)

    async def look(store: Store) -> None:
        assert (await store.lines("t"))[:1] == [b"one"]
        assert await store.live_tables() == ["t"]
        assert (await store.person(b"a")) is not None
        assert [standing.games for standing in await store.ratings("rage")] == [1, 1]

    backend.use(body)
    assert copy.stat().st_mode & 0o077 == 0
    Backend("sqlite", str(copy)).use(look)
    assert len(backend.use(lambda store: store.lines("t"))) == 3


def test_a_call_after_the_end_is_refused(backend: Backend) -> None:
    async def run() -> None:
        store = backend.store()
        await store.open()
        await store.close()
        with pytest.raises(StorageFailed, match="closed"):
            await store.append("t", 0, b"")
        with pytest.raises(StorageFailed, match="closed"):
            await store.lines("t")

    asyncio.run(run())


def test_many_workers_start_at_once_on_an_empty_storage(backend: Backend) -> None:
    async def run() -> None:
        stores = [backend.store() for _ in range(6)]
        await asyncio.gather(*(store.open() for store in stores))
        await asyncio.gather(*(store.append(f"t{k}", 0, b"") for k, store in enumerate(stores)))
        assert len(await stores[0].live_tables()) == 6
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(run())


# -- finished games and ratings


def test_a_finished_game_is_kept_and_rated_once(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana = await store.make_person(b"a", "Ana")
        game = game_of([Player("Ana", ana.id), Player("Bot", bot="solid")], ranks=[1, 2])
        first = await store.finish(game)
        assert [standing.games for standing in first] == [1, 1]
        assert first[0].rating > first[1].rating
        assert await store.finish(game) == []
        assert [standing.games for standing in await store.ratings("rage")] == [1, 1]
        assert await store.record("r1") == game.text
        assert await store.record("r2") is None
        assert [line.names for line in await store.records()] == [["Ana", "Bot"]]

    backend.use(body)


def test_no_game_is_forgotten_where_many_end_at_once(backend: Backend) -> None:
    """Every rating counts all games, though two workers rate the same bots in the same instant."""

    async def body(one: Store, two: Store) -> None:
        bots = [Player("a", bot="solid"), Player("b", bot="casual")]
        games = [game_of(bots[:: 1 - 2 * (k % 2)], record=f"r{k}", ranks=[1, 2]) for k in range(24)]
        standings = await asyncio.gather(
            *(store.finish(game) for k, game in enumerate(games) for store in ((one, two) if k % 5 == 0 else (one,)))
        )
        assert sum(bool(standing) for standing in standings) == 24
        assert [standing.games for standing in await two.ratings("rage")] == [24, 24]

    backend.use_two(body)


@pytest.mark.parametrize(
    ("players", "rated"),
    [
        ([Player("Ana", "x"), Player("Ana", "x")], 0),  # a hot seat: one person on two chairs
        ([Player("Ana", "x"), Player("guest")], 0),  # somebody nobody knows
        ([Player("b", bot="solid"), Player("b", bot="solid")], 1),  # the same bot twice has one rating
        ([Player("b", bot="solid"), Player("c", bot="casual")], 2),
    ],
)
def test_who_is_rated(backend: Backend, players: list[Player], rated: int) -> None:
    async def body(store: Store) -> int:
        await store.finish(game_of(players, ranks=[1, 2]))
        return len(await store.ratings("rage"))

    assert backend.use(body) == rated


def test_a_profile_tells_ratings_and_games(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana = await store.make_person(b"a", "Ana")
        await store.claim(ana.id)
        await store.finish(game_of([Player("Ana", ana.id), Player("Bot", bot="solid")], ranks=[1, 2]))
        page = await store.profile("Ana")
        assert page is not None
        assert [(line.id, line.rank) for line in page.records] == [("r1", 1)]
        assert page.records[0].rating == page.standings[0].rating
        bot = await store.profile("solid")
        assert bot is not None
        assert bot.is_bot
        assert await store.profile("nobody") is None

    backend.use(body)


def test_games_of_a_player_add_up_the_newest_first(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana = await store.make_person(b"a", "Ana")
        await store.claim(ana.id)
        for k, ranks in enumerate(([1, 2], [2, 1], [2, 1])):
            players = [Player("Ana", ana.id), Player("Bot", bot="solid")]
            await store.finish(game_of(players, record=f"r{k}", ranks=ranks, ended=1000 + k // 2))
        me = await store.player("ANA")
        assert me == Player("Ana", ana.id)
        assert [(one.record, one.seat, one.rank, one.score) for one in await store.chaired(me)] == [
            ("r2", 0, 2, -2),
            ("r0", 0, 1, -1),
            ("r1", 0, 2, -2),
        ]
        bot = await store.player("solid")
        assert bot is not None
        assert [one.seat for one in await store.chaired(bot, limit=2)] == [1, 1]
        assert [line.id for line in await store.records(limit=2)] == ["r2", "r0"]
        mine, none = await store.standing("rage", me), await store.standing("rok", me)
        assert mine is not None
        assert (mine.games, none) == (3, None)

    backend.use(body)


# -- people


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


def test_private_games_are_listed_and_readable_only_for_those_who_played(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben = await store.make_person(b"a", "Ana"), await store.make_person(b"b", "Ben")
        await store.claim(ana.id)
        players = [Player("Ana", ana.id), Player("Bot", bot="solid")]
        for access in ("open", "link", "closed"):
            await store.finish(game_of(players, record=access, ranks=[1, 2], access=access))
        for person, readable in ((ana.id, 3), (ben.id, 1), ("", 1)):
            assert len(await store.records(person)) == readable
            assert [await store.may_read(record, person) for record in ("open", "link", "closed")].count(
                True
            ) == readable
            page = await store.profile("Ana", person)
            assert page is not None
            assert len(page.records) == readable
        assert not await store.may_read("nothing", ana.id)

    backend.use(body)


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


def test_a_log_is_replaced_as_a_whole_and_only_by_its_owner(backend: Backend) -> None:
    async def body(store: Store) -> None:
        fence = await store.take("t")
        await store.append("t", 0, b"Ana sat", b"Ana said", fence=fence)
        assert await store.tables_with("Ana") == ["t"]
        with pytest.raises(Fenced):
            await store.rewrite("t", [b"x"], fence - 1)
        await store.rewrite("t", [b"somebody sat", b"-"], fence)
        assert await store.lines("t") == [b"somebody sat", b"-"]
        assert await store.tables_with("Ana") == []
        await store.append("t", 2, b"next", fence=fence)

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


def test_old_games_are_deleted_and_games_of_bots_sooner(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana = await store.make_person(b"a", "Ana")
        people, bots = [Player("Ana", ana.id), Player("Bot", bot="solid")], [Player("A", bot="solid")] * 2
        kept = {}
        for name, players in (("people", people), ("bots", bots)):
            game = game_of(players, ranks=[1, 2], record=f"of-{name}")
            await store.finish(game)
            kept[name] = game
        ended = kept["people"].ended
        assert await store.forget_records(0, ended) == 0
        assert await store.forget_records(0, ended + 1) == 1
        assert await store.record("of-bots") is None
        assert await store.record("of-people")
        assert await store.forget_records(ended + 1, 0) == 1
        assert await store.record("of-people") is None
        assert await store.records(ana.id) == []
        assert await store.forget_strangers(before=2**62) == 1  # nothing of hers is left

    backend.use(body)
