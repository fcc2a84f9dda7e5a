"""The server of a page plays by the same rules: its sources as they are packed, without numpy, numba and aiohttp."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from erre.core.gamefile import parse_file, verify
from erre.games import all_games
from erre.games import game as find_game
from erre.offline.pack import archive

SCRIPT = Path(__file__).with_name("play_here.py")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    zipfile.ZipFile(io.BytesIO(archive())).extractall(folder)
    os.symlink(Path(msgspec.__file__).parent, folder / "msgspec")
    return folder


def played(folder: Path, game: str) -> Any:
    """What a server of nothing but the archive tells about a game."""
    begin = f"import sys; sys.path.insert(0, {str(folder)!r}); sys.argv = ['', {game!r}]"
    begin += f"; exec(open({str(SCRIPT)!r}).read())"
    command = [sys.executable, "-S", "-E", "-c", begin]
    done = subprocess.run(command, capture_output=True, env={"NUMBA_DISABLE_JIT": "1"}, timeout=300, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@pytest.mark.parametrize("game", ["rage", "rurare"])
def test_a_game_in_a_page_is_one_that_every_server_proves(unpacked: Path, game: str) -> None:
    told = played(unpacked, game)
    record = parse_file(told["record"])
    assert verify(record, find_game(game)).verdict == "proven"
    assert told["steps"] == len(record.moves) + 1
    assert told["games"] == [one.name for one in all_games()]
    assert told["later"]
    assert told["judged"] == "legal"
    assert told["writes"]
    assert told["puzzles"] == dict.fromkeys(sorted(one.name for one in all_games()), True)
    assert told["streak"] == 0  # who has seen the solution solves nothing any more
    assert told["name"] == "Ada"
    assert told["missing"] == "no_table"


def test_the_archive_is_the_same_for_the_same_sources() -> None:
    assert archive() == archive()


def test_tables_that_numpy_computes_are_shipped_as_data() -> None:
    with zipfile.ZipFile(io.BytesIO(archive())) as files:
        texts = {name: files.read(name).decode() for name in files.namelist() if name.endswith(".py")}
    data = [name for name, text in texts.items() if "\nSHIPPED_AS_DATA = True" in text]
    assert len(data) >= 2
    assert not [name for name in data if "import numpy" in texts[name]]
