"""Golden files: a playthrough a person can read, and a signature over 200 games.

`./erre test --rewrite-golden tests/conformance` writes them anew; the diff is read like code. A change in play
raises the game's rules_version.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from erre.core.batch import play_batch
from erre.core.game import AnyGame, Position
from erre.core.gamefile import describe
from tests.conformance.games import GAMES, Setting

GOLDEN = Path(__file__).parent / "golden"
SIGNED_GAMES = 200


def signature(one: AnyGame) -> str:
    """One line: a hash over the final records of 200 random games, spread over all numbers of seats."""
    digest = hashlib.sha256()
    sizes = list(range(one.least_seats, one.most_seats + 1))
    for k, seats in enumerate(sizes):
        count = len(range(k, SIGNED_GAMES, len(sizes)))
        digest.update(play_batch(one, seats, one.read_options({}), count, seed=2026).states.tobytes())
    return f"{one.name} rules {one.rules_version}: {digest.hexdigest()}"


def playthrough(one: AnyGame) -> str:
    """A whole random game: every move with what it led to."""
    setting = Setting(one, one.least_seats, {}, 1)
    start = Position.new(one, setting.seats, {}, seed=setting.seed)
    lines = [f"{one.title}, {setting.seats} seats, seed {setting.seed}", *map(describe, start.events)]
    for position, seat, move in setting.walk():
        legal = " ".join(one.format_move(m).replace("bid ", "bid-") for m in position.legal(seat))
        lines.append(f"\nseat {seat} of [{legal}]: {one.format_move(move)}")
        lines += [f"  {describe(event)}" for event in position.play(seat, move).events]
        outcome = position.play(seat, move).position.outcome
    lines.append(f"\n{outcome}\n")
    return "\n".join(lines)


def compare(path: Path, text: str, rewrite: bool) -> None:
    """The golden file says the same, or is written anew."""
    if rewrite:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_the_playthrough_is_as_it_was(one: AnyGame, rewrite_golden: bool) -> None:
    compare(GOLDEN / f"{one.name}.txt", playthrough(one), rewrite_golden)


def test_the_signatures_are_as_they_were(rewrite_golden: bool) -> None:
    text = "".join(f"{signature(one)}\n" for one in GAMES)
    compare(GOLDEN / "signatures.txt", text, rewrite_golden)


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {"signatures", *(one.name for one in GAMES)}
