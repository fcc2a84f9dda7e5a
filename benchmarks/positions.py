"""One move at a time through `erre.Position`, next to python-chess and OpenSpiel: `python benchmarks/positions.py`.

Microseconds of processor time, the best of five rounds over the positions of whole games that random players play.
python-chess (`pip install chess`) is measured in the same process, where it is installed: there a position to keep is a
copy with a move pushed on it, since its boards change and ours do not. In OpenSpiel (`pip install open_spiel`) it is a
clone with `apply_action` on it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from os import getloadavg
from time import process_time
from typing import Any

import erre

GAMES, ROUNDS = 8, 5
SPIEL = "oh_hell"  # the game most like Rage


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


def spiels() -> dict[str, float]:
    """Those of OpenSpiel, from Python."""
    import pyspiel

    game, chance, cases = pyspiel.load_game(SPIEL), random.Random(1), []
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            action = chance.choice(state.legal_actions())
            if not state.is_chance_node():
                cases.append((state.clone(), action))
            state.apply_action(action)
    return {
        "clone and apply_action": microseconds(lambda state, action: state.clone().apply_action(action), cases),
        "clone": microseconds(lambda state, action: state.clone(), cases),
        "legal": microseconds(lambda state, action: state.legal_actions(), cases),
        "view": microseconds(lambda state, action: state.information_state_tensor(state.current_player()), cases),
    }


def main() -> None:
    """Measure and compare."""
    others: dict[str, dict[str, float]] = {}
    for title, package, measure in (("python-chess", "chess", theirs), ("OpenSpiel", "open_spiel", spiels)):
        try:
            others[title] = measure()
        except ImportError:
            print(f"{title} is not installed: pip install {package}")
    for title, figures in others.items():
        print(title, ", ".join(f"{what} {figure:.1f} µs" for what, figure in figures.items()))
    for name in ("rage", "rurare"):
        own = ours(name)
        print(name, ", ".join(f"{what} {figure:.1f} µs" for what, figure in own.items()))
        for title, figures in others.items():
            kept = next(iter(figures))
            moves = f"play / {kept} {own['play'] / figures[kept]:.2f}"
            print(f"  ratios to {title}: {moves}, legal / legal {own['legal'] / figures['legal']:.2f}")
    print(f"load of the machine: {getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
