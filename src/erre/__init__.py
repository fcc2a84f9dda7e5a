"""Erre: Ru-Ra-Re, Rage, ROK and Rummy, to play, to prove and to study.

The names below are the public interface of the library (`docs/library.md`). Each is imported when it is first used, so
that `import erre` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from erre.api import beliefs, bot, game, game_names, imagine, load, new, read_record, solve
    from erre.api.records import GameRecord
    from erre.bots.contract import Advice, Bot, Budget
    from erre.core.errors import (
        BadNotation,
        BadOptions,
        BadPosition,
        BadRecord,
        GameOver,
        IllegalMove,
        NoGame,
        NotYourTurn,
        Refusal,
    )
    from erre.core.game import Event, Game, Move, Outcome, Played, Position, View
    from erre.lab.envs.vector import VectorEnv

__version__ = "0.1.0"

HOMES = {
    "erre.api": ("beliefs", "bot", "game", "game_names", "imagine", "load", "new", "read_record", "solve"),
    "erre.api.records": ("GameRecord",),
    "erre.bots.contract": ("Advice", "Bot", "Budget"),
    "erre.core.errors": (
        "BadNotation",
        "BadOptions",
        "BadPosition",
        "BadRecord",
        "GameOver",
        "IllegalMove",
        "NoGame",
        "NotYourTurn",
        "Refusal",
    ),
    "erre.core.game": ("Event", "Game", "Move", "Outcome", "Played", "Position", "View"),
    "erre.lab.envs.vector": ("VectorEnv",),
}  # the public names, by the module that has them
_HOME_OF = {name: home for home, names in HOMES.items() for name in names}

__all__ = [
    "Advice",
    "BadNotation",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "Bot",
    "Budget",
    "Event",
    "Game",
    "GameOver",
    "GameRecord",
    "IllegalMove",
    "Move",
    "NoGame",
    "NotYourTurn",
    "Outcome",
    "Played",
    "Position",
    "Refusal",
    "VectorEnv",
    "View",
    "beliefs",
    "bot",
    "game",
    "game_names",
    "imagine",
    "load",
    "new",
    "read_record",
    "solve",
]


def __getattr__(name: str) -> Any:
    """A public name, from its module."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'erre' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
