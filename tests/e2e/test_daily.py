"""Games by the day: opened, played while others are away, found again in the lobby, and told about by mail."""

from __future__ import annotations

import asyncio
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.people import Person, comes_to, painted
from tests.e2e.served import Served
from tests.server.notices.receivers import MailServer

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def picture(person: Person, name: str) -> None:
    """A picture of what somebody sees, where SHOTS names a folder."""
    if folder := os.environ.get("SHOTS"):
        person.page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def test_a_game_by_the_day_is_opened_left_and_found_again(people: Person.Maker, axe: str) -> None:
    ana, ben = people("Ana", **PHONE), people("Ben")
    ana.open("/new/rok")
    expect(ana.page.get_by_role("button", name="Open the table")).to_be_visible()
    expect(ana.page.get_by_text("By the day")).to_have_count(0)  # it is played in real time
    ana.open("/")
    ana.take_name()
    ana.open("/new/rurare")
    ana.press(ana.page.get_by_role("button", name="Fewer"))
    ana.press(ana.page.get_by_text("By the day", exact=True))
    ana.page.get_by_label("Time for a move", exact=True).last.select_option("72")
    picture(ana, "new-table")
    ana.press(ana.page.get_by_role("button", name="Open the table"))
    expect(ana.page.get_by_text("3 days", exact=True)).to_be_visible()
    picture(ana, "gathering")
    address = ana.page.url
    ben.open("/")
    ben.take_name()
    ben.page.goto(address)
    ben.press(ben.page.get_by_role("button", name="Sit here").first)
    expect(ana.page.get_by_text("Ben", exact=True).first).to_be_visible()
    ana.press(ana.page.get_by_test_id("start"))
    expect(ana.page.get_by_role("timer")).to_contain_text("2 days")
    picture(ana, "playing")
    ben.leave()
    ana.open("/")
    expect(ana.page.get_by_text("Your turn at 1 table")).to_be_visible()
    comes_to(ana.page, lambda: ana.page.title().startswith("(1) "), True)
    picture(ana, "lobby")
    ana.press(ana.page.locator("a[href^='/t/']").first)
    ana.act_in_rurare()
    ana.open("/")
    comes_to(ana.page, lambda: ana.page.title().startswith("(1) "), False)
    expect(ana.page.get_by_text("Your turn at 1 table")).to_have_count(0)
    expect(ana.page.get_by_role("heading", name="Pick up where you left off")).to_be_visible()
    picture(ana, "lobby-moved")
    ana.page.evaluate(axe)
    with painted(ana.page):
        assert ana.page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa']}).then((f) => f.violations)") == []
    assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


class InThread:
    """A mail server in a thread with an event loop of its own."""

    def __init__(self) -> None:
        self.server, self._ready, self._loop = MailServer(), threading.Event(), asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._serve()))

    async def _serve(self) -> None:
        async with self.server:
            self._ready.set()
            await self._end.wait()

    def start(self) -> MailServer:
        self._thread.start()
        self._ready.wait()
        return self.server

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def mailed(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Person, MailServer]]:
    """Somebody at a server that sends mail."""
    mail = InThread()
    letters = mail.start()
    monkeypatch.setenv("ERRE_SMTP", f"smtp://127.0.0.1:{letters.port}")
    monkeypatch.setenv("ERRE_SMTP_SENDER", "Erre <erre@example.org>")
    served = Served(tmp_path)
    monkeypatch.setenv("ERRE_ADDRESS", served.address)
    served.start()
    person = Person(browser, served.address, "Ana", **PHONE)
    try:
        yield person, letters
        assert person.errors == []
    finally:
        person.leave()
        served.stop()
        mail.stop()


def test_the_page_of_notices_proves_an_address_and_keeps_every_choice(
    mailed: tuple[Person, MailServer], axe: str
) -> None:
    ana, mail = mailed
    page = ana.page
    ana.open("/settings")
    ana.press(page.get_by_role("link", name="Notices and days off"))
    expect(page.get_by_test_id("no-push")).to_be_visible()  # this browser blocks them
    page.get_by_label("E-mail address").fill("ana@example.org")
    ana.press(page.get_by_role("button", name="Send confirmation"))
    expect(page.get_by_text("We sent a letter to ana@example.org")).to_be_visible()
    comes_to(page, lambda: len(mail.letters), 1)
    link = re.search(r"http\S+/mail#confirm=\w+", mail.letters[0].get_body(("plain",)).get_content())  # type: ignore[union-attr]
    assert link is not None
    page.goto(link[0])
    ana.press(page.get_by_role("button", name="Yes, it is my address"))
    expect(page.get_by_text("Notices will reach you there.")).to_be_visible()
    ana.open("/settings/notices")
    expect(page.get_by_text("Letters go to ana@example.org.")).to_be_visible()
    ana.press(page.get_by_role("button", name="Send a test"))
    comes_to(page, lambda: [one["Subject"] for one in mail.letters[1:]], ["Erre: It works"])
    ana.press(page.get_by_role("switch", name="A game is over"))
    expect(page.get_by_text("Saved.")).to_be_visible()
    ana.press(page.get_by_role("switch", name="Quiet hours"))
    page.get_by_label("From").fill("21:30")
    expect(page.get_by_label("To", exact=True)).to_have_value("08:00")
    ana.press(page.get_by_role("button", name="Take days off"))
    expect(page.get_by_text("20 days left")).to_be_visible()
    picture(ana, "notices")
    page.reload()
    expect(page.get_by_label("From")).to_have_value("21:30")
    expect(page.get_by_role("switch", name="A game is over")).not_to_be_checked()
    page.evaluate(axe)
    assert page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa']}).then((f) => f.violations)") == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(ana, "notices-small")
    ana.press(page.get_by_role("button", name="End", exact=True))
    ana.press(page.get_by_role("button", name="Remove address"))
    expect(page.get_by_label("E-mail address")).to_be_visible()
