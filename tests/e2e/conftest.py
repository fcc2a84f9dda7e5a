"""A real browser in front of a real server. Nothing here is skipped: what is missing fails with the way to get it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hatch_build import install_packages
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.e2e.browser import find_chromium, launch_chromium
from tests.e2e.people import Person
from tests.e2e.served import ROOT, Served, build_pages, environment
from tests.e2e.windows import Windows


@pytest.fixture(scope="session")
def playing() -> Iterator[Playwright]:
    """The driver of the browser."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session", autouse=True)
def prepared() -> None:
    """Pages, packages, a browser and machine code are there; one of the processes gets them, the others wait."""
    with one_at_a_time():
        build_pages()
        install_packages(ROOT / "web", tests=True)
        find_chromium()
        compile_games()


def compile_games() -> None:
    """Machine code for all games: a server that still compiles plays on, but its hints would be waited for too long."""
    subprocess.run([sys.executable, "-m", "erre", "compile"], env=environment(), stdout=subprocess.DEVNULL, check=True)


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Holds off other processes that want the same."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with (ROOT / ".e2e.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def browser(playing: Playwright) -> Iterator[Browser]:
    """One browser for all tests; each person has a context of their own."""
    found = launch_chromium(playing)
    yield found
    found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose bots answer at once, with the pages of these sources."""
    served = Served(tmp_path_factory.mktemp("served"))
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    """Its windows, for one person after another."""
    return Windows(browser)


@pytest.fixture
def people(windows: Windows, server: Served) -> Iterator[Person.Maker]:
    """Makes persons, each with a browser window; at the end nobody may have met an error."""
    met: list[Person] = []

    def meet(name: str, **window: object) -> Person:
        person = Person(windows, server.address, name, **{"is_painted": "SHOTS" in os.environ, **window})
        met.append(person)
        return person

    yield meet
    for person in met:
        person.leave()
    assert [error for person in met for error in person.errors] == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which looks for barriers in a page."""
    return (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text()
