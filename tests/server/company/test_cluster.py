"""Company on two workers with a real PostgreSQL and a real NATS between them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp

from erre.server.app import Server
from erre.server.config import Config
from tests.real_servers import RealNats, RealPostgres
from tests.server.company.met import Met, meet, played
from tests.server.operator.test_operator import SECRET, operator
from tests.server.running import USUAL, Running, run


def test_people_and_the_operator_are_at_different_workers(
    tmp_path: Path, postgres: RealPostgres, nats: RealNats
) -> None:
    shared = {"db": postgres.emptied_database(), "bus": nats.url, "operator_secret": SECRET, "offline": False}

    async def body() -> None:
        servers = [Server(Config(**{**USUAL, **shared}, data=str(tmp_path))) for _ in range(2)]
        for server in servers:
            await server.start()
        here, other = Running(servers[0]), f"http://127.0.0.1:{servers[1].port}"
        try:
            for server in servers:
                while server.health()["workers"] != 2:
                    await asyncio.sleep(0.05)
            ana, ben = await meet(here, "Ana", "Ben")
            ben.base = other
            await played(here, ana, ben)
            for one, name in ((ana, "Ben"), (ben, "Ana")):
                await one.ask("POST", "/api/company/friends", {"person": await one.alias(name)})
            while (await ana.get("/api/company"))["friends"][0]["presence"] != "online":
                await asyncio.sleep(0.05)

            wish = {"game": "rurare", "seats": 2, "bots": "never"}
            tables = ["", ""]
            while not all(tables):
                states = [await one.ask("PUT", "/api/queue", wish) for one in (ana, ben)]
                tables = [state["table"] for _, state in states]
                await asyncio.sleep(0.05)
            assert tables[0] == tables[1]

            boss = await operator(here)
            boss.base = other
            assert (await boss.get("/api/operator"))["health"]["storage"] == "postgresql"
            status, made = await boss.ask("POST", "/api/operator/backups")
            assert (status, (tmp_path / "backups" / made["name"]).is_file()) == (201, True)
            assert (await boss.ask("DELETE", f"/api/operator/tables/{tables[0]}"))[0] == 204

            await comes_back(ana, other)
            await is_not_heard(here, ana, ben)
            await is_banned(here, boss, ana, ben)

            await servers[1].stop()  # everything is still there at the one that is left
            boss.base = ana.base = ben.base = here.base
            assert (await ana.get("/api/company"))["blocked"][0]["name"] == "Ben"
            assert (await boss.get("/api/operator"))["bans"] == []
        finally:
            await here.close()
            for server in servers:
                if server.is_serving:
                    await server.stop()

    run(body)


async def comes_back(ana: Met, other: str) -> None:
    """A code made at one worker brings its person back at the other; signing out counts at both."""
    _, code = await ana.ask("POST", "/api/me/recovery")
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        phone = Met(ana.here, http, other)
        status, me = await phone.ask("POST", "/api/recover", {"code": " ".join(code["words"])})
        assert (status, me["name"]) == (200, "Ana")
        phone.base = ana.base
        assert len(await phone.get("/api/me/devices")) == 2
        assert (await ana.ask("DELETE", "/api/me/devices"))[1] == {"devices": 1}
        phone.base = other
        assert (await phone.ask("GET", "/api/me/devices"))[0] == 401


async def is_not_heard(here: Running, ana: Met, ben: Met) -> None:
    """A block made at one worker keeps out what is said at the other."""
    table = await here.open(ana.http, game="rage", access="open")
    mine = await here.page(ana.http, table)
    here.pages_at = ben.base
    theirs = await here.page(ben.http, table)
    assert (await theirs.ask("sit", seat=0, name="Ben"))["type"] == "ok"
    await theirs.ask("say", text="before")
    await mine.until(lambda: "before" in str(mine.chat))
    home, ana.base = ana.base, ben.base
    assert (await ana.ask("POST", "/api/company/blocks", {"person": await ana.alias("Ben")}))[0] == 204
    ana.base = home
    await theirs.ask("say", text="hidden")
    await mine.ask("say", text="mine")
    await mine.until(lambda: "mine" in str(mine.chat))
    await theirs.until(lambda: "mine" in str(theirs.chat))
    assert ("hidden" in str(mine.chat), "hidden" in str(theirs.chat)) == (False, True)


async def is_banned(here: Running, boss: Met, ana: Met, ben: Met) -> None:
    """A ban made at one worker closes pages at the other, and frees the seat."""
    mine = here.pages[-2]
    assert (await boss.ask("POST", f"/api/operator/people/{await ben.id()}/ban", {"hours": 1}))[0] == 204
    await mine.until(lambda: mine.info["seats"][0]["kind"] == "empty")
    for base in (ana.base, ben.base):
        ben.base = base
        assert (await ben.ask("GET", "/api/me"))[1]["code"] == "banned"
    (line,) = (await boss.get("/api/operator"))["bans"]
    assert (await boss.ask("DELETE", f"/api/operator/bans/{line['id']}"))[0] == 204
    assert (await ben.get("/api/me"))["name"] == "Ben"
