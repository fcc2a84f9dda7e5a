"""The road to a table and away from it: names, invitations, rated play, hosts, and the end that always comes."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, TimeoutError, expect

from tests.e2e.grid import PAINTED
from tests.e2e.late import open_late
from tests.e2e.people import DONE, SCORE, SOMETHING, Person
from tests.e2e.served import Served
from tests.e2e.test_table import join, open_table
from tests.e2e.together import play_along

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def slow_line(person: Person, latency: int = 150) -> None:
    """A line on which every request takes its time."""
    line = person.page.context.new_cdp_session(person.page)
    line.send("Network.enable")
    wish = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", wish)


@pytest.mark.parametrize("window", [{}, PHONE], ids=["mouse", "tap"])
@pytest.mark.parametrize("latency", [0, 150])
def test_the_name_that_a_newcomer_types_is_the_name_they_play_under(
    people: Person.Maker, window: dict[str, Any], latency: int
) -> None:
    ana, ben = people("Ana", **window), people("Ben", **window)
    for person in (ana, ben):
        slow_line(person, latency)
    ana.open()
    ana.page.locator("#my-name").fill("Ana")
    ana.press(ana.page.locator("[data-game=rurare]").get_by_role("button", name="Invite"))
    ana.page.wait_for_url("**/t/*")
    expect(ana.page.locator("li.mine")).to_contain_text("Ana")
    ben.open(ana.page.url)
    ben.page.locator("#my-name").fill("Ben")
    ben.press(ben.page.get_by_role("button", name="Sit here").first)
    expect(ben.page.locator("li.mine")).to_contain_text("Ben")
    ben.open()
    expect(ben.page.locator("#my-name")).to_have_value("Ben")


def test_invite_shows_link_and_code_at_once_also_on_a_phone(people: Person.Maker) -> None:
    ana = people("Ana", **PHONE)
    ana.open()
    ana.press(ana.page.locator("[data-game=rage]").get_by_role("button", name="Invite"))
    sheet = ana.page.get_by_role("dialog")
    expect(sheet.get_by_alt_text("QR code")).to_be_in_viewport()
    expect(sheet.get_by_role("button", name="Copy the link")).to_be_in_viewport()
    assert ana.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_offers_its_own_ways_to_send_the_link(people: Person.Maker) -> None:
    ana = people("Ana", **PHONE, is_mobile=True)
    ana.page.add_init_script("navigator.share = async (what) => { window.shared = what.url; }")
    ana.open()
    ana.press(ana.page.locator("[data-game=rage]").get_by_role("button", name="Invite"))
    ana.page.wait_for_function("() => window.shared === location.href")


def test_a_name_is_claimed_where_rated_play_asks_for_it(people: Person.Maker) -> None:
    ana, eva = people("Ana", settings={"lang": "it"}), people("Eva", settings={"lang": "it"})
    for person, is_first in ((ana, True), (eva, False)):
        person.open("/new/rurare")
        page = person.page
        page.get_by_text("Classificata").click()
        page.get_by_label("Il tuo nome").fill("Annetta")
        page.get_by_role("button", name="Riserva il nome").click()
        if is_first:
            expect(page.get_by_text("Annetta è tuo")).to_be_visible()
            page.get_by_role("button", name="Apri il tavolo").click()
            page.wait_for_url("**/t/*")
        else:
            expect(page.get_by_role("alert")).to_have_text("Questo nome è di qualcun altro. Scegline un altro.")
            expect(page.get_by_role("button", name="Apri il tavolo")).to_be_disabled()
    eva.errors.clear()  # the browser's own words about the refusal


def test_a_rated_game_ends_with_the_final_score_and_what_it_changed(people: Person.Maker, server: Served) -> None:
    ana, ben = people("Ana"), people("Ben")
    ana.open("/new/rurare")
    for _ in range(2):
        ana.press(ana.page.get_by_role("button", name="One fewer"))
    ana.page.get_by_text("Rated", exact=True).click()
    ana.page.get_by_label("Your name").fill("Rated Ana")
    ana.page.get_by_role("button", name="Claim the name").click()
    ana.press(ana.page.get_by_role("button", name="Open the table"))
    ana.page.wait_for_url("**/t/*")
    ben.open(ana.page.url)
    ben.page.get_by_label("Your name").fill("Rated Ben")
    ben.page.get_by_role("button", name="Claim the name").click()
    ben.press(ben.page.get_by_role("button", name="Sit here").first)
    expect(ana.page.locator("[data-seat='1']")).to_contain_text("Rated Ben")
    ana.press(ana.page.get_by_test_id("start"))
    for person in (ana, ben):
        person.press_in_rurare(from_end=person is ben)
    play_along(server.address, ana, ben)
    for person in (ana, ben):
        while person.sees(SOMETHING) != "end":
            person.press(person.page.locator(SCORE))
        expect(person.page.locator(DONE)).to_contain_text(re.compile(r"Rating 1\d\d\d \([+−±]\d+\), provisional"))
    # Somebody who does not have the score in front of them sees the wish for another game too.
    ben.page.locator(f"{DONE} [data-settled=yes]").wait_for()
    ben.press(ben.page.get_by_role("button", name="Look at the table"))
    ana.page.locator(f"{DONE} [data-settled=yes]").wait_for()
    ana.press(ana.page.get_by_role("button", name="Play again"))
    expect(ben.page.get_by_test_id("rematch")).to_contain_text("Rated Ana would like to play again")
    ben.press(ben.page.get_by_test_id("rematch").get_by_role("button", name="Play again"))
    for person in (ana, ben):
        expect(person.page.locator(".lane.may").first).to_be_visible()


# The moment in which a new panel takes no presses (settle.ts) lasts until the test ends it.
LASTING_MOMENT = """
  const [moment, start, held] = [700, window.setTimeout, []];
  window.setTimeout = (work, time, ...more) => (time === moment ? held.push(work) : start(work, time, ...more));
  window.endMoment = () => held.splice(0).forEach((work) => work());
"""


def test_nothing_new_is_pressed_by_a_finger_that_was_on_its_way(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.page.add_init_script(LASTING_MOMENT)
    open_late(ana, "rurare", left=1)
    ana.play(ana.act_in_rurare)
    sheet = ana.page.locator(f"{DONE} .sheet")
    expect(sheet).to_have_attribute("data-settled", "no")
    box = ana.at_rest(ana.page.get_by_role("button", name="Play again"))
    ana.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ana.page.evaluate("() => window.endMoment()")
    expect(sheet).to_have_attribute("data-settled", "yes")
    expect(ana.page.get_by_role("button", name="Play again")).to_be_enabled()


def test_the_host_changes_the_table_while_people_gather(people: Person.Maker) -> None:
    ana, ben = people("Ana"), people("Ben", **PHONE)
    address = open_table(ana, "rage", 4)
    join(ben, address)
    page = ana.page
    page.get_by_role("button", name="Change the table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="One more").click()
    dialog.get_by_text("Everyone", exact=True).click()
    dialog.get_by_label("Slam").check()
    dialog.get_by_role("button", name="Save").click()
    expect(ben.page.locator("[data-seat]")).to_have_count(5)
    expect(ben.page.locator("dl")).to_contain_text("Everyone")
    expect(ben.page.locator("dl")).to_contain_text("Slam")
    ben.press(ben.page.get_by_role("button", name="Change name"))
    ben.page.get_by_role("dialog").get_by_label("Your name").fill("Benno")
    ben.press(ben.page.get_by_role("dialog").get_by_role("button", name="Save"))
    expect(page.locator("[data-seat='1']")).to_contain_text("Benno")
    page.get_by_role("button", name="Remove Benno").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep out for good").click()
    expect(page.locator("[data-seat='1']")).to_contain_text("empty")
    ben.press(ben.page.get_by_role("button", name="Sit here").first)
    expect(ben.page.get_by_role("alert")).to_contain_text("removed you from this table")


def test_whoever_presses_start_twice_starts_once(people: Person.Maker) -> None:
    ana = people("Ana")
    open_table(ana, "rurare", 2)
    ana.page.get_by_test_id("start").dblclick(no_wait_after=True)
    expect(ana.page.locator(".lane.may").first).to_be_visible()
    expect(ana.page.get_by_role("alert")).to_have_count(0)


def test_a_full_table_says_so(people: Person.Maker) -> None:
    ana, ben, eva = people("Ana"), people("Ben"), people("Eva")
    address = open_table(ana, "rurare", 2)
    expect(ana.page.get_by_text("Bots take the empty seats.", exact=True)).to_be_visible()
    join(ben, address)
    expect(ana.page.get_by_text("The table is full: you can start.")).to_be_visible()
    expect(ana.page.locator("main")).not_to_contain_text("empty seats")
    eva.open(address)
    expect(eva.page.get_by_role("status").filter(has_text="All seats are taken")).to_be_visible()


def test_a_hint_is_announced_where_people_play_together_and_the_host_can_switch_hints_off(
    people: Person.Maker,
) -> None:
    ana, ben = people("Ana"), people("Ben")
    address = open_table(ana, "rurare", 2)
    join(ben, address)
    ana.press(ana.page.get_by_test_id("start"))
    ben.sees("() => document.querySelector('.lane.may') !== null")
    ben.press(ben.page.get_by_role("button", name="Hint", exact=True))
    expect(ana.page.get_by_text("Ben has asked for a hint")).to_be_visible()
    ana.press(ana.page.get_by_role("button", name="Table menu"))
    ana.press(ana.page.get_by_role("button", name="Hints are on"))
    expect(ben.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)


def test_somebody_who_is_muted_is_not_heard(people: Person.Maker) -> None:
    ana, ben = people("Ana"), people("Ben")
    address = open_table(ana, "rurare", 2)
    join(ben, address)
    ana.press(ana.page.get_by_test_id("start"))
    ana.press(ana.page.get_by_role("button", name="Mute Ben"))
    ben.press(ben.page.get_by_role("tab", name="Chat"))
    ben.page.get_by_placeholder("Write something").fill("noise")
    ben.page.keyboard.press("Enter")
    expect(ben.page.locator(".chat .lines")).to_contain_text("noise")
    unread = ana.page.get_by_role("tab", name="Chat").locator(".count")
    ana.press(ana.page.get_by_role("button", name="Unmute Ben"))
    expect(unread).to_have_text("1")
    ana.press(ana.page.get_by_role("button", name="Mute Ben"))
    expect(unread).to_have_count(0)
    ana.press(ana.page.get_by_role("tab", name="Chat"))
    expect(ana.page.locator(".chat .lines")).to_contain_text("Nobody has said anything yet.")


def test_a_bot_plays_for_whoever_asks_for_it_until_they_are_back(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.play_now("rurare")
    ana.sees("() => document.querySelector('.lane.may') !== null")
    ana.press(ana.page.get_by_role("button", name="Table menu"))
    ana.press(ana.page.get_by_role("button", name="Let a bot play for me"))
    expect(ana.page.locator(".log")).to_contain_text("Ana (bot)")
    back = ana.page.get_by_role("button", name="I’m back")
    while ana.page.locator(DONE).count() == 0:  # the bot may have played to the end meanwhile
        with contextlib.suppress(TimeoutError):
            back.click(timeout=1_000)
            expect(ana.page.get_by_text("Welcome back")).to_be_visible()
            break


def test_one_s_own_replay_opens_through_one_s_own_eyes(people: Person.Maker) -> None:
    ana = people("Ana")
    open_late(ana, "rurare", left=1)
    ana.play(ana.act_in_rurare)
    ana.page.locator(f"{DONE} [data-settled=yes]").wait_for()
    ana.press(ana.page.get_by_role("link", name="Watch again"))
    expect(ana.page.locator(".replay")).to_have_attribute("data-eyes", "0")
    ana.press(ana.page.get_by_role("button", name="Share this moment"))
    expect(ana.page.get_by_role("dialog")).to_contain_text("Scan to see this moment")


@pytest.mark.parametrize("lang", ["de", "it", "ro", "en"])
def test_words_of_the_lobby_are_never_broken(browser: Browser, server: Served, lang: str) -> None:
    ana = Person(browser, server.address, "Ana", settings={"lang": lang})
    ana.open()
    links = ana.page.locator("[data-game] .links a, [data-game] .button")
    expect(links.first).to_be_visible()
    for width in (320, 360, 768, 1080, 1280, 1600):
        ana.page.set_viewport_size({"width": width, "height": 800})
        ana.page.evaluate(PAINTED)
        broken = links.evaluate_all(
            """(found) => found.filter((one) => {
              const lines = new Set([...one.getClientRects()].map((box) => Math.round(box.height)));
              return one.scrollWidth > one.clientWidth + 1 || one.offsetHeight > 60 || lines.size > 1;
            }).map((one) => one.textContent)"""
        )
        assert (width, broken) == (width, [])
    ana.leave()
