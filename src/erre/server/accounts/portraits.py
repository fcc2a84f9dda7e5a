"""The portraits that people can choose from; `web/src/lib/portraits.ts` draws them under the same names."""

from __future__ import annotations

from erre.core.errors import Refusal

PORTRAITS = (
    *("fox", "cat", "dog", "bear", "panda", "rabbit", "owl", "penguin", "frog", "mouse", "lion", "tiger", "pig"),
    *("koala", "chick", "hedgehog", "bee", "fish", "octopus", "ghost", "moon", "sun", "cactus", "mushroom"),
    *("cloud", "star", "pear", "teapot"),
)


class NoPortrait(Refusal):
    """There is no such portrait."""

    code = "no_portrait"


def check_portrait(name: str) -> str:
    """Refuse what is not in the set; empty means initials."""
    if name and name not in PORTRAITS:
        raise NoPortrait("there is no such portrait")
    return name
