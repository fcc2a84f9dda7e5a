"""Rage and Ru-Ra-Re in OpenSpiel: its own tests, and its own search."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, ismcts, mcts
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.policy import UniformRandomPolicy

from erre.core.errors import BadOptions
from erre.core.subgame import small_version
from erre.games import game as find_game
from erre.lab.envs.openspiel import GAMES, SMALL_GAMES, ErreState
from erre.lab.envs.vector import BadAction
from erre.lab.exact.solving import exploitability
from erre.lab.exact.tree import tree_of, uniform


def dealt(name: str, seats: int, seed: int) -> ErreState:
    """A table with its key drawn."""
    state: ErreState = pyspiel.load_game(f"python_erre_{name}(players={seats})").new_initial_state()
    chance = np.random.RandomState(seed)
    while state.is_chance_node():
        state.apply_action(int(chance.randint(256)))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_random_games_pass_their_test(name: str) -> None:
    game = pyspiel.load_game(f"python_erre_{name}(players=3)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_player_cannot_know_is_dealt_again(name: str) -> None:
    state, sampler = dealt(name, 4, 1), np.random.RandomState(1).rand
    for _ in range(12):
        player = state.current_player()
        others = [state.resample_from_infostate(player, sampler) for _ in range(4)]
        for other in others:
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
        assert len({other.record.to_bytes() for other in others}) == 4
        state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize("name", GAMES)
def test_their_search_plays(name: str) -> None:
    state = dealt(name, 3, 2)
    chance = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, chance), 2.0, 2, random_state=chance)
    action = bot.step(state)
    assert action in state.legal_actions()


def test_information_states_tell_apart_what_was_seen_before() -> None:
    """Two orders of the same bids, hidden from nobody, are two information states."""
    first, second = dealt("rage", 3, 1), dealt("rage", 3, 1)
    bids = first.legal_actions()
    for state, order in ((first, (1, 2)), (second, (2, 1))):
        for bid in order:
            state.apply_action(bids[bid])
    player = first.current_player()
    assert first.information_state_string(player) != second.information_state_string(player)


@pytest.mark.parametrize("name", GAMES)
def test_the_sampler_decides_what_is_dealt_again(name: str) -> None:
    state = pyspiel.load_game(f"python_erre_{name}").new_initial_state()
    while state.is_chance_node():
        state.apply_action(7)
    player = state.current_player()
    samplers = (lambda: 0.25, lambda: 0.25, lambda: 0.75)
    worlds = [str(state.resample_from_infostate(player, sampler)) for sampler in samplers]
    assert worlds[0] == worlds[1]
    assert worlds[0] != worlds[2]


@pytest.mark.parametrize("name", GAMES)
def test_the_short_way_from_python_answers_as_openspiel_does(name: str) -> None:
    state = pyspiel.load_game(f"python_erre_{name}", {"players": 3, "deals": 20}).new_initial_state()
    theirs, chance = pyspiel.State, np.random.RandomState(1)
    while True:
        assert state.legal_actions() == theirs.legal_actions(state)
        assert state.is_chance_node() == theirs.is_chance_node(state)
        for player in range(3):
            assert state.legal_actions(player) == theirs.legal_actions(state, player)
        if state.is_terminal():
            break
        state.apply_action(int(chance.choice(state.legal_actions())))


def test_options_and_reward_are_parameters() -> None:
    settings = {"players": 3, "options": "bidding:hidden;slam:true", "reward": "victory", "deals": 50, "seed": 4}
    game = pyspiel.load_game("python_erre_rage", settings)
    state = game.new_initial_state()
    assert len(state.chance_outcomes()) == 50
    state.apply_action(7)  # one chance node is the whole deal
    assert (state.record.slam, state.played.options_of(state.record).bidding) == (1, "hidden")
    same = pyspiel.load_game("python_erre_rage", settings).new_initial_state()
    same.apply_action(7)
    assert str(same) == str(state)
    chance = np.random.RandomState(1)
    while not state.is_terminal():
        state.apply_action(int(chance.choice(state.legal_actions())))
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) <= 1
    assert pyspiel.load_game(str(game)).num_players() == 3


def test_what_cannot_be_a_parameter_is_refused() -> None:
    wrong: list[dict[str, Any]] = [{"options": "slm:true"}, {"reward": "money"}, {"players": 9}]
    wrong += [{"deals": -1}, {"deals": 10**9}, {"deals": 5, "seed": -1}]
    for settings in wrong:
        with pytest.raises(BadOptions):
            pyspiel.load_game("python_erre_rage", settings)


@pytest.mark.parametrize("player", [-1, 3, 99])
def test_a_player_that_does_not_exist_is_refused(player: int) -> None:
    state = dealt("rage", 3, 1)
    for ask in (state.observation_string, state.information_state_string, state.numbers_of):
        with pytest.raises(BadOptions, match=f"there is no seat {player}"):
            ask(player)
    with pytest.raises(BadOptions, match=f"there is no seat {player}"):
        state.resample_from_infostate(player, np.random.RandomState(1).rand)
    undealt = pyspiel.load_game("python_erre_rage", {"players": 3}).new_initial_state()
    with pytest.raises(BadOptions, match="there is no seat -1"):
        undealt.information_state_string()


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_small_versions_pass_their_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"python_erre_small_{name}"), num_sims=2, serialize=True, verbose=False)


def test_their_solver_and_ours_agree_on_small_rage() -> None:
    settings = {"hand": 1, "colours": 1, "values": 3}
    theirs = pyspiel.load_game("python_erre_small_rage", settings)
    tree = tree_of(small_version(find_game("rage"), settings))
    evenly = nash_conv(theirs, UniformRandomPolicy(theirs))
    assert evenly == pytest.approx(exploitability(tree, uniform(tree)).total)
    solver = cfr.CFRPlusSolver(theirs)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert nash_conv(theirs, solver.average_policy()) < evenly


def facts_of(state: ErreState) -> tuple[object, ...]:
    """Everything about a state that a refused action must leave alone."""
    player = state.current_player()
    return (state.record.to_bytes(), player, state.history(), state.legal_actions(), state.information_state_string(0))


@pytest.mark.parametrize("is_asked", [False, True], ids=["unasked", "asked"])
@pytest.mark.parametrize("name", [*(f"erre_{name}" for name in GAMES), *(f"erre_small_{name}" for name in SMALL_GAMES)])
def test_an_illegal_action_is_refused_and_changes_nothing(name: str, is_asked: bool) -> None:
    state = pyspiel.load_game(f"python_{name}").new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    for _ in range(5):
        before, legal = facts_of(state.clone()), state.clone().legal_actions()
        actions = range(state.num_distinct_actions() + 2)
        for action in [*(one for one in actions if one not in legal), 5000, -2, -7]:
            if is_asked:
                state.legal_actions()
            with pytest.raises(BadAction, match=f"no legal action {action} here"):
                state.apply_action(action)
        assert facts_of(state) == before
        state.apply_action(legal[-1])
        if state.is_terminal():
            break


@pytest.mark.parametrize(
    "name", ["erre_rage(players=3,deals=10)", *(f"erre_small_{name}" for name in SMALL_GAMES), "erre_rage(players=3)"]
)
def test_chance_brings_nothing_but_its_outcomes(name: str) -> None:
    state = pyspiel.load_game(f"python_{name}").new_initial_state()
    count = len(state.chance_outcomes())
    for outcome in (count, count + 89, -2):
        with pytest.raises(BadAction, match=f"the outcomes 0 to {count - 1} here, not {outcome}"):
            state.apply_action(outcome)
        assert state.is_chance_node()
        assert state.history() == []
    state.apply_action(count - 1)


def test_copies_that_go_different_ways_have_their_own_legal_actions() -> None:
    state = dealt("rage", 3, 1)
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    for action in state.legal_actions():
        other = state.clone()
        state.legal_actions()
        other.apply_action(action)
        state.legal_actions()
        assert action not in other.clone().legal_actions()
        with pytest.raises(BadAction):
            other.apply_action(action)


def test_what_is_dealt_again_has_its_own_legal_actions() -> None:
    state, sampler = dealt("rage", 3, 1), np.random.RandomState(1).rand
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    other = next(one for one in range(3) if one != state.current_player())
    state.legal_actions()
    worlds = [state.resample_from_infostate(other, sampler) for _ in range(8)]
    assert len({tuple(world.legal_actions()) for world in worlds}) > 1
    for world in worlds:
        state.legal_actions()
        world.apply_action(world.clone().legal_actions()[0])


def test_what_is_no_action_and_no_sampler_is_refused() -> None:
    state = pyspiel.load_game("python_erre_rage", {"players": 3, "deals": 5}).new_initial_state()
    state.apply_action(3)
    for action in (-1, 117, 10**9):
        with pytest.raises(BadAction, match="there is no action"):
            state.action_to_string(0, action)
    sampler: Any
    for sampler in (None, 0.5, lambda: float("nan"), lambda: "x", lambda: -1.0, lambda: 2):
        with pytest.raises(BadOptions, match="a sampler is a function"):
            state.resample_from_infostate(0, sampler)
    with pytest.raises(BadOptions, match="3 to 8 players, not -1"):
        pyspiel.load_game("python_erre_rage", {"players": -1})
