"""Company on two workers with a real PostgreSQL and a real NATS between them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from erre.server.app import Server
from erre.server.config import Config
from tests.real_servers import RealNats, RealPostgres
from tests.server.company.met import meet, played
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
        finally:
            await here.close()
            for server in servers:
                await server.stop()

    run(body)
