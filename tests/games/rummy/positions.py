"""Positions to try a solver on: tables made of random melds, and tables met in games that the solver plays itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from erre.games.rummy.components import JOKER_AS, JOKER_KIND, KINDS, NATURAL_KINDS, Options
from erre.games.rummy.solver import Solver

Cells = list[list[int]]


@dataclass(frozen=True)
class Turn:
    """A turn of a player who has opened: the table as cells, and a count of each kind on the rack."""

    table: Cells
    rack: list[int]

    @property
    def size(self) -> int:
        """The tiles on the table."""
        return sum(len(meld) for meld in self.table)


@dataclass
class Bag:
    """Tiles by kind that are still to be had."""

    counts: list[int] = field(default_factory=lambda: [2] * KINDS)

    def draw(self, chance: Random, count: int) -> list[int]:
        """A number of random tiles, as a count of each kind."""
        tiles = [kind for kind in range(KINDS) for _ in range(self.counts[kind])]
        rack = [0] * KINDS
        for kind in chance.sample(tiles, min(count, len(tiles))):
            rack[kind] += 1
            self.counts[kind] -= 1
        return rack


def random_meld(chance: Random) -> list[int]:
    """Any run or group."""
    if chance.random() < 0.55:
        length = min(3 + int(chance.expovariate(0.7)), 13)
        start = chance.randrange(14 - length)
        colour = chance.randrange(4)
        return [colour * 13 + start + i for i in range(length)]
    value = chance.randrange(13)
    return [colour * 13 + value for colour in sorted(chance.sample(range(4), chance.choice((3, 3, 4))))]


def from_melds(chance: Random, size: int, jokers: int, rack_size: int) -> Turn:
    """A table of random melds with about a number of tiles, and a random rack, with some jokers in play."""
    bag = Bag()
    bag.counts[JOKER_KIND] = 0
    table: Cells = []
    left = chance.randint(0, jokers)
    rack_jokers = jokers - left
    for _ in range(2000):
        if sum(len(meld) for meld in table) >= size:
            break
        meld = random_meld(chance)
        places = chance.sample(range(len(meld)), left) if left and chance.random() < 0.3 else []
        if all(i in places or bag.counts[kind] for i, kind in enumerate(meld)):
            for i, kind in enumerate(meld):
                bag.counts[kind] -= i not in places
            table.append([JOKER_AS + kind if i in places else kind for i, kind in enumerate(meld)])
            left -= len(places)
    rack = bag.draw(chance, max(rack_size - rack_jokers, 0))
    rack[JOKER_KIND] = rack_jokers
    return Turn(table, rack)


def self_played(chance: Random, seats: int, hold: float, options: Options | None = None) -> Iterator[Turn]:
    """The turns of opened players in one hand in which all lay what they can, or draw with a certain chance."""
    solver = Solver(options)
    pool = [kind for kind in range(KINDS) for _ in range(2)]
    chance.shuffle(pool)
    racks = []
    for _ in range(seats):
        racks.append([0] * KINDS)
        for _ in range(14):
            racks[-1][pool.pop()] += 1
    table: Cells = []
    opened = [False] * seats
    for turn in range(400):
        seat = turn % seats
        rack = racks[seat]
        if opened[seat]:
            yield Turn([list(meld) for meld in table], list(rack))
            lay = solver.best_lay(table, rack)
            after = lay.table if lay.tiles and not (pool and chance.random() < hold) else None
        else:
            opening = solver.opening(rack)
            after = [*table, *opening.table] if opening else None
        if after is None:
            if not pool:
                return
            rack[pool.pop()] += 1
            continue
        for kind, count in enumerate(counted(after)):
            rack[kind] -= count - counted(table)[kind]
        opened[seat] = True
        table = after
        if not any(rack):
            return


def counted(table: Cells) -> list[int]:
    """A count of each kind on a table."""
    counts = [0] * KINDS
    for meld in table:
        for cell in meld:
            counts[cell if cell < NATURAL_KINDS else JOKER_KIND] += 1
    return counts
