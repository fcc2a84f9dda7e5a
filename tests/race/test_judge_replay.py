"""A recorded log gives the same rulings again; and no sequence of things heard breaks the judge."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.core.errors import BadRecord
from erre.race.grabs import AnyHeard, AnyRuling, Close, Grab, GrabHeld, Leave, Ping, Return, Reveal, Tick, Verdict
from erre.race.judge import Judge, Setup
from erre.race.judge_log import format_line, parse_log, replay
from tests.race.network import Simulation, table
from tests.race.sitting import Sitting

SETUP = Setup(3, marker=1)
REVEAL_EVERY = 14  # things heard
ODD = st.sampled_from([math.nan, math.inf, -math.inf, -1.0, 1e300, 0.0])


def log_of(setup: Setup, heard: Iterable[AnyHeard]) -> str:
    """The text of a log."""
    return "".join(f"{format_line(line)}\n" for line in (setup, *heard))


@st.composite
def grabs(draw: st.DrawFn, at: float, since_reveal: float, index: int) -> Grab:
    """A grab that most often counts: nothing about it is odd, or one thing."""
    odd = draw(st.sampled_from(["", "", "", "", "seat", "number", "reveal", "rune", "r"]))
    return Grab(
        at,
        seat=draw(st.sampled_from([-1, 3]) if odd == "seat" else st.integers(0, 2)),
        number=draw(st.sampled_from([3, -1, 2**70])) if odd == "number" else index,
        reveal=draw(st.sampled_from([-1, 0, 99])) if odd == "reveal" else index // REVEAL_EVERY,
        piece=3 if odd == "rune" else draw(st.sampled_from([1, 1, 2])),
        r=draw(ODD) if odd == "r" else since_reveal - draw(st.sampled_from([185.0, 200.0, 230.0, 270.0, 330.0])),
    )


def others(at: float, index: int) -> st.SearchStrategy[AnyHeard]:
    """Anything else, sense or none."""
    seat, reveal = st.sampled_from([0, 1, 2, -1, 3]), st.sampled_from([index // REVEAL_EVERY, 0, 99])
    return st.one_of(
        st.builds(Tick, st.just(at)),
        st.builds(Ping, st.just(at), seat, st.sampled_from([5.0, 40.0, 120.0, 220.0]) | ODD),
        st.builds(Leave, st.just(at), seat),
        st.builds(Return, st.just(at), seat),
        st.builds(Reveal, st.just(at), reveal, st.sampled_from([[1, 2], [2, 2], []])),
        st.builds(Close, st.just(at), reveal),
    )


@st.composite
def sessions(draw: st.DrawFn, odd_times: bool = True) -> list[AnyHeard]:
    """A table's evening: a reveal now and then, grabs, and much that should not be; times go forward unless odd."""
    heard: list[AnyHeard] = [Ping(100.0, seat, rtt) for seat, rtt in enumerate((20.0, 120.0, 220.0))]
    now = shown = 1_000.0
    for index in range(draw(st.integers(0, 40))):
        if index % REVEAL_EVERY == 0:
            shown = now = now + 400.0
            heard.append(Reveal(now, index // REVEAL_EVERY, [1, 2]))
            now += 400.0
        now += draw(st.sampled_from([0.0, 1.0, 7.0, 20.0, 40.0, 140.0]))
        odd = odd_times and draw(st.integers(0, 9)) == 9
        at = draw(st.sampled_from([now - 20.0, now - 500.0, math.nan, -1.0])) if odd else now
        is_grab = draw(st.integers(0, 3)) < 3
        heard.append(draw(grabs(at, now - shown, index) if is_grab else others(at, index)))
    return heard


@given(sessions())
def test_any_log_replays_alike(heard: list[AnyHeard]) -> None:
    live = list(replay(SETUP, heard))
    setup, again = parse_log(log_of(SETUP, heard))
    # As text, in which also two times that are no number are alike.
    assert (setup, repr(again), repr(list(replay(setup, again)))) == (SETUP, repr(heard), repr(live))


@given(sessions())
def test_whatever_is_heard_each_rune_is_decided_once_in_the_order_of_time_and_within_the_longest_hold(
    heard: list[AnyHeard],
) -> None:
    verdicts = [ruling for ruling in replay(SETUP, heard) if isinstance(ruling, Verdict)]
    pieces = [(verdict.reveal, verdict.piece) for verdict in verdicts]
    assert len(set(pieces)) == len(pieces)
    assert all(one.at <= two.at for one, two in pairwise(verdicts))
    for verdict in verdicts:
        receipt = verdict.receipt
        assert receipt.winner in {press.seat for press in receipt.presses}
        assert 0.0 <= receipt.held <= 250.0 + SETUP.settings.lag
        best = min(press.counted for press in receipt.presses)
        assert next(p.counted for p in receipt.presses if p.seat == receipt.winner) < best + SETUP.settings.tie


@given(sessions())
def test_whatever_is_heard_a_hand_is_on_one_rune_at_most(heard: list[AnyHeard]) -> None:
    on_rune: dict[int, int] = {}
    for ruling in replay(SETUP, heard):
        if isinstance(ruling, GrabHeld):
            assert ruling.seat not in on_rune
            on_rune[ruling.seat] = ruling.piece
        if isinstance(ruling, Verdict):
            on_rune = {seat: piece for seat, piece in on_rune.items() if piece != ruling.piece}


@given(sessions(odd_times=False), st.lists(st.floats(0.0, 6_000.0), max_size=40))
def test_verdicts_do_not_depend_on_how_often_the_clock_ticks(heard: list[AnyHeard], ticks: list[float]) -> None:
    end: list[AnyHeard] = [Tick(100_000.0)]
    # Sorting is stable: where times are equal, what was heard keeps its order and the tick comes last.
    ticked = sorted([*heard, *map(Tick, ticks)], key=lambda thing: thing.at)
    assert list(replay(SETUP, ticked + end)) == list(replay(SETUP, heard + end))


@given(sessions())
def test_a_tick_when_one_is_due_always_has_something_to_say(heard: list[AnyHeard]) -> None:
    judge = Judge(SETUP)
    for thing in heard:
        judge.hear(thing)
        if judge.due is not None:
            assert judge.due >= judge.now
            assert copy.deepcopy(judge).hear(Tick(judge.due))


@given(sessions())
def test_rulings_survive_json(heard: list[AnyHeard]) -> None:
    rulings = [ruling for ruling in replay(SETUP, heard) if not math.isnan(getattr(ruling, "at", 0.0))]
    assert msgspec.json.decode(msgspec.json.encode(rulings), type=list[AnyRuling]) == rulings


def test_a_simulated_evening_replays_alike() -> None:
    simulation = Simulation(table(5, 40, 120, 220), seed=3)
    played = simulation.run(200)
    setup, heard = parse_log(log_of(Setup(4), simulation.log))
    verdicts = [ruling for ruling in replay(setup, heard) if isinstance(ruling, Verdict)]
    assert [verdict.winner for verdict in verdicts] == [contest.winner for contest in played.contests]
    assert [verdict.receipt.held for verdict in verdicts] == [contest.held for contest in played.contests]


def test_a_log_is_lines_that_a_person_can_read() -> None:
    sitting = Sitting(0, 200)
    sitting.grab(0, 400.0)
    lines = log_of(sitting.setup, sitting.heard).splitlines()
    assert lines[0].startswith('{"type":"Setup","seats":2,"marker":0,"settings":{')
    assert lines[1:] == [
        '{"type":"Ping","at":9000.0,"seat":0,"rtt":0}',
        '{"type":"Ping","at":9000.0,"seat":1,"rtt":200}',
        '{"type":"Reveal","at":10000.0,"reveal":1,"runes":[1,2,3,4]}',
        '{"type":"Grab","at":10570.0,"seat":0,"number":0,"reveal":1,"rune":1,"r":400.0}',
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the log is empty"),
        ("nonsense", "line 1"),
        ('{"type":"Tick","at":1}', "line 1: a log has its setup in the first line"),
        ('{"type":"Setup","seats":2}\n{"type":"Setup","seats":2}', "line 2: a log has its setup in the first line"),
        ('{"type":"Setup","seats":2}\n{"type":"Tick","at":null}', "line 2"),
        ('{"type":"Setup","seats":2}\n{"type":"Tock","at":1}', "line 2"),
        ('{"type":"Setup","seats":2}\n{"type":"Tick","at":1,"more":2}', "line 2"),
        ('{"type":"Setup","seats":2}\n' + "[" * 100_000, "line 2"),
    ],
)
def test_a_broken_log_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        parse_log(text)
