"""One contract for every storage: finished games and ratings."""

from __future__ import annotations

import asyncio

import pytest

from erre.server.storage.contract import Player, Store
from tests.server.storage.backends import Backend, game_of


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
