"""Proof by comparison: the solver against a mixed-integer model, on made and on self-played positions.

python -m tests.games.rummy.oracle --positions 2000 --seed 1
python -m tests.games.rummy.oracle --positions 2000 --seed 1 --fewest-changes
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from erre.games.rummy.components import JOKER_KIND, VALUES, Options
from erre.games.rummy.rules.no_meld import format_rack, format_table
from erre.games.rummy.solver import Aim, Solver
from tests.games.rummy import model
from tests.games.rummy.judge import AS, is_allowed
from tests.games.rummy.positions import Turn, from_melds, self_played

RULES = (
    Options(),
    Options(joker_rule="replaceFromRack"),
    Options(joker_rule="free"),
    Options(joker_same_meld=True),
    Options(joker_rule="replaceFromRack", joker_same_meld=True),
    Options(max_jokers_per_meld=1),
    Options(joker_rule="free", max_jokers_per_meld=1),
    Options(joker_any_meld=True),
    Options(joker_any_meld=True, joker_rule="replaceFromRack"),
)


def made(chance: Random) -> Turn:
    """A table of random melds, of 0 to 90 tiles; every other one is small, where jokers have little room."""
    size = chance.choice((chance.randint(0, 90), chance.randint(0, 15)))
    return from_melds(chance, size, chance.randint(0, 2), chance.choice((1, 2, 3, 7, 14, 14, 20, 30)))


def turns(seed: int) -> Iterator[Turn]:
    """Turns without end: by turns made ones, and some of a self-played hand."""
    number = 0
    while True:
        chance = Random(f"{seed}-{number}")
        for _ in range(4):
            yield made(chance)
        hand = list(self_played(chance, chance.randint(2, 4), chance.choice((0, 0, 0.5, 0.8))))
        yield from chance.sample(hand, min(4, len(hand)))
        number += 1


def compare(turn: Turn, options: Options, aim: Aim = Aim.TILES) -> str | None:
    """What the solver gets wrong in a turn, or None."""
    lay = Solver(options).best_lay(turn.table, turn.rack, aim)
    best = model.best_lay(turn.table, turn.rack, options, *aim.value)
    where = f"{options} {aim}: {format_table(turn.table)} with {format_rack(turn.rack)}"
    if (lay.tiles, lay.points) != (best.tiles, best.points):
        return f"{lay.tiles} tiles of {lay.points} points, the model lays {best.tiles} of {best.points}: {where}"
    if not is_allowed(turn.table, turn.rack, lay.table, options):
        return f"{format_table(lay.table)} is not allowed: {where}"
    return None


def has_many_jokers(turn: Turn, options: Options) -> bool:
    """Whether a table was never possible under an option."""
    return any(sum(cell > JOKER_KIND for cell in meld) > options.max_jokers_per_meld for meld in turn.table)


def signature(meld: Sequence[int]) -> tuple[int, ...]:
    """What makes two melds the same: in a group the order, and the colour of a joker, do not matter."""
    if len({cell % AS % VALUES for cell in meld}) > 1:
        return tuple(meld)
    return (meld[0] % AS % VALUES, len(meld), *sorted(cell for cell in meld if cell < JOKER_KIND))


def staying(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> int:
    """How many melds of a table lie on the next one as they were."""
    return sum((Counter(map(signature, before)) & Counter(map(signature, after))).values())


def compare_changes(turn: Turn, options: Options, aim: Aim = Aim.TILES) -> str | None:
    """Whether a lay of the most tiles could change fewer melds than the solver's, as a sentence; or None."""
    lay = Solver(options).minimal_change_lay(turn.table, turn.rack)
    best = model.best_lay(turn.table, turn.rack, options, 1024, 0, 1)
    where = f"{options}: {format_table(turn.table)} with {format_rack(turn.rack)}"
    stay = staying(turn.table, lay.table)
    if (lay.tiles, stay) != (best.tiles, best.stay) and best.tiles > 0:
        return f"{lay.tiles} tiles, {stay} melds stay; the model lays {best.tiles}, {best.stay} stay: {where}"
    if not is_allowed(turn.table, turn.rack, lay.table, options):
        return f"{format_table(lay.table)} is not allowed: {where}"
    return None


def compare_many(
    seed: int,
    positions: int,
    compare_one: Callable[[Turn, Options, Aim], str | None] = compare,
    progress: Callable[[int, int], None] | None = None,
) -> list[str]:
    """Compare a number of turns, each under rules of its own; what was wrong."""
    wrong = []
    stream = turns(seed)
    for number in range(positions):
        turn = next(stream)
        options = RULES[number % len(RULES)]
        if has_many_jokers(turn, options):
            options = RULES[0]
        aim = Aim.POINTS if number % 5 == 4 else Aim.TILES
        if found := compare_one(turn, options, aim):
            wrong.append(found)
        if progress:
            progress(number + 1, len(wrong))
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, say how far it is, and how it went; 0 if all agree."""
    parser = argparse.ArgumentParser(description="Compare Rummy's solver with a mixed-integer model.")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fewest-changes", action="store_true", help="compare the lay that changes the fewest melds")
    given = parser.parse_args(arguments)
    start = time.monotonic()

    def progress(done: int, wrong: int) -> None:
        if done % 100 == 0:
            print(
                f"{done} of {given.positions} positions, {wrong} differ, {time.monotonic() - start:.0f} s", flush=True
            )

    wrong = compare_many(given.seed, given.positions, compare_changes if given.fewest_changes else compare, progress)
    for line in wrong:
        print(line)
    print(f"{given.positions} positions compared in {time.monotonic() - start:.0f} s, {len(wrong)} differ")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
