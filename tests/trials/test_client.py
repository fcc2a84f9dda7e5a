"""Pages for tests and trials: what they wait for."""

from __future__ import annotations

import asyncio

import pytest

from erre.trials.client import Page
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
