"""`python -m erre.lab.peer`: our search against OpenSpiel's IS-MCTS in OpenSpiel's oh_hell."""

from __future__ import annotations

import argparse
import sys

from erre.core.errors import Refusal
from erre.lab.peer.match import duel


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m erre.lab.peer", description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seats", type=int, default=4, choices=range(3, 8))
    parser.add_argument("--tricks", type=int, default=12, choices=range(1, 13))
    parser.add_argument("--milliseconds", type=int, default=50, help="for every move, the same for both")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    try:
        found = duel(given.games, given.seats, given.tricks, given.milliseconds, given.seed)
    except Refusal as refusal:
        print(refusal.why, file=sys.stderr)
        return 1
    print(f"oh_hell, {found.seats} seats, {given.tricks} tricks, {found.milliseconds} ms a move, {found.games} games")
    print(f"points a game: ours {found.our_score:.2f}, OpenSpiel's {found.their_score:.2f}")
    print(f"comparisons won: {found.our_wins:.1%}")
    print(f"playouts a second: ours {found.our_playouts:,.0f}, OpenSpiel's {found.their_playouts:,.0f}")
    print(f"that is {found.our_playouts / found.their_playouts:.0f} times as many")
    return 0


if __name__ == "__main__":
    sys.exit(main())
