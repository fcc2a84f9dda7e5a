"""Tournaments: balanced, reproducible, resumable."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.bots.contract import Budget
from erre.bots.plugins import BotFailure
from erre.core.errors import BadOptions, BadRecord
from erre.games import game
from erre.lab.page import ticks
from erre.lab.report import page_of
from erre.lab.series import Series
from erre.lab.simulate import simulate
from erre.lab.simulate_page import page_of as simulation_page
from erre.lab.standings import ranks_of
from erre.lab.tournament import Tournament

RAGE = game("rage")
PLAIN = RAGE.read_options({})
ROOT = Path(__file__).parent.parent.parent
FIRST_BOT = f"cmd:{sys.executable} {ROOT / 'examples' / 'first_bot.py'}"


def tournament(bots: str = "greedy,random", seats: int = 3, games: int = 60, **more: object) -> Tournament:
    """A small tournament of Rage."""
    return Tournament(RAGE, bots, seats, games, PLAIN, **more)  # type: ignore[arg-type]


def test_the_better_bot_is_rated_higher_and_comparisons_mirror_each_other() -> None:
    one = tournament(games=120)
    one.run(threads=2)
    standings = one.standings()
    greedy, random = standings.bots
    assert (greedy.bot, random.bot) == ("greedy", "random")
    assert greedy.rating > random.rating + 100
    assert greedy.score > random.score
    assert greedy.rank < random.rank
    assert standings.complete
    assert standings.games == 120 == sum(greedy.scores.counts) - 60 == greedy.games - 60
    ahead, behind = standings.duels
    assert ahead.share + behind.share == pytest.approx(1)
    assert ahead.share > 0.8
    assert (ahead.better, ahead.worse) == (behind.worse, behind.better)
    assert ahead.p_rank < 0.01
    assert ahead.p_sign < 0.01
    assert ahead.share_interval[0] < ahead.share < ahead.share_interval[1]


def test_the_same_seed_gives_the_same_standings_on_any_number_of_threads() -> None:
    found = []
    for threads in (1, 3):
        one = tournament(seed=5)
        one.run(threads)
        found.append((one.results.points.tobytes(), one.results.wins.tobytes()))
    assert found[0] == found[1]


def test_rounds_are_whole() -> None:
    assert tournament(games=1).games == 6
    assert tournament(games=7).games == 12
    assert tournament("greedy,random", 4, 1).games == 6


def test_it_goes_on_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    whole = tournament(games=60, out=tmp_path / "whole.csv")
    whole.run()
    whole.standings()
    first = tournament(games=24, out=path)
    first.run()
    first.standings()
    again = tournament(games=60, out=path)
    assert again.played == 24
    again.run()
    assert again.standings().games == 60
    assert path.read_bytes() == (tmp_path / "whole.csv").read_bytes()
    with pytest.raises(BadRecord, match="another run"):
        tournament(games=60, out=path, seed=9)


def test_what_was_played_before_an_interrupt_counts() -> None:
    one = tournament(games=600)

    def stop(_count: int) -> None:
        if one.played > 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        one.run(threads=1, progress=stop)
    standings = one.standings()
    assert 30 < standings.games < 600
    assert not standings.complete


@pytest.mark.parametrize(
    ("bots", "games", "why"),
    [
        ("greedy", 10, "two bots or more"),
        ("greedy,greedy", 10, "each named once"),
        ("greedy,nobody", 10, "no bot 'nobody'"),
        ("greedy,random", 0, "at least one game"),
        ("greedy,random", 10**8, "at most 10,000,000"),
    ],
)
def test_what_cannot_be_is_refused(bots: str, games: int, why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        tournament(bots, 3, games)


def test_bots_in_the_kernels_and_move_by_move_meet_on_the_same_deals() -> None:
    quick = Series(RAGE, 3, PLAIN, seed=2).play(["greedy"] * 3, 0, 2)
    slow = Series(RAGE, 3, PLAIN, seed=2, budget=Budget(playouts=1)).play(["greedy"] * 3, 0, 2)
    assert np.array_equal(quick.points, slow.points)
    assert np.array_equal(quick.wins, slow.wins)
    assert np.array_equal(quick.moves, slow.moves)


def test_another_program_takes_part_and_a_broken_one_ends_it_with_a_clear_message() -> None:
    rurare = game("rurare")
    one = Tournament(rurare, f"{FIRST_BOT},greedy", 2, 2, rurare.read_options({}))
    one.run(threads=1)
    assert one.standings().games == 2
    broken = Tournament(rurare, "cmd:false,greedy", 2, 2, rurare.read_options({}))
    with pytest.raises(BotFailure, match="ended with code 1"):
        broken.run(threads=1)


def test_simulate_takes_other_programs_too() -> None:
    rurare = game("rurare")
    found = simulate(rurare, 2, 1, f"{FIRST_BOT},greedy", rurare.read_options({}), seed=3)
    again = simulate(rurare, 2, 1, f"{FIRST_BOT},greedy", rurare.read_options({}), seed=3)
    assert found.games == 1
    assert found.results == again.results
    with pytest.raises(BadOptions, match="GPU"):
        simulate(rurare, 2, 1, f"{FIRST_BOT},greedy", rurare.read_options({}), engine="gpu")


def test_equals_share_their_places() -> None:
    assert ranks_of(np.array([[5.0, 5.0, 1.0], [1.0, 2.0, 3.0]])).tolist() == [[1.5, 1.5, 3.0], [3.0, 2.0, 1.0]]


def test_the_page_stands_alone_and_is_well_formed() -> None:
    one = tournament("greedy,random", 3, 12)
    one.run()
    page = page_of(one.standings())
    assert_stands_alone(page)
    for heading in (
        "Ratings",
        "Levels",
        "Ratings over time",
        "Head to head",
        "Points",
        "Seat advantage",
        "Lengths of games",
    ):
        assert f"<h2>{heading}</h2>" in page
    assert "erre tournament rage --bots greedy,random --seats 3 --games 12 --seed 0" in page


def test_the_page_of_a_simulation_stands_alone_and_is_well_formed() -> None:
    found = simulate(RAGE, 3, 20, "random", RAGE.read_options({"slam": True}), budget=Budget(playouts=3), seed=4)
    page = simulation_page(found)
    assert_stands_alone(page)
    for heading in ("Seats", "Seat advantage", "Points", "Lengths of games"):
        assert f"<h2>{heading}</h2>" in page
    again = "erre simulate rage --bots random --seats 3 --games 20 --seed 4 -o slam=true --playouts 3"
    assert again in page


def test_a_page_of_games_that_are_all_alike_is_drawn_too() -> None:
    """One game: no spread, no interval, one bar."""
    assert_stands_alone(simulation_page(simulate(RAGE, 3, 1, "random", PLAIN)))
    one = Tournament(RAGE, "greedy,random", 3, 1, PLAIN)
    one.run(threads=1)
    assert_stands_alone(page_of(one.standings()))


def assert_stands_alone(page: str) -> None:
    """One well-formed page without anything from elsewhere, and without a number that is none."""
    for word in ("http", "<script", "@import", "url(", "nan", "inf%"):
        assert word not in page
    ElementTree.fromstring(page.removeprefix("<!doctype html>"))


def test_ratings_over_time_end_where_the_table_does() -> None:
    one = tournament("greedy,random", 3, 240)
    one.run(threads=1)
    standings = one.standings()
    assert [moment.rounds for moment in standings.history][-1] == standings.rounds
    assert standings.history[-1].ratings == pytest.approx([bot.rating for bot in standings.bots])
    first, last = (
        moment.intervals[0][1] - moment.intervals[0][0] for moment in standings.history[:: len(standings.history) - 1]
    )
    assert last < first
    assert sum(seat.share for seat in standings.seat_wins) == pytest.approx(1)
    assert sum(standings.lengths.distribution.counts) == 240


@given(st.floats(-1e6, 1e6), st.floats(0.001, 1e6))
def test_the_marks_of_a_scale_lie_on_it(low: float, width: float) -> None:
    found = ticks(low, low + width)
    assert 1 <= len(found) <= 6
    assert all(low - 1e-6 * width <= mark <= low + width * (1 + 1e-6) for mark in found)
