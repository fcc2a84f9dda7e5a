"""The wire: types for the browser are never older than the Python ones, and the pages about it are whole."""

from __future__ import annotations

from typing import get_args

from erre.server.api.schema import PATHS, openapi, schema
from erre.server.api.wire_types import FILE, wire_types
from erre.server.net.messages import AnyMessage
from erre.table.requests import AnyRequest


def test_the_browsers_types_are_up_to_date() -> None:
    assert FILE.read_text("utf-8") == wire_types(), "run: python -m erre.server.api.wire_types"


def test_every_message_is_in_the_schema() -> None:
    names = {kind.__name__ for kind in (*get_args(AnyRequest), *get_args(AnyMessage))}
    assert names <= set(schema()["$defs"])


def test_every_address_is_in_the_description() -> None:
    assert set(openapi()["paths"]) == {path for _, path, *_ in PATHS}
