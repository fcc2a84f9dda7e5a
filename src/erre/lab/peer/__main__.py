"""`python -m erre.lab.peer`: our search against OpenSpiel's IS-MCTS in OpenSpiel's oh_hell."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

from erre.core.errors import BadOptions, Refusal
from erre.lab.peer.learned import SHIPPED, load_network
from erre.lab.peer.match import Duel, Speed, duel, measure_speed, merged
from erre.lab.peer.oh_hell import CARDS


def main() -> int:
    """Run the comparison and print its result."""
    given = read_arguments()
    try:
        check_network(given)
        speed = measure_speed(given.peer, given.seats, given.tricks, given.ranks, seed=given.seed)
        found = play(given) if given.games else None
    except Refusal as refusal:
        print(refusal.why, file=sys.stderr)
        return 2
    if given.json:
        print(msgspec.json.encode({"speed": speed, "duel": found}).decode())
        return 0
    show(speed, found)
    return 0


def read_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m erre.lab.peer", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="0: only measure the speed")
    parser.add_argument("--seats", type=int, default=4, choices=range(3, 8))
    parser.add_argument("--tricks", type=int, default=12, choices=range(1, 13))
    parser.add_argument("--ranks", type=int, default=13, choices=range(2, 14), help="cards of a suit in the deck")
    parser.add_argument("--peer", default="c++", choices=("c++", "python"), help="which of OpenSpiel's two bots")
    parser.add_argument("--milliseconds", type=int, default=50, help="for every move, of both if nothing else is said")
    parser.add_argument("--their-milliseconds", type=int, help="for every move of OpenSpiel's bot")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1, help="games side by side; each needs a core to itself")
    parser.add_argument("--leak", action="store_true", help="tell ours, too, which cards were dealt: an experiment")
    told = "weights of erre train oh_hell, whose scores ours weighs; without a file those of the package"
    parser.add_argument("--network", type=Path, nargs="?", const=SHIPPED, metavar="FILE", help=told)
    parser.add_argument("--bare", action="store_true", help="ours plays by the network alone, without a search")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def check_network(given: argparse.Namespace) -> None:
    """Refuse a network that cannot play this game."""
    if given.bare and given.network is None:
        raise BadOptions("--bare: --network names the weights to play by")
    if given.network is not None:
        load_network(given.network)
        if 4 * given.ranks != CARDS:
            raise BadOptions(f"--network: networks know a deck of {CARDS} cards, not of {4 * given.ranks}")


def play(given: argparse.Namespace) -> Duel:
    """The games, in as many processes as asked for."""
    theirs = given.milliseconds if given.their_milliseconds is None else given.their_milliseconds
    if min(given.processes, given.milliseconds, theirs) < 1 or given.games < 0:
        raise BadOptions("games, processes and milliseconds are whole numbers from 1 on")
    shares = [given.games // given.processes // 2 * 2 for _ in range(given.processes)]
    shares[0] += given.games - sum(shares)
    asked = [(count, given.seed + 1000 * k) for k, count in enumerate(shares) if count]
    with ProcessPoolExecutor(len(asked)) as pool:
        parts = [
            pool.submit(
                duel,
                count,
                given.seats,
                given.tricks,
                given.ranks,
                peer=given.peer,
                milliseconds=given.milliseconds,
                their_milliseconds=theirs,
                seed=seed,
                leak=given.leak,
                network=given.network,
                is_bare=given.bare,
            )
            for count, seed in asked
        ]
        return merged([part.result() for part in parts])


def show(speed: Speed, found: Duel | None) -> None:
    """The result as text."""
    print(f"playouts a second of thinking, in the same {speed.decisions} positions, one core each:")
    print(f"  ours {speed.ours:,.0f}, OpenSpiel's ({speed.peer}) {speed.theirs:,.0f}: ", end="")
    print(f"{speed.ours / speed.theirs:.0f} times as many")
    if found is None:
        return
    print(f"oh_hell, {found.seats} seats, {found.tricks} tricks, {4 * found.ranks} cards, ", end="")
    times = [found.milliseconds, found.their_milliseconds]
    told = f"{times[0]} ms a move" if times[0] == times[1] else f"ours {times[0]} ms a move, OpenSpiel's {times[1]} ms"
    print(f"{told}, {found.games} games")
    print(f"  time of a move with a choice: ours {found.our_time:.2f} ms, OpenSpiel's {found.their_time:.2f} ms")
    print(f"  points a game: ours {found.our_score:.2f}, OpenSpiel's {found.their_score:.2f}; ", end="")
    print(f"ahead by {found.ahead:+.2f} ± {1.96 * found.doubt:.2f}")
    low, high = found.wins_interval
    print(f"  comparisons won: {found.our_wins:.1%} (95 %: {low:.1%} to {high:.1%})")


if __name__ == "__main__":
    sys.exit(main())
