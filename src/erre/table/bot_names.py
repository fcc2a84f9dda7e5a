"""Chooses names for bots that differ as much as possible from the people's: Ana should not sit next to Anna."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from erre.table.clean_text import look_of
from erre.table.seats import BOT_NAMES


def free_bot_names(people: Collection[str], others: Collection[str] = (), first: int = 0) -> Sequence[str]:
    """The names that nobody has, counted from a place in the list, those least like a person's first."""
    order = BOT_NAMES[first:] + BOT_NAMES[:first]
    free = [name for name in order if name not in people and name not in others]
    return sorted(free, key=lambda name: max((likeness(name, person) for person in people), default=0))


def likeness(name: str, other: str) -> int:
    """How easily two names are mistaken for each other: 2 if they are nearly the same, 1 if they begin alike."""
    return 2 if is_nearly(name, other) else int(look_of(name)[:1] == look_of(other)[:1])


def is_nearly(name: str, other: str) -> bool:
    """Whether two names look alike but for one letter at most, which is another, or missing."""
    short, long = sorted((look_of(name), look_of(other)), key=len)
    same = next((at for at, letter in enumerate(short) if letter != long[at]), len(short))
    return short[same:] == long[same + 1 :] or short[same + 1 :] == long[same + 1 :]
