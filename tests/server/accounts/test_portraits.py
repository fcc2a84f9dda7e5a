"""The portraits that the server accepts are those that the client draws and names."""

from __future__ import annotations

import re
from pathlib import Path

from erre.server.accounts.portraits import PORTRAITS

WEB = Path(__file__).parents[3] / "web" / "src"


def test_every_portrait_is_drawn_and_named() -> None:
    drawn = re.findall(r"^  (\w+): ground", (WEB / "lib" / "portraits.ts").read_text("utf-8"), re.M)
    assert tuple(drawn) == PORTRAITS
    assert len(PORTRAITS) >= 24
    named = (WEB / "shell" / "account" / "portraitNames.ts").read_text("utf-8")
    for name in PORTRAITS:
        assert len(re.findall(rf"\b{name}: '", named)) == 4, name
