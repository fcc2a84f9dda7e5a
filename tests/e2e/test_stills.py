"""The drawings in the package are the client's of today."""

from __future__ import annotations

from erre.core.stills import FILE
from erre.games import game, own_names
from tests.e2e.stills import GAMES, drawn


def test_the_drawings_of_pictures_are_those_of_the_client() -> None:
    made = drawn()
    assert sorted(made) == sorted(name for name in own_names() if game(name).has_stills)
    for name, content in made.items():
        assert content == (GAMES / name / FILE).read_text(), "run python -m tests.e2e.stills"
