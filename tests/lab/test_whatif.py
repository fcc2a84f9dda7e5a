"""Studies of house rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from erre.core.errors import BadOptions
from erre.games import game
from erre.games.rurare.components import DECKS
from erre.lab.series import Series
from erre.lab.study import study_games
from erre.lab.whatif import MEANINGS, columns_of, difference, estimate, rule_sets, what_if
from erre.lab.whatif_page import in_words, page_of
from tests.cli.command import erre

RAGE = game("rage")
RURARE = game("rurare")


def test_each_change_is_tried_alone_and_all_together() -> None:
    labels = [label for label, _ in rule_sets(RAGE, [("slam", True), ("bidding", "secret")])]
    assert labels == ["as printed", "slam=true", "bidding=secret", "all together"]


def test_several_values_of_one_option_are_not_put_together() -> None:
    decks = [("deck", "reconstructed-b"), ("deck", "reconstructed-c")]
    assert [label for label, _ in rule_sets(RURARE, decks)] == [
        "as printed",
        "deck=reconstructed-b",
        "deck=reconstructed-c",
    ]


def test_a_change_that_is_there_twice_is_refused() -> None:
    with pytest.raises(BadOptions, match="slam=true is there twice"):
        rule_sets(RAGE, [("slam", True), ("slam", True)])


def test_a_change_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadOptions, match="has no option"):
        rule_sets(RAGE, [("colour", 1)])


def test_the_same_games_come_whatever_the_threads() -> None:
    sets = rule_sets(RURARE, [("deck", "reconstructed-b")])
    one = what_if(RURARE, 3, sets, 130, "greedy", seed=5, threads=1)
    two = what_if(RURARE, 3, sets, 130, "greedy", seed=5, threads=3)
    assert one == two
    assert one.complete


def test_a_game_is_counted_as_it_was_played() -> None:
    """Of the bots that choose at random: lengths and points are those of the simulation."""
    plain = RURARE.read_options({})
    rows = study_games(RURARE, 2, plain, ["random", "random"], 3, 0, 40)
    played = Series(RURARE, 2, plain, seed=3).play(["random", "random"], 0, 40)
    assert np.array_equal(rows.points, played.points)
    assert np.array_equal(rows.facts[:, 0], played.moves)
    columns = columns_of(rows.points.astype(np.float64), rows.wins, rows.facts)
    assert (columns["length"] >= 20).all()
    assert 0 < columns["decisions that matter"].mean() < 1
    assert ((columns["comebacks"] == 0) | (columns["comebacks"] == 1)).all()


def test_a_rule_that_does_nothing_changes_nothing() -> None:
    """The time for a choice is no rule of bots: the games are the same, and no difference is sure."""
    found = what_if(RURARE, 3, rule_sets(RURARE, [("choiceTimeoutSec", 9)]), 60, "greedy", seed=1)
    assert found.rules[0].figures == found.rules[1].figures
    assert not any(one.sure for one in found.rules[1].against_first.values())
    assert "nothing that these games could tell from chance" in in_words(found)[0]


def test_a_rule_that_changes_much_is_found() -> None:
    """Twice as many kings and nothing else of worth: points per seat must differ."""
    counts = DECKS["reconstructed-a"] | {"king": 30}
    sets: list[tuple[str, dict[str, Any]]] = [
        ("as printed", {}),
        ("kings", {"counts": counts, "allowCustomTotal": True}),
    ]
    found = what_if(RURARE, 2, sets, 200, "greedy", seed=1)
    assert found.rules[1].against_first["points"].sure


def test_intervals_hold_what_they_promise() -> None:
    dice = np.random.default_rng(1)
    held = sum(one.low <= 0 <= one.high for one in (estimate(dice.normal(size=100)) for _ in range(400)))
    assert 0.92 < held / 400 < 0.98
    sure = sum(difference(dice.normal(size=100), dice.normal(size=100)).sure for _ in range(400))
    assert 0.02 < sure / 400 < 0.08


def test_the_command_prints_json_and_writes_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = erre("whatif", "rurare", "-o", "deck=reconstructed-b", "--games", "20", "--json", "--html", str(page))
    told = json.loads(done.stdout)
    assert [rules["label"] for rules in told["rules"]] == ["as printed", "deck=reconstructed-b"]
    text = page.read_text("utf-8")
    assert all(name in text for name in MEANINGS)
    assert "http" not in text.replace("http-equiv", "")


def test_the_page_escapes_what_people_type() -> None:
    found = what_if(RURARE, 2, [("<b>as printed</b>", {})], 4, "random")
    assert "<b>as printed" not in page_of(found)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rage"], "say what to change"),
        (["rage", "-o", "slam=maybe"], "slam"),
        (["rage", "-o", "slam=true", "--games", "1"], "at least two games"),
        (["rage", "-o", "slam=true", "--seats", "2"], "3 to 8 players"),
        (["rage", "-o", "slam=true", "--bots", "nobody"], "has no bot"),
        (["chess", "-o", "slam=true"], "chess"),
    ],
)
def test_rubbish_is_refused_in_words(arguments: list[str], words: str) -> None:
    done = erre("whatif", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
