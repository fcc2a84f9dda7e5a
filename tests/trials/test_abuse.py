"""`erre soak abuse`: two attacks for a moment, and how its figures are judged."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from erre.trials.abuse import ATTACKS, AbuseReport, Case, abuse_all, is_judged, quantile


def test_people_play_on_while_two_attacks_run(tmp_path: Path) -> None:
    def is_enough(case: Case) -> bool:
        return bool(case.requests and case.refused and is_judged(case))

    said: list[str] = []
    chosen = {name: ATTACKS[name] for name in ("costly reads", "endless new tables")}
    report = asyncio.run(abuse_all(0.0, str(tmp_path), said.append, chosen, is_enough))
    assert [case.name for case in report.cases] == list(chosen)
    for case in (report.rest, *report.cases):
        assert case.acknowledged
        assert case.answered
    assert all(case.requests and case.refused for case in report.cases)
    assert len(said) == 3


@pytest.mark.parametrize(
    ("acknowledged", "answered", "is_good"),
    [
        ([0.01] * 200, [0.1], True),
        ([0.01] * 198 + [0.3] * 2, [0.1], False),  # 1 in 100 was too slow
        ([0.01] * 199 + [0.3], [0.1], True),  # 1 in 200 was
        ([0.01], [0.21], False),  # bots took more than twice as long
        ([0.01] * 200, [0.1] * 50 + [20.0], False),  # one bot did not answer at all
        ([], [], False),  # nobody could move at all
    ],
)
def test_an_attack_is_noticed_by_late_answers_and_slow_bots(
    acknowledged: list[float], answered: list[float], is_good: bool
) -> None:
    report = AbuseReport(Case("at rest", [0.01], [0.1]))
    report.cases.append(Case("attack", acknowledged, answered))
    assert report.is_clean is is_good
    assert report.words()[1].startswith("NOTICED") is not is_good


def test_a_quantile_of_nothing_is_nothing() -> None:
    assert quantile([], 0.99) == 0.0
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2.0
