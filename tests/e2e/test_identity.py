"""Identity that survives a lost phone, in a real browser: recovery codes, passkeys, links of the operator, devices."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.people import Person, painted
from tests.e2e.served import ROOT, Served, environment

PHONE: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "has_touch": True}
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
WIDTH = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
VIOLATIONS = """async () => {
  const found = await axe.run(document, { resultTypes: ['violations'] });
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(' ')}`);
}"""


def picture(person: Person, name: str) -> None:
    """A picture of what somebody sees, where SHOTS names a folder."""
    if folder := os.environ.get("SHOTS"):
        person.page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def check_page(page: Page, axe: str) -> None:
    """Nothing is wider than the page, and axe finds no barrier."""
    assert page.evaluate(WIDTH)
    page.evaluate(axe)
    with painted(page):
        assert page.evaluate(VIOLATIONS) == []


def claim(person: Person, name: str) -> None:
    """Claim a name where rated play asks for it."""
    person.open("/new/rurare")
    person.page.get_by_text("Rated", exact=True).click()
    person.page.get_by_label("Your name").fill(name)
    person.press(person.page.get_by_role("button", name="Claim the name"))
    expect(person.page.get_by_text(f"{name} is yours")).to_be_visible()


def test_a_claimed_name_comes_back_on_another_phone_with_its_code(people: Person.Maker, axe: str) -> None:
    old, new = people("Ana"), people("Ana", **PHONE)
    claim(old, "Rita Lost")
    page = old.page
    offer = page.get_by_role("group", name="Keep Rita Lost")
    expect(offer).to_be_visible()
    picture(old, "offer")
    old.press(offer.get_by_role("button", name="Make a recovery code"))
    old.press(page.get_by_role("dialog").get_by_role("button", name="Make a recovery code"))
    sheet = page.get_by_test_id("code")
    words = sheet.locator("li")
    expect(words).to_have_count(8)
    expect(sheet.get_by_alt_text("QR code that brings you back")).to_be_visible()
    picture(old, "code")
    code = words.all_inner_texts()
    page.emulate_media(media="print")
    expect(sheet).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    picture(old, "code-printed")
    page.emulate_media(media="screen")
    old.press(page.get_by_role("button", name="Close"))
    expect(offer).to_have_count(0)

    new.open("/recover")
    field = new.page.get_by_label("Type the eight words")
    field.fill(" ".join([code[0][:-1] + "x", *code[1:]]))
    new.press(new.page.get_by_role("button", name="Come back"))
    expect(new.page.get_by_role("alert")).to_contain_text("Word 1 is mistyped")
    picture(new, "recover-typo")
    check_page(new.page, axe)
    field.fill("-".join(code).upper())
    new.press(new.page.get_by_role("button", name="Come back"))
    expect(new.page.get_by_role("heading", name="Welcome back, Rita Lost!")).to_be_visible()
    picture(new, "recovered")

    new.press(new.page.get_by_role("link", name="To the settings"))
    new.press(new.page.get_by_role("button", name="Replace the code"))
    new.press(new.page.get_by_role("button", name="Replace the code"))
    expect(new.page.get_by_test_id("code").locator("li")).to_have_count(8)
    check_page(new.page, axe)
    picture(new, "settings-phone")
    new.press(new.page.get_by_role("button", name="Sign out all other devices"))
    new.press(new.page.get_by_role("button", name="Sign out", exact=True))
    expect(new.page.get_by_text("1 other device is signed out.")).to_be_visible()
    old.open("/recover")
    expect(page.locator(".note")).to_have_count(0)
    page.get_by_label("Type the eight words").fill(" ".join(code))
    old.press(page.get_by_role("button", name="Come back"))
    expect(page.get_by_role("alert")).to_contain_text("not known here")
    old.errors.clear()  # the browser's own words about a refused request


def test_a_passkey_is_made_used_and_removed(people: Person.Maker, server: Served, axe: str) -> None:
    ana = people("Pia")
    line = ana.context.new_cdp_session(ana.page)
    line.send("WebAuthn.enable")
    line.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page, base = ana.page, server.address.replace("127.0.0.1", "localhost")
    page.goto(f"{server.address}/settings")
    expect(page.get_by_text("Passkeys need a name instead of a number")).to_be_visible()
    page.goto(f"{base}/settings")
    ana.take_name()
    ana.press(page.get_by_role("button", name="Make a passkey on this device"))
    expect(page.get_by_text("The passkey is ready.")).to_be_visible()
    expect(page.get_by_test_id("passkeys").locator("li")).to_have_count(1)
    check_page(page, axe)
    picture(ana, "passkeys")

    ana.context.clear_cookies()
    page.goto(f"{base}/recover")
    ana.press(page.get_by_role("button", name="Use a passkey"))
    expect(page.get_by_role("heading", name="Welcome back, Pia!")).to_be_visible()
    ana.press(page.get_by_role("link", name="To the settings"))
    expect(page.get_by_test_id("passkeys")).to_contain_text("last used on")
    ana.press(page.get_by_role("button", name=re.compile("^Remove: ")))
    expect(page.get_by_text("The passkey is removed here.")).to_be_visible()

    page.goto(f"{base}/recover")
    ana.press(page.get_by_role("button", name="Use a passkey"))
    expect(page.get_by_role("alert")).to_contain_text("The passkey was not accepted")
    ana.errors.clear()  # the browser's own words about a refused request


def test_a_link_of_the_operator_gives_a_name_back_once(people: Person.Maker, server: Served) -> None:
    ana, phone, thief = people("Olga"), people("Olga"), people("Thief")
    claim(ana, "Olga Linked")
    command = [sys.executable, "-m", "erre", "people", "link", "Olga Linked", "--data", str(server.folder)]
    command += ["--address", server.address]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=environment())
    link = done.stdout.split()[0]
    assert link.startswith(f"{server.address}/recover#link-")
    phone.open(link)
    phone.press(phone.page.get_by_role("button", name="Come back"))
    expect(phone.page.get_by_role("heading", name="Welcome back, Olga Linked!")).to_be_visible()
    assert "link-" not in phone.page.url
    thief.open(link)
    thief.press(thief.page.get_by_role("button", name="Come back"))
    expect(thief.page.get_by_role("alert")).to_contain_text("has been used or has expired")
    thief.errors.clear()  # the browser's own words about a refused request


def test_a_portrait_is_chosen_and_the_profile_shows_games_and_opponents(people: Person.Maker, axe: str) -> None:
    ana = people("Portia", **PHONE)
    ana.open("/settings")
    ana.take_name()
    portraits = ana.page.get_by_test_id("portraits")
    expect(portraits.get_by_role("button")).to_have_count(29)
    ana.press(portraits.get_by_role("button", name="Fox"))
    expect(portraits.get_by_role("button", name="Fox")).to_have_attribute("aria-pressed", "true")
    check_page(ana.page, axe)
    picture(ana, "portraits")
    ana.play_now("rurare")
    ana.play(ana.press_in_rurare)
    expect(ana.page.locator("section.final")).to_be_visible()
    picture(ana, "portrait-final")
    ana.open("/player")
    expect(ana.page.get_by_test_id("results").locator("li")).to_have_count(1)
    expect(ana.page.get_by_test_id("rivals")).to_contain_text("Bot: ")
    expect(ana.page.locator(".who svg g")).to_have_count(1)
    check_page(ana.page, axe)
    picture(ana, "profile")


def test_a_page_asks_for_little_and_says_nothing_twice(people: Person.Maker) -> None:
    anna = people("Anna")
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(f"{request.method} {request.url.split('?')[0]}"))
    anna.play_from_lobby("rage")
    anna.page.locator(".rage").wait_for()
    paths = [re.sub(r"http://[^/]+", "", line) for line in asked]
    assert paths.count("PUT /api/me") == 1  # Enter both changes the field and sends the form
    assert paths.count("GET /api/me/notices") == 1  # a new name brings no news
    assert sum("/assets/" in path for path in paths) <= 32  # each file costs a phone a round trip
