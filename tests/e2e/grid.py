"""Every screen in every size: what a person could not press, by `python -m tests.e2e.grid [GAME or /path ...]`.

Without arguments the command runs `test_grid.py` in all sizes instead of four, and axe in each of them; that takes
half an hour. A screen is measured as it stands: pages may scroll up and down, tables may not. At a table only what
lies inside an element with `data-scroll` (a rack of tiles, a log) may be scrolled to.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.e2e.browser import launch_chromium
from tests.e2e.people import SETTLED, Person
from tests.e2e.served import Served, build_pages

# Upright phones, phones on their side, a desk at 200 %, low and wide windows, tablets, desks, a large screen.
SIZES = (
    *((320, 568), (360, 640), (360, 740), (412, 915)),
    *((740, 360), (844, 390), (932, 430)),
    *((640, 400), (1024, 500), (1280, 500), (1366, 600)),
    *((768, 1024), (1024, 768)),
    *((1280, 800), (1920, 1080), (2560, 1440)),
)
SMALL = 0.5  # pixels of the screen for one of the page: painted in a quarter of the time, laid out alike
LEAST = 40  # CSS pixels of what can be pressed, in both directions

# Two frames have been painted, so that observers of the size have run.
PAINTED = "async () => { for (let k = 0; k < 2; k += 1) await new Promise(requestAnimationFrame); }"
MEASURE = """async ([least, isTable]) => {
  for (let k = 0; k < 2; k += 1) await new Promise(requestAnimationFrame); // so that observers of the size have run
  const PRESSABLE = 'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=switch]';
  const [wide, high] = [document.documentElement.clientWidth, innerHeight];
  const found = [];
  if (window.unpainted) window.unpainted.disabled = true; // until the end of this, before the next frame
  const named = (one) => {
    const words = (one.getAttribute('aria-label') || one.textContent || one.id || '').trim().replace(/\\s+/g, ' ');
    const kinds = [...one.classList].filter((name) => !name.startsWith('svelte'));
    return `${one.tagName.toLowerCase()}.${kinds.join('.')} "${words.slice(0, 40)}"`;
  };
  const seen = (one) =>
    !one.closest('.unseen, [inert], [hidden]') &&
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const inText = (one) => one.tagName === 'A' && getComputedStyle(one).display === 'inline';
  const hidden = (one) => {
    const style = getComputedStyle(one);
    return style.clipPath === 'inset(50%)' || (style.position === 'absolute' && one.offsetWidth <= 1);
  };
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1) ?? null;
  if (document.scrollingElement.scrollWidth > wide + 1)
    found.push(`the page is ${document.scrollingElement.scrollWidth} wide in a window of ${wide}`);
  const layer = modal ?? document;
  for (const one of layer.querySelectorAll(PRESSABLE)) {
    if (!seen(one) || hidden(one) || one.type === 'hidden' || one.type === 'file') continue;
    const inLabel = one.matches('input[type=checkbox]:not([role]), input[type=radio]');
    const target = (inLabel && one.closest('label')) || one;
    const box = target.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) { found.push(`${named(one)} has no size`); continue; }
    const scroller = one.closest('[data-scroll], dialog');
    const frame = scroller && !scroller.matches('dialog') ? scroller.getBoundingClientRect() : null;
    // What is marked as scrolling must do so as far as the middle of this: something may cut it off.
    const middle = frame && (box.top + box.bottom) / 2 - frame.top + scroller.scrollTop;
    const scrolls = !isTable || (scroller !== null && (!frame || (middle > 0 && middle < scroller.scrollHeight)));
    if (box.left < -1 || box.right > wide + 1) {
      if (!(frame && scroller.scrollWidth > scroller.clientWidth + 1))
        { found.push(`${named(one)} at x ${Math.round(box.left)} to ${Math.round(box.right)} of ${wide}`); continue; }
    }
    if (!scrolls && (box.top < -1 || box.bottom > high + 1)) {
      found.push(`${named(one)} at y ${Math.round(box.top)} to ${Math.round(box.bottom)} of ${high}`);
      continue;
    }
    if (!inText(one) && (box.width < least - 0.5 || box.height < least - 0.5))
      found.push(`${named(one)} is ${Math.round(box.width)} by ${Math.round(box.height)}`);
    const [needs, has] = [[one.scrollWidth, one.scrollHeight], [one.clientWidth, one.clientHeight]];
    if (one.matches('.tool, .button') && (needs[0] > has[0] + 2 || needs[1] > has[1] + 2))
      found.push(`${named(one)} holds ${needs.join(' by ')} in ${has.join(' by ')}`);
    if (one.disabled || getComputedStyle(one).pointerEvents === 'none') continue;
    const clip = frame ?? { left: 0, top: 0, right: wide, bottom: high };
    const [left, top] = [Math.max(box.left, clip.left, 0), Math.max(box.top, clip.top, 0)];
    const [right, bottom] = [Math.min(box.right, clip.right, wide), Math.min(box.bottom, clip.bottom, high)];
    if (right - left < 4 || bottom - top < 4) continue; // scrolled away
    const steps = [0.08, 0.2, 0.35, 0.5, 0.65, 0.8, 0.92];
    const open = steps.some((x) => steps.some((y) => {
      const hit = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
      return hit !== null && (one.contains(hit) || target.contains(hit) || hit.contains(one) && hit.matches('label'));
    }));
    if (!open) {
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (over?.closest('.over')) continue; // a panel that lies over the table until it is read
      let bar = isTable ? null : over;
      while (bar && !['sticky', 'fixed'].includes(getComputedStyle(bar).position)) bar = bar.parentElement;
      if (bar) continue; // a bar at the edge of a page that scrolls
      found.push(`${named(one)} lies under ${over ? named(over) : 'nothing'}`);
    }
  }
  if (window.unpainted) window.unpainted.disabled = false;
  return found;
}"""


def faults(page: Page, *, is_table: bool = True) -> list[str]:
    """What cannot be pressed, is too small, or makes the page too wide, as the window is now."""
    found: list[str] = page.evaluate(MEASURE, [LEAST, is_table])
    for _ in range(3):  # what still moves, or waits for the last size, is given time to come to rest
        if not found:
            break
        page.evaluate(SETTLED)
        found = page.evaluate(MEASURE, [LEAST, is_table])
    return found


def walk(
    page: Page,
    where: str,
    *,
    is_table: bool = True,
    sizes: tuple[tuple[int, int], ...] = SIZES,
    also: Callable[[Page], list[str]] = lambda page: [],
) -> dict[str, list[str]]:
    """The faults of an open screen in every size, by size, with those that `also` finds; empty where there is none."""
    found: dict[str, list[str]] = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        if here := faults(page, is_table=is_table) + also(page):
            found[f"{where} at {width}x{height}"] = here
    return found


# Another address of the same page, as a link of our own leads to it.
LED = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"


def show_sample(page: Page, path: str) -> None:
    """One sample alone on the screen; where the page shows another one, it is led to this one and not loaded again."""
    if page.locator("main.alone").count() == 0:
        page.goto(path)
    else:
        page.evaluate(LED, path)
    _, game, name = path.strip("/").split("/")
    page.locator("main.alone h1").filter(has_text=re.compile(f"^{game} {name}$")).wait_for(state="attached")
    page.locator("main section").first.wait_for()


KNOWN_SAMPLES: dict[str, list[str]] = {}


def samples_of(page: Page, game: str) -> list[str]:
    """The addresses of a game's samples; the page that lists them draws them all, so it is opened once."""
    if game not in KNOWN_SAMPLES:
        KNOWN_SAMPLES[game] = listed_samples(page, game)
    return KNOWN_SAMPLES[game]


def listed_samples(page: Page, game: str) -> list[str]:
    """The addresses that the list of samples shows."""
    page.goto(f"/gallery/{game}")
    links = page.locator("h2 a")
    links.first.wait_for()
    found: list[str] = links.evaluate_all("(links) => links.map((link) => link.pathname)")
    return found


def main(wanted: list[str]) -> None:
    """Print the faults of the samples of some games, or of some paths."""
    build_pages()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playing:
        served = Served(Path(folder))
        served.start()
        browser = launch_chromium(playing)
        person = Person(browser, served.address, "Ana")
        person.know_every_card()
        total = 0
        for one in wanted:
            began = time.monotonic()
            paths = [one] if one.startswith("/") else samples_of(person.page, one)
            for path in paths:
                person.open(path)
                person.page.locator("main").first.wait_for()
                found: dict[str, Any] = walk(person.page, path, is_table=path.startswith("/gallery/"))
                for where, lines in found.items():
                    total += len(lines)
                    print(where, *lines, sep="\n  ", flush=True)
            print(f"{one}: {len(paths)} screens, {time.monotonic() - began:.1f} s", flush=True)
        print(f"{total} faults")
        browser.close()
        served.stop()


def measure_all() -> int:
    """The tests of this grid in all sizes, with axe; 0 where they find nothing."""
    os.environ["ERRE_GRID"] = "all"
    return int(pytest.main([str(Path(__file__).with_name("test_grid.py")), "-q", "--no-header"]))


if __name__ == "__main__":
    if sys.argv[1:]:
        main(sys.argv[1:])
    else:
        sys.exit(measure_all())
