"""One's account: data to download and to delete, devices, and what leaving, losses and crowds mean, said to people."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.people import Person

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


OPEN_RATED = """async () => {
  const wish = { game: 'rurare', seats: 2, bots: ['', 'solid'], rated: true, play_now: true };
  const headers = { 'content-type': 'application/json' };
  return (await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(wish) })).json();
}"""


def picture(person: Person, name: str) -> None:
    """A picture of what somebody sees, where SHOTS names a folder."""
    if folder := os.environ.get("SHOTS"):
        person.page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def rewrite_messages(person: Person, kind: str, **changes: Any) -> None:
    """Change fields of the server's messages of one kind, on their way to a page."""

    def connect(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(data: str | bytes) -> None:
            message = json.loads(data)
            line.send(json.dumps({**message, **changes}) if message["type"] == kind else data)

        server.on_message(pass_on)

    person.page.route_web_socket("**/ws/*", connect)


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desktop", "phone"])
def test_my_data_is_downloaded_and_deleted(people: Person.Maker, window: dict[str, Any]) -> None:
    ana = people("Ana", **window)
    ana.play_now("rurare")
    ana.open("/settings")
    page = ana.page
    with page.expect_download() as coming:
        ana.press(page.get_by_role("link", name="Download my data"))
    kept = json.loads(Path(coming.value.path()).read_text("utf-8"))
    assert kept["name"] == "Ana"
    assert len(kept["tables"]) == 1
    ana.press(page.get_by_role("button", name="Forget me"))
    picture(ana, f"forget-{'phone' if window else 'desktop'}")
    ana.press(page.get_by_role("button", name="Cancel"))
    ana.press(page.get_by_role("button", name="Forget me"))
    ana.press(page.get_by_role("button", name="Delete everything"))
    expect(page.get_by_text("You have been forgotten here.")).to_be_visible()
    expect(page.get_by_role("button", name="Show the code")).to_have_count(0)  # there is nobody to take along
    ana.open()
    expect(page.locator("#my-name")).to_have_value("")


def test_a_device_is_signed_out_from_another_and_says_so(people: Person.Maker) -> None:
    ana, phone = people("Ana"), people("Ana", **PHONE)
    address = ana.play_now("rurare")
    word = ana.page.evaluate("fetch('/api/me/pass', { method: 'POST' }).then((answer) => answer.json())")["word"]
    phone.open(f"/move#{word}")
    phone.press(phone.page.get_by_role("button", name="Continue here"))
    phone.page.wait_for_url(address)
    expect(phone.page.locator(".play")).to_be_visible()
    ana.open("/settings")
    devices = ana.page.get_by_test_id("devices").locator("li")
    expect(devices).to_have_count(2)
    expect(devices.filter(has_text="This device")).to_have_count(1)
    picture(ana, "devices-desktop")
    ana.press(ana.page.get_by_role("button", name=re.compile("^Sign out:")))
    expect(devices).to_have_count(1)
    expect(phone.page.get_by_role("heading", name="You are signed out")).to_be_visible()
    picture(phone, "signed-out-phone")
    ana.open("/settings")
    expect(devices).to_have_count(1)
    sign_out_in_lobby(ana, phone)
    phone.errors.clear()  # the browser's own words about a refused request


def sign_out_in_lobby(ana: Person, phone: Person) -> None:
    """In the lobby it is said as soon as something is pressed, in sight of what was pressed."""
    word = ana.page.evaluate("fetch('/api/me/pass', { method: 'POST' }).then((answer) => answer.json())")["word"]
    phone.open(f"/move#{word}")
    phone.press(phone.page.get_by_role("button", name="Continue here"))
    phone.page.wait_for_url("**/t/*")
    phone.open()
    expect(phone.page.locator("#my-name")).to_have_value("Ana")
    phone.page.route("**/api/me", lambda asked: asked.abort())  # it has not looked again yet
    ana.page.reload()
    ana.press(ana.page.get_by_role("button", name=re.compile("^Sign out:")))
    expect(ana.page.get_by_test_id("devices").locator("li")).to_have_count(1)
    phone.press(phone.page.locator("[data-game=rummy] .main"))
    said = phone.page.get_by_role("alert").filter(has_text="You are signed out")
    expect(said).to_be_in_viewport()
    phone.page.unroute("**/api/me")
    phone.press(phone.page.get_by_role("button", name="Try again"))
    expect(said).to_have_count(0)


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desktop", "phone"])
def test_what_leaving_a_rated_game_costs_is_said_before(people: Person.Maker, window: dict[str, Any]) -> None:
    ana, name = people("Ana", **window), f"Leaver {'one' if window else 'two'}"
    ana.open("/new/rurare")
    ana.page.get_by_text("Rated", exact=True).click()
    ana.page.get_by_label("Your name").fill(name)
    ana.page.get_by_role("button", name="Claim the name").click()
    expect(ana.page.get_by_text(f"{name} is yours")).to_be_visible()
    opened = ana.page.evaluate(OPEN_RATED)
    ana.open(opened["path"])
    expect(ana.page.locator(".lane.may").first).to_be_visible()
    ana.press(ana.page.get_by_label("Leave", exact=True))
    expect(ana.page.get_by_text("you are rated as last")).to_be_visible()
    picture(ana, f"leave-rated-{'phone' if window else 'desktop'}")
    ana.press(ana.page.get_by_role("button", name="Stay"))
    plain = people("Ben", **window)
    plain.play_now("rurare")
    plain.press(plain.page.get_by_label("Leave", exact=True))
    expect(plain.page.get_by_text("Your seat is kept")).to_be_visible()
    expect(plain.page.get_by_text("you are rated as last")).to_have_count(0)


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desktop", "phone"])
def test_moves_that_the_server_lost_are_said(people: Person.Maker, window: dict[str, Any]) -> None:
    ana = people("Ana", **window)
    rewrite_messages(ana, "welcome", lost=3)
    ana.play_now("rurare")
    notice = ana.page.get_by_test_id("lost")
    expect(notice).to_contain_text("lost the last 3 moves")
    picture(ana, f"lost-{'phone' if window else 'desktop'}")
    ana.press(notice.get_by_role("button", name="Close"))
    expect(notice).to_have_count(0)


def test_a_spectator_who_finds_no_room_is_told_why(people: Person.Maker) -> None:
    eve = people("Eve", settings={"lang": "de"})
    bye = {"type": "bye", "code": "too_many", "why": "too many people watch this table", "come_back_in": None}
    rewrite_messages(eve, "welcome", **bye)
    ana = people("Ana")
    eve.open(ana.play_now("rurare"))
    expect(eve.page.get_by_role("heading", name="Zu viele Zuschauer")).to_be_visible()
