"""Ru-Ra-Re from the lobby to the final score by keys, clicks and finger; a dragged token; two on one device."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.people import DONE, SOMETHING, Person
from tests.e2e.test_table import join, open_table


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


@pytest.mark.parametrize("window", [{}, PHONE], ids=["clicks", "touch"])
def test_a_whole_game_by(people: Person.Maker, window: dict[str, object]) -> None:
    ana = people("Ana", **window)
    ana.play_now("rurare")
    ana.play(ana.press_in_rurare)
    expect(ana.page.locator(DONE)).to_contain_text("Ana")


def test_the_token_is_dragged_onto_a_row_and_the_choice_changed_by_dragging_it_again(people: Person.Maker) -> None:
    ana, ben = people("Ana"), people("Ben")
    address = open_table(ana, "rurare", 2)
    join(ben, address)
    ana.press(ana.page.get_by_test_id("start"))
    ana.sees("() => document.querySelector('.lane.may') !== null")
    for row in (3, 5):
        ana.drag(ana.page.locator(".bar .token"), ana.page.locator(f"[data-row='{row}']"))
        expect(ana.page.locator(".lane.mine")).to_have_attribute("data-row", str(row))
    expect(ben.page.locator(".seat.chosen")).to_contain_text("Guest")


def test_two_on_one_device_are_kept_apart_by_a_curtain_to_the_end(people: Person.Maker) -> None:
    ana, wall = people("Ana"), people("Wall")
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
    while (seen := ana.sees(SOMETHING)) != "end":
        if seen == "curtain":
            ana.press(curtain.get_by_role("button"))
        mine = ana.page.locator(".seat.me .name")
        ana.press_in_rurare(from_end=mine.count() > 0 and mine.inner_text() == "Ben")
    for person in (ana, wall):
        expect(person.page.locator(f"{DONE} tbody tr")).to_have_count(2)
