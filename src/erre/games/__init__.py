"""The games, by name: those in this package, and those that other packages bring.

A folder here is a game if it has a `game.py` with a `GAME`. Another package brings one by an entry point of the
group `erre.games` whose name is the game's: `goofspiel = "erre_goofspiel:GAME"`.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from erre.core.errors import NoGame, quote
from erre.core.game import AnyGame, Game

GROUP = "erre.games"  # of entry points
NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
MOST_SEATS = 8  # that any game may have: room for the bots of a batch


class BrokenGame(NoGame):
    """A game of another package that cannot be used; the others are not affected."""


@cache
def own_names() -> tuple[str, ...]:
    """The games of this package."""
    return tuple(sorted(file.parent.name for file in Path(__file__).parent.glob("*/game.py")))


@cache
def foreign_points() -> dict[str, EntryPoint | str]:
    """The games of other packages: the entry point, or why its name cannot be used."""
    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    times = Counter(point.name for point in set(points))
    return {point.name: why_refused(point, times[point.name], points) or point for point in points}


def why_refused(point: EntryPoint, times: int, points: list[EntryPoint]) -> str:
    """Why a name cannot be used; empty if it can."""
    if not NAME.fullmatch(point.name):
        return f"{point.value}: a game's name has small letters, digits and underscores, which {point.name!r} has not"
    if point.name in own_names():
        return f"{point.value}: the name {point.name} belongs to a game of Erre itself"
    if times > 1:
        claims = ", ".join(sorted({other.value for other in points if other.name == point.name}))
        return f"several packages bring a game named {point.name}: {claims}; uninstall all but one"
    return ""


def game_names() -> list[str]:
    """The names of all games, those of other packages last; a broken one is found out when it is asked for."""
    return [*own_names(), *(name for name, point in foreign_points().items() if isinstance(point, EntryPoint))]


def game(name: str) -> AnyGame:
    """The game of that name."""
    if not isinstance(name, str):
        raise NoGame(f"the name of a game is needed, not {quote(name)}")
    return game_named(name)


@cache
def game_named(name: str) -> AnyGame:
    """The game of that name, loaded once."""
    plain = name.lower()
    if plain in own_names():
        found: AnyGame = import_module(f"{__name__}.{plain}.game").GAME
        return found
    point = foreign_points().get(plain) or foreign_points().get(name)
    if point is None:
        raise NoGame(f"there is no game {quote(name)} here; there is {', '.join(game_names())}")
    return load_foreign(plain, point)


def load_foreign(name: str, point: EntryPoint | str) -> AnyGame:
    """A game of another package, once it is known to be one."""
    if isinstance(point, str):
        raise BrokenGame(point)
    try:
        found = point.load()
    except Exception as error:
        raise BrokenGame(
            f"the game {name} of another package ({point.value}) cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    if why := why_unfit(found, name):
        raise BrokenGame(f"the game {name} of another package ({point.value}) cannot be used: {why}")
    fit: AnyGame = found
    return fit


def why_unfit(found: object, name: str) -> str:
    """Why an object is no game of that name; empty if it is one."""
    if not isinstance(found, Game):
        return f"it is {type(found).__name__}, not an instance of erre.core.game.Game"
    declared = ("name", "title", "least_seats", "most_seats", "rules_version", "kernels", "record_type", "view_type")
    if missing := [field for field in declared if not hasattr(found, field)]:
        return f"it does not declare {', '.join(missing)}"
    if found.name != name:
        return f"it calls itself {found.name!r}"
    if not 1 <= found.least_seats <= found.most_seats <= MOST_SEATS:
        return f"it has {found.least_seats} to {found.most_seats} seats; 1 to {MOST_SEATS} are possible"
    return ""


def all_games() -> list[AnyGame]:
    """Every game that can be played; `broken_games` has the others."""
    return [game(name) for name in game_names() if name in own_names() or name not in broken_games()]


@cache
def broken_games() -> dict[str, str]:
    """The games of other packages that cannot be used, and why."""
    broken = {name: point for name, point in foreign_points().items() if isinstance(point, str)}
    for name in game_names():
        try:
            game(name)
        except BrokenGame as error:
            broken[name] = error.why
    return broken


def usual_seats(one: AnyGame) -> int:
    """The number of seats where nobody asks for another: four, or as many as the game has."""
    return min(4, one.most_seats)
