"""`erre bench web`: what the pages weigh, how soon they can be used, and how smoothly Rage and ROK play."""

from __future__ import annotations

import json as json_text
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from erre.core.errors import BadOptions

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
LONGEST_START = 300  # seconds: where the rules are not compiled yet, that comes first
LOADS = 5
ROUNDS = 3
SLOWER = 4  # times, while a round is played
TEMPO = 0.25  # of the bots: quick, but one card after the other
LONGEST_ROUND = 120_000  # milliseconds
THROWS = 3
TRACED = ["toplevel", "blink.user_timing"]
FIRST_CARD, ROUND_OVER = "erre-first-card", "erre-round-over"  # marks in a trace, between which are the tricks
WINDOW: Any = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "service_workers": "block"}

# Notes when the first button of a game can be pressed, and every shift of what is drawn.
WATCH = """
const look = () => {
  const button = document.querySelector('[data-game=rage] .main');
  if (button && !button.disabled) window.usable ??= performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) window.shifts += shift.value;
}).observe({ type: 'layout-shift', buffered: true });
"""
# Plays whatever is allowed, a hand's breadth slower than the page can follow; over at the first round's score, whose
# coming is marked in the very task that brings it.
PLAYER = """
([first_card, round_over]) => {
  const first = (selector) => document.querySelector(selector);
  const mark = (name) => performance.getEntriesByName(name).length || performance.mark(name);
  const score = new MutationObserver(() => first('.paper table') && mark(round_over));
  score.observe(document, { childList: true, subtree: true });
  setInterval(() => {
    if (first('.paper table')) return void (window.round_over ??= { shifts: window.shifts });
    if (window.round_over) return;
    const card = first('.picker .colour') ?? first('.held.lit.picked') ?? first('.held.lit');
    if (card) mark(first_card);
    const bid = first('.pad .key[aria-pressed=true]') ? first('.pad .button.main') : first('.pad .key:enabled');
    (card ?? bid)?.click();
  }, 300);
}
"""


# Notes the time between frames while runes fly.
FLIGHT = """
() => {
  window.frames = [];
  let before = null;
  const look = (now) => {
    const flying = document.querySelector('.rok')?.dataset.scene === 'flying';
    if (flying && before !== null) window.frames.push(now - before);
    if (!flying && before !== null) window.throws = (window.throws ?? 0) + 1;
    before = flying ? now : null;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""


class Figures(msgspec.Struct, frozen=True):
    """What was measured."""

    first_load: float  # kB over the line for the lobby
    table: float  # kB more for a table of Rage
    usable: float  # milliseconds until a game can be chosen, in the middle of several loads
    shift: float  # of the layout, while a round is played
    longest: float  # milliseconds: the page's longest task in the tricks of several rounds, on a slower processor
    frame: float  # milliseconds between frames while runes fly on a slower processor, 19 of 20 are below
    scramble: float  # shift of the layout while hands reach


LIMITS = Figures(first_load=150, table=150, usable=1000, shift=0.01, longest=50, frame=17.5, scramble=0.01)
ROWS = {
    "first_load": ("first load, compressed", "kB"),
    "table": ("a table of Rage, more", "kB"),
    "usable": (f"usable after, middle of {LOADS} loads", "ms"),
    "shift": (f"layout shift over a round of Rage, most of {ROUNDS}", ""),
    "longest": (f"longest task in its tricks, processor {SLOWER} times slower, most of {ROUNDS}", "ms"),
    "frame": (f"between frames while runes fly (95 %), processor {SLOWER} times slower", "ms"),
    "scramble": (f"layout shift over {THROWS} throws of ROK", ""),
}


def bench_web(json: bool) -> None:
    """Measure and show."""
    console = Console(stderr=json, highlight=False)
    with console.status("a server and a browser, loopback alone"), serving() as address:
        figures = measure(address)
    if json:
        print(json_text.dumps(msgspec.to_builtins(figures), indent=2))
    else:
        console.print(table_of(figures))


def table_of(figures: Figures) -> Table:
    """The figures beside their limits."""
    table = Table(title="The pages in a browser", title_justify="left")
    for column in ("", "measured", "limit"):
        table.add_column(column, justify="left" if not column else "right")
    for field, (title, unit) in ROWS.items():
        found, limit = getattr(figures, field), getattr(LIMITS, field)
        digits = 0 if limit >= 1 else 3
        style = "" if found <= limit else "bold red"
        table.add_row(title, f"{found:.{digits}f} {unit}".strip(), f"{limit:g} {unit}".strip(), style=style)
    return table


def find_browser() -> str:
    """A Chromium of this machine."""
    chosen = os.environ.get("ERRE_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not chosen:
        raise BadOptions("erre bench web needs Chromium: install it, or name one in ERRE_CHROMIUM")
    return chosen


@contextmanager
def serving() -> Iterator[str]:
    """A server of its own process; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "erre.cli.serve", "--host", "127.0.0.1", "--port", str(port)]
        command += ["--data", folder, "--tempo", str(TEMPO), "--quiet"]
        with (Path(folder) / "serve.log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            await_answer(address, process)
            yield address
        finally:
            process.terminate()
            process.wait(timeout=20)


def await_answer(address: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until the server is there."""
    end = time.monotonic() + LONGEST_START
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise BadOptions("the server does not start: erre serve says why")


def measure(address: str) -> Figures:
    """All figures, with one browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise BadOptions("erre bench web needs Playwright: install erre with its tests' packages") from None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        try:
            loads = [load_lobby(browser, address) for _ in range(LOADS)]
            rounds = [play_round(browser, address) for _ in range(ROUNDS)]
            frame, scramble = throw_runes(browser, address)
        finally:
            browser.close()
    usable = statistics.median(usable for _, usable in loads)
    tables, shifts, longest = zip(*rounds, strict=True)
    return Figures(loads[0][0], tables[0], usable, max(shifts), max(longest), frame, scramble)


def new_page(browser: Any) -> tuple[Any, list[float]]:
    """A page of somebody who was never here, and the bytes of each thing it loads."""
    page = browser.new_context(**WINDOW).new_page()
    page.add_init_script(WATCH)
    sizes: list[float] = []
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    return page, sizes


def load_lobby(browser: Any, address: str) -> tuple[float, float]:
    """The kilobytes of the first page, and when it could be used."""
    page, sizes = new_page(browser)
    page.goto(address)
    page.wait_for_function("() => window.usable !== undefined")
    page.wait_for_load_state("networkidle")
    usable: float = page.evaluate("() => window.usable")
    page.context.close()
    return sum(sizes) / 1000, usable


def play_round(browser: Any, address: str) -> tuple[float, float, float]:
    """A round of Rage: the kilobytes of the table, how much it shifted, and its longest task."""
    page, sizes = new_page(browser)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    before = sum(sizes)
    page.locator("[data-game=rage] .main").click()
    page.locator(".pad, .held.lit").first.wait_for(timeout=30_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)
    weight = (sum(sizes) - before) / 1000
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate("() => { window.shifts = 0; }")
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate(PLAYER, [FIRST_CARD, ROUND_OVER])
    page.wait_for_function("() => window.round_over", timeout=LONGEST_ROUND, polling=500)
    trace = json_text.loads(browser.stop_tracing())
    shift: float = page.evaluate("() => window.round_over.shifts")
    page.context.close()
    return weight, shift, longest_task(trace["traceEvents"])


def throw_runes(browser: Any, address: str) -> tuple[float, float]:
    """Some throws of ROK against bots: the time between frames while runes fly, and how much the table shifted."""
    page, _ = new_page(browser)
    page.goto(address)
    page.locator("[data-game=rok] .main").click()
    page.locator(".rok").wait_for(timeout=30_000)
    page.wait_for_function("() => document.querySelector('.rok').dataset.scene === 'open'", timeout=30_000)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate("() => { window.shifts = 0; }")
    page.evaluate(FLIGHT)
    page.wait_for_function(f"() => window.throws >= {THROWS}", timeout=LONGEST_ROUND, polling=500)
    frames: list[float] = page.evaluate("() => window.frames")
    shift: float = page.evaluate("() => window.shifts")
    page.context.close()
    return statistics.quantiles(frames, n=20)[-1], shift


def longest_task(events: list[dict[str, Any]]) -> float:
    """The longest task of the page's own thread in all tricks of a round, in milliseconds of that thread."""
    named = [one for one in events if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"]
    threads = {(one["pid"], one["tid"]) for one in named}
    tasks = [one for one in events if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) in threads]
    begin, end = (min(one["ts"] for one in events if one["name"] == mark) for mark in (FIRST_CARD, ROUND_OVER))
    counted = [one for one in tasks if one["ts"] >= begin and one["ts"] + one.get("dur", 0) <= end]
    longest: float = max(one.get("tdur", one.get("dur", 0)) for one in counted) / 1000
    return longest
