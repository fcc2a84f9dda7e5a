"""A page judges records by the rules from the `.wasm`: it finds what `erre verify` finds."""

from __future__ import annotations

import copy
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from erre.core.gamefile import GameFile, verify
from erre.games import game
from erre.trials.setting import any_setting
from erre.wasm.build import build, file_name
from tests.wasm.compare import node

Judge = Callable[[list[GameFile]], list[dict[str, Any]]]
SCRIPT = Path(__file__).with_name("judge.ts")
RECORDS = 12


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    """What the pages' own code says to records."""
    folder = tmp_path_factory.mktemp("wasm")

    def ask(files: list[GameFile]) -> list[dict[str, Any]]:
        for name in {file.header.game for file in files}:
            for written, content in build(name).items():
                (folder / written).write_bytes(content)
        jobs = [{"file": str(folder / file_name(f.header.game, "rules")), "record": as_pages_read(f)} for f in files]
        text = b"".join(msgspec.json.encode(job) + b"\n" for job in jobs)
        said = subprocess.run([node(), "--no-warnings", str(SCRIPT)], input=text, stdout=subprocess.PIPE, check=True)
        return [msgspec.json.decode(line) for line in said.stdout.splitlines()]

    return ask


def as_pages_read(file: GameFile) -> dict[str, Any]:
    """A record as `readRecord` of the client gives it."""
    assert file.end is not None
    header = msgspec.to_builtins(file.header)
    moves = [{"seat": line.seat, "move": line.move, "at": line.at} for line in file.moves]
    outcome = msgspec.to_builtins(file.end.outcome)
    return {**header, "given": False, "moves": moves, "outcome": outcome, "key": file.end.key, "sealed": True}


def records(name: str, count: int = RECORDS) -> list[GameFile]:
    """Random games with random seats and options."""
    return [any_setting(game(name), seed).record() for seed in range(count)]


@pytest.mark.parametrize("name", ["rage", "rurare", "rok"])
def test_records_of_random_games_are_legal(name: str, judge: Judge) -> None:
    files = records(name)
    for file, said in zip(files, judge(files), strict=True):
        assert said == {"kind": "legal", "moves": len(file.moves), "outcome": "true"}


@pytest.mark.parametrize("name", ["rage", "rurare", "rok"])
def test_a_changed_record_is_found_out_at_the_same_move(name: str, judge: Judge) -> None:
    changed = []
    for number, file in enumerate(records(name)):
        forged = copy.deepcopy(file)
        at = number * len(file.moves) // RECORDS
        forged.moves[at].move = file.moves[(at + 7) % len(file.moves)].move
        changed.append(forged)
    found = 0
    for file, said in zip(changed, judge(changed), strict=True):
        proof = verify(file, game(name))
        faults = [words for good, words in proof.findings if not good]
        is_legal = said["kind"] == "legal" and said["outcome"] == "true"
        assert is_legal == (proof.verdict == "proven"), (said, faults)
        if said["kind"] == "illegal":
            found += 1
            assert faults[0].startswith(f"move {said['moves'] + 1},")
    assert found > 0


def test_a_wrong_outcome_is_found(judge: Judge) -> None:
    file = records("rurare", 1)[0]
    assert file.end is not None
    assert file.end.outcome is not None
    file.end.outcome.scores[0] += 1
    assert judge([file])[0]["outcome"] == "false"


def test_lays_of_rummy_are_left_to_the_command(judge: Judge) -> None:
    file = records("rummy", 1)[0]
    first = next(at for at, line in enumerate(file.moves) if line.move.startswith("lay"))
    assert judge([file])[0] == {"kind": "unread", "moves": first}


def test_other_options_than_the_page_knows_are_not_judged(judge: Judge) -> None:
    file = records("rurare", 1)[0]
    file.header.options["counts"] = {"king": 3}
    assert judge([file])[0] == {"kind": "unknown"}
