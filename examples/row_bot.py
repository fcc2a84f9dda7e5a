"""Another program that plays Ru-Ra-Re: an example of an entry to the leaderboard of Erre-4.

erre benchmark "cmd:python3 examples/row_bot.py" --only rurare --name "Row bot" --out entry.json

It takes valuable rows more often, and mixes, because everybody else wants them too. All its randomness follows from the
seed and what it sees, not from the number of questions it was asked before, so that any deal can be played again.
"""

import json
import random
import sys

for line in sys.stdin:
    turn = json.loads(line)
    view = turn["view"]
    luck = random.Random(f"{turn.get('seed')} {view['turn_no']} {view['revealed']} {view['rows']}")
    weights = [max(view["worth"][int(move.split()[-1]) - 1], 0.5) ** 3 for move in turn["moves"]]
    move = luck.choices(turn["moves"], weights)[0]
    print(json.dumps({"op": "play", "id": turn["id"], "move": move}), flush=True)
