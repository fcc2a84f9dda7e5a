"""The files for offline play: found where they are kept, and what is said on a machine that cannot have them."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import msgspec
import pytest

from erre.cli.doctor import offline_play
from erre.cli.gathering import gather_later, gathering
from erre.offline.downloads import CannotGather, download_package, download_wheel
from erre.server.config import Config
from erre.wasm.served import INDEX, KEPT, Made, forget_old, kept_folder, made_of, pieces_folder


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("ERRE_CACHE", str(tmp_path))
    monkeypatch.delenv("ERRE_PIECES", raising=False)
    return tmp_path


def keep(made_of: str) -> None:
    """Put an index into the cache."""
    kept_folder().mkdir(parents=True, exist_ok=True)
    (kept_folder() / INDEX).write_bytes(msgspec.json.encode(Made(made_of, 8_400_000)))


def test_pieces_of_other_sources_are_not_offered(cache: Path) -> None:
    assert pieces_folder() is None
    assert offline_play().state == "note"
    keep("of other sources")
    assert pieces_folder() is None
    keep(made_of())
    assert pieces_folder() == kept_folder()
    assert offline_play().found.startswith("8.4 MB in ")


def test_the_cache_keeps_few_versions(cache: Path) -> None:
    keep(made_of())
    for number in range(5):
        (kept_folder().parent / f"old{number}").mkdir()
    forget_old()
    assert kept_folder().is_dir()
    assert len(list(kept_folder().parent.iterdir())) == KEPT


def test_a_machine_without_the_compiler_says_so_once(
    cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # for the child: it has no compiler, and asks nobody for anything
    monkeypatch.setattr(logging.getLogger("erre"), "propagate", True)  # a server in another test may have changed both
    caplog.set_level(logging.INFO, "erre")
    asyncio.run(gather_later(lambda: True, quiet=0))
    assert [record.getMessage() for record in caplog.records] == ["offline play is not offered"]
    assert "needs the compiler" in vars(caplog.records[0])["facts"]["why"]
    assert "needs the compiler" in offline_play().found


def test_nothing_is_gathered_where_nobody_wants_it(cache: Path) -> None:
    async def tasks(config: Config) -> int:
        async with gathering(config):
            return len(asyncio.all_tasks()) - 1

    assert asyncio.run(tasks(Config())) == 1
    assert asyncio.run(tasks(Config(offline=False))) == 0
    assert asyncio.run(tasks(Config(parent=7))) == 0  # its parent does


def test_a_machine_without_a_network_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(CannotGather, match="msgspec cannot be downloaded"):
        download_wheel("msgspec", "0.22.0", tmp_path)
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    with pytest.raises(CannotGather, match="pyodide cannot be downloaded"):
        download_package("pyodide", "314.0.7", tmp_path)
