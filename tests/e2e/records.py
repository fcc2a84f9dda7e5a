"""Records of games that bots have played, for pages that show one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from erre.bots.kernel_bot import KernelBot
from erre.core import chance
from erre.core.game import Position
from erre.core.gamefile import MoveLine, close_file, new_file
from erre.games import game as find_game


def write_game(path: Path, name: str, seats: int, options: dict[str, Any], seed: int, bot: str = "greedy") -> Path:
    """A whole game of one bot against itself, as a file."""
    game = find_game(name)
    players = [f"seat {seat}" for seat in range(seats)]
    key = chance.key_from_seed(seed)
    file = new_file(game, seats, game.read_options(options), players, key, "2026-01-01T00:00:00+00:00")
    player = KernelBot(game, bot, seed)
    position = Position.new(game, seats, options, seed=seed).position
    while position.outcome is None:
        seat = position.turn[0]
        move = player.move(position.view(seat))
        file.moves.append(MoveLine(seat, game.format_move(move), len(file.moves)))
        position = position.play(seat, move).position
    close_file(file, position.outcome)
    file.write(path)
    return path
