"""The operator's page in a browser: the way in, and everything that can be done there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.people import Person
from tests.e2e.served import Served
from tests.e2e.test_access import look

SECRET = "a long secret word"
# As if the page came to the front: only then, and every 20 seconds, does it ask whether its person may still come in.
LOOK_AGAIN = "() => document.dispatchEvent(new Event('visibilitychange'))"
WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def strict(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A child-safe server with an operator."""
    monkeypatch.setenv("ERRE_OPERATOR_SECRET", SECRET)
    monkeypatch.setenv("ERRE_CHILD_SAFE", "1")
    monkeypatch.setenv("ERRE_WARM", "0")
    served = Served(tmp_path_factory.mktemp("strict"))
    served.start()
    yield served
    served.stop()


def test_an_operator_looks_after_a_child_safe_server(browser: Browser, strict: Served, axe: str) -> None:
    boss, ana = Person(browser, strict.address, "Boss"), Person(browser, strict.address, "Ana")
    try:
        ana.open()
        ana.take_name()
        ana.page.locator("[data-game=rurare]").get_by_role("button", name="Invite").click()
        ana.page.wait_for_url("**/t/*")
        ana.page.get_by_role("dialog").get_by_role("button", name="Close").click()
        expect(ana.page.get_by_text("This server is child-safe")).to_be_visible()
        expect(ana.page.get_by_role("textbox", name="Write something")).to_have_count(0)
        ana.page.get_by_role("button", name="Good luck!").click()
        expect(ana.page.get_by_role("log").get_by_text("Good luck!")).to_be_visible()

        page = boss.open("/operator")
        page.get_by_label("Code or secret").fill("wrong word")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("alert")).to_contain_text("not the operator’s code")
        boss.errors.clear()  # the browser's own line about the refused request
        page.get_by_label("Code or secret").fill(SECRET)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_text("The server is well.")).to_be_visible()
        look(boss, axe, "operator")

        page.get_by_label("Text").fill("We close at ten")
        page.get_by_role("button", name="Show it").click()
        expect(ana.page.get_by_text("We close at ten")).to_be_visible()
        page.get_by_role("button", name="Withdraw").click()
        expect(page.get_by_role("button", name="Withdraw")).to_have_count(0)

        page.get_by_label("Word or *part*").fill("Ana")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_role("button", name="Allow ana again")).to_be_visible()
        page.get_by_label("Part of a name").fill("an")
        page.get_by_role("button", name="Find", exact=True).click()
        page.get_by_role("button", name="Rename: Ana").click()
        page.get_by_label("New name for Ana").fill("Bea")
        page.get_by_role("button", name="Rename", exact=True).click()
        expect(ana.page.locator("[data-seat='0']")).to_contain_text("Bea")

        page.get_by_role("button", name="Make a backup now").click()
        with page.expect_download() as got:
            page.get_by_role("link", name="Download").click()
        assert got.value.suggested_filename.endswith(".sqlite")
        page.get_by_role("button", name="Close the table of Bea").click()
        page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).last.click()
        expect(page.get_by_text("No tables.")).to_be_visible()
        expect(page.get_by_text("closed a table")).to_be_visible()

        page.get_by_label("Part of a name").fill("bea")
        page.get_by_role("button", name="Find", exact=True).click()
        page.get_by_role("button", name="Ban Bea").click()
        page.get_by_label("Reason").fill("rude words")
        look(boss, axe, "ban")
        page.get_by_role("dialog").get_by_role("button", name="Ban", exact=True).click()
        ana.page.evaluate(LOOK_AGAIN)
        expect(ana.page.get_by_role("heading", name="You cannot come in")).to_be_visible()
        expect(ana.page.get_by_text("rude words")).to_be_visible()
        expect(ana.page.get_by_role("link", name="Download my data")).to_be_visible()
        look(ana, axe, "banned")
        page.get_by_role("button", name="Lift the ban of Bea").click()
        expect(page.get_by_text("Nobody is banned.")).to_be_visible()
        ana.page.get_by_role("button", name="Look again").click()
        expect(ana.page.locator("[data-game=rurare]")).to_be_visible()
        page.set_viewport_size({"width": 320, "height": 640})
        assert not page.evaluate(WIDE)
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_label("Code or secret")).to_be_visible()
    finally:
        boss.leave()
        ana.leave()
