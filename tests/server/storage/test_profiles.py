"""Head to head: who met whom, and what of it others may know."""

from __future__ import annotations

from erre.server.storage.contract import Player, Store
from erre.server.storage.profiles import portrait_of, rivals_of
from tests.server.storage.backends import Backend, game_of


def test_rivals_are_counted_and_private_games_stay_private(backend: Backend) -> None:
    async def body(store: Store) -> None:
        ana, ben, guest = [await store.make_person(name.encode(), name) for name in ("Ana", "Ben", "Guest")]
        await store.claim(ana.id)
        await store.claim(ben.id)
        me, other, bot = Player("Ana", ana.id), Player("Ben", ben.id), Player("Carla", bot="solid")
        meetings = (
            ([me, other, bot], [1, 2, 2], "open"),
            ([other, me], [1, 2], "open"),
            ([me, other], [1, 1], "link"),
            ([me, Player("Guest", guest.id)], [1, 2], "open"),
        )
        for k, (players, ranks, access) in enumerate(meetings):
            await store.finish(game_of(players, record=f"r{k}", ranks=ranks, access=access, ended=1000 + k))
        mine = await store.read(lambda: rivals_of(me, is_own=True))
        assert [(one.name, one.played, one.won, one.lost) for one in mine] == [
            *(("Ben", 3, 1, 1), ("Guest", 1, 1, 0), ("solid", 1, 1, 0))
        ]
        theirs = await store.read(lambda: rivals_of(me, is_own=False))
        assert [(one.name, one.played, one.has_page) for one in theirs] == [("Ben", 2, True), ("solid", 1, True)]
        of_bot = await store.read(lambda: rivals_of(Player("solid", bot="solid"), is_own=False))
        assert {one.name for one in of_bot} == {"Ana", "Ben"}
        await store.delete_person(ben.id)
        assert [one.name for one in await store.read(lambda: rivals_of(me, is_own=True))] == ["Guest", "solid"]
        assert await store.look(lambda: portrait_of(None)) == ""

    backend.use(body)
