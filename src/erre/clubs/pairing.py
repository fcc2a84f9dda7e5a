"""Who meets whom: tables for a round, from what was played before. The same input always gives the same tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, permutations
from random import Random

from erre.clubs.evening import BOT

REPEAT = 1_000_000  # the cost of meeting again, against which differences in standing are small
MOST_NODES = 20_000  # of the search for pairs
MOST_TRIES = 400_000  # swaps that are weighed for one round
Groups = list[list[int]]
Meetings = Counter[tuple[int, int]]


def pair(one: int, other: int) -> tuple[int, int]:
    """Two players in one order."""
    return (one, other) if one < other else (other, one)


def meetings(tables: Iterable[Sequence[int]]) -> Meetings:
    """How often each two players have met."""
    met: Meetings = Counter()
    for seats in tables:
        met.update(pair(*two) for two in combinations([one for one in seats if one != BOT], 2))
    return met


def table_sizes(players: int, seats: int, least: int, has_bots: bool) -> list[int]:
    """How many people sit at each table; those left over sit out.

    With bots, everybody plays and people are spread evenly. Without them tables may be smaller, down to the least that
    the game allows, before anybody has to sit out.
    """
    if players <= 0:
        return []
    tables = -(-players // seats)
    if not has_bots and players < tables * least:
        tables = players // seats
        return [seats] * tables
    if not has_bots and tables == 0:
        return []
    return [players // tables + (number < players % tables) for number in range(tables)]


def sitting_out(players: Sequence[int], byes: Counter[int], count: int) -> list[int]:
    """Who sits out: those who did so least often, the last in the given order first."""
    if not count:
        return []
    order = sorted(range(len(players)), key=lambda at: (byes[players[at]], -at))
    return [players[at] for at in order[:count]]


def repeats(groups: Iterable[Sequence[int]], met: Meetings) -> int:
    """How many pairs of these tables have met before, each as often as it has."""
    return sum(met[pair(*two)] for group in groups for two in combinations(group, 2))


def in_order(players: Sequence[int], sizes: Sequence[int]) -> Groups:
    """Tables filled one after the other."""
    rest = iter(players)
    return [[next(rest) for _ in range(size)] for size in sizes]


def at_random(players: Sequence[int], sizes: Sequence[int], luck: Random) -> Groups:
    """Tables by lot."""
    mixed = list(players)
    luck.shuffle(mixed)
    return in_order(mixed, sizes)


def swiss(ranked: Sequence[int], sizes: Sequence[int], met: Meetings, luck: Random) -> Groups:
    """Tables of players with similar results who have not met; `ranked` has the leader first."""
    place = {player: at for at, player in enumerate(ranked)}

    def cost(group: Sequence[int]) -> int:
        return sum(
            REPEAT * met[pair(one, other)] ** 2 + (place[one] - place[other]) ** 2
            for one, other in combinations(group, 2)
        )

    if all(size == 2 for size in sizes) and (found := pairs_without_repeats(ranked, met)):
        return found
    return improved(in_order(ranked, sizes), cost, luck)


def meeting_all(players: Sequence[int], sizes: Sequence[int], met: Meetings, luck: Random) -> Groups:
    """Tables at which as few as possible have met before."""

    def cost(group: Sequence[int]) -> int:
        return sum(met[pair(*two)] ** 2 for two in combinations(group, 2))

    if all(size == 2 for size in sizes) and (found := pairs_without_repeats(players, met)):
        return found
    best: Groups = []
    starts = max(2, min(12, 600 // max(1, len(players))))
    for start in range(starts):
        tried = improved(in_order(players, sizes) if start == 0 else at_random(players, sizes, luck), cost, luck)
        if not best or total(tried, cost) < total(best, cost):
            best = tried
        if not total(best, cost):
            break
    return best


def total(groups: Groups, cost: Callable[[Sequence[int]], int]) -> int:
    """What all tables of a round cost."""
    return sum(cost(group) for group in groups)


def pairs_without_repeats(ranked: Sequence[int], met: Meetings) -> Groups:
    """Pairs of neighbours who have not met, the leader first; empty where the search finds none in time."""
    nodes = 0

    def search(left: list[int]) -> Groups | None:
        nonlocal nodes
        nodes += 1
        if not left:
            return []
        if nodes > MOST_NODES:
            return None
        first = left[0]
        for at in range(1, len(left)):
            if met[pair(first, left[at])]:
                continue
            rest = search(left[1:at] + left[at + 1 :])
            if rest is not None:
                return [[first, left[at]], *rest]
        return None

    return search(list(ranked)) or []


def improved(groups: Groups, cost: Callable[[Sequence[int]], int], luck: Random) -> Groups:
    """Tables after swapping players for as long as a swap helps."""
    groups = [list(group) for group in groups]
    costs = [cost(group) for group in groups]
    tries, is_better = 0, True
    while is_better and tries < MOST_TRIES:
        is_better = False
        order = list(combinations(range(len(groups)), 2))
        luck.shuffle(order)
        for one, other in order:
            if not costs[one] and not costs[other]:
                continue
            tries += len(groups[one]) * len(groups[other])
            is_better |= swap_best(groups, costs, one, other, cost)
    return groups


def swap_best(groups: Groups, costs: list[int], one: int, other: int, cost: Callable[[Sequence[int]], int]) -> bool:
    """Swap the two players of two tables whose exchange helps most; whether there are such."""
    before, best = costs[one] + costs[other], None
    for at in range(len(groups[one])):
        for to in range(len(groups[other])):
            left, right = list(groups[one]), list(groups[other])
            left[at], right[to] = right[to], left[at]
            after = cost(left), cost(right)
            if sum(after) < (sum(best[0]) if best else before):
                best = after, left, right
    if best is None:
        return False
    (costs[one], costs[other]), groups[one], groups[other] = best
    return True


def seat_order(group: Sequence[int], seats: int, sat: Counter[tuple[int, int]], luck: Random) -> list[int]:
    """A table's players by seat, bots on the empty ones: everybody sits where they have sat least often."""
    people = [*group, *([BOT] * (seats - len(group)))]
    if seats <= 4:
        orders: list[tuple[int, ...]] = list(dict.fromkeys(permutations(people)))
        luck.shuffle(orders)
        costs = [seat_cost(order, sat) for order in orders]
        return list(orders[costs.index(min(costs))])
    luck.shuffle(people)
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(range(seats), 2):
            tried = list(people)
            tried[one], tried[other] = tried[other], tried[one]
            if seat_cost(tried, sat) < seat_cost(people, sat):
                people, is_better = tried, True
    return people


def seat_cost(order: Sequence[int], sat: Counter[tuple[int, int]]) -> int:
    """How often the players of a table have sat on these seats."""
    return sum((sat[player, seat] + 1) ** 2 for seat, player in enumerate(order) if player != BOT)
