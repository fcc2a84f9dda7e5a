"""Rage from the lobby on: a whole match, several people, a finger, a cut line, a dead server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.people import DONE, SOMETHING, CutLine, Person
from tests.e2e.served import Served

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_a_whole_match_by_clicks_and_a_rematch_on_the_same_link(people: Person.Maker) -> None:
    ana = people("Ana")
    address = ana.play_now("rage")
    ana.play(ana.act_in_rage)
    expect(ana.page.locator(f"{DONE} tbody tr")).to_have_count(4)
    expect(ana.page.locator(DONE)).to_contain_text("Ana")
    ana.press(ana.page.get_by_role("button", name="Play again"))
    expect(ana.page.locator(DONE)).to_have_count(0)
    expect(ana.page.locator(".pad")).to_be_visible()
    assert ana.page.url == address


def test_two_friends_a_bot_and_a_spectator_meet_at_a_table_by_its_link(people: Person.Maker) -> None:
    ana, ben, eva = people("Ana"), people("Ben", **PHONE), people("Eva")
    ana.open()
    ana.take_name()
    ana.press(ana.page.locator("[data-game=rage]").get_by_role("button", name="invite"))
    ana.page.wait_for_url("**/t/*")
    expect(ana.page.locator("li.mine")).to_contain_text("Ana")
    expect(ana.page.get_by_alt_text("QR code").first).to_be_visible()
    ben.open(ana.page.url)
    ben.take_name()
    ben.press(ben.page.get_by_role("button", name="Sit here").first)
    expect(ana.page.locator("[data-seat='1']")).to_contain_text("Ben")
    eva.open(ana.page.url)
    expect(eva.page.locator("[data-seat='0']")).to_contain_text("Ana")
    ana.press(ana.page.get_by_test_id("start"))

    ben.press(ben.page.get_by_role("button", name="Chat"))
    ben.page.get_by_placeholder("Write something").fill("<b>hi</b> all")
    ben.page.keyboard.press("Enter")
    ben.press(ben.page.get_by_role("button", name="Bravo!"))
    ben.page.keyboard.press("Escape")
    expect(ana.page.locator(".bubbles")).to_contain_text("<b>hi</b> all")
    expect(ana.page.locator(".bubbles")).to_contain_text("Bravo!")

    for _ in range(3):
        for person in (ana, ben):
            if person.page.locator(".status.mine").count() > 0:
                person.act_in_rage()
    expect(eva.page.locator(".rage")).to_be_visible()
    assert eva.page.locator(".held").count() == 0
    expect(eva.page.locator("header")).to_contain_text("You are watching")


def test_a_whole_match_by_touch(people: Person.Maker) -> None:
    ana = people("Ana", **PHONE)
    ana.play_now("rage")
    ana.play(ana.act_in_rage)
    expect(ana.page.locator(f"{DONE} tbody tr")).to_have_count(4)
    ana.press(ana.page.get_by_role("button", name="Look at the table"))
    expect(ana.page.locator(DONE)).to_have_count(0)


def test_a_card_is_dragged_onto_the_table_and_one_beside_it_goes_back(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.play_now("rage")
    ana.play(ana.act_in_rage, until=lambda: ana.sees(SOMETHING) == "card")
    card = ana.page.locator(".held.lit").first
    name = card.get_attribute("data-card")
    ana.drag(card, ana.page.locator(".mine .prompt"))
    expect(ana.page.locator(".held")).to_have_count(10)
    before = ana.number()
    ana.drag(card, ana.page.locator(".felt"))
    if name == "J":
        ana.press(ana.page.locator(".picker .colour").first)
    ana.page.wait_for_function(f"() => document.querySelector('.play').dataset.number !== '{before}'")
    expect(ana.page.locator(".held")).to_have_count(9)


def test_an_action_card_is_explained_on_a_long_press(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.open("/gallery/rage/lead4")
    box = ana.at_rest(ana.page.locator("[data-card=CT]"))
    ana.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 14)
    ana.page.mouse.down()
    expect(ana.page.get_by_role("tooltip")).to_contain_text("A new trump is turned at once")
    ana.page.mouse.up()
    expect(ana.page.get_by_test_id("sent")).to_be_empty()  # to read is not to play


def test_a_line_that_was_cut_resumes_where_it_was(people: Person.Maker) -> None:
    ana = people("Ana")
    line = CutLine(ana)
    ana.play_now("rage")
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".held").count() < 10)
    line.cut()
    badge = ana.page.get_by_test_id("reconnecting")
    expect(badge).to_be_visible()
    expect(ana.page.locator(".held")).to_have_count(9)  # the board stays
    line.mend()
    expect(badge).to_have_count(0, timeout=15_000)
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".held").count() < 9)
    expect(ana.page.locator(".held")).to_have_count(8)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server for one test, which may kill it."""
    served = Served(tmp_path)
    served.start()
    yield served
    served.stop()


def test_a_server_that_was_killed_goes_on_in_mid_game(browser: Browser, own_server: Served) -> None:
    ana = Person(browser, own_server.address, "Ana")
    ana.play_now("rage")
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".held").count() < 9)
    ana.sees("() => document.querySelector('.held.lit') !== null")
    held = ana.page.locator(".held").evaluate_all("(cards) => cards.map((card) => card.dataset.card)")
    own_server.kill()
    badge = ana.page.get_by_test_id("reconnecting")
    expect(badge).to_be_visible()
    own_server.start()
    expect(badge).to_have_count(0, timeout=20_000)
    assert ana.page.locator(".held").evaluate_all("(cards) => cards.map((card) => card.dataset.card)") == held
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".held").count() < len(held))
    expect(ana.page.locator(".held")).to_have_count(len(held) - 1)
    assert ana.errors == []
    ana.leave()
