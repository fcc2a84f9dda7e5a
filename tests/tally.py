"""A pytest plugin that writes down how far a run is, a line an event, for `./erre test` to show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


class Tally:
    """Writes how many tests there are, which have failed, and an empty line for each that is over."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("w", buffering=1, encoding="utf-8")

    def write(self, **event: object) -> None:
        """Note an event."""
        self.file.write(json.dumps(event) + "\n")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """The tests of a run in one process are known."""
        if session.items:
            self.write(tests=len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """The tests of a run in several processes are known."""
        self.write(tests=len(ids))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has got through its set-up, its body or its end."""
        if report.failed:
            self.write(failed=report.nodeid)
        if report.when == "teardown":
            self.write()

    def pytest_unconfigure(self) -> None:
        """Nothing more comes."""
        self.file.close()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where to write."""
    parser.addoption("--tally", type=Path, help="write how far the run is into this file")


def pytest_configure(config: pytest.Config) -> None:
    """Watch over the whole run, not in each of its processes."""
    path: Any = config.getoption("--tally")
    if path is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Tally(path))
