"""`erre dataset`: decisions of bots as Parquet files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from erre.bots.contract import Budget
from erre.cli.lab_runs import play
from erre.games import game as find_game
from erre.games import usual_seats
from erre.lab.dataset import settings_of, write_dataset


def make_dataset(
    name: str,
    out: Path,
    bots: str,
    seats: int | None,
    games: int,
    games_per_file: int,
    given: dict[str, Any],
    seed: int,
    budget: Budget | None,
    ray: str | None = None,
) -> None:
    """Play and write; after an interrupt the same command goes on."""
    game = find_game(name)
    chosen = usual_seats(game) if seats is None else seats
    options = game.read_options(given)
    settings = settings_of(game, bots, chosen, games, options, seed=seed, games_per_file=games_per_file, budget=budget)

    make = None
    if ray is not None:
        from erre.lab.ray_tasks import files_on_ray

        make = files_on_ray(ray, lambda words: print(words, file=sys.stderr))

    def run(progress: Any) -> None:
        write_dataset(settings, out, progress, make)

    if not play(run, games, 0, game.name):
        print("erre: interrupted; the same command goes on from there", file=sys.stderr)
        sys.exit(130)
    print(f"{games:,} games in {len(list(out.glob(f'{game.name}-*.parquet')))} files: {out}")
