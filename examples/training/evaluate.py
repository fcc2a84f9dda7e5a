"""Duplicate matches of a network against one of our bots, or against another network:

    python evaluate.py GAME WEIGHTS BOT [--seats 4] [--deals 50]
    python evaluate.py GAME WEIGHTS OTHER.npz --temperature 1

Every deal is played twice, with the seats of the two sides swapped.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from erre.bots.network_files import read_weights
from erre.bots.roster import make_bot
from erre.core.chance import key_from_seed
from erre.core.errors import Refusal
from erre.lab.training.players import Player
from erre.lab.training.task import tasks


def main(arguments: list[str] | None = None) -> None:
    """Play and print the share of comparisons won, and the lead in points with its 95 % interval."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(tasks()))
    parser.add_argument("weights", type=Path)
    parser.add_argument("bot", help="a bot, or other weights")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--temperature", type=float, default=0.0, help="above 0, networks draw their moves")
    given = parser.parse_args(arguments)
    task = tasks()[given.game]
    game, options = task.game, task.game.read_options({})

    def player(path: Path, seed: int) -> Player:
        """The network of a file."""
        network = read_weights(path, given.game, task.kernels, "weights")
        return Player(task.kernels, network, temperature=given.temperature, seed=seed)

    network = player(given.weights, given.seed)
    other = player(Path(given.bot), given.seed + 1) if given.bot.endswith(".npz") else None
    bot = None if other else make_bot(game, given.bot, given.seed)
    shares, leads = [], []
    for deal in range(given.deals):
        lead, won, compared = [], 0.0, 0
        for side in range(2):
            s = game.start(given.seats, options, key_from_seed(given.seed, deal))
            game.settle(s)
            while turn := game.turn(s):
                if turn[0] % 2 == side:
                    network.play(s, turn[0])
                elif other is not None:
                    other.play(s, turn[0])
                elif bot is not None:
                    game.apply(s, turn[0], bot.move(game.view(s, turn[0])))
                game.settle(s)
            points = game.scores(s)
            ours, theirs = points[side::2], points[1 - side :: 2]
            lead.append(float(np.mean(ours) - np.mean(theirs)))
            won += sum((a > b) + (a == b) / 2 for a in ours for b in theirs)
            compared += len(ours) * len(theirs)
        leads.append(np.mean(lead))
        shares.append(won / compared)
    share, ahead = (1.96 * np.std(found) / np.sqrt(len(found)) for found in (shares, leads))
    print(
        f"{given.deals} deals: {np.mean(shares):.1%} ± {share:.1%} of comparisons, "
        f"{np.mean(leads):+.1f} ± {ahead:.1f} points a game"
    )


if __name__ == "__main__":
    try:
        main()
    except Refusal as refusal:
        sys.exit(f"evaluate: {refusal}")
