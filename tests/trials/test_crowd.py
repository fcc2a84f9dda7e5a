"""`erre soak crowd` with a small crowd."""

from __future__ import annotations

from erre.trials.crowd import BYTES_EACH, CrowdReport, crowd


def test_a_crowd_costs_its_number_and_not_its_square() -> None:
    report = crowd(spectators=150)
    assert report.is_clean, report.words()
    assert report.watching == 150
    assert report.messages < 150 * 20  # it would be over 11,000 if each were told of each


def test_a_crowd_that_was_sent_too_much_or_sent_away_is_a_broken_promise() -> None:
    assert CrowdReport(10, watching=10, bytes=10 * BYTES_EACH - 1).is_clean
    assert not CrowdReport(10, watching=10, bytes=10 * BYTES_EACH).is_clean
    assert not CrowdReport(10, watching=9).is_clean
    assert not CrowdReport(10, watching=10, closed=1).is_clean
