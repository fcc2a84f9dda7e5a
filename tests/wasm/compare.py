"""The same games natively and in WebAssembly (Node), compared byte for byte: final records and numbers of moves.

`python -m tests.wasm.compare 10000` plays that many games of each game at random, and as many with bots as the
second number says (100 without it), with 64-bit seeds, all seats, and random options.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from hatch_build import node_folder

from erre.bots import bots_for, brain
from erre.bots.kernel_bot import bot_arena, has_quick_loop, level_arena
from erre.core.batch import Arena, arena_of, blank_states, play_batch
from erre.core.game import AnyGame
from erre.games import all_games
from erre.trials.setting import any_setting
from erre.wasm.build import build, file_name
from erre.wasm.contents import Part

SCRIPT = Path(__file__).with_name("play.ts")
TABLES = 40  # over which the games of a comparison are spread
QUICK = 3  # the numbers of quick bots are below this one


class Played(msgspec.Struct):
    """What one engine says about a run."""

    hash: str
    moves: int
    seconds: float


@dataclass(frozen=True)
class Run:
    """Some games of one seed at one table."""

    game: AnyGame
    seats: int
    options: dict[str, object]
    seed: int
    first: int
    count: int
    bots: tuple[int, ...]  # none: random moves by the plain loop

    @property
    def loops(self) -> tuple[str, Arena]:
        """The entry point of the module that plays it, and the native loops."""
        if not self.bots:
            return "random.play_games", arena_of(self.game)
        if max(self.bots) < QUICK and has_quick_loop(brain(self.game)):
            return "bots.play_games", bot_arena(self.game)
        return "levels.play_games", level_arena(self.game)

    def natively(self) -> Played:
        """Play it with machine code."""
        _, loops = self.loops
        options = self.game.read_options(self.options)
        began = time.perf_counter()
        batch = play_batch(
            self.game,
            self.seats,
            options,
            self.count,
            seed=self.seed,
            first=self.first,
            bots=list(self.bots),
            loops=loops,
            threads=1,
        )
        took = time.perf_counter() - began
        content = batch.states.tobytes() + batch.moves.tobytes()
        return Played(hashlib.sha256(content).hexdigest(), int(batch.moves.sum()), took)

    def job(self, folder: Path) -> bytes:
        """What Node is asked for."""
        entry, _ = self.loops
        part: Part = "levels" if entry.startswith("levels") else "rules"
        blank = blank_states(self.game, self.seats, self.game.read_options(self.options), 1).tobytes().hex()
        return msgspec.json.encode(
            {
                "file": str(folder / file_name(self.game.name, part)),
                "entry": entry,
                "blank": blank,
                "count": self.count,
                "seed": str(self.seed),
                "first": str(self.first),
                "bots": self.bots,
            }
        )


def runs(game: AnyGame, count: int, tables: int, kind: str, seed: int = 0) -> Iterator[Run]:
    """Games spread over tables with random options: every number of seats comes up in turn."""
    dice = random.Random(f"{game.name} {kind} {seed}")
    sizes = range(game.least_seats, game.most_seats + 1)
    for table in range(tables):
        seats = sizes[table % len(sizes)]
        options = any_setting(game, dice.getrandbits(32)).options
        here = count * (table + 1) // tables - count * table // tables
        yield Run(game, seats, options, dice.getrandbits(63), dice.getrandbits(40), here, bots(game, seats, kind, dice))


def bots(game: AnyGame, seats: int, kind: str, dice: random.Random) -> tuple[int, ...]:
    """Who plays: random moves, quick bots, or levels."""
    if kind == "random":
        return ()
    numbers = [number for number in bots_for(game).values() if (number < QUICK) == (kind == "quick")]
    return tuple(dice.choice(numbers) for _ in range(seats))


def write_modules(folder: Path) -> None:
    """Build the modules of all games into a folder."""
    for game in all_games():
        if game.entries:
            for name, content in build(game.name).items():
                (folder / name).write_bytes(content)


def node() -> str:
    """The program that runs WebAssembly: it builds the client too, and reads TypeScript."""
    found = node_folder()
    return "node" if found is None else str(found / ("node.exe" if os.name == "nt" else "node"))


def in_node(wanted: list[Run], folder: Path) -> list[Played]:
    """What WebAssembly makes of some runs."""
    said = subprocess.run(
        [node(), "--no-warnings", str(SCRIPT)],
        input=b"".join(run.job(folder) + b"\n" for run in wanted),
        stdout=subprocess.PIPE,
        check=True,
    )
    return [msgspec.json.decode(line, type=Played) for line in said.stdout.splitlines()]


def main(games: int = 10_000, with_bots: int = 100) -> None:
    """Compare, and print a line for each kind of play: moves, and how many a second natively and in WebAssembly."""
    is_equal = True
    with tempfile.TemporaryDirectory() as name:
        write_modules(Path(name))
        for game in (one for one in all_games() if one.entries):
            for kind, count in (("random", games), ("quick", with_bots), ("levels", max(1, with_bots // 10))):
                is_equal &= compare(game, kind, count, Path(name))
    sys.exit(0 if is_equal else 1)


def compare(game: AnyGame, kind: str, count: int, folder: Path) -> bool:
    """Play some games with both engines; whether they are the same."""
    wanted = list(runs(game, count, min(count, TABLES), kind))
    native, wasm = [run.natively() for run in wanted], in_node(wanted, folder)
    is_same = [one.hash for one in native] == [one.hash for one in wasm]
    moves = sum(one.moves for one in native)
    rates = [moves / sum(one.seconds for one in played) for played in (native, wasm)]
    words = f"{count:,} games, {moves:,} moves: native {rates[0]:,.0f} moves/s, WebAssembly {rates[1]:,.0f} moves/s"
    print(f"{game.name} {kind}: {words}, {'equal' if is_same else 'DIFFERENT'}", flush=True)
    return is_same


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
