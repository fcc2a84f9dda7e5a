"""Whatever comes in: no crash, and no table changed by a refused message."""

from __future__ import annotations

from typing import get_args

from erre.server.fuzz import fuzz, fuzz_sockets
from erre.server.logs import LOG
from erre.table.requests import AnyRequest


def test_no_message_breaks_a_server_or_changes_a_table_unless_it_was_accepted() -> None:
    LOG.setLevel("CRITICAL")
    report = fuzz(6000, seed=5)
    assert report.is_clean, report
    assert report.messages >= 5900
    assert report.codes["bad_message"] > 1000
    assert report.accepted > 15
    assert len(get_args(AnyRequest)) == 18


def test_nothing_that_comes_over_a_socket_breaks_the_server() -> None:
    LOG.setLevel("CRITICAL")
    report = fuzz_sockets(600, seed=7)
    assert report.is_clean, report
    assert report.messages >= 600
