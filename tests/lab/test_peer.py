"""Our rules of oh_hell are OpenSpiel's, move by move; or it is said that OpenSpiel is missing."""

from __future__ import annotations

import importlib.util
import random

import numpy as np
import pytest

from erre.core.chance import seed_luck
from erre.core.errors import BadOptions
from erre.core.record import ints
from erre.lab.peer import match, oh_hell
from erre.lab.peer.oh_hell import CARDS, MOST_LEGAL, SUITS

HAS_PEER = importlib.util.find_spec("pyspiel") is not None


@pytest.mark.parametrize(("seats", "tricks"), [(3, 5), (4, 12), (6, 3)])
def test_legal_moves_and_scores_are_those_of_openspiel(seats: int, tricks: int) -> None:
    if not HAS_PEER:
        with pytest.raises(BadOptions, match="not installed"):
            match.peer_game(seats, tricks)
        return
    game = match.peer_game(seats, tricks)
    moves, dice = ints(MOST_LEGAL), random.Random(tricks)
    for number in range(4):
        state = match.deal(game, np.random.default_rng(number))
        while not state.is_terminal():
            player = state.current_player()
            s = match.known(state, player)
            count = oh_hell.legal(s, player, moves)
            assert sorted(moves[:count].tolist()) == state.legal_actions()
            move = dice.choice(state.legal_actions())
            oh_hell.apply(s, player, move)
            state.apply_action(move)
        assert [oh_hell.score(s, seat) for seat in range(seats)] == state.returns()


def test_imagined_hands_follow_what_was_shown() -> None:
    s = oh_hell.OhHell.new()
    oh_hell.start(s, 3, 5, 2, 51)
    s.hands[0, :5] = [0, 1, 2, 3, 4]
    s.voids[1], s.voids[2] = 1, 6
    luck, pool = ints(2, np.int32), ints(CARDS)
    seed_luck(luck, 1, 1)
    for _ in range(50):
        oh_hell.imagine(s, 0, luck, pool)
        hands = [s.hands[seat, :5].tolist() for seat in range(3)]
        dealt = [card for hand in hands for card in hand]
        assert len(set(dealt)) == 15
        assert 51 not in dealt
        assert all(card % SUITS != 0 for card in hands[1])
        assert all(card % SUITS not in (1, 2) for card in hands[2])


def test_a_duel_is_played_to_the_end() -> None:
    if not HAS_PEER:
        with pytest.raises(BadOptions, match="not installed"):
            match.duel(2)
        return
    found = match.duel(2, seats=4, tricks=2, milliseconds=4)
    assert found.games == 2
    assert 0 <= found.our_wins <= 1
    assert found.our_playouts > 0 < found.their_playouts
