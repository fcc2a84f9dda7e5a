"""How much whole numbers cost: the shipped networks against themselves in floating point, on the same deals.

    python benchmarks/integer_networks.py rage --seats 4 --deals 300

One side evaluates the weights as the kernels do, in whole numbers, the other in floating point, where activations are
not rounded. Moves are drawn by the scores, at temperature 1 and with the same luck for both. Each deal is played twice
with sides swapped. Printed are how often both would make the same move, and the share of comparisons that the side with
whole numbers wins.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np

from erre.bots.network import DENSE_SCALE, EMBED_SCALE, FIRST, HIDDEN, MOST_ACTIVE, SCORE, UNIT, Network
from erre.core.chance import key_from_seed
from erre.core.training import Task
from erre.lab.training.players import Player
from erre.lab.training.task import tasks


class FloatingPlayer(Player):
    """The same weights in floating point."""

    def __init__(self, kernels: Any, network: Network) -> None:
        super().__init__(kernels, network)
        widths = (FIRST, HIDDEN, HIDDEN, kernels.ACTIONS + 1)
        self.embed = np.asarray(network.embed).reshape(-1, FIRST) / EMBED_SCALE
        dense, bias = np.asarray(network.dense) / DENSE_SCALE, np.asarray(network.bias) / SCORE
        self.layers = []
        weight = offset = 0
        for inputs, outputs in pairwise(widths):
            end = weight + inputs * outputs
            self.layers.append((dense[weight:end].reshape(inputs, outputs), bias[offset : offset + outputs]))
            weight, offset = end, offset + outputs

    def scores(self, s: Any, seat: int) -> Any:
        """As the network would have it without rounding; in the same unit."""
        count = self.kernels.features(s, seat, self.listed)
        x = self.embed[np.asarray(self.listed[:count])].sum(0)
        for dense, bias in self.layers:
            x = np.clip(x, 0, MOST_ACTIVE / UNIT) @ dense + bias
        return np.round(x * SCORE).astype(np.int32)


def drawn(player: Player, s: Any, seat: int, noise: Any) -> int:
    """The move that a player makes with this luck (Gumbel's distribution)."""
    scores = np.asarray(player.scores(s, seat))[: player.kernels.ACTIONS] / SCORE
    player.kernels.offer(s, seat, player.mask, player.moves, player.work)
    return int(np.where(np.asarray(player.mask) > 0, scores + noise, -np.inf).argmax())


def match(task: Task, players: tuple[Player, Player], seats: int, number: int, seed: int) -> tuple[float, int, int]:
    """One deal, both ways: the share of the first player, decisions, and how many both would have made alike."""
    game, won, compared, decisions, alike = task.game, 0.0, 0, 0, 0
    for side in range(2):
        s = game.start(seats, game.read_options({}), key_from_seed(seed, number))
        game.settle(s)
        luck = np.random.default_rng([seed, number])
        while turn := game.turn(s):
            seat, noise = turn[0], luck.gumbel(size=task.kernels.ACTIONS)
            moves = [drawn(player, s, seat, noise) for player in players]
            decisions, alike = decisions + 1, alike + (moves[0] == moves[1])
            task.kernels.take(s, seat, moves[(seat + side) % 2], players[0].moves, players[0].work)
            game.settle(s)
        points = game.scores(s)
        ours, theirs = points[side::2], points[1 - side :: 2]
        won += sum((a > b) + (a == b) / 2 for a in ours for b in theirs)
        compared += len(ours) * len(theirs)
    return won / compared, decisions, alike


def main() -> None:
    """Play the deals and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("rage", "rurare"))
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    task = tasks()[given.game]
    network = import_module(f"erre.bots.{given.game}.learned").NETWORK
    players = Player(task.kernels, network), FloatingPlayer(task.kernels, network)
    found = [match(task, players, given.seats, number, given.seed) for number in range(given.deals)]
    shares = np.array([share for share, _, _ in found])
    decisions, alike = (sum(row[k] for row in found) for k in (1, 2))
    error = 1.96 * shares.std() / len(shares) ** 0.5
    print(
        f"{given.game}, {given.seats} seats, {given.deals} deals: {alike / decisions:.2%} of {decisions:,} moves alike"
    )
    print(f"whole numbers win {shares.mean():.1%} ± {error:.1%} of comparisons")


if __name__ == "__main__":
    main()
