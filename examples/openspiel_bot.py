"""OpenSpiel's IS-MCTS (the one in Python) as a bot of Rage and Ru-Ra-Re: an entry to the leaderboard of Erre-4.

erre benchmark "cmd:python3 examples/openspiel_bot.py 5" --only rurare --name "OpenSpiel IS-MCTS" --out entry.json

The number is that of simulations for one choice. Each is played to the end at random in a table that the seat could not
tell from the true one. All randomness follows from the seed and the view, so that any deal can be played again.
"""

import hashlib
import json
import sys

import msgspec
import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import erre.lab.envs.openspiel  # noqa: F401 (registers the games)
from erre.games import game as find_game

SIMULATIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
UCT = 20.0  # points of a game differ by tens


def choose(turn):
    """The text of the move that the search likes best."""
    played = find_game(turn["game"])
    view = msgspec.convert(turn["view"], played.view_type)
    record = played.state_from_view(view)
    table = pyspiel.load_game(f"python_erre_{played.name}", {"players": int(record.seats)})
    state = table.new_initial_state()
    state.record, state.actor = record, turn["seat"]
    known = hashlib.sha256(f"{turn.get('seed')} {json.dumps(turn['view'])}".encode()).digest()
    luck = np.random.RandomState(int.from_bytes(known[:4], "little"))
    bot = ISMCTSBot(table, RandomRolloutEvaluator(1, luck), UCT, SIMULATIONS, random_state=luck)
    bot.set_resampler(lambda now, player: now.resample_from_infostate(player, luck.uniform))
    return state.action_to_string(turn["seat"], int(bot.step(state)))


for line in sys.stdin:
    turn = json.loads(line)
    move = turn["moves"][0] if len(turn["moves"]) == 1 else choose(turn)
    print(json.dumps({"op": "play", "id": turn["id"], "move": move}), flush=True)
