"""A season: evenings added up, each player's best ones if the season says so."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from erre.clubs.scoring import Line

MOST_COUNTED = 100


class SeasonLine(msgspec.Struct, frozen=True):
    """A player's place in a season."""

    place: int
    name: str
    points: float
    evenings: int
    each: list[float | None]  # points of each evening; None: not there
    counted: list[bool]  # which of them count


def season_points(line: Line, players: int, is_percent: bool) -> float:
    """What an evening brings: its own points, or the percentage; equal in size for short and long evenings.

    Points are per round, on the scale from 0 to 100, so that an evening of three rounds counts as much as one of six.
    """
    if is_percent:
        return line.points
    rounds = sum(one is not None for one in line.rounds)
    return round(10 * line.points / rounds, 2) if rounds else 0.0


def add_up(evenings: Sequence[dict[str, tuple[str, float]]], best: int) -> list[SeasonLine]:
    """The season's standings. An evening maps a player's key to their name and points; `best` 0 counts all."""
    keys = list(dict.fromkeys(key for evening in evenings for key in evening))
    lines = []
    for key in keys:
        each = [evening[key][1] if key in evening else None for evening in evenings]
        order = sorted((at for at, one in enumerate(each) if one is not None), key=lambda at: (-(each[at] or 0), at))
        chosen = set(order[:best] if best else order)
        points = sum(each[at] or 0 for at in chosen)
        name = next(evening[key][0] for evening in reversed(evenings) if key in evening)
        lines.append(SeasonLine(0, name, round(points, 2), len(order), each, [at in chosen for at in range(len(each))]))
    lines.sort(key=lambda line: (-line.points, -line.evenings, line.name.casefold()))
    return [
        msgspec.structs.replace(line, place=1 + sum(other.points > line.points for other in lines)) for line in lines
    ]
