"""The `.wasm` files: the same bytes as natively, nothing asked of the host, and a raise that nobody can overlook."""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec
import pytest

from erre.core.machine_code import DAY
from erre.games import all_games, game
from erre.wasm.build import build, keep, plan
from erre.wasm.contents import PARTS
from erre.wasm.typescript import typescript
from tests.wasm.compare import in_node, runs, write_modules

COMPILED = [one for one in all_games() if one.entries]
GAMES = {"random": 40, "quick": 12, "levels": 1}


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The modules of all games."""
    folder = tmp_path_factory.mktemp("wasm")
    write_modules(folder)
    return folder


def test_games_end_in_the_same_bytes(modules: Path) -> None:
    wanted = [run for one in COMPILED for kind, count in GAMES.items() for run in runs(one, count, min(count, 8), kind)]
    seats = {(run.game.name, run.seats) for run in wanted}
    assert all((one.name, n) in seats for one in COMPILED for n in range(one.least_seats, one.most_seats + 1))
    played = in_node(wanted, modules)
    assert sum(one.moves for one in played) > 10_000
    for run, there in zip(wanted, played, strict=True):
        assert there.hash == run.natively().hash, run


@pytest.mark.parametrize("one", COMPILED, ids=lambda one: str(one.name))
def test_a_module_says_where_the_fields_are(one: object) -> None:
    fields = plan(one.name, "rules").description.fields  # type: ignore[attr-defined]
    dtype = one.record_type.dtype  # type: ignore[attr-defined]
    assert {name: field.at for name, field in fields.items()} == {name: dtype.fields[name][1] for name in dtype.names}


def test_a_stamp_follows_from_the_content() -> None:
    assert build("rurare") == build("rurare")
    stamps = {plan(one.name, part).description.stamp for one in COMPILED for part in PARTS}
    assert len(stamps) == len(COMPILED) * len(PARTS)


def test_checkouts_that_differ_do_not_take_each_others_files_away(tmp_path: Path) -> None:
    paths = [tmp_path / f"rage.rules-{number}" for number in range(5)]
    for path in paths:
        keep(path, b"")
    assert sorted(tmp_path.iterdir()) == paths
    for days, path in enumerate(paths):
        os.utime(path, times=(time.time() - (8 + days) * DAY,) * 2)
    keep(tmp_path / "rage.rules-5", b"")
    assert sorted(tmp_path.iterdir()) == [*paths[:2], tmp_path / "rage.rules-5"]


def test_typescript_has_the_offsets_of_the_record() -> None:
    text = typescript([plan("rage", part).description for part in PARTS])
    offset = game("rage").record_type.dtype.fields["turn"][1]
    assert f'"turn":{{"at":{offset},"kind":"i8","shape":[]}}' in text
    line = next(line for line in text.splitlines() if line.startswith("export const entries"))
    entries = msgspec.json.decode(line.removeprefix("export const entries = ").removesuffix(" as const;"))
    assert entries["rules"]["apply"] == [
        {"name": "s", "kind": "record"},
        {"name": "seat", "kind": "i32"},
        {"name": "move", "kind": "i32"},
    ]
    assert {"name": "seed", "kind": "i64"} in entries["rules"]["random.play_games"]
