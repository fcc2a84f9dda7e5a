"""Erre-4: the tasks, the score, and a leaderboard that finds out what was changed."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from erre.cli.benchmark import check_leaderboard
from erre.core.errors import BadOptions
from erre.games import game, game_names
from erre.lab.benchmark import (
    SHARES,
    BadEntry,
    Entry,
    chosen_games,
    game_edges,
    protocol,
    result_of,
    run_benchmark,
    score,
    score_half,
)
from erre.lab.leaderboard import (
    Leaderboard,
    add_entry,
    check_board,
    check_entry,
    markdown,
    page_of,
    read_entry,
    read_leaderboard,
    replay_sample,
    write_json,
)
from erre.lab.threads import on_threads

ROOT = Path(__file__).parents[2]
BOARD = ROOT / "benchmarks" / "leaderboard.json"


@pytest.fixture(scope="module")
def entry() -> Entry:
    """What the random bot does in one game."""
    return run_benchmark("random", ["rok"], name="Chance", executor=on_threads(1))


def changed(entry: Entry, **fields: object) -> Entry:
    """An entry with other fields and a digest that fits."""
    return msgspec.structs.replace(entry, **fields).sealed()


def test_the_protocol_has_every_game_and_legal_tables() -> None:
    assert sorted(tasks.game for tasks in protocol().games) == sorted(
        name for name in game_names() if game(name).package.startswith("erre.")
    )
    for tasks in protocol().games:
        one = game(tasks.game)
        assert one.rules_version == tasks.rules, "new rules need a new version of the benchmark"
        assert one.least_seats <= tasks.seats <= one.most_seats
        one.read_options(tasks.options)


def test_an_edge_is_0_for_equals_and_1_for_whoever_always_wins() -> None:
    (tasks,) = chosen_games(["rage"])
    assert result_of(tasks, "greedy", [SHARES] * 64).edge == 0
    assert result_of(tasks, "greedy", [SHARES * tasks.seats] * 64).edge == 1
    assert result_of(tasks, "greedy", [0] * 64).edge == pytest.approx(-1 / 3, abs=1e-6)
    mixed = result_of(tasks, "greedy", [0, 2 * SHARES] * 32)
    assert mixed.edge == 0
    assert mixed.half > 0


def test_an_entry_survives_its_file_and_a_check(entry: Entry, tmp_path: Path) -> None:
    write_json(tmp_path / "entry.json", entry)
    assert read_entry(tmp_path / "entry.json") == entry
    check_entry(entry)
    assert replay_sample(entry, 2, executor=on_threads(1)) == 2 * 3 * 3
    assert score(entry) is None
    assert game_edges(entry)["rok"] < 0


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"benchmark": "Erre-4 v0"}, "not to Erre-4"),
        ({"kind": "oracle"}, "level, network, program"),
        ({"name": " "}, "name"),
        ({"results": []}, "all tasks of a game"),
    ],
)
def test_an_entry_that_contradicts_the_protocol_is_refused(entry: Entry, fields: dict[str, object], why: str) -> None:
    with pytest.raises(BadEntry, match=why):
        check_entry(changed(entry, **fields))


def test_what_was_changed_afterwards_is_found_out(entry: Entry) -> None:
    with pytest.raises(BadEntry, match="digest"):
        check_entry(msgspec.structs.replace(entry, name="Somebody else"))
    first, *others = entry.results
    better = msgspec.structs.replace(first, edge=1.0)
    with pytest.raises(BadEntry, match="does not follow"):
        check_entry(changed(entry, results=[better, *others]))
    (tasks,) = chosen_games(["rok"])
    invented = result_of(tasks, first.opponent, [SHARES * tasks.seats] * protocol().deals)
    lie = changed(entry, results=[invented, *others])
    check_entry(lie)  # it agrees with itself
    with pytest.raises(BadEntry, match="gave"):
        replay_sample(lie, 1, executor=on_threads(1))


def test_a_board_is_sorted_and_replaces_an_entry_of_the_same_name(entry: Entry) -> None:
    board = Leaderboard(protocol().title, [])
    for one in (entry, changed(entry, name="Another"), entry):
        board = add_entry(board, one)
    assert [one.name for one in board.entries] == ["Another", "Chance"]
    assert "Chance" in page_of(board)
    with pytest.raises(BadEntry, match="same name"):
        check_board(Leaderboard(protocol().title, [entry, entry]))


def test_a_file_that_is_no_leaderboard_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"benchmark": 3}')
    for path in (tmp_path / "x.json", tmp_path / "nowhere.json"):
        with pytest.raises(BadEntry):
            read_leaderboard(path)
    with pytest.raises(BadOptions, match="has no game"):
        chosen_games(["chess"])


def test_the_leaderboard_of_the_project_holds_and_the_page_shows_it() -> None:
    board = read_leaderboard(BOARD)
    check_board(board)
    assert {one.kind for one in board.entries} >= {"level", "program"}
    assert markdown(board) in (ROOT / "docs" / "benchmark.md").read_text("utf-8")
    greedy = next(one for one in board.entries if one.bot == "greedy")
    assert score_half(greedy) > 0
    replay_sample(greedy, 1, executor=on_threads(1))


def test_entries_of_networks_were_made_with_the_networks_of_today() -> None:
    entries = [one for one in read_leaderboard(BOARD).entries if one.kind == "network"]
    assert {one.bot for one in entries} == {"champion", "strong"}
    for one in entries:
        assert {result.game for result in one.results} == {"rage", "rurare"}
        replay_sample(one, 1, executor=on_threads(1))


def test_the_command_checks_adds_and_shows(entry: Entry, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, more, html = tmp_path / "board.json", tmp_path / "entry.json", tmp_path / "board.html"
    write_json(file, Leaderboard(protocol().title, []))
    write_json(more, entry)
    check_leaderboard(file, more, 1, 0, html, as_markdown=True)
    assert "| Chance |" in capsys.readouterr().out
    assert "Chance" in html.read_text("utf-8")
    assert read_leaderboard(file).entries == [entry]
    check_leaderboard(file, None, 0, 0, None, as_markdown=False)
    with pytest.raises(BadEntry, match="deals"):
        check_leaderboard(file, None, 65, 0, None, as_markdown=False)
