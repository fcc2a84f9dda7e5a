"""The registry: games of this package, games of others, and packages that are broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint

import pytest

import erre.games as registry
from erre.core.errors import NoGame
from erre.games import BrokenGame, all_games, broken_games, game, game_names, own_names
from erre.games.rage.game import RageGame

Install = Callable[..., None]


class FifthGame(RageGame):
    """A game under another name."""

    name = "fifth"


class Crowded(RageGame):
    """A game for more seats than a batch has room for."""

    name = "crowded"
    most_seats = 9


FIFTH, CROWDED, NOT_A_GAME = FifthGame(), Crowded(), object()


def forget() -> None:
    """Drop what the registry remembers."""
    for remembered in (registry.foreign_points, registry.game_named, registry.broken_games):
        remembered.cache_clear()


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Pretend that packages are installed which bring these games, as name=object."""

    def pretend(*points: tuple[str, str]) -> None:
        made = [EntryPoint(name, value, registry.GROUP) for name, value in points]
        monkeypatch.setattr(registry, "entry_points", lambda group: made)
        forget()

    yield pretend
    monkeypatch.undo()
    forget()


def test_the_games_of_this_package_are_found_by_their_folders() -> None:
    assert list(own_names()) == sorted(own_names())
    assert len(own_names()) == 4
    assert all(game(name).name == name for name in own_names())
    assert game("RAGE") is game("rage")


def test_a_game_of_another_package_is_a_game_like_any_other(install: Install) -> None:
    install(("fifth", f"{__name__}:FIFTH"))
    assert game_names() == [*own_names(), "fifth"]
    assert game("fifth") is FIFTH
    assert all_games()[-1] is FIFTH
    assert broken_games() == {}


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("fifth", "no_such_package:GAME", "cannot be loaded: ModuleNotFoundError"),
        ("fifth", f"{__name__}:NO_SUCH_NAME", "cannot be loaded: AttributeError"),
        ("fifth", f"{__name__}:NOT_A_GAME", "not an instance of"),
        ("sixth", f"{__name__}:FIFTH", "it calls itself 'fifth'"),
        ("crowded", f"{__name__}:CROWDED", "3 to 9 seats"),
        ("Fifth Game", f"{__name__}:FIFTH", "small letters"),
        ("rage", f"{__name__}:FIFTH", "belongs to a game of Erre itself"),
    ],
)
def test_a_broken_package_is_named_and_breaks_nothing_else(install: Install, name: str, value: str, why: str) -> None:
    install((name, value))
    assert [one.name for one in all_games()] == list(own_names())
    assert why in broken_games()[name]
    assert value in broken_games()[name]
    if name != "rage":
        with pytest.raises(BrokenGame):
            game(name)
    assert isinstance(game("rage"), RageGame)


def test_two_packages_with_a_game_of_the_same_name_are_both_refused(install: Install) -> None:
    install(("fifth", f"{__name__}:FIFTH"), ("fifth", f"{__name__}:CROWDED"))
    with pytest.raises(BrokenGame, match="uninstall all but one"):
        game("fifth")
    assert [one.name for one in all_games()] == list(own_names())


def test_an_unknown_game_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(NoGame, match=r"there is no game 'chess' here; there is .*rage"):
        game("chess")
