"""One move at a time through `erre.Position`, next to python-chess: `python benchmarks/positions.py`.

Microseconds of processor time, the best of five rounds over the positions of whole games that random players play.
python-chess (`pip install chess`) is measured in the same process, where it is installed: there a position to keep is a
copy with a move pushed on it, since its boards change and ours do not.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from os import getloadavg
from time import process_time
from typing import Any

import erre

GAMES, ROUNDS = 8, 5


def microseconds(work: Callable[..., object], cases: list[tuple[Any, ...]]) -> float:
    """Of one call, in the best round."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        for case in cases:
            work(*case)
        best = min(best, (process_time() - start) / len(cases) * 1e6)
    return best


def cases_of(name: str) -> list[tuple[Any, ...]]:
    """Positions with the seat to act and its move."""
    chance, found = random.Random(1), []
    for seed in range(GAMES):
        position = erre.new(name, seed=seed)
        while not position.is_over:
            seat = position.turn[0]
            move = chance.choice(position.legal(seat))
            found.append((position, seat, move))
            position = position.play(seat, move).position
    return found


def ours(name: str) -> dict[str, float]:
    """Our figures of a game."""
    cases = cases_of(name)
    return {
        "play": microseconds(lambda position, seat, move: position.play(seat, move), cases),
        "legal": microseconds(lambda position, seat, move: position.legal(seat), cases),
        "view": microseconds(lambda position, seat, move: position.view(seat), cases),
    }


def theirs() -> dict[str, float]:
    """Those of python-chess."""
    import chess

    chance, cases = random.Random(1), []
    for _ in range(GAMES):
        board = chess.Board()
        while not board.is_game_over():
            move = chance.choice(list(board.legal_moves))
            cases.append((board.copy(stack=False), move))
            board.push(move)

    def push_and_pop(board: Any, move: Any) -> None:
        board.push(move)
        board.pop()

    return {
        "copy and push": microseconds(lambda board, move: board.copy(stack=False).push(move), cases),
        "push and pop": microseconds(push_and_pop, cases),
        "legal": microseconds(lambda board, move: list(board.legal_moves), cases),
    }


def main() -> None:
    """Measure and compare."""
    for name in ("rage", "rurare"):
        own = ours(name)
        print(name, ", ".join(f"{what} {figure:.1f} µs" for what, figure in own.items()))
        try:
            other = theirs()
        except ImportError:
            print("python-chess is not installed: pip install chess")
            continue
        print("python-chess", ", ".join(f"{what} {figure:.1f} µs" for what, figure in other.items()))
        moves = f"play / copy and push {own['play'] / other['copy and push']:.2f}"
        print(f"ratios: {moves}, legal / legal {own['legal'] / other['legal']:.2f}")
    print(f"load of the machine: {getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
