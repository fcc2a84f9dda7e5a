"""Somebody is away: a bot plays for them, everybody sees it, and they take over when they are back."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from erre.server.net.sessions import NO_CONNECTION, Session
from erre.table import clocks
from erre.table.requests import Hello
from tests.server.running import run, running


def test_a_bot_plays_for_an_absent_person_until_they_are_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "GRACE", 200)

    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            table = await here.open(ana, game="rurare", seats=2)
            pages = [await here.page(http, table) for http in (ana, bo)]
            for seat, page in enumerate(pages):
                await page.ask("sit", seat=seat, name=f"P{seat}")
            await pages[0].ask("start")
            await pages[1].stop()
            await pages[0].until(lambda: not pages[0].info["seats"][1]["here"])
            assert pages[0].info["seats"][1]["autopilot_at"] is not None
            await pages[0].until(lambda: pages[0].info["seats"][1]["autopilot"])
            await pages[0].until(lambda: pages[0].info["turn"] == [0])
            assert pages[0].notes.updates[pages[0].have or 0]["by_bot"]
            back = await here.page(bo, table)
            assert back.mine == [1]
            await pages[0].until(lambda: not pages[0].info["seats"][1]["autopilot"])
            await back.until(lambda: not back.info["seats"][1]["autopilot"])
            assert any(past["by_bot"] for past in back.history)  # who is back is told what the bot did
            assert (await back.ask("take_back", seat=1))["code"] == "not_now"
            await pages[0].move(0, pages[0].eyes[0]["legal"][0])
            await back.until(lambda: back.due())
            assert (await back.move(1, back.eyes[0]["legal"][0]))["type"] == "ok"

    run(test)


def test_a_page_that_nobody_looks_at_leaves_the_seat_to_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "GRACE", 100)

    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            table = await here.open(ana, game="rurare", seats=2)
            pages = [await here.page(http, table) for http in (ana, bo)]
            for seat, page in enumerate(pages):
                await page.ask("sit", seat=seat, name=f"P{seat}")
            await pages[0].ask("start")
            await pages[1].stop()
            await pages[0].until(lambda: pages[0].info["seats"][1]["autopilot"])
            live = here.server.registry.tables[table]
            live.attach(
                Session(NO_CONNECTION, live.table.chairs[1].person, False, 100), Hello(1, "hidden", hidden=True)
            )
            await pages[0].until(lambda: pages[0].info["seats"][1]["here"])
            assert pages[0].info["seats"][1]["autopilot"]
            live.attach(Session(NO_CONNECTION, live.table.chairs[1].person, False, 100), Hello(1, "seen"))
            await pages[0].until(lambda: not pages[0].info["seats"][1]["autopilot"])

    run(test)


def test_what_a_bot_was_about_to_do_is_dropped_when_its_person_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "GRACE", 100)

    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            table = await here.open(ana, game="rurare", seats=2)
            pages = [await here.page(http, table) for http in (ana, bo)]
            for seat, page in enumerate(pages):
                await page.ask("sit", seat=seat, name=f"P{seat}")
            live = here.server.registry.tables[table]
            person = (await here.known(bo)).id

            async def move_as_the_person_returns(*_: object) -> str:
                # The page is attached right after the bot has queued its move, and before the table carries it out.
                back = partial(live.attach, Session(NO_CONNECTION, person, False, 100), Hello(1, "back"))
                asyncio.get_running_loop().call_soon(back)
                return "row 1"

            monkeypatch.setattr(here.server.services.bots, "move", move_as_the_person_returns)
            await pages[0].ask("start")
            await pages[1].stop()
            await pages[0].until(lambda: pages[0].info["seats"][1]["autopilot"])
            await pages[0].until(lambda: not pages[0].info["seats"][1]["autopilot"])
            assert not any(update["by_bot"] for update in pages[0].notes.updates.values())
            back = await here.page(bo, table)
            assert (await back.move(1, "row 2"))["type"] == "ok"

    run(test)


def test_a_hint_is_for_one_person_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            table = await here.open(ana, game="rurare", seats=3, play_now=True)
            page, other = await here.page(ana, table), await here.page(bo, table)
            page.raw, other.raw = [], []
            assert (await other.ask("hint", seat=0))["code"] == "not_your_seat"
            assert (await page.ask("hint", seat=0))["type"] == "ok"
            await page.until(lambda: any(b'"type":"hint"' in raw for raw in page.raw or []))
            assert not any(b'"type":"hint"' in raw for raw in other.raw)

    run(test)


def test_chat_reaches_all_as_plain_text(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            table = await here.open(ana, game="rage", seats=3)
            page, other = await here.page(ana, table), await here.page(bo, table)
            other.raw = []
            assert (await page.ask("say", text="  <b>hello\u202e\n "))["type"] == "ok"
            assert (await page.ask("react", reaction="clap"))["type"] == "ok"
            await other.until(lambda: any(b"clap" in raw for raw in other.raw or []))
            assert any(b'"text":"<b>hello"' in raw for raw in other.raw)
            assert (await other.ask("say", text="hello"))["code"] == "not_your_seat"

    run(test)
