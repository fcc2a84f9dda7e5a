"""The way of a card, as ARCHITECTURE.md describes it: the files that one move passes on a running server."""

from __future__ import annotations

import re
import sys
import threading
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import erre
from erre.trials.client import Page
from tests.server.running import run, running

ROOT = Path(__file__).parents[2]
PACKAGE = Path(erre.__file__).parent
MOST_STATIONS = 20
WATCHED = 6  # moves: three bids and a trick, without what happens now and then in the background


def described() -> tuple[list[str], set[str]]:
    """The stations in the table of that chapter, and all files of the package that it names."""
    chapter = (ROOT / "ARCHITECTURE.md").read_text("utf-8").split("## The way of a card")[1].split("\n## ")[0]
    stations = re.findall(r"^\| \d+ \| `([^`]+)`", chapter, re.MULTILINE)
    return stations, set(re.findall(r"`([a-z_/]+\.py)`", chapter))


class Tracer:
    """Notes the files of the package in which a function is called, while it is on."""

    def __init__(self) -> None:
        self.is_on = False
        self.files: set[str] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if self.is_on and event == "call":
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(PACKAGE):
                self.files.add(path.relative_to(PACKAGE).as_posix())


def is_past(page: Page, number: int) -> bool:
    """Whether a page has a later update."""
    return page.have is not None and page.have > number


async def files_of_moves(folder: Path, tracer: Tracer) -> list[set[str]]:
    """The files that each of the first moves of a game passes, from the frame of its page to the updates."""
    passed: list[set[str]] = []
    async with running(folder) as here:
        ana = await here.person("Ana")
        page = await here.page(ana, await here.open(ana, game="rage", seats=3))
        for seat in range(3):
            await page.ask("sit", seat=seat, name=f"Ana {seat}")
        await page.ask("start")
        for _ in range(WATCHED):
            acting = next(eye for eye in page.eyes if eye["legal"])
            number, tracer.files, tracer.is_on = page.have or 0, set(), True
            await page.move(acting["seat"], acting["legal"][0])
            await page.until(partial(is_past, page, number))
            tracer.is_on = False
            passed.append({file for file in tracer.files if not file.startswith("trials/")})
    return passed


def test_a_card_passes_the_files_that_are_described(tmp_path: Path) -> None:
    tracer, passed = Tracer(), []

    async def test() -> None:
        passed.extend(await files_of_moves(tmp_path, tracer))

    threading.setprofile(tracer)  # the storage has a thread
    sys.setprofile(tracer)
    try:
        run(test)
    finally:
        threading.setprofile(None)
        sys.setprofile(None)
    stations, named = described()
    here = {station for station in stations if station.endswith(".py")}
    assert here <= set.union(*passed)
    assert set.intersection(*passed) <= named


def test_a_card_passes_few_files_from_the_press_to_the_screen() -> None:
    stations, _ = described()
    assert len(stations) == len(set(stations)) <= MOST_STATIONS
    for station in stations:
        assert (ROOT / station if station.startswith("web/") else PACKAGE / station).exists(), station
