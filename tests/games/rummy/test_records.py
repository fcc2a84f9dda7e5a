"""Records of Rummy: those of the first rules are replayed by the readings of that time."""

from __future__ import annotations

import pytest

from erre.core.chance import key_from_seed
from erre.core.errors import BadRecord
from erre.core.gamefile import GameFile, MoveLine, close_file, new_file, replay, verify
from erre.games.rummy import GAME
from erre.games.rummy.components import Options
from tests.games.rummy.table import laid_out

BEFORE = "[R4 J=R5 R6 R7] [R1 R2 R3]"
MOVE = "lay [R1 R2 R3 R4] [R6 R7 R8] [J=R5 B5 G5]"


def record(rules: int, move: str, rack: str = "B5 G5 R8 Y1", before: str = BEFORE) -> GameFile:
    """A record that begins at a table and has one move, played by some version of the rules."""
    position = {**laid_out(before, rack).position.to_json(), "partial": True}
    file = new_file(GAME, 2, Options(), ["Anna", "Ben"], key_from_seed(0), "")
    file.header.rules, file.header.position = rules, position
    file.header.options = position["options"]
    file.moves.append(MoveLine(0, move))
    close_file(file, None)
    return file


def test_a_joker_in_another_meld_was_right_by_the_first_rules_and_is_wrong_by_the_second() -> None:
    assert verify(record(1, MOVE), GAME).verdict == "proven"
    assert verify(record(2, MOVE), GAME).verdict == "broken"


def test_when_the_time_was_up_the_first_rules_kept_the_whole_lay_or_nothing() -> None:
    draft, rack = "timeout [R6 R7] [R8 B8] [B1 B2 B3]", "B1 B2 B3 B8 Y9"
    tables = [
        [*replay(record(rules, draft, rack, "[R6 R7 R8]"), GAME)][-1].position.to_json()["table"] for rules in (1, 2)
    ]
    assert [len(table) for table in tables] == [1, 2]


def test_a_record_of_unknown_rules_is_refused_and_says_so() -> None:
    with pytest.raises(BadRecord, match="played by rules version 9 of Rummy, here is version 2"):
        list(replay(record(9, MOVE), GAME))
