"""Bots at the other seats of a vector environment."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from erre.bots import BEGINNER, brain, numbers_of
from erre.bots.kernel_bot import has_quick_loop
from erre.core.encoding import bind_plain
from erre.core.errors import BadOptions
from erre.core.record import NONE, ints
from erre.games import own_names
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.gymnasium import VectorAgainstBots
from erre.lab.envs.history import History
from erre.lab.envs.loops import start_template
from erre.lab.envs.one import OneGame
from erre.lab.envs.vector import BadAction, VectorEnv


def last_legal(mask: Any) -> npt.NDArray[np.int64]:
    """The last action that is possible, in each line: in Rummy the first one is to draw."""
    return np.asarray(mask.shape[-1] - 1 - np.argmax(mask[..., ::-1], axis=-1), np.int64)


class PlainGame:
    """A game of one learner against bots, move by move in Python."""

    def __init__(self, name: str, seats: int, me: int, bots: list[str], seed: int, number: int) -> None:
        self.one, self.me = OneGame(name, seats=seats), me
        self.brain, others = brain(self.one.game), iter(bots)
        self.bots = [numbers_of(self.one.game)[next(others)] if seat != me else 0 for seat in range(seats)]
        self.moves = ints(self.one.game.kernels.most_legal)
        self.room = ints(getattr(self.brain, "WORK", 1), np.int64)
        self.one.begin(seed, number)
        self.let_others_play()

    def let_others_play(self) -> None:
        """Play on until it is the learner's turn, or the game is over; then `seat` is -1."""
        game, s, luck = self.one.game, self.one.record, self.one.luck
        while (seat := self.one.next_seat()) not in (-1, self.me):
            if has_quick_loop(self.brain) and max(self.bots) < BEGINNER:
                count = game.kernels.legal(s, seat, self.moves)
                move = self.brain.choose(s, seat, self.bots[seat], luck, self.moves, count)
                game.kernels.apply(s, seat, move)
            else:
                self.room[:] = 0
                self.brain.act(s, seat, self.bots[seat], luck, self.moves, self.room)
            while game.kernels.is_automatic(s):
                game.kernels.advance(s)
        self.seat = seat

    def act(self, action: int) -> npt.NDArray[np.float32]:
        """An action of the learner, and everything until its next turn; what that brought each seat."""
        scores, s = self.one.game.kernels.scores, self.one.record
        before = [scores(s, seat) for seat in range(self.one.seats)]
        self.one.act(self.me, action)
        self.let_others_play()
        return np.array([scores(s, seat) - before[seat] for seat in range(self.one.seats)], np.float32)


def played_plainly(env: VectorEnv, bots: list[str], place: int, steps: int) -> Iterator[int]:
    """Step an environment and play the games of one place next to it; the seat of the learner in each that ended."""
    name, seats, ended = env.encoding.game.name, env.seats, 0
    now = env.reset()
    plain = PlainGame(name, seats, int(now.seat[place]), bots, env.seed, env.first + place)
    for _ in range(steps):
        assert now.seat[place] == plain.me
        assert np.array_equal(now.observation[place], plain.one.observe(plain.me))
        assert np.array_equal(now.mask[place], plain.one.mask(plain.me))
        actions = last_legal(now.mask)
        reward = plain.act(int(actions[place]))
        now = env.step(actions)
        assert np.array_equal(now.reward[place], reward)
        assert bool(now.done[place]) == (plain.seat == -1)
        if plain.seat == -1:
            scores = plain.one.game.kernels.scores
            assert now.points[place].tolist() == [scores(plain.one.record, seat) for seat in range(seats)]
            yield plain.me
            ended += 1
            me = int(now.seat[place])
            plain = PlainGame(name, seats, me, bots, env.seed, env.first + place + ended * env.games)


@pytest.mark.parametrize(
    ("name", "seats", "bots", "steps"),
    [
        ("rage", 3, ["greedy", "random"], 200),
        ("rurare", 3, ["random", "greedy"], 60),
        ("rurare", 2, ["solid"], 40),
        ("rok", 3, ["greedy", "greedy"], 40),
        ("rummy", 2, ["greedy"], 80),
    ],
)
def test_the_games_are_those_that_the_same_bots_play_elsewhere(
    name: str, seats: int, bots: list[str], steps: int
) -> None:
    """Every observation, mask, reward and result is that of plain play; the learner's seat moves on."""
    env = VectorEnv(name, 3, seats=seats, opponents=bots, seat="rotate", seed=5, first=2, threads=1)
    ended = list(played_plainly(env, bots, 1, steps))
    assert ended == [(1 + k) % seats for k in range(len(ended))]
    assert ended or name == "rok"


@pytest.mark.parametrize("name", own_names())
def test_a_vector_of_gymnasium_plays_the_same_games(name: str) -> None:
    env = VectorEnv(name, 4, opponents="greedy", seat=1, threads=1)
    theirs = VectorAgainstBots(name, 4, opponents="greedy", seat=1)
    seen, infos = theirs.reset(seed=[7, 7, 7, 7])
    now = env.reset(7)
    for _ in range(30):
        assert np.array_equal(now.observation, seen)
        assert np.array_equal(now.mask, infos["action_mask"])
        now = env.step(last_legal(now.mask))
        seen, rewards, ended, _, infos = theirs.step(last_legal(infos["action_mask"]))
        assert np.array_equal(now.reward[:, 1], rewards)
        assert np.array_equal(now.done, ended)


@pytest.mark.parametrize(
    ("name", "bots"),
    [(name, "greedy") for name in own_names()] + [("rage", "solid"), ("rurare", "casual,strong,casual-0.1")],
)
def test_the_games_are_the_same_whatever_the_threads(name: str, bots: str) -> None:
    """The levels of Rage and Ru-Ra-Re are networks inside the kernels."""
    given: dict[str, Any] = {"seats": 4, "opponents": bots, "seat": "rotate", "seed": 4}
    one, two = VectorEnv(name, 13, threads=1, **given), VectorEnv(name, 13, threads=3, **given)
    one.reset(), two.reset()
    for _ in range(30):
        actions = one.sample()
        assert np.array_equal(actions, two.sample())
        one.step(actions), two.step(actions)
    assert one.states.tobytes() == two.states.tobytes()
    assert np.array_equal(one.now.observation, two.now.observation)


def test_levels_play_better_than_random_bots() -> None:
    points = {}
    for bots in ("random", "solid"):
        env = VectorEnv("rurare", 64, seats=3, opponents=bots, seat=0, seed=4)
        env.reset()
        told: list[int] = []
        while len(told) < 64:
            now = env.step(env.sample())
            told += now.points[now.done == 1, 1].tolist()
        points[bots] = np.mean(told)
    assert points["solid"] > points["random"] + 10


def test_the_seat_is_always_the_learners() -> None:
    fixed = VectorEnv("rage", 6, seats=4, opponents="greedy", seat=2, threads=1)
    chosen = VectorEnv("rage", 6, seats=4, opponents="greedy", seat=[3, 0, 3, 1, 2, 2], threads=1)
    turning = VectorEnv("rage", 6, seats=4, opponents="greedy", seat="rotate", threads=1)
    for env in (fixed, chosen, turning):
        env.reset()
    games = np.zeros(6, np.int64)
    for _ in range(150):
        for env in (fixed, chosen, turning):
            env.step(env.sample())
        games += turning.now.done
        assert fixed.now.seat.tolist() == [2] * 6
        assert chosen.now.seat.tolist() == [3, 0, 3, 1, 2, 2]
        assert turning.now.seat.tolist() == ((np.arange(6) + games) % 4).tolist()
    assert games.min() > 0


def test_a_game_that_rotates_is_the_one_of_its_seat() -> None:
    """Bots named one by one sit at the other seats in their order, whichever is the learner's."""
    bots = ["greedy", "random", "greedy"]
    turning = VectorEnv("rage", 4, seats=4, opponents=bots, seat="rotate", seed=2, threads=1)
    now = turning.reset()
    for seat in range(4):
        fixed = VectorEnv("rage", 4, seats=4, opponents=bots, seat=seat, seed=2, threads=1)
        assert np.array_equal(fixed.reset().observation[seat], now.observation[seat])


def test_an_action_that_is_not_possible_is_refused_and_changes_nothing() -> None:
    env = VectorEnv("rage", 4, opponents="greedy", seed=1, threads=1)
    env.reset()
    before, actions = env.states[2].tobytes(), env.sample()
    actions[2] = 5  # a card, while bids are made
    with pytest.raises(BadAction, match="game 2: action 5 is not possible"):
        env.step(actions)
    assert env.states[2].tobytes() == before
    assert env.states[1].tobytes() != before


def test_copies_and_saved_states_go_on_alike() -> None:
    given: dict[str, Any] = {"seats": 3, "opponents": "random", "seat": "rotate"}
    env = VectorEnv("rurare", 8, seed=3, threads=2, **given)
    env.reset()
    for _ in range(15):
        env.step(env.sample())
    fresh = VectorEnv("rurare", 8, seed=9, threads=1, **given)
    fresh.set_state(env.get_state())
    others = [env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)), fresh]
    for _ in range(20):
        env.step(env.sample())
    for other in others:
        for _ in range(20):
            other.step(other.sample())
        assert other.states.tobytes() == env.states.tobytes()
        assert np.array_equal(other.observe_all(), env.observe_all())
    unlike: list[dict[str, Any]] = [{}, {"opponents": "greedy", "seat": "rotate"}, {"opponents": "random"}]
    for one in unlike:
        with pytest.raises(BadOptions, match="other opponents"):
            VectorEnv("rurare", 8, seats=3, **one).set_state(env.get_state())


def test_a_history_is_the_learners() -> None:
    env = History(VectorEnv("rurare", 4, seats=3, opponents="random", seat="rotate", threads=1), 3)
    now, decisions = env.reset(), np.ones(4, np.int64)
    for _ in range(60):
        assert np.array_equal(env.seen[:, -1], now.observation)
        assert np.array_equal(env.known, np.minimum(decisions, 3))
        now = env.step(env.sample())
        decisions = np.where(now.done == 1, 1, decisions + 1)


def test_a_game_that_ends_before_the_learners_turn_is_followed_by_the_next() -> None:
    """It happens in Rummy, too rarely to be met: here the first two games of a place do."""
    begun: list[int] = []
    asked: list[int] = []

    def go_on(s: Any, me: int, *_: Any) -> int:
        """A game that is over at once, or the learner's turn."""
        asked.append(me)
        return NONE if len(asked) < 3 else me

    start = bind_plain(start_template, begin=lambda *given: begun.append(given[-1]), go_on=go_on)
    numbers = np.array([7, 8])
    states: Any = [SimpleNamespace(seats=3)] * 2
    assert start(states, None, 1, 2, 1, None, None, 0, numbers, 2, None, None) == 1
    assert begun == [8, 10, 12]
    assert asked == [2, 0, 1]
    assert numbers.tolist() == [7, 12]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"opponents": "nobody"}, "has no bot 'nobody'"),
        ({"opponents": "cmd:true"}, "not all of them play inside the kernels"),
        ({"opponents": "greedy,greedy"}, "2 bots for 3 seats"),
        ({"opponents": []}, "0 bots for 3 seats"),
        ({"opponents": "greedy", "seat": 4}, "there is no seat 4: the seats are 0 to 3"),
        ({"opponents": "greedy", "seat": -1}, "there is no seat -1"),
        ({"opponents": "greedy", "seat": "last"}, "'rotate' or one number for each game, not 'last'"),
        ({"opponents": "greedy", "seat": [0, 1]}, "3 numbers, one for each game"),
        ({"opponents": "greedy", "seat": [0, 1, 9]}, "there is no seat 9"),
        ({"opponents": "greedy", "seat": [[0], [1, 2]]}, "3 numbers, one for each game"),
        ({"opponents": "greedy", "seat": 0.5}, "the learner's seat is a number"),
        ({"opponents": "greedy", "seat": True}, "the learner's seat is a number"),
        ({"opponents": "greedy", "encoding": encoding_of("rage", 5)}, "is of 4 seats, and this one is of 5"),
        ({"seat": 1}, "without opponents every seat is the learner's"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_cannot_be_is_refused_in_words(given: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        VectorEnv("rage", 3, seats=4, **given)
