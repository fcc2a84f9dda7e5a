"""A game without a screen of its own, at a live table: the plain one, by clicks and on a small phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.people import DONE, Person
from tests.e2e.served import Served
from tests.examples.installed import ROOT, install

SMALL_PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a game from another package."""
    folder = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(install(ROOT / "examples" / "erre-goofspiel", folder / "site")), prepend=":")
        served = Served(tmp_path_factory.mktemp("served"))
        served.start()
    yield served
    served.stop()


NEWEST = "async () => (await (await fetch('/api/records')).json())[0].id"


@pytest.mark.parametrize("window", [{}, SMALL_PHONE], ids=["clicks", "touch"])
def test_a_whole_game_at_the_plain_table(house: Served, browser: Browser, window: dict[str, object]) -> None:
    ana = Person(browser, house.address, "Ana", **window)
    ana.play_now("goofspiel")
    table = ana.page.get_by_role("region", name="Table")
    expect(table.get_by_text("prizes")).to_be_visible()
    assert ana.page.evaluate(FITS)
    for left in range(13, 0, -1):
        moves = table.get_by_role("group", name="Your moves").get_by_role("button")
        expect(moves).to_have_count(left)
        expect(moves.first).to_be_enabled()
        ana.press(moves.first)
    expect(ana.page.locator(DONE)).to_contain_text("Ana")
    ana.open(f"/replay/{ana.page.evaluate(NEWEST)}")
    expect(ana.page.get_by_role("region", name="Table").get_by_text("prizes")).to_be_visible()
    assert ana.errors == []
    ana.leave()


def test_the_log_is_in_words_and_hides_what_is_hidden(house: Served, browser: Browser) -> None:
    ana = Person(browser, house.address, "Ana")
    ana.play_now("goofspiel")
    table = ana.page.get_by_role("region", name="Table")
    ana.press(table.get_by_role("button", name="bid 13", exact=True))
    log = ana.page.get_by_text("Choices revealed, cards 13")
    expect(log.first).to_be_attached()
    ana.leave()
