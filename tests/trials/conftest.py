"""All rules and bots are loaded before the first trial, so that none waits for a compiler."""

from __future__ import annotations

import pytest

from erre.server.tables.bot_runner import warm_up


@pytest.fixture(scope="session", autouse=True)
def warm() -> None:
    """Load the machine code of all games and bots once."""
    warm_up()
