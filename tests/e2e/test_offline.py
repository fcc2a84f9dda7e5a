"""The site of `erre site` from a plain file server, under a path of its own: a game goes on when the network is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from erre.offline.downloads import CannotGather
from erre.offline.site import make_site
from tests.e2e.people import KNOWS_ALL

PATIENCE = 180_000.0  # milliseconds: Python starts in a browser that shares two cores with everything else


class Files(SimpleHTTPRequestHandler):
    """Files of a folder, and nothing in the log."""

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture(scope="module")
def site(prepared: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, bool]]:
    """The address of the site, and whether Python could be had for it."""
    folder = tmp_path_factory.mktemp("host")
    is_whole = True
    try:
        make_site(folder / "demo")
    except CannotGather:  # neither npm nor PyPI: everything else is there, and the page has to say so
        is_whole = False
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_port}/demo/", is_whole
    host.shutdown()
    host.server_close()


def test_a_game_on_a_plain_web_host_goes_on_without_a_network(browser: Browser, site: tuple[str, bool]) -> None:
    address, is_whole = site
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(KNOWS_ALL)
    page = context.new_page()
    page.goto(address)
    if not is_whole:
        expect(page.locator("[data-offline=none]")).to_be_visible(timeout=PATIENCE)
        context.close()
        return
    expect(page.locator("[data-offline=asking]")).to_contain_text(re.compile(r"Download \d+(\.\d)? MB once"))
    page.get_by_role("button", name="Download and play").click()
    play = page.locator("[data-game=rage] .button.main:enabled")
    play.wait_for()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    context.set_offline(True)

    play.click()
    page.wait_for_url(re.compile(r"/demo/#/t/\w+$"))
    table = page.url
    expect(page.locator(".rage")).to_be_visible(timeout=PATIENCE)
    page.goto(f"{address}#/")  # the lobby knows the table
    expect(page.locator("a[href*='/t/']").first).to_be_visible(timeout=PATIENCE)
    page.goto(table)
    page.reload()  # Python starts again, from what the browser has kept
    expect(page.locator(".rage")).to_be_visible(timeout=PATIENCE)
    assert page.url == table
    context.close()
