"""`import erre`: what the front door promises."""

from __future__ import annotations

import copy
import doctest
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import erre
import erre.api
from erre.core.chance import fresh_key
from erre.core.gamefile import MoveLine, close_file, new_file
from erre.games import own_names

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_import_erre_loads_nothing_else() -> None:
    before = "import sys, importlib, typing; before = set(sys.modules); import erre; new = set(sys.modules) - before; "
    assert python(before + "print(sorted(new))").strip() == "['erre']"


def test_errors_load_neither_numba_nor_numpy() -> None:
    code = "import sys, erre; erre.IllegalMove; print([name for name in ('numba', 'numpy') if name in sys.modules])"
    assert python(code).strip() == "[]"


def test_every_public_name_is_there_and_documented() -> None:
    assert sorted(erre.__all__) == sorted(name for names in erre.HOMES.values() for name in names)
    for name in erre.__all__:
        assert (getattr(erre, name).__doc__ or "").strip(), name
    assert set(erre.__all__) <= set(dir(erre))


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        erre.nonsense  # noqa: B018


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_record(tmp_path / "game.jsonl")
    found = doctest.testmod(erre.api)
    assert found.attempted > 15
    assert found.failed == 0


def test_the_page_names_every_public_name() -> None:
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    assert [name for name in erre.__all__ if f"`{name}" not in page and f"erre.{name}" not in page] == []


def test_the_page_runs_as_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a block writes a picture
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    scope: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block, scope)
    assert isinstance(scope["position"], erre.Position)


def write_record(path: Path, name: str = "rurare") -> None:
    """A record of a game that was broken off after two moves."""
    key = fresh_key()
    seats = erre.game(name).least_seats
    position = erre.new(name, seats=seats, key=key)
    players = ["Ada", "Bruno", "Cleo"][:seats]
    file = new_file(position.game, seats, position.game.read_options({}), players, key, "")
    for _ in range(2):
        seat = position.turn[0]
        move = position.game.format_move(position.legal(seat)[0])
        position = position.play(seat, move).position
        file.moves.append(MoveLine(seat, move))
    close_file(file, None)
    file.write(path)


@pytest.mark.parametrize("name", own_names())
def test_a_position_survives_pickling_and_copying(name: str) -> None:
    position = erre.new(name, seed=7)
    for other in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert other == position
        assert hash(other) == hash(position)
        assert other.game is position.game
    assert erre.load(position.to_json()) == position
    assert erre.new(name, seed=8) != position
    assert position != 1


@pytest.mark.parametrize("name", own_names())
def test_a_position_and_its_game_say_what_they_are(name: str) -> None:
    position = erre.new(name, seed=7)
    assert position.game.title in repr(position)
    assert "0x" not in repr(position) + repr(position.game)
    assert str(position.turn[0]) in repr(position)


@pytest.mark.parametrize("name", own_names())
def test_an_imagined_position_shows_the_seat_what_it_saw(name: str) -> None:
    view = erre.new(name, seed=7).view(0)
    assert erre.imagine(view, seed=1).view(0) == view
    assert erre.imagine(view, seed=1) == erre.imagine(view, seed=1)


def test_a_move_returns_what_happened() -> None:
    position, events = erre.new("rage", seats=4, seed=7).play("bid 3")
    assert position.view(None).bids[1] == 3
    assert [type(event).__name__ for event in events] == ["BidMade"]


def test_a_refusal_has_the_number_of_its_rule() -> None:
    position = erre.new("rage", seats=4, seed=7)
    with pytest.raises(erre.IllegalMove, match="§") as caught:
        position.play("bid 11")
    assert caught.value.rule.startswith("§")


def test_where_several_choose_the_seat_must_be_named() -> None:
    position = erre.new("rurare", seats=3, seed=7)
    with pytest.raises(erre.BadOptions, match="seats 0, 1, 2 all choose now"):
        position.legal()
    with pytest.raises(erre.BadOptions, match="say which seat"):
        position.play("1")


def test_the_solver_lays_what_the_rules_allow() -> None:
    position = erre.new("rummy", seats=2, seed=7)
    laid = 0
    for _ in range(60):
        seat = position.turn[0]
        moves = erre.solve(position.view(seat))
        for move in moves:
            position.check(seat, move)
        laid += bool(moves)
        position = position.play(seat, moves[0] if moves else position.legal(seat)[0]).position
        if position.is_over:
            break
    assert laid > 0


def test_a_game_without_a_solver_says_so() -> None:
    with pytest.raises(erre.BadOptions, match="no exact solver"):
        erre.solve(erre.new("rage", seed=7).view(0))


@pytest.mark.parametrize("seed", [1.5, "7", None, -1, 2**70, True])
def test_a_seed_that_is_none_is_refused(seed: object) -> None:
    with pytest.raises(erre.BadOptions, match="a seed is a whole number"):
        erre.VectorEnv("rage", 2, seed=seed)  # type: ignore[arg-type]
    if seed is not None:
        with pytest.raises(erre.BadOptions, match="a seed is a whole number"):
            erre.new("rage", seed=seed)  # type: ignore[call-overload]


def test_what_has_the_wrong_type_is_refused_in_words() -> None:
    door: Any = erre
    for name in (None, 3, ["rage"]):
        with pytest.raises(erre.Refusal, match="a game or its name is needed, not "):
            door.game(name)
        with pytest.raises(erre.Refusal, match="a game or its name is needed, not "):
            door.bot(name, "greedy")
    for level in (None, 3):
        with pytest.raises(erre.BadOptions, match="the name of a bot is needed, not "):
            door.bot("rage", level)
    with pytest.raises(erre.Refusal, match="the path of a record is needed, not null"):
        door.read_record(None)
    with pytest.raises(erre.BadRecord, match="null byte"):
        door.read_record("\0.jsonl")
    value: Any
    for value in (np.zeros(2), [], {}, None, 7):
        with pytest.raises(erre.BadOptions, match="bidding"):
            door.new("rage", options={"bidding": value})
    with pytest.raises(erre.BadOptions, match="an array is there"):
        door.new("rurare", options={"counts": np.zeros(2)})
    with pytest.raises(erre.BadPosition, match="an array is there"):
        door.load({**erre.new("rage", seed=1).to_json(), "options": np.zeros(2)})
    view = erre.new("rage", seats=4, seed=7).view(0)
    for samples in ("x", 1.5, None):
        with pytest.raises(erre.BadOptions, match="a number of samples is a whole number, not "):
            door.beliefs(view, samples=samples)


def test_plain_mistakes_are_refused_in_one_line() -> None:
    position = erre.new("rage", seats=4, seed=7)
    with pytest.raises(erre.BadNotation, match="a move of Rage or its text is needed, not null"):
        position.play(1, None)  # type: ignore[call-overload]
    with pytest.raises(erre.BadNotation, match="not 5"):
        position.play(1, 5)  # type: ignore[call-overload]
    with pytest.raises(erre.BadOptions, match="a seat is a number"):
        position.play("1", "bid 3")  # type: ignore[call-overload]
    with pytest.raises(erre.BadOptions, match="a key is 32 bytes"):
        erre.new("rage", key=b"x")
    with pytest.raises(erre.BadOptions, match=r"erre.game\(NAME\)"):
        erre.Position.new("rage", 4)  # type: ignore[arg-type]
    with pytest.raises(erre.BadOptions, match="not 'four'"):
        erre.new("rage", "four")  # type: ignore[call-overload]
    with pytest.raises(erre.BadNotation, match="no position can be read"):
        erre.load("nowhere.json")
    with pytest.raises(erre.BadOptions, match="view of a game is needed"):
        erre.imagine(7)  # type: ignore[arg-type]
    with pytest.raises(erre.BadOptions, match="not a spectator's"):
        erre.imagine(position.view(None))


@pytest.mark.parametrize("name", own_names())
def test_a_notebook_shows_a_picture_with_the_pieces_of_every_seat(name: str) -> None:
    position = erre.new(name, seed=7)
    drawn = ElementTree.fromstring(position._repr_svg_())
    words = [text.text or "" for text in drawn.iter(f"{SVG}text")]
    assert position.game.title in words[0]
    pieces = {title.text for title in drawn.iter(f"{SVG}title")}
    for seat in range(position.seats):
        assert f"seat {seat}" in words
        assert set(position.game.held_pieces(position.truth, seat)) <= pieces


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (None, "a mapping, its JSON as text, or the path of a file, not null"),
        (5, "the path of a file, not 5"),
        (True, "the path of a file, not true"),
        (b"{}", "the path of a file, not b'{}'"),
        (["{}"], "the path of a file, not"),
        ("", "this one is empty"),
        (" \n", "this one is empty"),
        ("[]", r"a position is an object, not \[\]"),
        (" [1]", r"a position is an object, not \[1\]"),
        ("null", "a position is an object, not null"),
        ("5", "a position is an object, not 5"),
        ('"rage"', "a position is an object, not 'rage'"),
        ("{", "this is not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("{}", "says which game it belongs to"),
        ({}, "says which game it belongs to"),
        ("nowhere.json", "in 'nowhere.json': No such file"),
        (Path("nowhere.json"), "in 'nowhere.json': No such file"),
        (Path(), "in '.': Is a directory"),
        ("a\0b", "no position can be read in"),
        ("x" * 5000, "no position can be read in"),
    ],
    ids=lambda given: repr(given)[:20],
)
def test_what_is_no_position_is_refused_in_words(given: object, why: str) -> None:
    with pytest.raises(erre.Refusal, match=why):
        erre.load(given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("content", "why"), [(b"", "the file is empty"), (b"\xff\xfe", "it is not text"), (b"[]", "object")]
)
def test_files_that_hold_no_position_are_refused_in_words(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "position.json").write_bytes(content)
    for path in (tmp_path / "position.json", str(tmp_path / "position.json")):
        with pytest.raises(erre.Refusal, match=why):
            erre.load(path)


def test_a_key_and_a_seed_are_not_given_together() -> None:
    for seed in (0, 3):
        with pytest.raises(erre.BadOptions, match="a key or a seed, not both"):
            erre.new("rage", seats=3, key=bytes(32), seed=seed)
    assert erre.new("rage", seats=3, key=bytes(32), seed=None) == erre.new("rage", seats=3, key=bytes(32))


@pytest.mark.parametrize("name", own_names())
def test_a_notebook_shows_a_replay(name: str, tmp_path: Path) -> None:
    write_record(tmp_path / "game.jsonl", name)
    record = erre.read_record(tmp_path / "game.jsonl")
    drawn = ElementTree.fromstring(record._repr_svg_() or "")
    steps = list(record.steps())
    assert len(drawn.findall(f"{SVG}g")) == len(steps)  # a picture for each
    words = [text.text or "" for text in drawn.iter(f"{SVG}text")]
    assert words[0] == "the deal"
    assert "seat 1 · Bruno" in words
    words = [text.text or "" for text in ElementTree.fromstring(record.svg(first=1, count=1)).iter(f"{SVG}text")]
    assert words[0] == f"move 1, seat {record.moves[0].seat}: {record.moves[0].move}"
    for wrong in ({"first": -1}, {"first": 99}, {"count": 0}, {"count": "x"}, {"first": 1.5}):
        with pytest.raises(erre.BadOptions):
            record.svg(**wrong)
