"""`erre judge`: duplicate deals, intervals over deals, and an error that holds over all looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator

import numpy as np
import pytest
from msgspec.structs import replace

from erre.bots.contract import Budget
from erre.core.errors import BadOptions
from erre.games import game
from erre.lab.judge import (
    Judge,
    comparisons_won,
    error_of_look,
    even_seatings,
    look_at,
    looks_at,
    seatings_of,
    student,
    winner_of,
    without_luck,
)
from erre.lab.judge_page import command_of, control_sentence, page_of, sentence
from erre.lab.plan import Job, Rows, Shard
from erre.lab.threads import on_threads

RAGE = game("rage")
PLAIN = RAGE.read_options({})


def test_the_better_bot_is_named_and_the_deals_are_the_same_whatever_the_threads() -> None:
    first = Judge(RAGE, "random,greedy", 3, PLAIN, deals=64, seed=5).run(on_threads(1))
    again = Judge(RAGE, "random,greedy", 3, PLAIN, deals=64, seed=5).run(on_threads(2))
    assert first == again
    assert first.winner == "greedy"
    assert first.last.deals == 32
    assert first.games == 32 * first.seatings == 32 * 6
    assert first.last.high < 0
    assert "greedy is better than random" in sentence(first)
    assert "greedy is better than random" in page_of(first)


def test_the_page_has_the_whole_command() -> None:
    options = RAGE.read_options({"bidding": "hidden", "slam": True})
    found = Judge(RAGE, "random,greedy", 3, options, deals=32, budget=Budget(playouts=20)).run(on_threads(1))
    program = replace(found, bots=["cmd:python3 my.py", "greedy"], budget=Budget(milliseconds=5))
    command = command_of(found)
    assert command.startswith("erre judge rage random greedy --seats 3 --seed 0 --error 0.05 --by points --deals 32 ")
    for words in ("-o bidding=hidden", "-o slam=true", "--playouts 20"):
        assert words in command
    assert "'cmd:python3 my.py' greedy" in command_of(program)
    assert "--milliseconds 5" in command_of(program)


def test_victories_can_be_what_counts() -> None:
    found = Judge(RAGE, "greedy,random", 2 + 1, PLAIN, deals=32, by="victory").run(on_threads(1))
    assert found.winner == "greedy"
    assert 0 < found.last.mean <= 1


def test_every_seat_has_both_bots_equally_often() -> None:
    for seats in range(2, 9):
        for seat in range(seats):
            count = Counter(seating[seat] for seating in seatings_of(seats))
            assert count[0] == count[1] > 0
    assert len(seatings_of(4)) == 14


def test_a_deal_counts_once_however_many_games_it_has() -> None:
    judge = Judge(RAGE, "greedy,random", 3, PLAIN, deals=32)
    judge.run(on_threads(1))
    assert judge.ahead.shape == (32,)


def test_looks_come_after_twice_as_many_deals_and_share_the_error() -> None:
    assert list(looks_at(200)) == [32, 64, 128, 200]
    assert sum(error_of_look(0.05, number) for number in range(1, 1000)) < 0.05


def test_between_equals_a_winner_is_named_no_more_often_than_stated() -> None:
    chance, wrong, runs = np.random.default_rng(1), 0, 1000
    for _ in range(runs):
        deals = chance.standard_normal(1024)
        looks = enumerate(looks_at(1024), 1)
        wrong += any(
            winner_of(look_at(deals[:at], deals[:at], error_of_look(0.1, number))) is not None for number, at in looks
        )
    assert 0 < wrong / runs <= 0.1


@pytest.mark.parametrize(
    ("share", "degrees", "value"), [(0.975, 31, 2.0395), (0.9995, 31, 3.6335), (0.995, 63, 2.6561)]
)
def test_quantiles_are_those_of_the_tables(share: float, degrees: int, value: float) -> None:
    assert student(share, degrees) == pytest.approx(value, abs=2e-3)


def test_what_cannot_be_judged_is_refused() -> None:
    for bots, why in (("greedy", "two bots or more"), ("greedy,random,solid", "two bots are judged, not 3")):
        with pytest.raises(BadOptions, match=why):
            Judge(RAGE, bots, 3, PLAIN)
    with pytest.raises(BadOptions, match="deals: 32"):
        Judge(RAGE, "greedy,random", 3, PLAIN, deals=3)
    with pytest.raises(BadOptions, match="error: from"):
        Judge(RAGE, "greedy,random", 3, PLAIN, error=0)


def test_one_seating_a_deal_with_a_control_takes_luck_out() -> None:
    judge = Judge(RAGE, "greedy,random", 4, PLAIN, deals=32, seed=2, design="one", control="greedy")
    verdict = judge.run(on_threads(2))
    assert verdict == Judge(RAGE, "greedy,random", 4, PLAIN, deals=32, seed=2, design="one", control="greedy").run(
        on_threads(1)
    )
    assert verdict.winner == "greedy"
    assert verdict.games == 32
    assert judge.luck.any()
    assert "one of 14 seatings" in page_of(verdict)
    assert "--design one --control greedy" in page_of(verdict)


def test_two_seatings_of_a_deal_are_opposites() -> None:
    for seats in range(2, 9):
        even = even_seatings(seats)
        assert all(a != b for pair in zip(even[::2], even[1::2], strict=True) for a, b in zip(*pair, strict=True))
        assert all(abs(seats - 2 * sum(seating)) <= 1 for seating in even)
    assert len(even_seatings(4)) == 6
    judge = Judge(RAGE, "greedy,random", 4, PLAIN, deals=32, seed=2, design="two")
    verdict = judge.run(on_threads(2))
    assert verdict == Judge(RAGE, "greedy,random", 4, PLAIN, deals=32, seed=2, design="two").run(on_threads(1))
    assert verdict.games == 64
    assert verdict.winner == "greedy"
    assert "one of 6 even seatings" in page_of(verdict)


def test_all_deals_are_played_where_the_answer_may_not_stop_them() -> None:
    verdict = Judge(RAGE, "greedy,random", 3, PLAIN, deals=64, stop=False, error=0.1).run(on_threads(1))
    assert [look.deals for look in verdict.looks] == [64]
    assert "--no-stop" in page_of(verdict)
    assert verdict.last.share - verdict.last.reach > 0.5
    assert verdict.last.share <= 1


def test_an_interrupt_of_a_run_without_looks_keeps_the_whole_deals() -> None:
    def interrupted(job: Job, shards: Iterator[Shard]) -> Generator[tuple[Shard, Rows], None, None]:
        for number, played in enumerate(on_threads(1)(job, shards)):
            if number == 81:
                raise KeyboardInterrupt
            yield played

    judge = Judge(RAGE, "greedy,random", 3, PLAIN, deals=64, seed=5, design="two", stop=False)
    with pytest.raises(KeyboardInterrupt):
        judge.run(interrupted)
    found = judge.verdict()
    assert found.last.deals == 40
    assert found.games == 80
    shorter = Judge(RAGE, "greedy,random", 3, PLAIN, deals=40, seed=5, design="two", stop=False)
    assert found.last == shorter.run(on_threads(1)).last


def test_comparisons_are_between_seats_of_both_bots_and_a_tie_is_half() -> None:
    points = np.array([[3, 1, 2, 2], [0, 0, 0, 0]], np.int32)
    rows = Rows(points, points > 2, points[:, :0])
    assert comparisons_won(rows, (0, 1, 0, 1)) == pytest.approx([(1 + 1 + 1 + 0.5) / 4, 0.5])


def test_a_control_leaves_the_mean_and_takes_out_what_it_explains() -> None:
    chance = np.random.default_rng(4)
    luck, skill = chance.standard_normal(20_000), chance.standard_normal(20_000) * 0.5 + 0.1
    seen = without_luck(skill + 2 * luck, luck)
    assert seen.mean() == pytest.approx(0.1, abs=0.02)
    assert seen.std() == pytest.approx(0.5, abs=0.02)
    assert (without_luck(skill, np.zeros(20_000)) == skill).all()


def test_a_control_of_no_use_is_refused() -> None:
    with pytest.raises(BadOptions, match="cancels out"):
        Judge(RAGE, "greedy,random", 3, PLAIN, control="greedy")
    with pytest.raises(BadOptions, match="one seating a deal"):
        Judge(RAGE, "greedy,random", 3, PLAIN, design="two", control="greedy")
    with pytest.raises(BadOptions, match="has no bot"):
        Judge(RAGE, "greedy,random", 3, PLAIN, design="one", control="nobody")


def test_a_second_run_gives_the_same_and_none_gives_no_verdict() -> None:
    judge = Judge(RAGE, "greedy,random", 3, PLAIN, deals=64, seed=5, error=0.001)
    with pytest.raises(BadOptions, match="nothing has been judged yet"):
        judge.verdict()
    for wrong in ("threads", 2):
        with pytest.raises(BadOptions, match="an executor is needed"):
            judge.run(wrong)  # type: ignore[arg-type]
    assert judge.run(on_threads(1)) == judge.run(on_threads(1))


def test_a_control_that_does_not_help_is_told_in_words() -> None:
    judge = Judge(RAGE, "greedy,random", 4, PLAIN, deals=32, seed=2, design="one", control="greedy", stop=False)
    found = judge.run(on_threads(1))
    words = {
        0.25: "took out 25% of the variance",
        0.001: "did not help: the variance is the same",
        -0.004: "did not help: the variance is the same",
        -0.12: "did not help: the variance is 12% larger with them",
    }
    for removed, said in words.items():
        assert said in control_sentence(replace(found, removed=removed))
        assert said in page_of(replace(found, removed=removed))
    assert control_sentence(replace(found, control=None)) == ""
