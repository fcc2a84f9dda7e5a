"""`python -m tests.e2e.covers`: the pictures that messengers show of links, one for each game, from its own picture."""

from __future__ import annotations

import tempfile
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.browser import launch_chromium
from tests.e2e.people import Person
from tests.e2e.served import ROOT, Served, build_pages

WEB = ROOT / "web" / "src"
PAGE = """<!doctype html><meta charset="utf-8"><style>
@font-face {{ font-family: Erre; src: url(data:font/woff2;base64,{font}); }}
body {{ margin: 0; width: 1200px; height: 630px; position: relative; overflow: hidden; font-family: Erre, serif; }}
svg {{ position: absolute; inset: 0; width: 1200px; height: 630px; }}
p {{ position: absolute; left: 0; right: 0; bottom: 0; margin: 0; padding: 26px 48px 34px; color: #fff6e8;
  background: linear-gradient(transparent, rgb(30 16 8 / 88%) 45%); font-size: 92px; line-height: 1;
  display: flex; justify-content: space-between; align-items: baseline; }}
span {{ font-size: 44px; }}
</style>{picture}<p>{title}<span>Erre</span></p>"""


def main() -> None:
    """Draw and write all of them."""
    build_pages()
    font = b64encode((WEB / "styles" / "fonts" / "erre-display.woff2").read_bytes()).decode()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playing:
        served = Served(Path(folder))
        served.start()
        browser = launch_chromium(playing)
        person = Person(browser, served.address, "Ana")
        person.open()
        person.page.locator("[data-game]").first.wait_for()
        cards = person.page.locator("[data-game]")
        found = cards.evaluate_all(
            "(cards) => cards.map((one) => [one.dataset.game, one.querySelector('h2').textContent,"
            " one.querySelector('.picture svg').outerHTML])"
        )
        desk = browser.new_page(viewport={"width": 1200, "height": 630})
        for game, title, picture in found:
            if (WEB / "games" / game).is_dir():
                desk.set_content(PAGE.format(font=font, picture=picture, title=title))
                desk.evaluate("() => document.fonts.ready")
                desk.screenshot(path=str(WEB / "games" / game / "cover.jpg"), type="jpeg", quality=80)
        browser.close()
        served.stop()


if __name__ == "__main__":
    main()
