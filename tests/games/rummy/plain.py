"""The plain layered programme: number by number, every way to place the tiles, the best of each state kept.

No bound, no dominance, no trick with spare jokers and no fixed order in which runs grow: slow, and easy to believe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

JOKER = 52
Runs = tuple[int, ...]  # the lengths of the open runs of a colour, 3 for three or more
State = tuple[Runs, Runs, Runs, Runs, int]  # and the jokers left


@cache
def groupings(most: tuple[int, int, int, int], jokers: int) -> set[tuple[int, int, int, int, int]]:
    """All counts of the four colours, and of jokers, that make whole groups of one number."""
    groups = []
    for size in (3, 4):
        for colours in combinations(range(4), size):
            for count in range(min(jokers, size) + 1):
                for replaced in combinations(colours, count):
                    tiles = [int(colour in colours and colour not in replaced) for colour in range(4)]
                    groups.append((*tiles, count))
    found = {(0, 0, 0, 0, 0)}
    waiting = [(0, 0, 0, 0, 0)]
    while waiting:
        here = waiting.pop()
        for group in groups:
            a, b, c, d, e = (x + y for x, y in zip(here, group, strict=True))
            if a <= most[0] and b <= most[1] and c <= most[2] and d <= most[3] and e <= jokers:
                more = (a, b, c, d, e)
                if more not in found:
                    found.add(more)
                    waiting.append(more)
    return found


@cache
def growths(runs: Runs, tiles: int) -> set[Runs]:
    """What open runs can become with some tiles of the next number; runs that do not grow must be whole."""
    found = set()
    for count in range(min(tiles, len(runs)) + 1):
        for grown in combinations(range(len(runs)), count):
            if all(runs[i] == 3 for i in range(len(runs)) if i not in grown):
                found.add(tuple(sorted([min(runs[i] + 1, 3) for i in grown] + [1] * (tiles - count))))
    return found


def steps(runs: Runs, have: int, jokers: int) -> Iterator[tuple[Runs, int, int]]:
    """Every way to use tiles of one kind, and jokers, in runs: the runs after it, tiles and jokers used."""
    for tiles in range(have + 1):
        for used in range(jokers + 1):
            for after in growths(runs, tiles + used):
                yield after, tiles, used


def best_lay(table: Sequence[int], rack: Sequence[int]) -> tuple[int, int]:
    """The most tiles that can be laid, and the most points with that number, when jokers may be moved freely.

    Table and rack are counts for each kind.
    """
    best: dict[State, tuple[int, int]] = {((), (), (), (), table[JOKER] + rack[JOKER]): (0, 0)}
    for value in range(13):
        after: dict[State, tuple[int, int]] = {}
        kinds = [colour * 13 + value for colour in range(4)]
        have = [table[kind] + rack[kind] for kind in kinds]
        for (*runs, jokers), (tiles, points) in best.items():
            ways = [list(steps(runs[i], have[i], jokers)) for i in range(4)]
            for way in product(*ways):
                spare = jokers - sum(used for _, _, used in way)
                if spare < 0:
                    continue
                a, b, c, d = (have[i] - way[i][1] for i in range(4))
                for group in groupings((a, b, c, d), spare):
                    used = [way[i][1] + group[i] for i in range(4)]
                    if any(used[i] < table[kinds[i]] for i in range(4)):
                        continue
                    laid = sum(used) - sum(table[kind] for kind in kinds)
                    state = (way[0][0], way[1][0], way[2][0], way[3][0], spare - group[4])
                    score = (tiles + laid, points + laid * (value + 1))
                    if score > after.get(state, (-1, -1)):
                        after[state] = score
        best = after
    answers = []
    for (*runs, jokers), (tiles, points) in best.items():
        if all(length == 3 for colour in runs for length in colour) and jokers <= rack[JOKER]:
            answers.append((tiles + rack[JOKER] - jokers, points))
    return max(answers)
