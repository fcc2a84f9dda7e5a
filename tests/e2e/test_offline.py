"""The client without a network."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.e2e.served import Served


def test_the_lobby_opens_without_a_network_and_says_so(browser: Browser, server: Served) -> None:
    context = browser.new_context(base_url=server.address, locale="en-GB")
    page = context.new_page()
    page.goto("/")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.reload()  # the worker is in charge from the second visit on
    context.set_offline(True)
    page.reload()
    expect(page.locator("[data-game=rage]")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    context.close()
