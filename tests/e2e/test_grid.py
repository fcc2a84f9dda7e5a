"""Every screen in hard sizes: nothing pressable outside the window, under something else, or too small to touch.

The samples of the tables are looked at by axe as well, since each of them is on the screen here anyway.

Each screen is measured on the smallest upright phone, on a phone held sideways and in two more sizes, which change
from screen to screen, so that every game and kind of page meets all sizes. `python -m tests.e2e.grid` sets
ERRE_GRID=all: all sizes for every screen, and axe in each.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize

from erre.games import game as find_game
from erre.games import own_names
from tests.conformance.games import Setting
from tests.e2e.grid import LED, SIZES, SMALL, samples_of, show_sample, walk
from tests.e2e.late import open_late
from tests.e2e.people import SETTLED, Person
from tests.e2e.served import ROOT
from tests.e2e.test_access import barriers, barriers_in_the_dark

IS_WHOLE = os.environ.get("ERRE_GRID") == "all"
ALWAYS = ((740, 360), (320, 568))
OTHERS = tuple(size for size in SIZES if size not in ALWAYS)
PAGES = (
    *("/", "/settings", "/learn", "/puzzles", "/replay", "/verify", "/player", "/new/rummy", "/new/rok"),
    *(f"/rules/{game}" for game in own_names()),
)
LESSONS = tuple(f"/learn/{game}" for game in own_names())
BESIDE = ((740, 360), (640, 360), (320, 568))  # where lesson and table have least room
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 320, "height": 568}  # the last of its sizes, so that a screen need not change again


def sizes_for(number: int) -> tuple[tuple[int, int], ...]:
    """The sizes of the screen with this number."""
    return (OTHERS[2 * number % len(OTHERS)], OTHERS[(2 * number + 7) % len(OTHERS)], *ALWAYS)


def said(found: dict[str, list[str]]) -> str:
    """All faults, one a line."""
    return "\n".join(f"{where}: {line}" for where, lines in found.items() for line in lines)


def measure(page: Page, where: str, number: int, *, is_table: bool) -> dict[str, list[str]]:
    """The faults of what is open now, in the sizes that are its turn."""
    if IS_WHOLE:
        return walk(page, where, is_table=is_table, also=found_by_axe)
    return walk(page, where, is_table=is_table, sizes=sizes_for(number))


def found_by_axe(page: Page) -> list[str]:
    """What axe holds against a page as it stands."""
    page.evaluate(SETTLED)
    return barriers(page, (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text())


def test_all_sizes_come_up_within_seven_screens() -> None:
    assert {size for number in range(7) for size in sizes_for(number)} == set(SIZES)


@pytest.mark.parametrize("part", [0, 1])
@pytest.mark.parametrize("game", own_names())
def test_every_sample_of_a_table_fits_and_has_no_barriers(people: Person.Maker, axe: str, game: str, part: int) -> None:
    ana = people("Ana", device_scale_factor=SMALL, color_scheme="light")
    ana.know_every_card()
    page, found = ana.page, dict[str, list[str]]()
    for number, path in list(enumerate(samples_of(page, game)))[part::2]:
        show_sample(page, path)
        page.evaluate(SETTLED)
        assert (path, barriers(page, axe)) == (path, [])
        found |= measure(page, path, number, is_table=True)
        page.set_viewport_size(PHONE)
        assert (path, "dark", barriers_in_the_dark(page, axe)) == (path, "dark", [])
        page.set_viewport_size(DESK)
    assert not found, said(found)


def test_every_page_fits(people: Person.Maker) -> None:
    ana = people("Ana", device_scale_factor=SMALL)
    found: dict[str, list[str]] = {}
    for number, path in enumerate(PAGES):
        ana.open(path)
        ana.page.locator("main h1").first.wait_for()
        found |= measure(ana.page, path, number, is_table=False)
    assert not found, said(found)


@pytest.mark.parametrize("game", own_names())
def test_every_step_of_a_lesson_fits(people: Person.Maker, game: str) -> None:
    ana = people("Ana", device_scale_factor=SMALL)
    ana.know_every_card()
    script = json.loads(find_game(game).files.joinpath("lesson.json").read_text("utf-8"))
    page = ana.open(f"/learn/{game}")
    found: dict[str, list[str]] = {}
    for chapter, given in enumerate(script["chapters"]):
        for step in range(len(given["steps"])):
            path = f"/learn/{game}/{chapter + 1}/{step + 1}"
            page.evaluate(LED, path)
            page.locator(f'.lesson[data-chapter="{chapter}"][data-step="{step}"][data-ready="true"]').wait_for()
            found |= walk(page, path, is_table=True, sizes=SIZES if IS_WHOLE else BESIDE)
    assert not found, said(found)


def test_gathering_and_panels_fit(people: Person.Maker) -> None:
    ana = people("Ana", device_scale_factor=SMALL)
    ana.know_every_card()
    page = ana.open("/new/rage")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_test_id("start").wait_for()
    found = measure(page, "gathering", 0, is_table=False)
    page.get_by_role("button", name="Invite").first.click()
    page.get_by_role("dialog").wait_for()
    found |= measure(page, "invitation", 1, is_table=False)
    page.set_viewport_size({"width": 1280, "height": 800})  # where no card covers the middle of another
    ana.play_now("rage")
    ana.play(ana.act_in_rage, until=lambda: page.locator(".held").count() < 9)
    for number, name in enumerate(("People", "What happened", "Share", "Chat", "Settings")):
        page.set_viewport_size({"width": 360, "height": 740})
        page.get_by_role("button", name="Table menu").click()
        page.get_by_role("dialog").wait_for()
        if number == 0:
            found |= measure(page, "menu", 6, is_table=True)
        button = page.get_by_role("dialog").get_by_role("button", name=name, exact=True)
        if button.count() == 0:  # a button of its own next to the menu
            page.keyboard.press("Escape")
            button = page.get_by_role("button", name=name, exact=True).first
        button.click()
        page.get_by_role("dialog").wait_for()
        found |= measure(page, name, number, is_table=True)
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    assert not found, said(found)


def test_replays_and_the_final_score_fit(people: Person.Maker, tmp_path: Path) -> None:
    ana = people("Ana", device_scale_factor=SMALL)
    ana.know_every_card()
    page = ana.page
    found: dict[str, list[str]] = {}
    for number, name in enumerate(own_names()):
        game = find_game(name)
        file = tmp_path / f"{name}.jsonl"
        Setting(game, game.least_seats, {}, 12).record().write(file)
        ana.open("/replay")
        page.locator("input[type=file]").set_input_files(file)
        page.wait_for_url("**/replay/file-*")
        page.locator(".replay[data-at='0']").wait_for()
        found |= measure(page, f"replay of {name}", number, is_table=False)
    page.set_viewport_size({"width": 1280, "height": 800})
    open_late(ana, "rurare", left=1)
    ana.play(ana.act_in_rurare)
    found |= measure(page, "final score", 3, is_table=False)
    assert not found, said(found)
