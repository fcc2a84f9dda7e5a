"""The wire: types for the browser are never older than the Python ones, and the pages about it are whole."""

from __future__ import annotations

from typing import get_args

from erre.server.api.schema import PATHS, openapi, schema
from erre.server.api.wire_types import generated
from erre.server.net.messages import AnyMessage
from erre.table.requests import AnyRequest


def test_what_the_browser_takes_from_python_is_up_to_date() -> None:
    stale = [str(path) for path, text in generated().items() if path.read_text("utf-8") != text]
    assert stale == [], "run: python -m erre.server.api.wire_types"


def test_every_message_is_in_the_schema() -> None:
    names = {kind.__name__ for kind in (*get_args(AnyRequest), *get_args(AnyMessage))}
    assert names <= set(schema()["$defs"])


def test_every_address_is_in_the_description() -> None:
    assert set(openapi()["paths"]) == {path for _, path, *_ in PATHS}
