"""A home network without https and without mail: what is missing, why, and what works all the same."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.e2e.people import Person
from tests.e2e.served import Served
from tests.e2e.test_access import look

# The browser's own remark about a header that counts only over https.
REMARK = "Cross-Origin-Opener-Policy"


def test_what_needs_https_or_mail_says_so(browser: Browser, server: Served, axe: str) -> None:
    ana = Person(browser, f"http://erre.home.arpa:{server.port}", "Ana")
    try:
        page = ana.open("/settings/notices")
        assert not page.evaluate("isSecureContext")
        expect(page.get_by_test_id("no-push")).to_contain_text("erre --https")
        expect(page.get_by_text("This server sends no e-mail.")).to_contain_text("--smtp")
        expect(page.get_by_label("E-mail")).to_have_count(0)
        look(ana, axe, "notices-plain")

        page = ana.open("/settings")
        ways = page.locator("#ways")
        expect(ways.get_by_text("Passkeys need a secure address")).to_be_visible()
        expect(ways.get_by_role("button", name="passkey")).to_have_count(0)
        ways.get_by_role("button", name="Make a recovery code").click()
        code = page.get_by_test_id("code")
        expect(code.locator("li")).to_have_count(8)
        words = code.locator("li").all_inner_texts()
        page.get_by_role("button", name="Copy the words").click()  # without the clipboard of secure pages
        expect(page.get_by_role("button", name="Copied")).to_be_visible()

        ana.context.clear_cookies()
        page = ana.open("/recover")
        expect(page.get_by_role("button", name="Use a passkey")).to_have_count(0)
        page.get_by_label("Type the eight words").fill(" ".join(words))
        page.get_by_role("button", name="Come back").click()
        expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
        assert [error for error in ana.errors if REMARK not in error] == []
    finally:
        ana.leave()
