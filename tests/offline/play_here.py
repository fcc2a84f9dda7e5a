"""`play_here.py GAME`, with an unpacked archive as its only path: a game on the server of a page, without a page.

It prints the record of the game, what the server answers about it, and what a second server finds in the saved file.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from erre.offline.http import install as install_http
from erre.wasm.arrays import install as install_arrays

install_arrays()
install_http()

import msgspec  # noqa: E402

from erre.offline.server import CONFIG, PageServer  # noqa: E402
from erre.offline.store import PageStore  # noqa: E402

QUICK = msgspec.structs.replace(CONFIG, tempo=0.0, rate=100_000)


class Player:
    """A page that always makes the first legal move."""

    def __init__(self, server: PageServer, table: str) -> None:
        self.server, self.table, self.asked, self.at = server, table, 0, -1
        self.record: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def play(self) -> str:
        self.line = await self.server.connect(self.table, self.hear, lambda: None)
        self.say(type="hello", protocol=1, client="test", have=None, screen=False)
        return await asyncio.wait_for(self.record, 100)

    def say(self, **message: Any) -> None:
        self.line.hear(json.dumps(message))

    def hear(self, text: str) -> None:
        message = json.loads(text)
        info = message.get("table") or {}
        if info.get("record") and not self.record.done():
            self.record.set_result(info["record"])
        if message["type"] in ("welcome", "update"):
            asyncio.get_running_loop().call_soon(self.move, message)

    def move(self, message: Any) -> None:
        for eye in message["eyes"]:
            if eye["legal"] and message["number"] > self.at:
                self.at, self.asked = message["number"], self.asked + 1
                self.say(type="move", n=self.asked, seat=eye["seat"], move=eye["legal"][0], seen=self.at)


async def answer(server: PageServer, method: str, path: str, body: Any = None) -> Any:
    kind = "application/json" if body is not None else ""
    _, _, data = await server.answer(method, path, json.dumps(body).encode() if body is not None else b"", kind)
    return data


async def solved(server: PageServer) -> dict[str, bool]:
    """Today's puzzle of each game: its solution is told after giving up, and is then right."""
    found = {}
    for one in json.loads(await answer(server, "GET", "/api/puzzles"))["games"]:
        path = f"/api/puzzles/one/{one['today']}"
        told = json.loads(await answer(server, "POST", path, {"answer": ""}))
        again = json.loads(await answer(server, "POST", path, {"answer": told["solution"]}))
        found[one["game"]] = told["first"] and not told["right"] and again["right"] and len(again["steps"]) > 1
    return found


async def main(game: str) -> None:
    saved: list[bytes] = []
    store = PageStore(changed=lambda: saved.append(b""))
    server = PageServer(store, QUICK)
    await server.start()
    await answer(server, "PUT", "/api/me", {"name": "Ada"})
    bots = ["", "greedy", "greedy"]
    opened = json.loads(
        await answer(server, "POST", "/api/tables", {"game": game, "seats": 3, "bots": bots, "play_now": True})
    )
    record = await Player(server, opened["id"]).play()
    puzzles = await solved(server)
    again = PageServer(PageStore(store.copy()), QUICK)
    await again.start()
    told = {
        "games": [one["name"] for one in json.loads(await answer(server, "GET", "/api/games"))],
        "record": (await answer(server, "GET", f"/api/records/{record}")).decode(),
        "steps": len(json.loads(await answer(server, "GET", f"/api/records/{record}/replay?eyes=0"))["steps"]),
        "later": json.loads(await answer(again, "GET", "/api/records"))[0]["id"] == record,
        "name": json.loads(await answer(again, "GET", "/api/me"))["name"],
        "missing": json.loads(await answer(again, "GET", "/api/records/nothing"))["code"],
        "judged": json.loads(
            (await server.answer("POST", "/api/judge", await answer(server, "GET", f"/api/records/{record}")))[2]
        )["kind"],
        "writes": len(saved) > 10,
        "puzzles": puzzles,
        "streak": json.loads(await answer(again, "GET", "/api/puzzles"))["streak"],
    }
    print(json.dumps(told))


asyncio.run(main(sys.argv[1]))
