"""Invalid messages cause no crash, and no refused message changes a table."""

from __future__ import annotations

from typing import get_args

from erre.server.logs import LOG
from erre.table.requests import AnyRequest
from erre.trials.fuzz import fuzz, fuzz_limits
from erre.trials.fuzz_messages import KINDS


def test_no_message_breaks_a_server_or_changes_a_table_unless_it_was_accepted() -> None:
    LOG.setLevel("CRITICAL")
    report = fuzz(6000, seed=5)
    assert report.is_clean, report
    assert report.messages >= 5900
    assert report.codes["bad_message"] > 1000
    assert report.accepted > 15
    assert report.sockets > 12  # broken frames end a connection, and the next one begins


def test_every_message_type_is_sent() -> None:
    assert {tag for tag, _ in KINDS} == {kind.__struct_config__.tag for kind in get_args(AnyRequest)}


def test_nothing_breaks_a_server_under_its_usual_limits() -> None:
    LOG.setLevel("CRITICAL")
    report = fuzz_limits(600, seed=7)
    assert report.is_clean, report
    assert report.messages >= 600
