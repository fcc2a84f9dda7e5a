"""The reports of the lab in a real browser: they fit, need nothing from elsewhere, and have no barriers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from erre.games import game
from erre.lab import report, simulate_page, whatif_page
from erre.lab.simulate import simulate
from erre.lab.tournament import Tournament
from erre.lab.whatif import rule_sets, what_if
from tests.e2e.test_access import DESK, PHONE, barriers

RURARE = game("rurare")
PLAIN = RURARE.read_options({})


def simulation() -> str:
    """A simulation of different bots."""
    return simulate_page.page_of(simulate(RURARE, 4, 200, "greedy,random,casual,random", PLAIN))


def tournament() -> str:
    """A tournament of five bots."""
    one = Tournament(RURARE, "random,greedy,beginner,casual,solid", 3, 60, PLAIN)
    one.run(threads=1)
    return report.page_of(one.standings())


def study() -> str:
    """A study of three decks."""
    decks = rule_sets(RURARE, [("deck", "reconstructed-b"), ("deck", "reconstructed-c")])
    return whatif_page.page_of(what_if(RURARE, 3, decks, 60, "greedy"))


@pytest.mark.parametrize("made", [simulation, tournament, study], ids=lambda made: made.__name__)
def test_a_report_fits_any_screen_and_has_no_barriers(
    made: Callable[[], str], browser: Browser, axe: str, tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    path.write_text(made(), "utf-8")
    asked: list[str] = []
    page = browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    for window in (PHONE, DESK):
        page.set_viewport_size(window)
        page.emulate_media(color_scheme="light")
        assert page.evaluate("document.documentElement.scrollWidth") <= window["width"]
        assert barriers(page, axe) == []
        page.emulate_media(color_scheme="dark")
        assert barriers(page, axe) == []
    assert asked == [path.as_uri()]
    page.close()
