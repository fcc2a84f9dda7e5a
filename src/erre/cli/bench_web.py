"""`erre bench web`: size of the pages, time until they are usable, and smoothness of play."""

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

from rich.console import Console
from rich.table import Table

from erre.core.companions import companion
from erre.core.comparison import PageFigure
from erre.core.errors import BadOptions
from erre.games import all_games

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
LONGEST_START = 300  # seconds; includes compiling the rules, if that is still to be done
LOADS = 5
TEMPO = 0.25  # of the bots: quick, but one card after the other
WINDOW: Any = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "service_workers": "block"}

# Notes when the first button of a game can be pressed, and every shift of what is drawn. The lessons have been offered
# before, so that a game begins at once.
WATCH = """
localStorage.setItem('erre.offered', 'GAMES');
const look = () => {
  const button = document.querySelector('[data-game] .main');
  if (button && !button.disabled) window.usable ??= performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) window.shifts += shift.value;
}).observe({ type: 'layout-shift', buffered: true });
"""


FIRST_LOAD, USABLE = 150, 1000  # limits: kB, milliseconds


def bench_web(json: bool) -> None:
    """Measure, and print the figures as tables or as JSON."""
    console = Console(stderr=json, highlight=False)
    with console.status("a server and a browser on the loopback interface"), serving() as address:
        figures = measure(address)
    if json:
        print(json_text.dumps({figure.name: figure.value for figure in figures}, indent=2))
    else:
        console.print(table_of(figures))


def table_of(figures: list[PageFigure]) -> Table:
    """The figures next to their limits."""
    table = Table(title="The pages in a browser", title_justify="left")
    for column in ("", "measured", "limit"):
        table.add_column(column, justify="left" if not column else "right")
    for one in figures:
        digits = 0 if one.limit >= 1 else 3
        style = "" if one.value <= one.limit else "bold red"
        table.add_row(
            one.title, f"{one.value:.{digits}f} {one.unit}".strip(), f"{one.limit:g} {one.unit}".strip(), style=style
        )
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
    """Wait until the server answers."""
    end = time.monotonic() + LONGEST_START
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise BadOptions("the server does not start: erre serve says why")


def measure(address: str) -> list[PageFigure]:
    """All figures, with one browser: those of the lobby, then those that games measure of their own."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise BadOptions("erre bench web needs Playwright: install erre with its tests' packages") from None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        try:
            loads = [load_lobby(browser, address) for _ in range(LOADS)]
            own = [figure for module in modules() for figure in module.measure(browser, address, new_page)]
        finally:
            browser.close()
    usable = statistics.median(usable for _, usable in loads)
    return [
        PageFigure("first_load", "first load, compressed", loads[0][0], FIRST_LOAD, "kB"),
        PageFigure("usable", f"usable after, median of {LOADS} loads", usable, USABLE, "ms"),
        *own,
    ]


def modules() -> list[Any]:
    """The modules `bench_web` of games that measure their own table."""
    found = (companion(game, "bench_web") for game in all_games())
    return [module for module in found if module is not None]


def new_page(browser: Any) -> tuple[Any, list[float]]:
    """A page in a fresh browser profile, and the bytes of each resource it loads."""
    page = browser.new_context(**WINDOW).new_page()
    page.add_init_script(WATCH.replace("GAMES", json_text.dumps([game.name for game in all_games()])))
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
