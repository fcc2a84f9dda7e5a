"""Games that people of the browser finish together, played by programs in their names."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Coroutine

import aiohttp

from erre.server.net.identity import COOKIE
from erre.trials.client import Page, open_table
from tests.e2e.people import Person


def finish_game(address: str, *people: Person) -> None:
    """Ru-Ra-Re to its end, with a seat for each person, for its record."""
    run_aside(finished(address, tokens_of(people), [person.name for person in people]))


def play_along(address: str, *people: Person, moves: int = 1000) -> None:
    """Moves of people who sit at the table in front of them, to its end or so many of each; their pages look on."""
    table = people[0].page.url.rpartition("/t/")[2]
    run_aside(played_along(address, table, tokens_of(people), moves))


def tokens_of(people: tuple[Person, ...]) -> list[str]:
    """What people are known by."""
    return [next(one["value"] for one in person.context.cookies() if one["name"] == COOKIE) for person in people]


def run_aside(work: Coroutine[None, None, None]) -> None:
    """Do it in another thread: the browser's driver has the loop of this one."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]


async def finished(address: str, tokens: list[str], names: list[str]) -> None:
    """Everybody sits down and makes any legal move until the game is over and kept."""
    people = [known(token) for token in tokens]
    table = await open_table(people[0], address, game="rurare", seats=len(people))
    pages = await connected(address, table, people)
    for seat, page in enumerate(pages):
        await page.ask("sit", seat=seat, name=names[seat])
    await pages[0].ask("start")
    await asyncio.gather(*(page.play(random.Random(1)) for page in pages))
    await pages[0].until(lambda: pages[0].info["record"])
    while not await is_kept(people[0], f"{address}/api/records/{pages[0].info['record']}"):
        await asyncio.sleep(0.05)
    await leave(pages, people)


async def played_along(address: str, table: str, tokens: list[str], moves: int) -> None:
    """Everybody makes legal moves at a table at which they sit."""
    people = [known(token) for token in tokens]
    pages = await connected(address, table, people)
    await asyncio.gather(*(some_moves(page, moves) for page in pages))
    await leave(pages, people)


async def some_moves(page: Page, moves: int) -> None:
    """So many moves, or until the game is over."""
    chance = random.Random(1)
    for _ in range(moves):
        await page.until(lambda: page.outcome is not None or page.due() is not None)
        found = page.due()
        if page.outcome is not None or found is None:
            return
        seat, legal = found
        await page.act(seat, chance.choice(legal), chance)


async def connected(address: str, table: str, people: list[aiohttp.ClientSession]) -> list[Page]:
    """A page of each at the table."""
    pages = [Page(http, address, table, f"program-{number}") for number, http in enumerate(people)]
    for page in pages:
        page.start()
        await page.until(lambda page=page: page.info)  # type: ignore[misc]
    return pages


async def leave(pages: list[Page], people: list[aiohttp.ClientSession]) -> None:
    """Close everything."""
    for page in pages:
        await page.stop()
    for http in people:
        await http.close()


def known(token: str) -> aiohttp.ClientSession:
    """Requests of a person."""
    return aiohttp.ClientSession(headers={"Authorization": f"Bearer {token}"})


async def is_kept(http: aiohttp.ClientSession, address: str) -> bool:
    """Whether a record can be read."""
    async with http.get(address) as answer:
        return answer.status == 200
