"""Request bodies: complete however they arrive, and refused if they are too long or never end."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from erre.core.errors import BadOptions
from erre.server.net import http
from erre.server.net.http import read_body, read_bytes
from erre.server.net.http_types import Rename
from tests.server.running import run


class Pieces:
    """A body that comes in pieces; the last one may never come."""

    def __init__(self, *pieces: bytes, is_whole: bool = True) -> None:
        self.pieces, self.is_whole = list(pieces), is_whole

    async def read(self, most: int) -> bytes:
        if not self.pieces and not self.is_whole:
            await asyncio.Event().wait()
        return self.pieces.pop(0)[:most] if self.pieces else b""


def request(*pieces: bytes, **more: Any) -> Any:
    """A request with a body of JSON."""
    return SimpleNamespace(content=Pieces(*pieces, **more), content_type="application/json", headers={})


def test_a_body_that_comes_in_pieces_is_read_whole() -> None:
    async def test() -> None:
        assert await read_body(request(b'{"na', b'me": "A', b'na"}'), Rename) == Rename("Ana")

    run(test)


def test_a_name_with_half_a_character_is_refused_in_words() -> None:
    async def test() -> None:
        with pytest.raises(BadOptions, match="characters that cannot be used"):
            await read_body(request(rb'{"name": "\ud800"}'), Rename)

    run(test)


def test_a_body_that_is_too_long_is_refused_before_its_end() -> None:
    async def test() -> None:
        endless = request(*[b"x" * 100] * 1000, is_whole=False)
        with pytest.raises(BadOptions, match="too long"):
            await read_bytes(endless, 1000)
        assert len(endless.content.pieces) > 900

    run(test)


def test_a_body_whose_end_never_comes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "BODY_WITHIN", 0.01)

    async def test() -> None:
        with pytest.raises(BadOptions, match="did not come"):
            await read_bytes(request(b"half", is_whole=False), 1000)

    run(test)
