"""The folder that a server hands to pages: modules of other sources than these are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from erre.wasm.served import INDEX, fresh_games, write_index
from tests.server.running import run, running


def test_modules_of_other_sources_are_left_out(tmp_path: Path) -> None:
    assert fresh_games(tmp_path) == []
    write_index(tmp_path, ["rage"])
    write_index(tmp_path, ["rok"])
    assert fresh_games(tmp_path) == ["rage", "rok"]
    text = (tmp_path / INDEX).read_text()
    (tmp_path / INDEX).write_text(text.replace('"rok":"', '"rok":"old'))
    assert fresh_games(tmp_path) == ["rage"]
    (tmp_path / INDEX).write_text("rubbish")
    assert fresh_games(tmp_path) == []


def test_a_server_hands_out_modules_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "engine"
    folder.mkdir()
    (folder / "rage.wasm").write_bytes(b"\0asm")
    (folder / "secret.txt").write_text("secret")
    write_index(folder, ["rage"])
    monkeypatch.setenv("ERRE_ENGINE", str(folder))

    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            async with ana.get(f"{here.base}/engine/index.json") as answer:
                assert await answer.json() == ["rage"]
            async with ana.get(f"{here.base}/engine/rage.wasm") as answer:
                assert answer.headers["Content-Type"] == "application/wasm"
                assert "'wasm-unsafe-eval'" in answer.headers["Content-Security-Policy"]
                assert await answer.read() == b"\0asm"
            for wrong in ("secret.txt", "rok.wasm", "..%2Frage.wasm"):
                async with ana.get(f"{here.base}/engine/{wrong}") as answer:
                    assert answer.status == 404

    run(test)
