"""The runner behind `./erre test`: what it says of tests that fail always, once, or never."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests import run

TESTS = """
from pathlib import Path

def test_passes():
    pass

def test_fails_the_first_time():
    mark = Path(__file__).with_name("mark")
    was_there = mark.exists()
    mark.touch()
    assert was_there
"""


def ran(folder: Path, monkeypatch: pytest.MonkeyPatch, more: str = "") -> int:
    """Run some tests and a check as parts."""
    (folder / "test_some.py").write_text(TESTS + more)
    monkeypatch.setattr(run, "CACHE", folder / "cache")
    monkeypatch.setattr(run, "SELDOM", 0.0)
    parts = [
        run.Part("checks", [sys.executable, "-c", ""], folder),
        run.tests_part("tests", folder, 1, str(folder / "test_some.py")),
    ]
    monkeypatch.setattr(run, "parts_of", lambda *_: parts)
    return run.main()


def test_what_passes_on_its_own_is_named_and_counts_as_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert ran(tmp_path, monkeypatch) == 0
    said = capfd.readouterr().out
    assert "Side by side: checks, tests." in said
    assert "tests    1 failed   2 tests" in said
    _, unsteady = said.split("Passed on their own")
    assert "test_fails_the_first_time" in unsteady
    assert "All is well after 0:" in said


def test_what_fails_twice_fails_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert ran(tmp_path, monkeypatch, "\ndef test_fails():\n    assert 1 == 2\n") == 1
    said = capfd.readouterr().out
    _, unsteady = said.split("Passed on their own")
    assert "test_fails_the_first_time" in unsteady
    assert "::test_fails\n" not in unsteady
    assert "Something failed after" in said


def test_a_check_that_fails_shows_what_it_said_and_fails_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    said = "print('a line too long'); raise SystemExit(1)"
    parts = [run.Part("checks", [sys.executable, "-c", said], tmp_path)]
    monkeypatch.setattr(run, "parts_of", lambda *_: parts)
    assert run.main() == 1
    assert "What the part 'checks' said:\na line too long" in capfd.readouterr().out


def test_the_parts_hold_everything_once(tmp_path: Path) -> None:
    checks, browser, tests = run.parts_of("", tmp_path)
    assert checks.command[-2:] == [str(run.ROOT / "erre"), "check"]
    assert browser.command[-1] == tests.command[-1] == "tests/e2e"
    assert tests.command[-2] == "--ignore"
