"""Progress: the rate and the time left."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from erre.cli.progress import Lines, counting, rate


def test_a_rate_is_said_by_the_second_or_by_the_minute() -> None:
    assert rate(12345.6) == "12,346/s"
    assert rate(0.5) == "30/min"


def test_without_a_terminal_there_is_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    said = io.StringIO()
    clock = iter([0.0, 0.0, 1.0, 40.0, 41.0, 80.0])
    monkeypatch.setattr("erre.cli.progress.time.monotonic", lambda: next(clock))
    lines = Lines("Playing", 1000, 200, Console(file=said))
    for count in (10, 190, 10, 190):
        lines.forward(count)
    assert said.getvalue().splitlines() == [
        "Playing: 400 of 1,000 (40%), 300/min, 0:02:00 left",
        "Playing: 600 of 1,000 (60%), 300/min, 0:01:20 left",
    ]


def test_on_a_terminal_there_is_a_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    with counting("Playing", 10, 4) as forward:
        forward(6)
    shown = capsys.readouterr().err
    assert "10 of 10 (100 %)" in shown
    assert "/min" in shown or "/s" in shown
