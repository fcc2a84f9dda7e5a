"""A bot for Erre in ten lines. Any program that reads and writes lines of JSON will do, in any language:

erre tournament rage --bots "cmd:python3 examples/first_bot.py,random"
"""

import json
import random
import sys

for line in sys.stdin:
    turn = json.loads(line)
    luck = random.Random(f"{turn.get('seed')} {turn['id']}")
    move = luck.choice(turn["moves"])
    print(json.dumps({"op": "play", "id": turn["id"], "move": move, "why": f"{move}: why not?"}), flush=True)
