"""Our environments beside those of others: decisions per second of one core, random play, all in one run.

    python benchmarks/environments.py [--seconds 1] [--rounds 5] [--only pgx] [--json]

Beside OpenSpiel, RLCard, PettingZoo's classics and Pgx; what is not installed is told and left out:

    pip install open_spiel rlcard 'pettingzoo[classic]' pgx jax

The process is held to one core, before any library is imported. All take turns, round after round, and a figure is the
middle one of the rounds, by processor time, so that what else the machine does costs everybody alike. A step is one
decision of one player; chance and automatic steps are not counted. Each contestant plays in the fastest way that its
own documentation shows for what its table asks for.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

if hasattr(os, "sched_setaffinity"):  # not on every system; elsewhere the libraries' own settings hold
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

import numpy as np

Burst = Callable[[], int]  # plays a little; how many decisions

SEEN = "observation and mask of the player to act at every decision, and a random legal action picked"
AEC = "PettingZoo's interface: last(), a random legal action by the mask, step()"
RLCARD = "RLCard's interface: a random legal action of the state, step()"
SPIEL = "OpenSpiel's Python interface: legal_actions(), apply_action(), chance sampled; nothing observed"
RULES = "rules alone: whole games of random play inside the engine, nothing observed"
TABLES = {"seen": SEEN, "aec": AEC, "rlcard": RLCARD, "spiel": SPIEL, "rules": RULES}
PACKAGES = {"OpenSpiel": "open_spiel", "RLCard": "rlcard", "PettingZoo": "'pettingzoo[classic]'", "Pgx": "pgx jax"}
OURS = "Erre"

OH_HELL = "oh_hell(players=4,num_suits=4,num_cards_per_suit=13,num_tricks_fixed=10)"
OPEN_SPIEL = {OH_HELL: "oh_hell", "hearts": "hearts", "spades": "spades", "gin_rummy": "gin_rummy"}


@dataclass
class Contestant:
    """One environment in one table."""

    table: str
    library: str
    game: str
    prepare: Callable[[], Burst]
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Decisions per second of processor time: the middle one of the rounds."""
        return median(self.rates)


def contestants() -> Iterator[Contestant]:
    """Everybody, ours first in each table."""
    for name in ("rage", "rurare", "rok", "rummy"):
        yield Contestant("seen", OURS, f"{name}, 4 seats", lambda name=name: our_vector(name))
    for text, name in OPEN_SPIEL.items():
        yield Contestant("seen", "OpenSpiel", name, lambda text=text: spiel_seen(text))
    for name in ("uno", "gin-rummy", "mahjong", "bridge", "limit-holdem", "leduc-holdem"):
        yield Contestant("seen", "RLCard", name, lambda name=name: rlcard_env(name))
    for name in ("sparrow_mahjong", "bridge_bidding", "leduc_holdem", "kuhn_poker", "2048"):
        yield Contestant("seen", "Pgx", name, lambda name=name: pgx_env(name, seen=True))
    for name in ("rage", "rurare", "rok", "rummy"):
        yield Contestant("aec", OURS, f"{name}, 4 seats", lambda name=name: our_aec(name))
    for name in ("hanabi_v5", "texas_holdem_v4", "leduc_holdem_v4"):
        yield Contestant("aec", "PettingZoo", name, lambda name=name: classic_aec(name))
    for name in ("rage", "rurare"):
        yield Contestant("rlcard", OURS, f"{name}, 4 seats", lambda name=name: our_rlcard(name))
    for name in ("uno", "gin-rummy", "bridge"):
        yield Contestant("rlcard", "RLCard", name, lambda name=name: rlcard_env(name))
    for name in ("rage", "rurare"):
        yield Contestant("spiel", OURS, f"python_erre_{name}", lambda name=name: our_spiel(name))
    for text, name in {**OPEN_SPIEL, "python_block_dominoes": "python_block_dominoes"}.items():
        yield Contestant("spiel", "OpenSpiel", name, lambda text=text: spiel_play(text))
    for name in ("rage", "rurare", "rok", "rummy"):
        yield Contestant("rules", OURS, f"{name}, 4 seats", lambda name=name: our_rules(name))
    for text, name in OPEN_SPIEL.items():
        yield Contestant("rules", "OpenSpiel", f"{name}, C++ loop", lambda text=text: spiel_loop(text))
    for name in ("sparrow_mahjong", "bridge_bidding", "leduc_holdem", "kuhn_poker", "2048"):
        yield Contestant("rules", "Pgx", name, lambda name=name: pgx_env(name, seen=False))


# Ours.


def our_vector(name: str, games: int = 1024) -> Burst:
    """The vector environment."""
    from erre.lab.envs.vector import VectorEnv

    env = VectorEnv(name, games if name != "rummy" else 64, seats=4, seed=1, threads=1)
    env.reset()

    def burst() -> int:
        for _ in range(5):
            env.step(env.sample())
        return 5 * env.games

    return burst


def our_aec(name: str) -> Burst:
    """Our games in PettingZoo's interface."""
    from erre.lab.envs.pettingzoo import aec_env

    return aec_burst(aec_env(name, seats=4))


def our_spiel(name: str) -> Burst:
    """Our games in OpenSpiel's interface."""
    import erre.lab.envs.openspiel  # noqa: F401

    return spiel_play(f"python_erre_{name}(players=4)")


def our_rules(name: str) -> Burst:
    """Whole games inside the CPU engine."""
    from erre.core.batch import arena_of, play_batch
    from erre.games import game

    played = game(name)
    options, loops, number = played.read_options({}), arena_of(played), 0

    def burst() -> int:
        nonlocal number
        number += 200
        return int(play_batch(played, 4, options, 200, seed=3, first=number, loops=loops, threads=1).moves.sum())

    return burst


# OpenSpiel.


def spiel_play(text: str) -> Burst:
    """A game through the Python interface as its documentation plays it, nothing observed."""
    import open_spiel.python.games  # noqa: F401
    import pyspiel

    game, luck = pyspiel.load_game(text), random.Random(1)

    def burst() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(actions, chances)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return burst


def spiel_seen(text: str) -> Burst:
    """The same, with an array of what the player sees and a mask at every decision.

    All deals of these games are equally likely, so one is taken out of legal_actions: quicker than chance_outcomes.
    """
    import pyspiel
    from open_spiel.python.observation import make_observation

    game, luck = pyspiel.load_game(text), random.Random(1)
    alone = pyspiel.PrivateInfoType.SINGLE_PLAYER
    whole = pyspiel.IIGObservationType(public_info=True, perfect_recall=True, private_info=alone)
    eyes: Any = make_observation(game) or make_observation(game, whole)  # some show the whole past or nothing

    def burst() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(luck.choice(state.legal_actions()))
                continue
            eyes.set_from(state, state.current_player())
            np.asarray(state.legal_actions_mask(), np.int8)
            state.apply_action(luck.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return burst


def spiel_loop(text: str) -> Burst:
    """Whole games in the library's own C++ loop."""
    import pyspiel

    game = pyspiel.load_game(text)
    bots = [pyspiel.make_uniform_random_bot(seat, 11 + seat) for seat in range(game.num_players())]
    length = mean_length(text)
    number = 0

    def burst() -> int:
        nonlocal number
        for _ in range(20):
            number += 1
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        return round(20 * length)

    return burst


def mean_length(text: str) -> float:
    """Decisions of a game, over 200 of them: the C++ loop does not tell."""
    play = spiel_play(text)
    return sum(play() for _ in range(200)) / 200


# RLCard and PettingZoo's classics.


def rlcard_env(name: str) -> Burst:
    """A game of RLCard; its step gives the observation and the legal actions."""
    import rlcard

    return rlcard_burst(rlcard.make(name, {"seed": 1}))


def our_rlcard(name: str) -> Burst:
    """Our games in the manner of RLCard."""
    from erre.lab.envs.rlcard import rlcard_env as ours

    return rlcard_burst(ours(name, seats=4, seed=1))


def rlcard_burst(env: Any) -> Burst:
    """A whole game in RLCard's interface."""
    luck = random.Random(1)

    def burst() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(luck.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return burst


def classic_aec(name: str) -> Burst:
    """A game of PettingZoo's classics."""
    from importlib import import_module

    return aec_burst(import_module(f"pettingzoo.classic.{name}").env())


def aec_burst(env: Any) -> Burst:
    """A whole game in PettingZoo's interface."""
    luck = random.Random(1)

    def burst() -> int:
        env.reset(seed=luck.randrange(2**31))
        decisions = 0
        for _ in env.agent_iter():
            seen, _, ended, cut_off, info = env.last()
            if ended or cut_off:
                env.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(int(luck.choice(np.flatnonzero(mask))))
            decisions += 1
        return decisions

    return burst


# Pgx.


def pgx_env(name: str, seen: bool, games: int = 4096, steps: int = 20) -> Burst:
    """Games of Pgx side by side, compiled, ended ones begun anew.

    Seen: one compiled call for each step, whose state (observation and mask in it) is there for a policy, as in ours.
    Rules alone: 20 steps in one compiled call, so that the compiler may leave out what nobody reads.
    """
    import jax
    from pgx.experimental.wrappers import auto_reset

    env = pgx_game(name)
    again = auto_reset(env.step, env.init)

    def step(state: Any, key: Any) -> tuple[Any, Any]:
        key, pick, luck = jax.random.split(key, 3)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(pick, odds)
        return jax.vmap(again)(state, actions, jax.random.split(luck, games)), key

    def many(state: Any, key: Any) -> tuple[Any, Any]:
        return jax.lax.fori_loop(0, steps, lambda _, pair: blind(*step(*pair)), (state, key))

    def blind(state: Any, key: Any) -> tuple[Any, Any]:
        return state.replace(observation=nothing), key

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), games))
    nothing = jax.numpy.zeros_like(state.observation)
    play, now = jax.jit(step if seen else many, donate_argnums=0), [state, jax.random.PRNGKey(2)]

    def burst() -> int:
        now[:] = play(*now)
        jax.block_until_ready(now)
        return games if seen else games * steps

    return burst


def pgx_game(name: str) -> Any:
    """A game of Pgx. Its bridge wants a table of solved deals; random ones serve as well for its speed."""
    import pgx

    if name != "bridge_bidding":
        return pgx.make(name)
    from pgx.bridge_bidding import BridgeBidding

    chance = np.random.default_rng(1)
    owners = np.stack([chance.permutation(52) // 13 for _ in range(1000)]).reshape(1000, 4, 13)
    keys = (owners * 4 ** np.arange(13)[::-1]).sum(axis=2)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "deals.npy")
        np.save(path, np.stack([keys, chance.integers(0, 2**20, keys.shape)]).astype(np.int32))
        return BridgeBidding(path)


# The run.


def prepared(only: str) -> list[tuple[Contestant, Burst]]:
    """All that can take part, warmed up; the others are told."""
    ready, missing = [], set()
    for one in contestants():
        if only and only.lower() not in f"{one.library} {one.game} {one.table}".lower() and one.library != OURS:
            continue
        try:
            burst = one.prepare()
            burst()
        except ImportError as error:
            package = PACKAGES.get(one.library, "'erre[rl,bench]'")
            missing.add(f"{one.library} is left out ({error}): pip install {package} adds it")
            continue
        ready.append((one, burst))
    for line in sorted(missing):
        print(line, file=sys.stderr)
    return ready


def measure(burst: Burst, seconds: float) -> float:
    """Decisions per second of processor time."""
    decisions, start, end = 0, time.process_time(), time.perf_counter() + seconds
    while time.perf_counter() < end:
        decisions += burst()
    return decisions / (time.process_time() - start)


def show(found: list[Contestant]) -> None:
    """One table for each way of playing; the last column is how many times faster our two quickest games are."""
    for table, title in TABLES.items():
        here = [one for one in found if one.table == table]
        ours = {one.game.split(",")[0].rsplit("_", 1)[-1]: one.rate for one in here if one.library == OURS}
        print(f"\n{title}\n| library | game | decisions/s | slowest and quickest round | Rage is | Ru-Ra-Re is |")
        print("|---|---|---|---|---|---|")
        for one in here:
            spread = f"{min(one.rates):,.0f} to {max(one.rates):,.0f}"
            ratios = [f"{ours[name] / one.rate:,.1f} ×" if name in ours else "" for name in ("rage", "rurare")]
            print(f"| {one.library} | {one.game} | {one.rate:,.0f} | {spread} | {ratios[0]} | {ratios[1]} |")


def main() -> None:
    """Measure and show."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--seconds", type=float, default=1.0, help="for each contestant in each round")
    reader.add_argument("--rounds", type=int, default=5)
    reader.add_argument("--only", default="", help="a word in the library, the game or the table; ours always play")
    reader.add_argument("--json", action="store_true")
    asked = reader.parse_args()
    logging.disable(logging.WARNING)  # theirs, of what is not on this machine
    warnings.simplefilter("ignore")
    ready = prepared(asked.only)
    for number in range(asked.rounds):
        print(f"round {number + 1} of {asked.rounds}", file=sys.stderr)
        for one, burst in ready:
            one.rates.append(measure(burst, asked.seconds))
    found = [one for one, _ in ready]
    if asked.json:
        rows = [{"table": o.table, "library": o.library, "game": o.game, "rates": o.rates} for o in found]
        print(json.dumps(rows, indent=1))
    else:
        show(found)


if __name__ == "__main__":
    main()
