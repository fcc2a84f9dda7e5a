"""The server is killed in the middle of games and connections are cut: no acknowledged move is lost."""

from __future__ import annotations

from erre.trials.soak import soak


def test_nothing_acknowledged_is_lost_when_the_server_is_killed() -> None:
    report = soak(tables=3, seconds=6, kills=2, seed=3)
    assert report.is_clean, report.words()
    assert report.kills == 2
    assert report.comebacks >= report.pages * 2
