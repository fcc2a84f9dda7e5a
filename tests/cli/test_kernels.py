"""Which games a command compiles before it plays."""

from __future__ import annotations

import pytest

from erre.core.entries import Module
from erre.core.mode import INTERPRETED
from erre.games import own_names
from erre.games.compiling import missing


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_only_the_game_that_is_asked_for_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Module, "is_kept", lambda _: False)
    assert missing("rage") == ["rage"]
    assert set(own_names()) <= set(missing())
