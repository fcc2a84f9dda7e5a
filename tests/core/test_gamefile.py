"""Record files: broken ones are refused with the line, rigged ones are found out."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.core import chance
from erre.core.errors import BadRecord, Refusal
from erre.core.gamefile import GameFile, parse_file, read_file, replay, sealed, verify
from erre.games import game
from tests.conformance.games import Setting

RAGE = game("rage")
RECORD = Setting(RAGE, 3, {}, 12).record()
*LINES, SEAL = RECORD.lines()  # with the seal off, other faults come to light


def with_line(number: int, **changes: object) -> list[str]:
    """The record with some fields of a line changed."""
    lines = list(LINES)
    lines[number] = json.dumps({**json.loads(lines[number]), **changes})
    return lines


def test_a_good_record_is_proven() -> None:
    proof = verify(parse_file("\n".join(LINES)), RAGE)
    assert proof.verdict == "proven"
    assert len(proof.findings) == 3


def test_a_seal_finds_any_byte_that_was_changed() -> None:
    raw = "\n".join([*LINES, SEAL]).encode()
    proof = verify(parse_file(raw.decode()), RAGE)
    assert proof.verdict == "proven"
    assert any("seal" in words for _, words in proof.findings)
    for at in range(0, len(raw), 7):
        changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        with contextlib.suppress(BadRecord):
            assert parse_file(changed.decode()).is_sealed is False
    rigged = parse_file("\n".join([*with_line(2, move="bid 0"), SEAL]))
    assert verify(rigged, RAGE).verdict == "broken"


def test_a_seal_stands_at_the_end_and_once() -> None:
    for lines in ([LINES[0], SEAL], [*LINES, SEAL, SEAL], [*LINES[:-1], *LINES, SEAL]):
        with pytest.raises(BadRecord):
            parse_file("\n".join(lines))
    assert sealed([*LINES, SEAL]) == [*LINES, SEAL]


def test_a_record_of_older_rules_is_proven_by_the_option_that_keeps_them() -> None:
    rurare = game("rurare")
    record = Setting(rurare, 2, {"cutShortTurn": "counts"}, 3).record()
    options = {name: value for name, value in record.header.options.items() if name != "cutShortTurn"}
    older = GameFile(msgspec.structs.replace(record.header, rules=1, options=options), record.moves, record.end)
    assert verify(older, rurare).verdict == "proven"
    steps = list(replay(older, rurare))
    given = steps[4].position.to_json()
    del given["options"]["cutShortTurn"]
    header = msgspec.structs.replace(older.header, position=given)
    assert verify(GameFile(header, older.moves[4:], older.end), rurare).verdict == "proven"


def test_a_record_may_begin_at_a_position_and_says_so() -> None:
    steps = list(replay(RECORD, RAGE))
    given = steps[5].position.to_json()
    file = GameFile(msgspec.structs.replace(RECORD.header, position=given), RECORD.moves[5:], RECORD.end)
    proof = verify(parse_file("\n".join(file.lines())), RAGE)
    assert proof.verdict == "proven"
    assert any("first deal is NOT proven" in words for _, words in proof.findings)
    for changes in ({"options": {"slam": True}}, {"position": {**given, "chance": {"key": "00" * 32, "drawn": 1}}}):
        file = GameFile(msgspec.structs.replace(file.header, **changes), RECORD.moves[5:], RECORD.end)
        assert verify(file, RAGE).verdict == "broken"


@pytest.mark.parametrize(
    ("lines", "finding"),
    [
        (with_line(-1, key="ab" * 32), "does NOT match its commitment"),
        (with_line(-1, salt="ab" * 32), "does NOT match its commitment"),
        (with_line(0, commitment="cd" * 32), "does NOT match its commitment"),
        (with_line(4, move="bid 10"), "§2.3"),
        (with_line(2, seat=2), "turn"),
        (with_line(5, move="Z99"), "move 5"),
        (LINES[:-2] + LINES[-1:], "is NOT the one"),
        (with_line(-1, outcome={"scores": [1, 2, 3], "winners": [2], "ending": "x"}), "is NOT the one"),
        (with_line(0, options={"slam": True, "bidding": "secret"}), "move"),
        (with_line(0, options={"nonsense": 1}), "no option"),
        (with_line(0, rules=99), "rules version 99"),
    ],
    ids=[
        "key",
        "salt",
        "commitment",
        "move",
        "seat",
        "unreadable",
        "missing",
        "outcome",
        "options",
        "unknown",
        "version",
    ],
)
def test_a_rigged_record_is_not_proven(lines: list[str], finding: str) -> None:
    proof = verify(parse_file("\n".join(lines)), RAGE)
    assert proof.verdict == "broken"
    assert any(finding in words for good, words in proof.findings if not good)


def test_a_rigged_deal_is_found_out_even_with_a_matching_commitment() -> None:
    """Whoever makes up a new key, salt and commitment has other cards, and the moves do not fit them."""
    key, salt = bytes(32), bytes(32)
    lines = with_line(0, commitment=chance.commitment(key, salt))
    lines[-1] = json.dumps({**json.loads(lines[-1]), "key": key.hex(), "salt": salt.hex()})
    proof = verify(parse_file("\n".join(lines)), RAGE)
    assert proof.verdict == "broken"
    assert proof.findings[0][0]


def test_an_unfinished_record_proves_nothing_yet() -> None:
    file = parse_file("\n".join(LINES[:-1]))
    assert verify(file, RAGE).verdict == "open"
    with pytest.raises(BadRecord, match="key"):
        list(replay(file, RAGE))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("\n\n", "empty"),
        ("{", "line 1"),
        (LINES[1], "begins with its header"),
        (LINES[0] + "\n" + LINES[0], "second header"),
        ("\n".join([*LINES, LINES[1]]), "after its end"),
        ("\n".join(with_line(0, commitment="xyz")), "commitment"),
        ("\n".join(with_line(0, seats=5)), "players"),
        ("\n".join(with_line(0, format=7)), "format 7"),
        ("\n".join(with_line(-1, key="12")), "key and salt"),
        ("\n".join(with_line(1, seat="one")), "seat"),
        ("\n".join(with_line(1, extra=1)), "extra"),
        (LINES[0][: len(LINES[0]) // 2], "line 1"),
        ('{"line":"dance"}', "line 1"),
    ],
)
def test_a_broken_record_is_refused_with_the_line_and_the_reason(text: str, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        parse_file(text)


@pytest.mark.parametrize("cut", range(0, len("\n".join(LINES)), 997))
def test_a_record_cut_anywhere_is_refused_or_open_but_never_proven(cut: int) -> None:
    try:
        file = parse_file("\n".join(LINES)[:cut])
    except BadRecord:
        return
    assert verify(file, RAGE).verdict in ("open", "broken")


@given(st.integers(0, len("\n".join(LINES)) - 1), st.binary(min_size=1, max_size=4))
def test_rubbish_in_a_record_never_does_more_than_refuse(at: int, junk: bytes) -> None:
    raw = "\n".join(LINES).encode()
    text = (raw[:at] + junk + raw[at + len(junk) :]).decode("utf-8", "replace")
    with contextlib.suppress(Refusal):
        verify(parse_file(text), RAGE)


def test_files_are_written_whole_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "game.jsonl"
    RECORD.write(path)
    assert read_file(path) == RECORD
    assert [p.name for p in path.parent.iterdir()] == ["game.jsonl"]
    with pytest.raises(BadRecord, match="No such file"):
        read_file(tmp_path / "nothing")
    with pytest.raises(BadRecord):
        read_file(tmp_path)
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(BadRecord, match="not text"):
        read_file(tmp_path / "picture")


def test_a_game_file_keeps_its_key_to_itself_until_the_end() -> None:
    file = GameFile(RECORD.header)
    assert file.key is None
    assert RECORD.key == chance.key_from_seed(12)
