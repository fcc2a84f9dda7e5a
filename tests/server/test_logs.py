"""The server's log file: it is rotated, so it never fills the disk."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from erre.server import logs
from tests.server.running import run, running


@pytest.fixture
def restored() -> Iterator[None]:
    """Put the logger back as it was; other tests of this process use it too."""
    both = (logs.LOG, logs.HTTP_LOG)
    before = [(log, log.handlers, log.filters, log.level, log.propagate) for log in both]
    yield
    for log, handlers, filters, level, propagate in before:
        for handler in log.handlers:
            handler.close()
        log.handlers, log.filters, log.propagate = handlers, filters, propagate
        log.setLevel(level)


@pytest.mark.usefixtures("restored")
def test_the_log_file_is_rotated_and_old_files_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MOST_BYTES", 2_000)
    file = tmp_path / "erre.log"
    logs.set_up_logs(str(file), quiet=False)
    for number in range(300):
        logs.log("a move", number=number)
    kept = sorted(tmp_path.iterdir())
    assert len(kept) == 1 + logs.BACKUPS
    assert all(path.stat().st_size <= 2_000 for path in kept)
    assert json.loads(file.read_text().splitlines()[-1])["number"] == 299


@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize("quiet", [False, True])
def test_a_request_that_is_none_is_one_line_without_a_traceback(quiet: bool, tmp_path: Path) -> None:
    sent = "PUT /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\n"
    file = tmp_path / "erre.log"

    async def test() -> None:
        async with running(tmp_path) as here:
            logs.set_up_logs(str(file), quiet)
            host, _, port = here.base.removeprefix("http://").partition(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(f"{sent}\r\n".encode())
            assert b" 400 " in await reader.readline()
            writer.close()

    run(test)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    told = [line for line in lines if line["what"] == "a request cannot be read"]
    assert len(told) == (0 if quiet else 1)
    assert all(set(line) == {"at", "level", "what", "why"} and "Content-Type" in line["why"] for line in told)
    assert not any("error" in line for line in lines)
