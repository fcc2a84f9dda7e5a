"""A club's evening in real browsers: joining, being led to a table, standings on a big screen, paper and CSV."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.people import SCORE, SOMETHING, Person, comes_to
from tests.e2e.test_access import barriers

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def picture(page: Page, name: str) -> None:
    """A picture of what somebody sees, where SHOTS names a folder."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def check(page: Page, axe: str, name: str) -> None:
    """Nothing is wider than the page, and axe finds no barrier."""
    picture(page, name)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    assert (name, barriers(page, axe)) == (name, [])


def field_of(page: Page, label: str) -> Locator:
    """The field below a label that begins with these words."""
    return page.locator("label").filter(has_text=re.compile(rf"^\s*{label}")).locator("input, select")


def create(host: Person, **wanted: str | bool) -> str:
    """Fill in the form of a new evening; its path."""
    host.open("/evenings")
    host.page.get_by_role("link", name="New evening").click()
    page = host.page
    page.locator("#my-name").fill(host.name)
    field_of(page, "Game").select_option("rurare")
    expect(field_of(page, "Players at a table")).to_have_attribute("max", "4")
    for label, value in wanted.items():
        field = field_of(page, label.replace("_", " "))
        if isinstance(value, bool):
            field.set_checked(value)
        elif field.evaluate("(field) => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Create").click()
    page.wait_for_url(re.compile(r"/evenings/[a-z0-9]{12}$"))
    return "/evenings/" + page.url.rsplit("/", 1)[1]


def join(guest: Person, path: str) -> None:
    """Join an evening by its link, without an account."""
    page = guest.open(path)
    page.locator("#my-name").fill(guest.name)
    guest.press(page.get_by_role("button", name="Join the evening"))
    expect(page.get_by_text("You are in.")).to_be_visible()


def test_a_game_chosen_while_the_form_still_loads_stays(people: Person.Maker) -> None:
    page = people("Ana").page
    with page.expect_response("**/api/evenings"):  # the list asks for them too, after its link is there
        page.goto("/evenings")
    waiting: list[Route] = []
    page.route("**/api/evenings", lambda route: waiting.append(route))
    page.get_by_role("link", name="New evening").click()
    field_of(page, "Game").select_option("rurare")
    comes_to(page, lambda: len(waiting), 1)
    with page.expect_response("**/api/evenings"):
        waiting[0].continue_()
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    expect(field_of(page, "Game")).to_have_value("rurare")
    expect(field_of(page, "Players at a table")).to_have_attribute("max", "4")


def close_at_once(host: Page) -> None:
    """Let bots finish tables when time is up, and let it be up now."""
    host.get_by_text("Timer", exact=True).click()
    field_of(host, "When the time of a round").select_option("close")
    host.get_by_role("button", name="Save the timer").click()
    expect(host.get_by_role("button", name="Save the timer")).to_be_disabled()
    body = {"step": "extend", "minutes": -1440}
    answer = host.request.post(f"/api{host.url[host.url.index('/evenings') :]}/step", data=body)
    assert answer.ok, answer.text()


def read_to_the_end(player: Person) -> None:
    """Read each scoring of a game that bots have finished, up to the final one."""
    while player.sees(SOMETHING) != "end":
        player.press(player.page.locator(SCORE))


def test_an_evening_of_two_rounds_to_the_standings(people: Person.Maker, axe: str) -> None:
    ana, ben, cleo = people("Ana"), people("Ben", **PHONE), people("Cleo", **PHONE)
    path = create(ana, Players_at_a_table="2", Rounds="2", Minutes_for_a_round="20")
    host = ana.page
    for guest in (ben, cleo):
        join(guest, path)
    expect(host.locator(".names").get_by_text("Cleo")).to_be_visible()
    check(ben.page, axe, "evening-phone")
    screen = people("Screen", viewport={"width": 1920, "height": 1080}).open(f"{path}/screen")
    expect(screen.get_by_text("Scan to join")).to_be_visible()
    for number in (1, 2):
        host.get_by_role("button", name="Draw the seats").click()
        check(host, axe, f"evening-host-{number}")
        expect(screen.get_by_role("heading", name=f"Seats of round {number}")).to_be_visible()
        host.get_by_role("button", name=f"Start round {number}").click()
        for person in (ana, ben, cleo):  # everybody is led to a table
            person.page.wait_for_url("**/t/*")
        expect(screen.get_by_role("timer")).to_be_visible()
        check(screen, axe, f"screen-{number}")
        expect(ben.page.get_by_role("timer").first).to_be_visible()  # how long the round still lasts
        host.goto(path)
        expect(host.get_by_role("link", name="To my table")).to_be_visible()
        if number == 1:
            for table in (1, 2):
                host.get_by_role("button", name=f"Let bots finish table {table}").click()
        else:
            close_at_once(host)
            # Bots may have finished before the screen has drawn that they began.
            closed = re.compile("Time is up! Bots finish this round|Round 2 is over")
            expect(screen.get_by_text(closed)).to_be_visible()
        expect(host.get_by_text(f"Round {number} is over")).to_be_visible()
        for person in (ben, cleo):
            read_to_the_end(person)
            expect(person.page.locator(".final")).to_be_visible()
            picture(person.page, f"final-{person.name}-{number}")
    ben.press(ben.page.locator(".final").get_by_role("link", name="Back to the evening"))
    expect(ben.page.get_by_role("heading", name="Standings after 2 rounds")).to_be_visible()
    host.get_by_role("button", name="End the evening").click()
    host.get_by_role("button", name="End the evening").click()
    expect(host.get_by_text("The evening is over").first).to_be_visible()
    host.get_by_text("Season", exact=True).click()
    expect(host.get_by_text("You have no season yet.")).to_be_visible()
    expect(screen.get_by_text("The evening is over")).to_be_visible()
    check(screen, axe, "screen-end")
    check(host, axe, "evening-end")
    with host.expect_download() as coming:
        host.get_by_role("link", name="Standings (CSV)").click()
    rows = Path(coming.value.path()).read_text("utf-8-sig").splitlines()
    assert rows[0].startswith("place,name,points")
    assert {row.split(",")[1] for row in rows[1:]} == {"Ana", "Ben", "Cleo"}
    host.get_by_role("link", name="Print").click()
    expect(host.get_by_role("heading", name="Round 2")).to_be_visible()
    host.emulate_media(media="print")
    expect(host.get_by_role("button", name="Print")).to_be_hidden()
    picture(host, "print")


def test_results_of_real_tables_come_from_their_sheets(people: Person.Maker, axe: str) -> None:
    ana, ben = people("Ana"), people("Ben", viewport={"width": 320, "height": 640}, has_touch=True)
    path = create(ana, Players_at_a_table="2", Played_with_real_cards=True)
    host = ana.page
    join(ben, path)
    host.get_by_role("button", name="Draw the seats").click()
    host.get_by_role("button", name="Start round 1").click()
    expect(host.get_by_text("Round 1 is being played")).to_be_visible()
    host.get_by_role("link", name="Print").click()
    sheet = host.locator(".sheet img").get_attribute("src") or ""
    word = sheet.split("%23")[1]
    eve = people("Eve", **PHONE)
    page = eve.open(f"{path}/table/1#{word}")
    page.get_by_label("Ana").fill("12")
    page.get_by_label("Ben").fill("7")
    check(page, axe, "result-phone")
    eve.press(page.get_by_role("button", name="Save result"))
    expect(page.get_by_text("Saved. Thank you!")).to_be_visible()
    expect(ben.page.get_by_text("Round 1 is over")).to_be_visible()
    check(ben.page, axe, "evening-small")
    host.goto(path)
    host.get_by_text("Correct results").click()
    host.get_by_role("button", name="Correct the result of table 1").click()
    host.get_by_role("spinbutton", name="Ben").fill("20")
    host.get_by_role("button", name="Save result").click()
    expect(host.get_by_role("row", name=re.compile("1 Ben 10"))).to_be_visible()
    host.get_by_text("What the host did").click()
    expect(host.get_by_role("listitem").get_by_text("Round 1, Correct the result of table 1:")).to_be_visible()


def test_a_duplicate_tournament_is_compared_when_it_is_over(people: Person.Maker, axe: str) -> None:
    ana, ben = people("Ana"), people("Ben", **PHONE)
    path = create(ana, Seating="alone", Players_at_a_table="2", Rounds="1", Duplicate_tournament=True)
    host = ana.page
    join(ben, path)
    host.get_by_role("button", name="Draw the seats").click()
    host.get_by_role("button", name="Start round 1").click()
    for person in (ana, ben):
        person.page.wait_for_url("**/t/*")
    table = ben.page.url
    host.goto(table)  # nobody watches
    expect(host.get_by_role("link", name="To the lobby", exact=True)).to_be_visible()
    host.goto(path)
    for number in (1, 2):
        host.get_by_role("button", name=f"Let bots finish table {number}").click()
    expect(host.get_by_text("Round 1 is over")).to_be_visible()
    read_to_the_end(ben)
    expect(ben.page.locator(".final")).to_be_visible()
    expect(ben.page.get_by_role("link", name="Watch again")).to_have_count(0)
    expect(host.get_by_text("nobody sees how others played")).to_be_visible()
    host.get_by_role("button", name="End the evening").click()
    host.get_by_role("button", name="End the evening").click()
    expect(host.get_by_role("heading", name="The same deals at every table")).to_be_visible()
    expect(host.locator("article")).to_have_count(2)
    check(host, axe, "compare")
    ben.press(ben.page.locator(".final").get_by_role("link", name="Back to the evening"))
    ben.press(ben.page.get_by_role("link", name="Replay").first)
    ben.page.wait_for_url("**/replay/*")


def test_the_deal_of_the_day_is_one_press_from_the_lobby(people: Person.Maker, axe: str) -> None:
    ana = people("Ana", **PHONE)
    page = ana.open()
    ana.press(page.get_by_role("link", name="Deal of the day"))
    deal = page.locator("[data-deal=rurare]")
    expect(deal.get_by_role("button", name="Play today’s deal")).to_be_visible()
    check(page, axe, "deal-before")
    page.go_back()
    ana.press(page.get_by_role("button", name="Deal of the day: Ru-Ra-Re"))
    page.wait_for_url("**/t/*")
    ana.play(ana.act_in_rurare)
    ana.press(page.get_by_role("link", name="To the ranking of the day"))
    expect(deal.get_by_role("heading", name="Ranking of today")).to_be_visible()
    expect(deal.get_by_text("1 day in a row")).to_be_visible()
    check(page, axe, "deal-after")
