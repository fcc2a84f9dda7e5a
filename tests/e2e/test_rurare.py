"""Ru-Ra-Re from the lobby to the final score without a mouse, and two players on one device."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import DONE, Person


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


def test_two_on_one_device_are_kept_apart_by_a_curtain(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.open("/new/rurare")
    for _ in range(2):
        ana.press(ana.page.get_by_role("button", name="One less"))
    ana.press(ana.page.get_by_role("button", name="Open the table"))
    ana.page.wait_for_url("**/t/*")
    ana.page.get_by_label("One more player on this device").fill("Ben")
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
        ana.act_in_rurare()
