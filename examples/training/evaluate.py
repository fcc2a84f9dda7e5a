"""Duplicate matches of a network against one of our bots: python evaluate.py GAME WEIGHTS BOT [--seats 4] [--deals 50]

Every deal is played twice, with the seats of the two sides swapped.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from erre.bots.network import read_network
from erre.bots.roster import make_bot
from erre.core.chance import key_from_seed
from erre.lab.training.players import Player
from erre.lab.training.task import tasks


def main(arguments: list[str] | None = None) -> None:
    """Play and print the share of comparisons won, and the lead in points with its 95 % interval."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(tasks()))
    parser.add_argument("weights", type=Path)
    parser.add_argument("bot")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=99)
    given = parser.parse_args(arguments)
    task = tasks()[given.game]
    game, options = task.game, task.game.read_options({})
    network, bot = Player(task.kernels, read_network(given.weights)), make_bot(game, given.bot, given.seed)
    won = compared = 0.0
    leads = []
    for deal in range(given.deals):
        lead = []
        for side in range(2):
            s = game.start(given.seats, options, key_from_seed(given.seed, deal))
            game.settle(s)
            while turn := game.turn(s):
                if turn[0] % 2 == side:
                    network.play(s, turn[0])
                else:
                    game.apply(s, turn[0], bot.move(game.view(s, turn[0])))
                game.settle(s)
            points = game.scores(s)
            ours, theirs = points[side::2], points[1 - side :: 2]
            lead.append(float(np.mean(ours) - np.mean(theirs)))
            won += sum((a > b) + (a == b) / 2 for a in ours for b in theirs)
            compared += len(ours) * len(theirs)
        leads.append(np.mean(lead))
    error = 1.96 * np.std(leads) / np.sqrt(len(leads))
    print(
        f"{given.deals} deals: {won / compared:.1%} of comparisons, {np.mean(leads):+.1f} ± {error:.1f} points a game"
    )


if __name__ == "__main__":
    main()
