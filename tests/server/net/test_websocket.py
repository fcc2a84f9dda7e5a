"""Frames of a WebSocket: whole, in parts, cut anywhere, forbidden ones, and readers that are too slow."""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from erre.server.net import websocket
from erre.server.net.messages import MOST_BYTES
from erre.server.net.sessions import NO_CONNECTION, Session
from erre.server.net.websocket import (
    BINARY,
    BROKEN,
    CLOSE,
    GOOD,
    MORE,
    MOST_WAITING,
    PING,
    PONG,
    TEXT,
    TOO_LONG,
    WebSocket,
    frame_all,
    header,
    unmask,
)
from tests.server.running import run, running


class Wire:
    """A transport that only takes notes."""

    def __init__(self) -> None:
        self.written = b""
        self.is_closed = self.is_aborted = self.is_paused = False

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.is_closed = True

    def pause_reading(self) -> None:
        self.is_paused = True

    def abort(self) -> None:
        self.is_aborted = True


class Heard(WebSocket):
    """A line, and what was heard on it."""

    def __init__(self, hear: Callable[[int, bytes], None] | None = None) -> None:
        self.heard: list[tuple[int, bytes]] = []
        self.wire = Wire()
        wire: Any = self.wire
        super().__init__(wire, hear or (lambda kind, data: self.heard.append((kind, data))), lambda: None)


def frame(kind: int, data: bytes, *, is_last: bool = True, mask: bytes = b"abcd") -> bytes:
    """A frame as a client sends it."""
    size = len(data)
    length = bytes([128 | size]) if size < 126 else struct.pack("!BH", 128 | 126, size)
    return bytes([128 * is_last | kind]) + length + mask + unmask(mask, data)


def on_line(body: Callable[[Heard], None]) -> Heard:
    """A line after a body and one turn of the event loop."""

    async def test() -> Heard:
        line = Heard()
        body(line)
        await asyncio.sleep(0)
        return line

    return asyncio.run(test())


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 125, 126, 1000, MOST_BYTES])
def test_a_frame_comes_through_however_it_is_cut(size: int) -> None:
    text = os.urandom(size)
    sent = frame(TEXT, text) + frame(TEXT, b"next")
    for step in (1, 2, 7, 1000, len(sent)) if size < 1000 else (999, len(sent)):

        def feed(line: Heard, step: int = step) -> None:
            for start in range(0, len(sent), step):
                line.data_received(sent[start : start + step])

        assert on_line(feed).heard == [(TEXT, text), (TEXT, b"next")]


def test_a_message_in_parts_is_heard_whole_with_control_frames_between() -> None:
    parts = (
        frame(TEXT, b"he", is_last=False) + frame(PING, b"?") + frame(MORE, b"l", is_last=False) + frame(MORE, b"lo")
    )
    line = on_line(lambda line: line.data_received(parts + frame(BINARY, b"x")))
    assert line.heard == [(PING, b"?"), (TEXT, b"hello"), (BINARY, b"x")]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x81\x03abc", BROKEN),  # not masked
        (b"\xc1\x83abcdxyz", BROKEN),  # compressed, which nobody agreed to
        (frame(3, b""), BROKEN),  # a kind that does not exist
        (frame(PING, b"", is_last=False), BROKEN),
        (b"\x89\xfe\x00\x7e" + b"abcd" + bytes(126), BROKEN),  # a long control frame
        (frame(MORE, b"x"), BROKEN),  # a part of nothing
        (frame(TEXT, b"x", is_last=False) + frame(TEXT, b"y"), BROKEN),
        (b"\x81\xfe" + struct.pack("!H", MOST_BYTES + 1), TOO_LONG),
        (b"\x81\xff" + struct.pack("!Q", 2**63), TOO_LONG),
        (frame(TEXT, bytes(5000), is_last=False) + frame(MORE, bytes(5000)), TOO_LONG),
    ],
)
def test_what_is_forbidden_closes_the_line_with_the_reason(sent: bytes, code: int) -> None:
    def feed(line: Heard) -> None:
        line.data_received(sent)
        line.data_received(frame(TEXT, b"never heard"))

    line = on_line(feed)
    assert line.wire.written == header(CLOSE, 2) + struct.pack("!H", code)
    assert line.heard == []
    assert line.is_closing


def test_what_is_said_in_one_turn_leaves_in_one_write() -> None:
    def speak(line: Heard) -> None:
        line.say(b"one")
        line.put(frame_all([b"two", b"x" * 200]))
        line.ping(b"?")
        assert line.wire.written == b""

    line = on_line(speak)
    assert line.wire.written == b"\x81\x03one\x81\x03two\x81\x7e\x00\xc8" + b"x" * 200 + b"\x89\x01?"


def test_a_close_is_answered_and_ends_the_connection() -> None:
    line = on_line(lambda line: line.data_received(frame(CLOSE, struct.pack("!H", GOOD)) + frame(TEXT, b"late")))
    assert line.wire.written == header(CLOSE, 2) + struct.pack("!H", GOOD)
    assert line.wire.is_closed
    assert line.heard == []


def test_a_reader_that_is_too_slow_is_let_go() -> None:
    def flood(line: Heard) -> None:
        line.pause_writing()
        for _ in range(MOST_WAITING):
            line.say(b"x")
        assert not line.wire.is_aborted
        line.say(b"x")

    assert on_line(flood).wire.is_aborted


def test_a_reader_that_wakes_up_in_time_gets_everything() -> None:
    def sleep(line: Heard) -> None:
        line.pause_writing()
        line.say(b"x")
        line.resume_writing()

    line = on_line(sleep)
    assert line.wire.written == b"\x81\x01x"
    assert not line.wire.is_aborted


def test_random_bytes_break_nothing() -> None:
    def feed(line: Heard) -> None:
        for _ in range(10):
            line.data_received(os.urandom(50))

    for _ in range(300):
        on_line(feed)


@pytest.mark.parametrize(
    ("change", "status"),
    [({}, 101), ({"Upgrade": "h2c"}, 400), ({"Sec-WebSocket-Version": "8"}, 400), ({"Sec-WebSocket-Key": "x"}, 400)],
)
def test_only_a_right_handshake_is_taken(change: dict[str, str], status: int, tmp_path: Any) -> None:
    usual = {
        "Upgrade": "websocket",
        "Connection": "keep-alive, Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }

    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rage")
            async with ana.get(f"{here.base}/ws/{table}", headers={**usual, **change}) as answer:
                assert answer.status == status
                if status == 101:  # the standard's own example
                    assert answer.headers["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
                answer.close()

    run(test)


def test_pings_of_a_page_are_answered(tmp_path: Any) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rage")
            async with ana.ws_connect(f"{here.base}/ws/{table}", autoping=False) as line:
                await line.ping(b"there?")
                answer = await line.receive()
                assert (answer.type, answer.data) == (aiohttp.WSMsgType.PONG, b"there?")

    run(test)


def test_a_pong_is_heard() -> None:
    assert on_line(lambda line: line.data_received(frame(PONG, b"x"))).heard == [(PONG, b"x")]


def test_a_message_in_too_many_parts_closes_the_line_and_costs_next_to_nothing() -> None:
    async def test() -> None:
        line = Heard()
        parts = frame(TEXT, b"x", is_last=False) + frame(MORE, b"x", is_last=False) * 8191
        line.data_received(parts)
        assert line.heard == []
        assert line.is_closing
        assert struct.pack("!H", TOO_LONG) in line.wire.written

    run(test)


def test_parts_are_counted_from_zero_for_every_message() -> None:
    async def test() -> None:
        line = Heard()
        for _ in range(3):
            line.data_received(frame(TEXT, b"x" * 4000, is_last=False) + frame(MORE, b"y" * 4000))
        assert [len(data) for _, data in line.heard] == [8000] * 3
        assert not line.is_closing

    run(test)


@pytest.mark.parametrize("kind", [PING, PONG, TEXT])
def test_frames_without_end_are_not_read_after_the_line_is_closed(monkeypatch: pytest.MonkeyPatch, kind: int) -> None:
    read = 0

    def counted(mask: bytes, data: bytes) -> bytes:
        nonlocal read
        read += 1
        return unmask(mask, data)

    async def test() -> None:
        def hear(_kind: int, _data: bytes) -> None:
            session.may_speak()

        line = Heard(hear)
        session = Session(line, "ana", False, 5)
        flood = frame(kind, b"") * 40_000
        monkeypatch.setattr(websocket, "unmask", counted)
        for _ in range(10):
            line.data_received(flood)
        assert line.is_closing
        assert line.wire.is_paused
        assert read < 1000

    run(test)


def test_a_close_is_heard_among_late_messages() -> None:
    async def test() -> None:
        line = Heard()
        line.close()
        line.data_received(frame(TEXT, b"x" * 1000) * 8)
        assert not line.wire.is_paused
        line.data_received(frame(CLOSE, struct.pack("!H", GOOD)))
        assert line.wire.is_closed

    run(test)


def test_pongs_that_nobody_asked_for_count_as_messages() -> None:
    session = Session(NO_CONNECTION, "ana", False, 5)
    for _ in range(5):
        session.pong(b"12345678")
    assert not session.may_speak()
