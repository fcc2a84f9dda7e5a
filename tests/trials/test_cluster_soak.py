"""A worker is killed, another sleeps past its lease: nothing acknowledged is lost, and tables live elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from erre.cli import soak as command
from erre.core.errors import BadOptions
from erre.trials import cluster_soak
from erre.trials.cluster_soak import SHORT, soak_cluster


def test_nothing_acknowledged_is_lost_when_workers_die_and_sleep(tmp_path: Path) -> None:
    report = soak_cluster(list(SHORT), tables=4, seed=3, folder=str(tmp_path))
    assert report.is_clean, report.words()
    assert [case.name for case in report.cases] == list(SHORT)
    assert all(case.acknowledged for case in report.cases)


def test_without_the_servers_of_others_the_cluster_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_soak, "SERVERS", "tests.no_servers")
    with pytest.raises(BadOptions, match="checkout"):
        command.soak("cluster", minutes=1)
