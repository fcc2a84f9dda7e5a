"""Broadcasts: every session gets what its own seats may see, once, and nothing else."""

from __future__ import annotations

from pathlib import Path

from erre.table.requests import MakeMove, Say, Sit, Stand, Start
from tests.server.running import run
from tests.server.tables.seated import Seated, opened, registry_at


def test_each_session_sees_its_own_seats_and_a_spectator_none(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, game="rage", seats=3)
            ana, bo, cleo = (Seated(live, person) for person in ("ana", "bo", "cleo"))
            for seat, page in enumerate((ana, bo)):
                await page.ask(Sit, seat, f"P{seat}")
            await ana.ask(Start)
            seen = [page.said[-1] for page in (ana, bo, cleo)]
            assert [message["type"] for message in seen] == ["table"] * 3
            updates = [next(one for one in page.said if one["type"] == "update") for page in (ana, bo, cleo)]
            assert [[look["seat"] for look in update["eyes"]] for update in updates] == [[0], [1], [None]]
            hands = [update["eyes"][0]["view"].get("hand") for update in updates]
            assert hands[0]
            assert hands[0] != hands[1]
            assert not hands[2]

    run(test)


def test_a_shared_screen_of_a_player_shows_no_hand(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, game="rage", seats=3, play_now=True)
            screen = Seated(live, "ana", screen=True)
            assert [look["seat"] for look in screen.said[0]["eyes"]] == [None]

    run(test)


def test_whoever_takes_a_seat_is_welcomed_again_with_its_cards(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, play_now=True)
            ana, bo = Seated(live, "ana"), Seated(live, "bo")
            await ana.ask(Stand, 0)
            await bo.ask(Sit, 0, "Bo")
            assert bo.kinds().count("welcome") == 2
            last = [message for message in bo.said if message["type"] == "welcome"][-1]
            assert last["mine"] == [0]

    run(test)


def test_whoever_was_away_gets_exactly_what_it_missed(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, bots=["", "greedy"], play_now=True)
            ana, have = Seated(live, "ana"), live.table.number
            await ana.ask(MakeMove, 0, "row 1", have)
            await ana.ask(Say, "well")
            heard = next(message["at"] for message in ana.said if message["type"] == "chat")
            back = Seated(live, "ana", client="back", have=have, heard=heard)
            assert back.kinds() == ["chat", "update", "table"]
            assert back.said[1]["number"] == have + 1
            lost = Seated(live, "ana", client="lost", have=10**6)
            assert lost.kinds()[0] == "welcome"

    run(test)


def test_many_spectators_cost_n_and_not_n_squared(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, play_now=True)
            crowd = [Seated(live, f"p{k}") for k in range(300)]
            messages = sum(len(page.said) for page in crowd)
            assert messages < 300 * 5  # it would be 45,000 if each were told of each
            ana = Seated(live, "ana")
            await ana.ask(MakeMove, 0, "row 1", live.table.number)
            assert ana.said[-1]["table"]["watching"] == 300

    run(test)


def test_a_table_takes_only_so_many_spectators_and_always_its_players(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path, most_watching=3) as registry:
            live = await opened(registry, seats=2, play_now=True)
            pages = [Seated(live, f"p{k}") for k in range(5)]
            assert [page.kinds()[0] for page in pages] == ["welcome"] * 3 + ["bye"] * 2
            assert Seated(live, "ana").kinds()[0] == "welcome"

    run(test)


def test_a_page_that_knows_more_than_the_log_is_noticed(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, play_now=True)
            page = Seated(live, "ana", have=live.table.number + 48)
            assert page.kinds()[0] == "welcome"
            assert page.said[0]["lost"] == 48
            assert registry.services.metrics.counted["pages_ahead"] == 1
            assert Seated(live, "eve", have=10**9).said[0]["lost"] > 0
            assert registry.services.metrics.counted["pages_ahead"] == 1  # a stranger's word is no news
            assert Seated(await opened(registry, seats=2), "ana").said[0]["lost"] == 0

    run(test)
