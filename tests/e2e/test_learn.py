"""Lessons in a real browser: each of the four is gone through to its end, by mouse, keys or finger."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from erre.games import own_names
from tests.e2e.grid import LED
from tests.e2e.people import OFTEN, Person, comes_to
from tests.e2e.test_access import look

PHONE = {"width": 360, "height": 740}
PLATE_IS_FREE = """() => {
  const [plate, cloth] = ['.others .seat', '.linen'].map((one) => document.querySelector(one).getBoundingClientRect());
  return plate.bottom <= cloth.top + 0.5;
}"""
STEPPED = "(before) => document.querySelector('.lesson')?.dataset.step !== before"


def ready(page: Page, step: int) -> None:
    """Wait until a step is to be read or done."""
    page.wait_for_selector(f'.lesson[data-step="{step}"][data-ready="true"]')


def begin(person: Person, game: str, read: int) -> Page:
    """Open a lesson and read the steps that ask for nothing."""
    page = person.open(f"/learn/{game}")
    for step in range(read):
        ready(page, step)
        person.press(page.get_by_role("button", name="Next"))
    return page


def do(page: Page, step: int, act: Callable[[], None]) -> None:
    """Make the move of a step, and see that the lesson goes on."""
    ready(page, step)
    act()
    ready(page, step + 1)


def test_the_lesson_of_rage_by_mouse(people: Person.Maker, axe: str) -> None:
    ana = people("Ana")
    ana.open("/learn")
    look(ana, axe, "the lessons")
    page = begin(ana, "rage", 2)
    ready(page, 2)
    expect(page.locator(".ring")).to_be_visible()
    look(ana, axe, "a lesson")
    page.locator(".pad .key").first.click()
    page.locator(".pad .button.main").click()
    expect(page.get_by_role("alert")).to_contain_text("something else is asked for")

    def bid() -> None:
        page.locator(".pad .key").nth(2).click()
        page.locator(".pad .button.main").click()

    def play(name: str) -> None:
        page.get_by_role("button", name=name).first.click()
        page.locator(".held.picked").first.click()

    do(page, 2, bid)
    for step, name in ((3, "red 12"), (4, "blue 15"), (5, "yellow 2")):
        do(page, step, lambda name=name: play(name))  # type: ignore[misc]
    page.get_by_role("button", name="Next: Action cards").click()
    page.wait_for_selector('.lesson[data-chapter="1"][data-ready="true"]')

    def promise_one() -> None:
        page.locator(".pad .key").nth(1).click()
        page.locator(".pad .button.main").click()

    def play_joker() -> None:
        play("joker")
        page.locator(".picker").get_by_role("button", name="purple").click()

    do(page, 0, promise_one)
    for step, name in ((1, "change trump"), (2, "minus five"), (3, "no trump")):
        do(page, step, lambda name=name: play(name))  # type: ignore[misc]
    do(page, 4, play_joker)
    expect(page.get_by_role("button", name="Play a real game")).to_be_visible()
    ana.open("/learn")
    expect(page.get_by_text("done", exact=True)).to_be_visible()


def test_a_lesson_opened_at_a_step_goes_on_as_if_the_way_there_had_been_gone(people: Person.Maker) -> None:
    ana = people("Ana")
    page = ana.open("/learn/rage/1/5")

    def play_blue() -> None:
        page.get_by_role("button", name="blue 15").first.click()
        page.locator(".held.picked").first.click()

    do(page, 4, play_blue)
    page.get_by_role("button", name="Take back").click()
    ready(page, 4)
    ana.open("/learn/rage/9/9")  # there is none
    ready(page, 0)
    expect(page.locator(".lesson")).to_have_attribute("data-chapter", "0")


def test_the_lesson_of_rurare_by_keys(people: Person.Maker) -> None:
    ana = people("Ana")
    page = begin(ana, "rurare", 1)

    def choose(row: str) -> None:
        for _ in range(3):  # the first Enter may close what lies over the table
            before = page.locator(".lesson").get_attribute("data-step")
            page.keyboard.press(row)
            page.keyboard.press("Enter")
            with contextlib.suppress(TimeoutError):
                page.wait_for_function(STEPPED, arg=before, polling=OFTEN, timeout=2_000)
                return

    for step, row in ((1, "6"), (2, "1"), (3, "2")):
        do(page, step, lambda row=row: choose(row))  # type: ignore[misc]
    page.get_by_role("button", name="Next: Two scorings").click()
    page.wait_for_selector('.lesson[data-chapter="1"][data-ready="true"]')
    page.get_by_role("button", name="Next").click()
    for step, row in ((1, "2"), (2, "4")):
        do(page, step, lambda row=row: choose(row))  # type: ignore[misc]
    expect(page.locator(".lesson")).to_contain_text("The second scoring ends the game")
    page.get_by_role("button", name="Play a real game").click()
    page.wait_for_url("**/t/*")


CUT = """() => {
  const list = document.querySelector('.chapters select');
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = getComputedStyle(list).font;
  const room = list.clientWidth - 2 * parseFloat(getComputedStyle(list).paddingLeft) - 18; // the arrow
  return [...list.options].map((one) => one.text).filter((text) => pen.measureText(text).width > room);
}"""


@pytest.mark.parametrize("lang", ["en", "de", "it", "ro"])
def test_the_title_of_a_chapter_fits_its_list(people: Person.Maker, lang: str) -> None:
    ana = people("Ana", viewport={"width": 360, "height": 740}, settings={"lang": lang})
    page = ana.open("/learn")
    for game in own_names():
        page.evaluate(LED, f"/learn/{game}")
        ready(page, 0)
        for width, height in ((320, 568), (360, 740), (740, 360)):
            page.set_viewport_size({"width": width, "height": height})
            comes_to(page, lambda: list(page.evaluate(CUT)), list[str]())


def test_the_lesson_is_offered_once_to_somebody_new(people: Person.Maker, axe: str) -> None:
    ana = people("Ana", is_new=True)
    page = ana.open()
    ana.take_name()
    play = page.locator("[data-game=rage] .main")
    play.click()
    offer = page.get_by_role("dialog", name="New to Rage?")
    expect(offer).to_be_visible()
    look(ana, axe, "the offer of a lesson")
    offer.get_by_role("button", name="Learn first").click()
    page.wait_for_url("**/learn/rage")
    ana.open()
    play.click()
    page.wait_for_url("**/t/*")
    ana.open()
    page.locator("[data-game=rurare] .main").click()
    page.get_by_role("dialog", name="New to Ru-Ra-Re?").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")


def chapter(page: Page, number: int) -> None:
    """Open a chapter of a lesson."""
    page.get_by_label("Chapters").select_option(str(number))
    page.wait_for_selector(f'.lesson[data-chapter="{number}"]')


def test_the_lesson_of_rok_by_finger_takes_the_twins_in_either_order(people: Person.Maker) -> None:
    ana = people("Ana", viewport=PHONE, has_touch=True)
    page = begin(ana, "rok", 1)

    def grab(step: int, rune: str) -> None:
        ready(page, step)
        twin = page.locator(f'[data-rune="{rune}"]')
        while twin.count() > 0:  # a hand that has just taken a rune is on its way back
            with contextlib.suppress(TimeoutError):  # it was taken in the meantime
                twin.first.tap(timeout=1_000)
            page.wait_for_timeout(200)

    ready(page, 1)
    page.locator('[data-rune="B2a"]').first.tap()  # a legal grab that makes no pair
    expect(page.get_by_role("alert")).to_contain_text("That is allowed")
    grab(1, "W1b")
    grab(2, "W1a")
    ready(page, 3)
    comes_to(page, lambda: page.evaluate(PLATE_IS_FREE), True)
    page.get_by_role("button", name="Next: Your own twin").tap()
    page.wait_for_selector('.lesson[data-chapter="1"][data-ready="true"]')
    chapter(page, 4)
    person_slides(page)


def person_slides(page: Page) -> None:
    """Practise a slide until it is near enough."""
    ready(page, 0)
    page.get_by_role("button", name="Next", exact=True).tap()
    ready(page, 1)
    grip = page.locator(".grip.mine")
    grip.focus()
    page.keyboard.press("Enter")  # half of the force is nearer than Bruno
    ready(page, 2)
    expect(page.get_by_role("button", name="Play a real game")).to_be_visible()


def test_the_lesson_of_rummy_welcomes_every_legal_lay_and_says_why_not(people: Person.Maker) -> None:
    ana = people("Ana")
    page = begin(ana, "rummy", 1)

    def take(*tiles: str) -> None:
        for tile in tiles:
            page.locator(f'[data-tile="{tile}"]').first.click()

    def new_meld(*tiles: str) -> None:
        take(*tiles)
        page.locator("[data-new]").click()

    new_meld("Y7a", "Y8a", "Y9a")
    page.get_by_role("button", name="Done").click()
    ready(page, 2)
    chapter(page, 1)
    ready(page, 0)
    page.get_by_role("button", name="Next", exact=True).click()
    ready(page, 1)
    new_meld("B5a", "G5a", "Y5a")
    expect(page.get_by_test_id("prompt")).to_have_text("Your first lay needs 30 points; this is 15.")
    page.get_by_role("button", name="Start over").click()
    new_meld("R10a", "R11a", "R12a", "R13a")  # not the lay that the lesson has in mind, and welcome
    expect(page.get_by_test_id("prompt")).to_contain_text("All melds are right")
    page.get_by_role("button", name="Done").click()
    ready(page, 2)
    page.get_by_role("button", name="Draw").click()  # allowed, though it does not do it
    ready(page, 2)
    expect(page.get_by_role("alert")).to_contain_text("That is allowed")
    page.get_by_role("button", name="Take back").click()
    ready(page, 2)
    new_meld("B5a", "G5a", "Y5a")
    page.get_by_role("button", name="Done").click()
    ready(page, 3)
    chapter(page, 4)
    ready(page, 0)
    page.get_by_role("button", name="Next", exact=True).click()
    ready(page, 1)
    take("R8a", "R7a")
    new_meld("G9a", "Y9a")
    take("B9a", "G9a")
    page.get_by_role("button", name="Done").click()
    ready(page, 2)
    expect(page.locator(".reckoning")).to_be_visible()
    expect(page.get_by_role("button", name="Play a real game")).to_be_visible()
