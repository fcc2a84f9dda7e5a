"""Tournaments: balanced, reproducible, resumable."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from erre.bots.contract import Budget
from erre.bots.plugins import BotFailure
from erre.core.errors import BadOptions, BadRecord
from erre.games import game
from erre.lab.report import page_of
from erre.lab.series import Series
from erre.lab.simulate import simulate
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
    assert standings.games == 120 == sum(greedy.bars) - 60 == greedy.games - 60
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
        found.append((one.points.tobytes(), one.wins.tobytes()))
    assert found[0] == found[1]


def test_rounds_are_whole() -> None:
    assert tournament(games=1).games == 6
    assert tournament(games=7).games == 12
    assert tournament("greedy,random", 4, 1).games == 6


def test_it_goes_on_from_its_book(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl"
    whole = tournament(games=60)
    whole.run()
    first = tournament(games=24, out=path)
    first.run()
    with path.open("ab") as file:
        file.write(b'{"line":"games","line_up":0,"fir')  # as a crash leaves it
    again = tournament(games=60, out=path)
    assert again.played == 24
    again.run()
    assert np.array_equal(again.points, whole.points)
    third = tournament(games=60, out=path)
    assert third.played == 60
    assert third.standings().games == 60
    with pytest.raises(BadRecord, match="another tournament"):
        tournament(games=60, out=path, seed=9)
    path.write_text(path.read_text() + "nonsense\n")
    with pytest.raises(BadRecord, match="line"):
        tournament(games=60, out=path)


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
        ("greedy,random", 0, "games"),
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
    assert quick.moves == slow.moves


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
    assert "http" not in page.replace("http-equiv", "")
    body = page[page.index("<body>") : page.index("</html>")].replace("<br>", "<br/>")
    drawings = ElementTree.fromstring(body).findall("svg")
    assert len(drawings) == 3
    assert "erre tournament rage --bots 'greedy,random' --seats 3 --games 12 --seed 0" in page.replace("&#x27;", "'")


@pytest.mark.parametrize(
    "page",
    [
        '{"line":"games","line_up":99,"first":0,"points":[[1,2,3]],"wins":[[true,false,false]]}',
        '{"line":"games","line_up":-1,"first":0,"points":[[1,2,3]],"wins":[[true,false,false]]}',
        '{"line":"games","line_up":0,"first":-4,"points":[[1,2,3]],"wins":[[true,false,false]]}',
        '{"line":"games","line_up":0,"first":0,"points":[[1,2]],"wins":[[true,false]]}',
        '{"line":"games","line_up":0,"first":0,"points":[[1,2,3]],"wins":[]}',
        '{"line":"games","line_up":0,"first":0,"points":[[1,2,9999999999999]],"wins":[[true,false,false]]}',
    ],
)
def test_a_book_with_games_that_cannot_be_is_refused(page: str, tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl"
    tournament(games=6, out=path)
    with path.open("a") as file:
        file.write(page + "\n")
    with pytest.raises(BadRecord):
        tournament(games=6, out=path)


def test_a_folder_is_no_book(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read"):
        tournament(games=6, out=tmp_path)
