"""The pages around the games in hard sizes, with something on them; no page of the router is left out."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from erre.games import own_names
from erre.server.https.trust_page import page_of
from erre.server.https.trust_texts import LANGUAGES
from tests.e2e.grid import SMALL
from tests.e2e.people import Person
from tests.e2e.served import ROOT
from tests.e2e.test_clubs import create, join
from tests.e2e.test_grid import DESK, LESSONS, PAGES, found_by_axe, measure, said

QUIET = (  # what anybody can open
    *("/people", "/settings/notices", "/mail", "/recover", "/move", "/operator", "/evenings", "/evenings/new"),
    *("/deal", "/puzzles/own", "/rules", "/nowhere", *(f"/puzzles/{game}" for game in own_names())),
)
OTHERS = (  # measured by the test that needs them, or by test_grid.py
    *("/t", "/gallery", "/new", "/replay/id", "/evenings/id", "/evenings/id/screen", "/evenings/id/print"),
    *("/evenings/id/table", "/seasons/id", "/learn/puzzles"),  # the last is the puzzles under their former address
)
# What a person unfolds stands open.
UNFOLD = "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"
ROUTE = re.compile(r"page === '(\w+)'(?: && (name|third) === '(\w+)')?")


def routes() -> set[str]:
    """The addresses that the router and the pages of clubs know; `id` stands for any name."""
    shell = ROOT / "web" / "src"
    text = (shell / "App.svelte").read_text() + (shell / "shell" / "clubs" / "ClubPages.svelte").read_text()
    between = {"": "/", "name": "/", "third": "/id/"}
    return {f"/{page}{between[which]}{word}".rstrip("/") for page, which, word in ROUTE.findall(text)}


def measured(page: Page, where: str, number: int) -> dict[str, list[str]]:
    """The faults of what is open, unfolded, with what axe finds on a desk."""
    page.evaluate(UNFOLD)
    found = measure(page, where, number, is_table=False)
    page.set_viewport_size(DESK)
    if barriers := found_by_axe(page):
        found[f"{where}, axe"] = barriers
    return found


def test_no_page_of_the_router_is_left_out() -> None:
    known = {*PAGES, *LESSONS, *QUIET, *OTHERS}
    assert {"/people", "/settings/notices", "/evenings/id/screen"} <= routes()
    assert [route for route in routes() if not any(one == route or one.startswith(f"{route}/") for one in known)] == []


def test_the_pages_around_the_games_fit(people: Person.Maker) -> None:
    ana = people("Ana", device_scale_factor=SMALL)
    ana.open()
    ana.take_name()
    found: dict[str, list[str]] = {}
    for number, path in enumerate(("/settings", "/player", *QUIET)):
        ana.open(path)
        expect(ana.page.locator("main h1, .play h1, .puzzle").first).to_be_attached()
        ana.page.wait_for_load_state("networkidle")
        found |= measured(ana.page, path, number)
    ana.errors.clear()  # a page that is not there, and what only an operator may read
    assert not found, said(found)


def test_an_evening_and_its_pages_fit(people: Person.Maker) -> None:
    ana, ben = people("Ana", device_scale_factor=SMALL), people("Benedetta-Alexandra")
    page = ana.open("/evenings")
    page.get_by_text("New season").click()
    page.get_by_label("Name").fill("Autumn in the long street")
    page.get_by_role("button", name="Create").click()
    page.wait_for_url("**/seasons/*")
    address = page.url
    path = create(ana, Players_at_a_table="2", Played_with_real_cards=True)
    join(ben, path)
    expect(page.get_by_role("listitem").filter(has_text=ben.name)).to_be_visible()
    found = measured(page, "an evening that gathers", 0)
    page.get_by_role("button", name="Draw the seats").click()
    page.get_by_role("button", name="Start round 1").click()
    expect(page.get_by_text("Round 1 is being played")).to_be_visible()
    found |= measured(page, "an evening", 1)
    for number, (where, text) in enumerate(
        {f"{path}/screen": "Round 1", f"{path}/print": "Round 1", address: "Autumn"}.items()
    ):
        ana.open(where)
        expect(page.get_by_text(text).first).to_be_visible()
        found |= measured(page, where, number)
    ana.open(f"{path}/print")
    sheet = page.locator(".sheet img").first.get_attribute("src") or ""
    ana.open(f"{path}/table/1#{sheet.split('%23')[1]}")
    expect(page.get_by_role("button", name="Save result")).to_be_visible()
    found |= measured(page, "the result of a table", 2)
    assert not found, said(found)


def test_the_page_that_helps_with_certificates_fits(people: Person.Maker) -> None:
    ana = people("Ana", device_scale_factor=SMALL)
    found: dict[str, list[str]] = {}
    for number, (lang, words) in enumerate(LANGUAGES.items()):
        text = page_of(
            words, lang, "android", "Erre on a small machine", "AB12 " * 16, "https://192.168.178.20:8443", "host.local"
        )
        ana.page.set_content(text)
        found |= measured(ana.page, f"certificates, {lang}", number)
    assert not found, said(found)
