"""Days off: a limit for each year, clocks that stand still at tables that sleep or not, and no way to stall."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiohttp

from tests.server.running import Running, read, run, running
from tests.server.test_day_scheduler import DAY, HandClock, asleep, started


async def take(here: Running, http: aiohttp.ClientSession, begins: int, ends: int) -> tuple[int, Any]:
    async with http.post(f"{here.base}/api/me/vacations", json={"begins": begins, "ends": ends}) as answer:
        return answer.status, await answer.json()


def test_days_off_have_a_limit(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with running(tmp_path, clock) as here:
            ana, now = await here.person("Ana"), clock.ms
            assert (await read(ana, f"{here.base}/api/me/vacations"))[1] == {"vacations": [], "left": 21, "most": 21}
            status, told = await take(here, ana, 0, now + 14 * DAY)
            assert (status, told["left"]) == (201, 7)
            assert told["vacations"] == [{"begins": now, "ends": now + 14 * DAY}]
            assert (await take(here, ana, now + 13 * DAY, now + 15 * DAY))[1]["code"] == "no_days_off"  # twice
            assert (await take(here, ana, now + 20 * DAY, now + 28 * DAY))[0] == 409  # too many
            assert (await take(here, ana, now + 20 * DAY, now + 27 * DAY))[1]["left"] == 0
            for begins, ends in ((now, now), (now, now - 1), (now, now + 22 * DAY), (now, now + 400 * DAY)):
                assert (await take(here, ana, begins, ends))[0] == 400
            clock.ms += DAY + 1
            async with ana.delete(f"{here.base}/api/me/vacations/{now}") as answer:
                told = await answer.json()
                assert told["left"] == 12  # two days were begun
            async with ana.delete(f"{here.base}/api/me/vacations/{now + 20 * DAY}") as answer:
                assert (await answer.json())["left"] == 19  # days to come were never taken
            for bad in ("x", "-1", "9" * 40):
                async with ana.delete(f"{here.base}/api/me/vacations/{bad}") as answer:
                    assert answer.status == 400

    run(test)


def test_days_off_stop_clocks_at_tables_awake_and_asleep(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with running(tmp_path, clock) as here:
            table, (ana, ben) = await started(here)
            page = await here.page(ben, table)
            now = clock.ms
            await take(here, ana, now, now + 3 * DAY)
            await page.until(lambda: page.info["deadlines"]["0"] == now + 4 * DAY)
            assert page.info["deadlines"]["1"] == now + DAY
            assert page.info["seats"][0]["vacation"] == [now, now + 3 * DAY]
            await page.stop()
            await asleep(here.server, table)
            assert (await read(ana, f"{here.base}/api/me"))[1]["tables"][0]["deadline"] == now + 4 * DAY
            async with ana.delete(f"{here.base}/api/me/vacations/{now}") as answer:
                assert answer.status == 200
            await here.server.days.look()
            await asleep(here.server, table)
            assert (await read(ana, f"{here.base}/api/me"))[1]["tables"][0]["deadline"] == now + DAY

    run(test)
