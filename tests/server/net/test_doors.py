"""Connections that never send a request are closed, and an address may have only a limited number."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from erre.server.net import doors
from tests.server.running import run, running


def test_half_sent_requests_are_closed_and_whole_ones_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "REQUEST_WITHIN", 0.3)
    monkeypatch.setattr(doors, "LOOK_EVERY", 0.05)

    async def test() -> None:
        async with running(tmp_path) as here:
            lines = [await asyncio.open_connection("127.0.0.1", here.server.port) for _ in range(20)]
            for _, writer in lines:
                writer.write(b"GET /health HTTP/1.1\r\nHost: x")
            ana = await here.person("Ana")
            for reader, writer in lines:
                assert await reader.read() == b""  # closed without an answer
                writer.close()
            assert here.server.metrics.counted["slow_connections"] >= 20
            table = await here.open(ana, game="rurare", seats=2)
            page = await here.page(ana, table)  # sessions stay
            before = here.server.metrics.counted["slow_connections"]
            _, writer = await asyncio.open_connection("127.0.0.1", here.server.port)
            while here.server.metrics.counted["slow_connections"] == before:
                await asyncio.sleep(0.02)  # another one that says nothing is closed
            writer.close()
            assert page.socket is not None
            assert not page.socket.closed

    run(test)


def test_one_address_has_only_so_many_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(doors, "MOST_OF_ADDRESS", 10)

    async def test() -> None:
        async with running(tmp_path, limits=1.0) as here:
            lines = [await asyncio.open_connection("127.0.0.1", here.server.port) for _ in range(25)]
            while here.server.metrics.counted["crowded_connections"] < 15:
                await asyncio.sleep(0.02)
            while sum(reader.at_eof() for reader, _ in lines) < 15:
                await asyncio.sleep(0.02)
            assert here.server.metrics.counted["crowded_connections"] == 15
            for _, writer in lines:
                writer.close()

    run(test)
