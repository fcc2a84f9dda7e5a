"""How much bots of Ru-Ra-Re mix, and how often they walk into each other.

    python benchmarks/rurare_mixing.py champion champion-0.1 [--playouts 1000] [--games 12] [--seed 31]

A bot holds all seats. Without `--playouts` champions think by the clock. A row shows, for a number of seats, the share
of choices that met another seat's, and the mean chance of the row that a seat was most likely to choose.
"""

from __future__ import annotations

import argparse
from collections import Counter

from erre.bots.contract import Budget
from erre.bots.roster import make_bot
from erre.core.game import Position
from erre.games import game

RURARE = game("rurare")


def play(bot: str, seats: int, seed: int, budget: Budget | None) -> tuple[int, int, float]:
    """One game: the number of choices, how many of them met another's, and the sum of the likeliest rows' chances."""
    bots = [make_bot(RURARE, bot, seed=seed * seats + seat) for seat in range(seats)]
    position = Position.new(RURARE, seats=seats, seed=seed).position
    choices = met = 0
    likeliest = 0.0
    chosen: Counter[str] = Counter()
    while position.turn:
        seat = position.turn[0]
        advice = bots[seat].advise(position.view(seat), budget)
        likeliest += max(choice.share for choice in advice.choices)
        chosen[RURARE.format_move(advice.move)] += 1
        is_last = len(position.turn) == 1
        position = position.play(seat, advice.move).position
        if is_last:
            choices += chosen.total()
            met += sum(count for count in chosen.values() if count > 1)
            chosen.clear()
    return choices, met, likeliest


def main() -> None:
    """Play and print a row for each bot and number of seats."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--playouts", type=int)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seed", type=int, default=31)
    given = parser.parse_args()
    budget = None if given.playouts is None else Budget(playouts=given.playouts)
    for bot in given.bots:
        for seats in range(RURARE.least_seats, RURARE.most_seats + 1):
            played = [play(bot, seats, given.seed + number, budget) for number in range(given.games)]
            choices, met, likeliest = (sum(column) for column in zip(*played, strict=True))
            print(f"{bot}, {seats} seats: {met / choices:.0%} met another's, likeliest row {likeliest / choices:.2f}")


if __name__ == "__main__":
    main()
