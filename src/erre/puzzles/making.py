"""Making puzzles from self-play: the same seed gives the same puzzles, and an interrupted run goes on where it was.

Quick bots play game after game. A game is identified by its number under the seed; what it brought is noted in a
journal next to the output (`FILE.making`), so nothing is looked at twice.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from erre.bots.kernel_bot import KernelBot
from erre.core.errors import BadOptions
from erre.core.game import AnyGame, Position
from erre.core.puzzles import Maker, Puzzle, need_maker
from erre.puzzles.files import FORMAT, VERSION, BadPuzzles, Header, write

PLAYER = "greedy"
MOST_MOVES = 3000  # of a game that is searched
OF_ONE_GAME = 4  # puzzles: more would resemble each other
PATIENCE = 400  # games without a new puzzle of any kind that is still wanted
MOST = 1_000_000


class Searched(msgspec.Struct, frozen=True):
    """A game of self-play, and the puzzles in it."""

    game: str
    number: int
    puzzles: list[Puzzle]


def wanted(maker: Maker, count: int) -> Counter[str]:
    """How many puzzles of each kind make up a number of them."""
    whole, left, given = sum(maker.kinds.values()), count, Counter[str]()
    for kind, weight in maker.kinds.items():
        given[kind] = min(left, -(-count * weight // whole))
        left -= given[kind]
    return given


def luck_of(seed: int, game: str, number: int) -> random.Random:
    """The chance of one game of self-play."""
    digest = hashlib.sha256(f"{seed} {game} {number}".encode()).digest()
    return random.Random(int.from_bytes(digest[:8], "big"))


def search(maker: Maker, seed: int, number: int, kinds: frozenset[str]) -> list[Puzzle]:
    """The puzzles of the wanted kinds in one game of self-play."""
    game, luck = maker.game, luck_of(seed, maker.game.name, number)
    seats = luck.choice(list(maker.seats))
    position = Position.new(game, seats, maker.options, seed=luck.getrandbits(62)).position
    bots = [KernelBot(game, PLAYER, seed=luck.getrandbits(62)) for _ in range(seats)]
    found: list[Puzzle] = []
    for _ in range(MOST_MOVES):
        if position.outcome is not None or len(found) >= OF_ONE_GAME:
            break
        seat, chance = luck.choice(position.turn), luck.getrandbits(62)
        kind = maker.kind_of(position, seat)
        if kind in kinds and chance % maker.every == 0:
            puzzle = maker.make(position.view(seat), str(kind), chance)
            if puzzle is not None and puzzle.kind in kinds and not resembles(puzzle, found):
                found.append(puzzle)
        position = position.play(seat, bots[seat].move(position.view(seat))).position
    return found


def resembles(puzzle: Puzzle, found: list[Puzzle]) -> bool:
    """Whether another puzzle of the same game of self-play asks nearly the same."""
    return any(one.id == puzzle.id or (one.kind, one.solution) == (puzzle.kind, puzzle.solution) for one in found)


class Journal:
    """What was searched so far, in a file that survives an interrupt; in memory only if there is none."""

    def __init__(self, path: Path | None, seed: int, count: int) -> None:
        self.path, self.done = path, dict[tuple[str, int], list[Puzzle]]()
        first = msgspec.json.encode({"seed": seed, "count": count}) + b"\n"
        if path is None:
            return
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        if lines and lines[0] != first:
            raise BadPuzzles(f"{path} is from a run with another seed or count: finish that one, or delete the file")
        for line in lines[1:]:
            if line.endswith(b"\n"):  # the last line of an interrupted run may be half a line
                one = msgspec.json.decode(line, type=Searched)
                self.done[one.game, one.number] = one.puzzles
        path.write_bytes(b"".join(line for line in lines or [first] if line.endswith(b"\n")))

    def note(self, game: str, number: int, puzzles: list[Puzzle]) -> None:
        """Note a game that was searched."""
        self.done[game, number] = puzzles
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(Searched(game, number, puzzles)) + b"\n")


def find(game: AnyGame, count: int, seed: int, journal: Journal) -> Iterator[Puzzle]:
    """Puzzles of a game, one after the other, until there are enough or no more are found."""
    maker = need_maker(game)
    left, seen, idle, number = wanted(maker, count), set[str](), 0, 0
    while sum(left.values()) and idle < PATIENCE:
        kinds = frozenset(kind for kind, many in left.items() if many)
        if (game.name, number) not in journal.done:
            journal.note(game.name, number, search(maker, seed, number, kinds))
        idle += 1
        for puzzle in journal.done[game.name, number]:
            if left[puzzle.kind] and puzzle.id not in seen:
                seen.add(puzzle.id)
                left[puzzle.kind] -= 1
                idle = 0
                yield puzzle
        number += 1


def make(
    games: list[AnyGame], count: int, seed: int, out: Path, progress: Callable[[int], None] = lambda _: None
) -> list[Puzzle]:
    """Make a file of puzzles; `progress` receives the number of new ones."""
    if not 1 <= count <= MOST:
        raise BadOptions(f"puzzles of each game: 1 to {MOST:,}, not {count}")
    if not 0 <= seed < 2**62:
        raise BadOptions(f"a seed is a number from 0 to 2^62 - 1, not {seed}")
    path = out.with_name(f"{out.name}.making")
    found: list[Puzzle] = []
    try:
        journal = Journal(path, seed, count)
        for game in games:
            for puzzle in find(game, count, seed, journal):
                found.append(puzzle)
                progress(1)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadPuzzles(f"{path} cannot be used: {error}") from None
    write(out, Header(FORMAT, VERSION, seed, count, {game.name: game.rules_version for game in games}), found)
    path.unlink()
    return found
