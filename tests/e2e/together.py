"""A game that people of the browser finish together, played by programs in their names, for its record."""

from __future__ import annotations

import asyncio
import random
import threading

import aiohttp

from erre.server.net.identity import COOKIE
from erre.trials.client import Page, open_table
from tests.e2e.people import Person


def finish_game(address: str, *people: Person) -> None:
    """Ru-Ra-Re to its end, with a seat for each person; the browser's driver has the loop of this thread."""
    tokens = [next(one["value"] for one in person.context.cookies() if one["name"] == COOKIE) for person in people]
    names = [person.name for person in people]
    failed: list[BaseException] = []

    def play() -> None:
        try:
            asyncio.run(played(address, tokens, names))
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]


async def played(address: str, tokens: list[str], names: list[str]) -> None:
    """Everybody sits down and makes any legal move until the game is over and kept."""
    people = [aiohttp.ClientSession(headers={"Authorization": f"Bearer {token}"}) for token in tokens]
    table = await open_table(people[0], address, game="rurare", seats=len(people))
    pages = [Page(http, address, table, f"program-{seat}") for seat, http in enumerate(people)]
    for seat, page in enumerate(pages):
        page.start()
        await page.until(lambda page=page: page.info)  # type: ignore[misc]
        await page.ask("sit", seat=seat, name=names[seat])
    await pages[0].ask("start")
    await asyncio.gather(*(page.play(random.Random(1)) for page in pages))
    await pages[0].until(lambda: pages[0].info["record"])
    while not await is_kept(people[0], f"{address}/api/records/{pages[0].info['record']}"):
        await asyncio.sleep(0.05)
    for page in pages:
        await page.stop()
    for http in people:
        await http.close()


async def is_kept(http: aiohttp.ClientSession, address: str) -> bool:
    """Whether a record can be read."""
    async with http.get(address) as answer:
        return answer.status == 200
