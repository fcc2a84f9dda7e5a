"""What results are worth: points of a table, matchpoints of a deal, and the standings of an evening."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from erre.clubs.deals import lots
from erre.clubs.evening import BOT, Evening, Result, Round

WIN = 10  # points for beating everybody at a table
HALF = Fraction(1, 2)


class Line(msgspec.Struct, frozen=True):
    """A player's place in the standings."""

    place: int
    number: int
    name: str
    points: float  # of all rounds; in a duplicate tournament the mean percentage
    opponents: float  # points of the people they met: the first tie-break
    difference: float  # their scores less the mean of the others at the table: the second
    played: int
    byes: int
    rounds: list[float | None]  # points of each round; None: not there
    is_out: bool


def ranks_by_score(scores: Sequence[int]) -> list[int]:
    """Places by seat where only points count; equals share a place."""
    return [1 + sum(other > score for other in scores) for score in scores]


def table_shares(ranks: Sequence[int]) -> list[Fraction]:
    """By seat, the part of the others that was beaten, a tie counting half: 1 for the winner, 0 for the last."""
    others = len(ranks) - 1
    if not others:
        return [HALF]
    return [
        Fraction(2 * sum(other > rank for other in ranks) + sum(other == rank for other in ranks) - 1, 2 * others)
        for rank in ranks
    ]


def matchpoints(scores: Sequence[int]) -> list[Fraction]:
    """The part of the other results on the same seat of the same deal that each one beat, a tie counting half."""
    return table_shares(ranks_by_score(scores))


def round_shares(evening: Evening, one: Round) -> dict[int, Fraction]:
    """By player, what a round brought, from 0 to 1; only what has been decided."""
    if evening.setup.duplicate:
        return duplicate_shares(one)
    shares: dict[int, Fraction] = {}
    for table in one.tables:
        if table.result is not None:
            earned = table_shares(table.result.ranks)
            shares |= {player: earned[seat] for seat, player in enumerate(table.seats) if player != BOT}
    return shares


def duplicate_shares(one: Round) -> dict[int, Fraction]:
    """Matchpoints by player; nothing before every table has played the deal."""
    results = [table.result for table in one.tables]
    if not one.is_done or not results:
        return {}
    shares: dict[int, Fraction] = {}
    for seat in range(len(one.tables[0].seats)):
        earned = matchpoints([result.scores[seat] for result in results if result is not None])
        shares |= {table.seats[seat]: earned[at] for at, table in enumerate(one.tables) if table.seats[seat] != BOT}
    return shares


def all_shares(evening: Evening) -> list[dict[int, Fraction]]:
    """By round and player, what was earned; byes count as the mean of what that player earned at tables, or a half."""
    earned = [round_shares(evening, one) for one in evening.begun()]
    means = {}
    for member in evening.members:
        own = [shares[member.number] for shares in earned if member.number in shares]
        means[member.number] = sum(own, Fraction()) / len(own) if own else HALF
    return [
        {**shares, **{number: means[number] for number in one.byes}}
        for shares, one in zip(earned, evening.begun(), strict=True)
    ]


def difference_in(result: Result, seat: int) -> Fraction:
    """A seat's score less the mean of the others."""
    others = [score for at, score in enumerate(result.scores) if at != seat]
    return result.scores[seat] - Fraction(sum(others), len(others)) if others else Fraction()


def standings(evening: Evening) -> list[Line]:
    """The standings, the leader first: points, then the opponents' points, then score difference, then the lot."""
    shares = all_shares(evening)
    totals = {member.number: total_of(evening, shares, member.number) for member in evening.members}
    faced: dict[int, Fraction] = dict.fromkeys(totals, Fraction())
    apart: dict[int, Fraction] = dict.fromkeys(totals, Fraction())
    for table in [table for one in evening.begun() for table in one.tables if is_shown(evening, one, table.result)]:
        for seat, player in enumerate(table.seats):
            if player != BOT and table.result is not None:
                faced[player] += sum(totals[other] for other in table.seats if other not in (BOT, player))
                apart[player] += difference_in(table.result, seat)
    drawn = lots(evening.secret, "standings", len(evening.members))
    keys = {one: (-totals[one], -faced[one], -apart[one]) for one in totals}
    order = sorted(totals, key=lambda one: (keys[one], drawn[one]))
    return [line_of(evening, shares, at + 1, one, totals, faced, apart) for at, one in enumerate(order)]


def is_shown(evening: Evening, one: Round, result: Result | None) -> bool:
    """Whether a result may be seen: of a deal that others still play nobody learns anything."""
    return result is not None and (one.is_done or not evening.setup.duplicate)


def total_of(evening: Evening, shares: list[dict[int, Fraction]], number: int) -> Fraction:
    """All points of a player; in a duplicate tournament the mean percentage of what they played."""
    own = [one[number] for one in shares if number in one]
    if evening.setup.duplicate:
        return 100 * sum(own, Fraction()) / len(own) if own else Fraction()
    return WIN * sum(own, Fraction())


def line_of(
    evening: Evening,
    shares: list[dict[int, Fraction]],
    place: int,
    number: int,
    totals: dict[int, Fraction],
    faced: dict[int, Fraction],
    apart: dict[int, Fraction],
) -> Line:
    """One line of the standings."""
    member, unit = evening.members[number], 100 if evening.setup.duplicate else WIN
    byes = sum(number in one.byes for one in evening.begun())
    return Line(
        place,
        number,
        member.name,
        rounded(totals[number]),
        rounded(faced[number]),
        rounded(apart[number]),
        sum(number in one for one in shares) - byes,
        byes,
        [rounded(unit * one[number]) if number in one else None for one in shares],
        member.is_out,
    )


def rounded(value: Fraction) -> float:
    """A value as people read it."""
    return round(float(value), 2)
