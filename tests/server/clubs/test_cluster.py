"""An evening on two workers: players anywhere, tables where the round was started, steps from either."""

from __future__ import annotations

import asyncio
from pathlib import Path

from erre.trials.client import Page, known_person
from tests.server.clubs.test_evenings import SETUP, ask, do, until
from tests.server.running import Running, run, workers


def test_an_evening_is_hosted_from_either_worker(tmp_path: Path) -> None:
    async def test() -> None:
        async with workers(2, tmp_path) as servers:
            one, two = (Running(server) for server in servers)
            ana = await known_person(one.base, "Ana")
            ben = await known_person(two.base, "Ben")
            opened = await ask(ana, one, "/evenings", {"setup": SETUP}, 201)
            path = f"/evenings/{opened['id']}"
            await ask(ben, two, f"{path}/join", {})
            await do(ana, one, path, "plan")
            await do(ana, two, path, "start")  # the tables belong to the second worker
            table = (await ask(ben, one, path))["my_table"]
            assert table in servers[1].registry.tables
            page = Page(ben, one.base, table, "page")
            page.start()
            await page.until(lambda: page.info)
            assert page.info["club"] == path
            await do(ana, one, path, "finish", table=0)  # the first worker asks the second
            await until(ben, two, path, "between")
            begun = await ask(ben, one, "/deal/rurare", {}, 201)
            assert await ask(ben, two, "/deal/rurare", {}, 201) == begun
            games = [(await ask(ben, here, "/deal"))["games"] for here in (one, two)]
            assert [game["commitment"] for game in games[0]] == [game["commitment"] for game in games[1]]
            await page.stop()
            await asyncio.gather(ana.close(), ben.close())

    run(test)


def test_a_round_whose_worker_is_gone_is_closed_by_another(tmp_path: Path) -> None:
    async def test() -> None:
        async with workers(2, tmp_path) as servers:
            one, two = (Running(server) for server in servers)
            ana = await known_person(one.base, "Ana")
            setup = {**SETUP, "minutes": 5, "time_up": "close"}
            path = f"/evenings/{(await ask(ana, one, '/evenings', {'setup': setup}, 201))['id']}"
            await do(ana, two, path, "plan")
            await do(ana, two, path, "start")
            table = (await ask(ana, one, path))["my_table"]
            assert table in servers[1].registry.tables
            await servers[1].stop()
            await do(ana, one, path, "extend", minutes=-5)
            view = await until(ana, one, path, "between")
            assert [line["what"] for line in view["journal"]].count("close 0") == 1
            assert len(view["rounds"][0]["tables"][0]["scores"]) == 2
            await ana.close()

    run(test)
