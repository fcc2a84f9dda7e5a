"""No barriers: axe finds nothing serious or critical on any screen, in light and dark."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.people import Person

PAGES = ["/", "/new/rage", "/settings", "/rules/rage", "/rules/rok", "/nowhere"]
SAMPLES = ["rage", "rurare"]


def barriers(page: Page, axe: str) -> list[str]:
    """What axe holds against a page."""
    page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run()).violations")
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in serious for node in one["nodes"][:4]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_have_no_barriers(people: Person.Maker, axe: str, scheme: str) -> None:
    ana = people("Ana", color_scheme=scheme)
    for path in PAGES:
        ana.open(path)
        expect(ana.page.locator("h1").first).to_be_visible()
        ana.page.wait_for_timeout(300)
        assert (path, barriers(ana.page, axe)) == (path, [])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_has_no_barriers(people: Person.Maker, axe: str, scheme: str) -> None:
    ana = people("Ana", color_scheme=scheme, viewport={"width": 360, "height": 740})
    ana.play_now("rage")
    ana.sees("() => document.querySelector('.pad') !== null")
    assert barriers(ana.page, axe) == []
    for panel in ("Chat", "Menu of the table", "Score sheet", "Last trick"):
        ana.press(ana.page.get_by_role("button", name=panel))
        ana.page.wait_for_timeout(300)
        assert (panel, barriers(ana.page, axe)) == (panel, [])
        ana.page.keyboard.press("Escape")
    ana.press(ana.page.get_by_role("button", name="Hint"))
    expect(ana.page.get_by_test_id("hint")).to_be_visible(timeout=30_000)
    ana.page.wait_for_timeout(300)
    assert barriers(ana.page, axe) == []
    ana.page.set_viewport_size({"width": 1280, "height": 800})
    ana.page.wait_for_timeout(300)
    assert barriers(ana.page, axe) == []
    ana.press(ana.page.get_by_role("button", name="Menu of the table"))
    ana.press(ana.page.get_by_role("button", name="Pause", exact=True))
    expect(ana.page.locator(".paused")).to_be_visible()
    assert barriers(ana.page, axe) == []
    ana.open("/")
    ana.press(ana.page.locator("[data-game=rurare]").get_by_role("button", name="invite"))
    ana.page.wait_for_url("**/t/*")
    expect(ana.page.get_by_test_id("start")).to_be_visible()
    assert barriers(ana.page, axe) == []
    ana.open(f"{ana.page.url}/screen")
    expect(ana.page.locator("figure img")).to_be_visible()
    assert barriers(ana.page, axe) == []


@pytest.mark.parametrize("game", SAMPLES)
def test_the_samples_have_no_barriers(people: Person.Maker, axe: str, game: str) -> None:
    ana = people("Ana")
    ana.open(f"/gallery/{game}")
    links = ana.page.locator("h2 a")
    expect(links.first).to_be_visible()
    for path in links.evaluate_all("(links) => links.map((link) => link.pathname)"):
        ana.open(path)
        ana.page.wait_for_timeout(200)
        assert (path, barriers(ana.page, axe)) == (path, [])
