"""The network for oh_hell that the package contains."""

from __future__ import annotations

import hashlib
import json
import random

from erre.core.chance import key_from_seed
from erre.core.record import ints
from erre.lab.peer import features, oh_hell
from erre.lab.peer.game import GAME
from erre.lab.peer.learned import SHIPPED, load_network
from erre.lab.peer.oh_hell import MOST_LEGAL
from erre.lab.training.players import Player
from tests.amounts import amount


def test_the_weights_of_the_package_say_where_they_come_from_and_play_well() -> None:
    about = json.loads(SHIPPED.with_suffix(".json").read_text("utf-8"))
    assert hashlib.sha256(SHIPPED.read_bytes()).hexdigest() == about["sha256"]
    assert str(features.FEATURES) in about["shape"]
    player, dice, moves = Player(features, load_network(SHIPPED)), random.Random(5), ints(MOST_LEGAL)
    lead = 0
    for number in range(amount(12, 200)):
        s = GAME.start(4, GAME.read_options({"dealSize": 12}), key_from_seed(5, number))
        GAME.settle(s)
        while not oh_hell.is_over(s):
            if s.turn % 2 == number % 2:
                player.play(s, s.turn)
            else:
                oh_hell.apply(s, s.turn, moves[dice.randrange(oh_hell.legal(s, s.turn, moves))])
        points = [oh_hell.score(s, seat) for seat in range(4)]
        lead += sum(points[number % 2 :: 2]) - sum(points[1 - number % 2 :: 2])
    assert lead > 0
