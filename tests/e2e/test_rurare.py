"""Ru-Ra-Re from the lobby to the final score by keys, clicks and finger; a dragged token; two on one device."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from erre.core.game import Position
from erre.games import game as find_game
from tests.e2e.grid import PAINTED, SMALL, show_sample, walk
from tests.e2e.late import open_given, open_late
from tests.e2e.people import DONE, OFTEN, SCORE, SLOWLY, SOMETHING, Person, comes_to
from tests.e2e.served import Served
from tests.e2e.test_table import join, open_table
from tests.e2e.together import play_along


def test_a_whole_game_by_keyboard(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.open()
    ana.walk_to("#my-name")
    ana.page.keyboard.type("Ana")
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_role("button", name="Save")).to_have_count(0)
    ana.walk_to("[data-game=rurare] .main")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_url("**/t/*")
    ana.play(ana.act_in_rurare)
    expect(ana.page.locator(DONE)).to_contain_text("Ana")


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SIDEWAYS = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("window", [{}, PHONE, SIDEWAYS], ids=["clicks", "upright", "sideways"])
def test_a_game_is_played_to_its_end_by(people: Person.Maker, window: dict[str, object]) -> None:
    ana = people("Ana", **window)
    open_late(ana, "rurare", left=3)
    ana.play(ana.press_in_rurare, until=lambda: ana.page.get_by_role("dialog", name="Second scoring").count() > 0)
    expect(ana.page.get_by_role("dialog", name="Second scoring")).to_contain_text("Total")
    expect(ana.page.locator(DONE)).to_have_count(0)  # the final score waits until the scoring has been read
    ana.press(ana.page.locator(SCORE))
    expect(ana.page.locator(DONE)).to_contain_text("Ana")


def test_a_low_wide_window_shows_every_card(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.open("/gallery/rurare/middle4")
    cards = ana.page.locator(".lane .card")
    sides = "(cards) => Math.min(...cards.map((card) => card.getBoundingClientRect().width))"
    for width, height in ((740, 360), (844, 390), (932, 430), (640, 400), (1024, 500), (1280, 500), (1366, 600)):
        ana.page.set_viewport_size({"width": width, "height": height})
        ana.page.evaluate(PAINTED)
        expect(cards).to_have_count(24)
        comes_to(ana.page, lambda: cards.evaluate_all(sides) >= 44, True)


# Plates whose numbers are cut or lie on something else, or whose names are cut to a letter.
CUT = """() => [...document.querySelectorAll('.seat')].flatMap((seat) => {
  const inner = seat.querySelector('header').getBoundingClientRect();
  const all = [...seat.querySelectorAll('header > :is(.name, .gone, .now, .total)')];
  const shown = all.filter((one) => one.checkVisibility());
  const boxes = shown.map((one) => one.getBoundingClientRect());
  const isCut = (one) => one.left < inner.left - 1 || one.right > inner.right + 3;
  const found = boxes.filter(isCut).map(() => 'a number is cut');
  const cards = [...seat.querySelectorAll('ul .picture')].map((one) => one.getBoundingClientRect());
  const meets = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  for (const [k, one] of boxes.entries())
    if ([...boxes.slice(k + 1), ...cards].some((other) => meets(one, other)))
      found.push(`${shown[k].className} lies on something`);
  if (boxes[0].width < 30 && shown[0].scrollWidth > shown[0].clientWidth)
    found.push('of the name there is a letter');
  if (!shown.some((one) => one.matches('.total'))) found.push('there is no total');
  return found.map((what) => `${seat.dataset.seat}: ${what}`);
})"""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_totals_are_never_cut(people: Person.Maker, lang: str) -> None:
    ana = people("Ana", settings={"lang": lang})
    show_sample(ana.page, "/gallery/rurare/left4")
    for width, height in ((740, 316), (640, 316), (844, 390), (1280, 500), (320, 568), (360, 740), (1280, 800)):
        ana.page.set_viewport_size({"width": width, "height": height})
        ana.page.evaluate(PAINTED)
        comes_to(ana.page, lambda: ana.page.evaluate(CUT), [])


def test_everything_is_in_reach_in_every_window(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.play_now("rurare")
    ana.sees("() => document.querySelector('.lane.may') !== null")
    ana.page.locator(".lane.may").first.click()
    assert walk(ana.page, "a row is picked") == {}


def test_nothing_runs_ahead_of_the_count(people: Person.Maker) -> None:
    ana = people("Ana", settings=SLOWLY)
    ana.play_now("rurare")
    log = ana.page.get_by_role("region", name="What happened")
    ana.page.locator(".lane.may").first.click()
    ana.page.locator(".lane.picked").click()
    expect(ana.page.locator("button.count.ru")).to_be_visible()
    expect(ana.page.locator("header .said")).to_have_text("Ru-Ra-Re")  # whether it is my turn again is not known yet
    expect(log).not_to_contain_text("Ru, Ra, Re!")
    expect(ana.page.locator(".lane.may")).to_have_count(0)
    expect(ana.page.get_by_test_id("spoken")).not_to_contain_text("Ru, Ra, Re!")
    for _ in range(2):  # Ra … Re!
        ana.page.locator("button.count").click()
    expect(ana.page.locator("button.count.re")).to_be_visible()
    expect(log).to_contain_text("Ru, Ra, Re!")


def test_cards_that_left_after_the_first_scoring_are_seen(people: Person.Maker) -> None:
    ana = people("Ana", settings=SLOWLY)
    ana.open("/gallery/rurare/scoring4")
    for _ in range(3):  # Ru … Ra … Re!
        ana.page.locator("button.count").click()
    scoring = ana.page.get_by_role("dialog", name="First scoring")
    expect(scoring).to_contain_text("Kings")
    for _ in range(2):  # the rest of it; then it has been read
        ana.page.locator(SCORE).click()
    expect(ana.page.locator(".bar")).to_contain_text("cards with a red cross go to the box")
    expect(ana.page.locator(".seat.me .leaves").first).to_be_visible()
    ana.page.evaluate("() => window.endScenes()")
    expect(ana.page.locator(".seat.me .gone")).to_contain_text("✗")
    ana.page.locator(".seat.me .ask").click()
    expect(ana.page.locator(".tip")).to_contain_text("Out: ")


def test_a_finished_game_marks_no_row_and_the_signs_are_in_words(people: Person.Maker) -> None:
    ana = people("Ana", **PHONE)
    show_sample(ana.page, "/gallery/rurare/middle4")
    expect(ana.page.locator(".bar")).to_contain_text("leaves after the first scoring")
    expect(ana.page.locator(".worth").first).to_be_visible()
    show_sample(ana.page, "/gallery/rurare/over4")
    ana.press(ana.page.locator(SCORE))
    expect(ana.page.get_by_text("The game is over")).to_be_visible()
    expect(ana.page.locator(".worth")).to_have_count(0)


def test_a_last_turn_without_a_first_scoring_explains_no_signs(people: Person.Maker) -> None:
    begun = Position.new(find_game("rurare"), 3, {}, seed=5).position.to_json()
    late = {**begun, "last_turn": True, "pile": [], "box": [*begun["box"], *begun["pile"]]}
    ana = people("Ana", **PHONE)
    open_given(ana, Position.from_json(find_game("rurare"), late))
    expect(ana.page.locator(".bar")).to_contain_text("the last scoring counts every card")
    ana.press(ana.page.locator(".strip .turn"))
    expect(ana.page.locator(".tip")).to_contain_text("Only the second scoring is left.")
    expect(ana.page.locator(".tip")).to_contain_text("Every card counts in the last scoring")


def test_a_hint_first_says_what_can_be_done_then_what_the_champion_would_do(people: Person.Maker) -> None:
    ana = people("Ana", **PHONE)
    ana.play_now("rurare")
    ana.sees("() => document.querySelector('.lane.may') !== null")
    ana.press(ana.page.get_by_role("button", name="Hint"))
    hint = ana.page.get_by_test_id("hint")
    expect(hint).to_contain_text("You can choose any row. Worth most to you right now: row")
    expect(ana.page.locator(".hinted")).to_have_count(0)
    ana.press(hint.get_by_role("button", name="What would the champion do?"))
    expect(hint).to_contain_text("The champion: Row")
    expect(ana.page.locator(".lane.hinted")).to_have_count(1)
    before = ana.number()
    ana.press(hint.get_by_role("button", name="Choose it"))
    ana.page.wait_for_function(f"() => document.querySelector('.play').dataset.number !== '{before}'")


def test_the_token_is_dragged_onto_a_row_and_the_choice_changed_by_dragging_it_again(people: Person.Maker) -> None:
    ana, ben = people("Ana"), people("Ben")
    address = open_table(ana, "rurare", 2)
    join(ben, address)
    ana.press(ana.page.get_by_test_id("start"))
    ana.sees("() => document.querySelector('.lane.may') !== null")
    for row in (3, 5):
        ana.drag(ana.page.locator(".bar .token"), ana.page.locator(f"[data-row='{row}']"))
        expect(ana.page.locator(".lane.mine")).to_have_attribute("data-row", str(row))
    expect(ben.page.locator(".seat.chosen")).to_contain_text("Ana")


def test_two_on_one_device_are_kept_apart_by_a_curtain_to_the_end(people: Person.Maker, server: Served) -> None:
    ana, wall = people("Ana"), people("Wall", device_scale_factor=SMALL)
    ana.open("/new/rurare")
    for _ in range(2):
        ana.press(ana.page.get_by_role("button", name="One fewer"))
    ana.press(ana.page.get_by_role("button", name="Open the table"))
    ana.page.wait_for_url("**/t/*")
    ana.page.get_by_label("Add another player on this device").fill("Ben")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("li.mine")).to_have_count(2)
    ana.press(ana.page.get_by_test_id("start"))
    curtain = ana.page.get_by_role("alertdialog")
    for name in ("Guest", "Ben"):
        expect(curtain).to_contain_text(f"Hand the device to {name}")
        assert ana.page.locator(".rurare").count() == 0  # nothing shows behind it
        ana.press(ana.page.get_by_role("button", name=f"I am {name}"))
        if name == "Ben":  # what the first has chosen face down is not told to the second
            expect(ana.page.locator(".log")).to_contain_text("Guest has chosen.")
        ana.press_in_rurare()
    wall.open(f"{ana.page.url}/screen")
    for _ in range(6):
        if ana.sees(SOMETHING) == "curtain":
            ana.press(curtain.get_by_role("button"))
        mine = ana.page.locator(".seat.me .name")
        ana.press_in_rurare(from_end=mine.count() > 0 and mine.inner_text() == "Ben")
    play_along(server.address, ana)
    while (seen := ana.sees(SOMETHING)) != "end":
        if seen == "read":
            ana.press(ana.page.locator(SCORE))
        ana.page.wait_for_timeout(OFTEN)  # the end comes after what was seen last
    for person in (ana, wall):
        expect(person.page.locator(f"{DONE} tbody tr")).to_have_count(2)


def test_nothing_moves_when_a_row_is_picked_on_a_phone(people: Person.Maker) -> None:
    ana = people("Ana", **PHONE)
    page = ana.page
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 740})
        ana.open("/gallery/rurare/first4")
        seats = page.locator(".rurare .seat").first
        before = ana.at_rest(seats)
        page.locator(".lane.may").first.tap()
        expect(page.locator(".rurare .bar .button.main")).to_be_visible()
        assert (width, ana.at_rest(seats)) == (width, before)
