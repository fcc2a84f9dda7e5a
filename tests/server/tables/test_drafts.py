"""A turn that is being built at a live table: judged for one person only, without changing the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from erre.trials.client import Page
from tests.server.running import Running, run, running


async def sit_down(here: Running, **wish: Any) -> tuple[list[Page], Page, int]:
    """Two players and a spectator; whose turn it is."""
    ana, bo, cleo = [await here.person(name) for name in ("Ana", "Bo", "Cleo")]
    table = await here.open(ana, **{"game": "rummy", "seats": 2, **wish})
    pages = [await here.page(http, table) for http in (ana, bo)]
    spectator = await here.page(cleo, table)
    for seat, page in enumerate(pages):
        await page.ask("sit", seat=seat, name=["Ana", "Bo"][seat])
    await pages[0].ask("start")
    for page in (*pages, spectator):
        await page.until(lambda page=page: page.eyes)  # type: ignore[misc]
    return pages, spectator, pages[0].info["turn"][0]


def listen(page: Page) -> Callable[[], list[dict[str, Any]]]:
    """Everything that a page hears from now on, when it is asked for."""
    raw = page.raw = []
    return lambda: [msgspec.json.decode(data) for data in raw]


def test_a_draft_is_judged_for_its_own_person_alone_and_changes_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            pages, spectator, seat = await sit_down(here)
            mine, other = pages[seat], pages[1 - seat]
            heard = [listen(page) for page in (mine, other, spectator)]
            rack = mine.eyes[0]["view"]["rack"]
            number = mine.have
            assert (await mine.ask("draft", seat=seat, draft=f"[{rack[0]} {rack[1]}]"))["type"] == "ok"
            (judged,) = [message for message in heard[0]() if message["type"] == "judged"]
            assert (judged["seat"], judged["judged"]["ready"]) == (seat, False)
            assert judged["judged"]["why"]["code"] == "short"
            assert judged["judged"]["opening"] == {"points": 0, "needed": 30}
            assert all(message["type"] != "judged" for message in (*heard[1](), *heard[2]()))
            assert mine.have == other.have == spectator.have == number

    run(test)


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        ("rubbish", "bad_notation"),
        ("[R99 R5 R6]", "bad_notation"),
        ("[" * 500, "bad_notation"),
        ("x" * 5000, "bad_request"),
    ],
)
def test_rubbish_is_refused(draft: str, code: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            pages, _, seat = await sit_down(here)
            assert (await pages[seat].ask("draft", seat=seat, draft=draft))["code"] == code
            assert (await pages[seat].ask("draft", seat=1 - seat, draft=""))["code"] == "not_your_seat"
            assert (await pages[1 - seat].ask("draft", seat=1 - seat, draft=""))["code"] == "not_now"

    run(test)


def test_the_time_for_a_turn_is_the_tables_own_and_its_end_counts_the_draft(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            pages, _, seat = await sit_down(here, options={"turnSeconds": 1})
            mine = pages[seat]
            heard = listen(mine)
            rack = mine.eyes[0]["view"]["rack"]
            await mine.ask("draft", seat=seat, draft=f"[{rack[0]} {rack[1]} {rack[2]}]")
            await mine.until(lambda: any(message["type"] == "update" for message in heard()))
            update = next(message for message in heard() if message["type"] == "update")
            assert update["by_clock"]
            assert update["events"][0]["type"] == "TimeRanOut"

    run(test)
