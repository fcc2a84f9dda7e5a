"""Pages for tests and trials: what they wait for."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from erre.trials.client import Page, known_person
from tests.server.running import run


def test_a_page_that_hears_nothing_sees_what_others_have_heard() -> None:
    """As where it waits until another page is as far as it is already."""

    async def test() -> None:
        page, other = (Page(None, "", "table", name) for name in ("a", "b"))  # type: ignore[arg-type]
        page.have = 3
        asyncio.get_running_loop().call_later(0.01, setattr, other, "have", 3)
        await page.until(lambda: page.have == other.have, 60.0)

    run(test)


def test_what_never_happens_ends_the_waiting() -> None:
    async def test() -> None:
        page = Page(None, "", "table", "a")  # type: ignore[arg-type]
        with pytest.raises(TimeoutError):
            await page.until(lambda: page.outcome, 0.01)

    run(test)


@pytest.mark.parametrize("refused_at", [1, 2])
def test_a_person_who_is_refused_leaves_no_session_open(refused_at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[aiohttp.ClientSession] = []
    make = aiohttp.ClientSession

    def noted(**settings: Any) -> aiohttp.ClientSession:
        opened.append(make(**settings))
        return opened[-1]

    async def refuse(_: web.Request) -> web.Response:
        asked.append(1)
        return web.json_response({}, status=429 if len(asked) == refused_at else 200)

    async def test() -> None:
        app = web.Application()
        app.router.add_route("*", "/api/me", refuse)
        async with TestServer(app) as server:
            monkeypatch.setattr(aiohttp, "ClientSession", noted)
            with pytest.raises(aiohttp.ClientResponseError):
                await known_person(str(server.make_url("")).rstrip("/"), "Ana")
            monkeypatch.undo()

    asked: list[int] = []
    run(test)
    assert [one.closed for one in opened] == [True]
