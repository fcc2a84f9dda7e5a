"""What docs/bots.md shows is what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from erre.bots import BOT_HELP
from erre.bots.contract import LEVELS

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "docs" / "bots.md").read_text("utf-8")
CONTRACT, PLUGIN, PROGRAM = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(CONTRACT, "docs/bots.md", "exec"), {})
    assert "bid" in capsys.readouterr().out


def test_the_programs_shown_are_those_in_the_examples() -> None:
    assert PROGRAM.strip() in (ROOT / "examples" / "first_bot.py").read_text()
    example = (ROOT / "examples" / "erre-cautious" / "erre_cautious.py").read_text()
    for line in PLUGIN.splitlines():
        assert line in example


def test_every_level_is_in_words() -> None:
    for level in LEVELS:
        assert f"| `{level}` | {BOT_HELP[level]} |" in TEXT
