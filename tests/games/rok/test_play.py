"""Whole games: they end, no rune is lost, every path of the rules is met."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from erre.core.batch import play_batch
from erre.core.game import Position
from erre.games.rok import GAME
from erre.games.rok.events import RokEvent
from erre.games.rok.moves import Done, Grab, RokMove
from erre.games.rok.notation import RUNES
from tests.games.rok.table import moves, new, pieces, record, shown

ALL = Counter(RUNES)


def sensible(position: Position, seat: int, dice: random.Random) -> RokMove:
    """A player who sees pairs, misses some, and seldom errs."""
    s = record(position)
    legal = GAME.legal(s, seat)
    if position.phase != "grab":
        return dice.choice(legal)
    said = position.to_json()
    wanted = [move for move in legal if isinstance(move, Grab) and makes_pair(said, move.rune, seat)]
    if wanted and dice.random() < 0.9:
        return dice.choice(wanted)
    return dice.choice(legal) if dice.random() < 0.05 else Done()


def makes_pair(said: dict[str, Any], rune: str, seat: int) -> bool:
    """Whether a rune goes with one that lies there, with a Balance Rune, or with one in the seat's hand."""
    up = [one["rune"] for one in said["table"] if one["up"] and one["rune"] != rune]
    return any(other is not None and other[:2] == rune[:2] for other in [*up, *said["balance"], *said["held"][seat]])


def sensible_game(seats: int, seed: int, **options: Any) -> tuple[Position, list[RokEvent]]:
    """A game of sensible players; runes are counted after every move."""
    dice = random.Random(seed)
    start = Position.new(GAME, seats, options, seed=seed)
    position, told = start.position, list(start.events)
    while position.outcome is None:
        seat = dice.choice(position.turn)
        played = position.play(seat, sensible(position, seat, dice))
        position = played.position
        told += played.events
        assert pieces(position) == ALL
        assert all(len(runes) % 2 == 0 for runes in shown(position, "treasure"))
    return position, told  # type: ignore[return-value]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_sensible_games_end_in_about_nine_rounds(seats: int) -> None:
    rounds = [shown(sensible_game(seats, seed)[0], "round") for seed in range(6)]
    assert 4 <= sum(rounds) / 6 <= 16


def test_every_kind_of_event_happens() -> None:
    met: Counter[str] = Counter()
    for seed in range(40):
        met.update(type(event).__name__ for event in sensible_game(5, seed)[1])
        if len(met) == 19:
            break
    assert set(met) == {
        *("BalanceDrawn", "BalanceReturned", "RunesThrown", "RuneGrabbed", "PairTaken", "SeatDone", "ScrambleEnded"),
        *("LoneRunesReturned", "WrongPairReturned", "PairGiven", "PairSplit", "ContestOpened", "RuneSlid"),
        *("ContestWon", "OrderChosen", "TreasureCaptured", "BalanceTaken", "RunesReturned", "GameEnded"),
    }


@pytest.mark.parametrize(
    "options",
    [
        {"grabEnd": "allDone", "loneRune": "penalty"},
        {"orderContest": "random", "tieBreak": "random", "slideMode": "random"},
        {"orderContest": "seat", "captureScope": "earlierRounds", "penaltyChoice": "oldest", "tieBreak": "shared"},
        {"countBalanceAtEnd": True, "faceUpProbability": 0.8},
    ],
)
def test_games_end_with_every_option(options: dict[str, Any]) -> None:
    for seats in (2, 5):
        assert sensible_game(seats, seats, **options)[0].outcome is not None


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games_end_and_keep_their_runes(seats: int) -> None:
    batch = play_batch(GAME, seats, GAME.read_options({}), 20, seed=seats, threads=1)
    for i in range(20):
        position = Position(GAME, GAME.record_type(batch.states, i))
        assert position.outcome is not None
        assert pieces(position) == ALL
        assert shown(position, "round") <= 200
        assert Position.from_json(GAME, position.to_json()) == position


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_moves_keep_every_rune(seats: int) -> None:
    dice = random.Random(seats)
    position = new(seats, seed=seats)
    for _ in range(250):
        if position.outcome is not None:
            break
        seat = position.turn[0]
        played = position.play(seat, dice.choice(moves(position, seat)))
        position = played.position
        assert pieces(position) == ALL
        assert Position.from_json(GAME, position.to_json()) == position
        for event in played.events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=GAME.event_type) == event
        view = position.view(seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=GAME.view_type) == view
