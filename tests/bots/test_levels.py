"""What every bot of every game must do, whoever wrote it: legal moves, within its budget, from the view alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec
import numpy as np
import pytest

from erre.bots import BEGINNER, BOTS, CHAMPION, bots_for, brain, earlier_bots, has_levels
from erre.bots.contract import LEVELS, Advice, Budget
from erre.bots.kernel_bot import fresh_luck, level_arena
from erre.bots.levels import LevelBot
from erre.bots.roster import hint, kernel_numbers, make_bot
from erre.core.batch import play_batch
from erre.core.game import AnyGame, Position
from erre.core.record import GameState, ints
from tests.conformance.games import GAMES, Setting, luck

LEVELLED = [one for one in GAMES if has_levels(one)]
PLAYOUTS = 6


@cache
def walked(one: AnyGame, seats: int, seed: int) -> list[tuple[Position, int]]:
    """The positions of a random game, with the seat to act."""
    return [(position, seat) for position, seat, _ in Setting(one, seats, {}, seed).walk()]


def some_positions(one: AnyGame, seed: int, most: int = 3) -> Iterator[tuple[Position, int]]:
    """Positions of random games with every number of seats, the first and the last of each among them."""
    for seats in range(one.least_seats, one.most_seats + 1):
        met = walked(one, seats, seed + seats)
        step = max(1, (len(met) - 1) // most)
        yield from met[::step]
        yield met[-1]


def plain(advice: Advice) -> bytes:
    """Advice as bytes, to compare it."""
    return msgspec.json.encode(advice)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("one", LEVELLED, ids=lambda g: g.name)
def test_a_level_gives_legal_advice_in_every_position_within_its_playouts(one: AnyGame, level: str) -> None:
    for position, seat in some_positions(one, seed=BOTS[level]):
        view = position.view(seat)
        advice = LevelBot(one, level, seed=5).advise(view, Budget(playouts=PLAYOUTS))
        position.check(seat, advice.move)
        assert 0 <= advice.playouts <= max(PLAYOUTS, len(advice.choices))  # each move may be tried once
        assert advice.reason in brain(one).REASONS
        assert advice.why == brain(one).REASONS[advice.reason].format(**advice.numbers)
        assert advice.choices
        for choice in advice.choices:
            position.check(seat, one.parse_move(choice.move))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("one", LEVELLED, ids=lambda g: g.name)
def test_the_same_seed_and_playouts_give_the_same_advice(one: AnyGame, level: str) -> None:
    for position, seat in some_positions(one, seed=40 + BOTS[level], most=1):
        view = position.view(seat)
        first, second = (plain(LevelBot(one, level, seed=8).advise(view, Budget(playouts=4))) for _ in range(2))
        assert first == second


@pytest.mark.parametrize("one", LEVELLED, ids=lambda g: g.name)
def test_a_level_does_the_same_in_states_that_it_cannot_tell_apart(one: AnyGame) -> None:
    for number, (position, seat) in enumerate(some_positions(one, seed=70, most=2)):
        level = LEVELS[number % len(LEVELS)]
        other = Position(one, one.imagine(position.view(seat), luck(number)))
        here, there = (
            plain(LevelBot(one, level, seed=number).advise(p.view(seat), Budget(playouts=4))) for p in (position, other)
        )
        assert here == there


@pytest.mark.parametrize("one", [one for one in LEVELLED if not hasattr(brain(one), "next_seat")], ids=lambda g: g.name)
def test_in_the_kernels_too_a_level_reads_nothing_that_its_seat_cannot_see(one: AnyGame) -> None:
    for number, (position, seat) in enumerate(some_positions(one, seed=90, most=1)):
        bot = BEGINNER + number % (CHAMPION - BEGINNER)
        worlds = [position.truth, one.imagine(position.view(seat), luck(number))]
        assert len({deed(one, s, seat, bot) for s in worlds}) == 1


def deed(one: AnyGame, s: GameState, seat: int, bot: int) -> bytes:
    """What a bot of the kernels does: a listed move as text, otherwise the table that it leaves."""
    after, brains = s.copy(), brain(one)
    brains.act(after, seat, bot, fresh_luck(3), ints(one.kernels.most_legal), ints(brains.WORK, np.int64))
    for move in one.legal(s, seat):
        tried = s.copy()
        one.apply(tried, seat, move)
        if tried.to_bytes() == after.to_bytes():
            return one.format_move(move).encode()
    return msgspec.json.encode(one.view(after, seat))


@pytest.mark.parametrize("one", LEVELLED, ids=lambda g: g.name)
def test_levels_play_whole_games_inside_the_kernels(one: AnyGame) -> None:
    names = ["beginner", "greedy", "random", "casual"] * 2
    bots = kernel_numbers(one, names[: one.least_seats])
    assert bots is not None
    options = one.read_options({})
    first, second = (
        play_batch(one, one.least_seats, options, 2, seed=3, bots=bots, loops=level_arena(one), threads=t, chunk=1)
        for t in (1, 2)
    )
    assert first.states.tobytes() == second.states.tobytes()
    assert all(one.outcome(one.record_type(first.states, i)) is not None for i in range(2))


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_every_bot_that_is_listed_can_be_made_and_moves(one: AnyGame) -> None:
    position = Setting(one, one.least_seats, {}, 2).start()
    seat = position.turn[0]
    for name in bots_for(one):
        bot = make_bot(one, name, seed=4)
        assert (bot.game, bot.name) == (one, name)
        advice = bot.advise(position.view(seat), Budget(playouts=2))
        position.check(seat, advice.move)
        assert advice.why


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_a_hint_is_legal_and_the_same_each_time(one: AnyGame) -> None:
    position = Setting(one, one.least_seats, {}, 3).start()
    seat = position.turn[0]
    first, second = (hint(one, position.view(seat), Budget(playouts=5)) for _ in range(2))
    position.check(seat, first.move)
    assert plain(first) == plain(second)


@pytest.mark.parametrize("one", LEVELLED, ids=lambda g: g.name)
def test_levels_of_version_0_1_can_be_named_in_every_game_and_are_offered_in_none(one: AnyGame) -> None:
    position = Setting(one, one.least_seats, {}, 5).start()
    seat = position.turn[0]
    for level, number in earlier_bots(one).items():
        assert level not in bots_for(one)
        assert kernel_numbers(one, [level]) == [number]
        bot = make_bot(one, level, seed=3)
        assert bot.name == level
        position.check(seat, bot.advise(position.view(seat), Budget(playouts=2)).move)
    assert len(earlier_bots(one)) == len(LEVELS)
