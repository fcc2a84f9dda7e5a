"""Before the first server: all rules and bots are loaded, so that no test waits for a compiler."""

from __future__ import annotations

import pytest

from erre.server.bot_runner import warm_up


@pytest.fixture(scope="session", autouse=True)
def warm() -> None:
    """Load the machine code of all games and bots once."""
    warm_up()
