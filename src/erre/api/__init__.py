"""The functions of `import erre`: a thin layer that finds the game by its name and reads what people write."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, overload

from erre.api.records import GameRecord
from erre.bots.beliefs import SAMPLES, Beliefs
from erre.bots.contract import Bot
from erre.core.chance import check_seed
from erre.core.companions import companion
from erre.core.errors import BadNotation, BadOptions, BadPosition, BadRecord, NoGame, quote
from erre.core.game import AnyGame, Move, Position, View
from erre.core.game import Game as PlayedGame
from erre.games import all_games, usual_seats
from erre.games import game as game_named
from erre.games import game_names as names_of_games

if TYPE_CHECKING:
    from erre.api.typed import RagePosition, RokPosition, RummyPosition, RuRaRePosition

Game = str | AnyGame


class Dealing(TypedDict, total=False):
    """What `new` may be given besides the game and the seats."""

    seed: int | None
    key: bytes | None
    options: Mapping[str, Any] | None


def game_names() -> list[str]:
    """The names of all games, those of other packages last.

    >>> import erre
    >>> "rage" in erre.game_names()
    True
    """
    return names_of_games()


def game(name: Game) -> AnyGame:
    """The game of that name; a game is returned as it is.

    >>> import erre
    >>> erre.game("rage").most_seats
    8
    """
    if isinstance(name, str):
        return game_named(name)
    if not isinstance(name, PlayedGame):
        raise NoGame(f"a game or its name is needed, not {quote(name)}")
    return name


@overload
def new(name: Literal["rage"], seats: int | None = None, **more: Unpack[Dealing]) -> RagePosition: ...
@overload
def new(name: Literal["rok"], seats: int | None = None, **more: Unpack[Dealing]) -> RokPosition: ...
@overload
def new(name: Literal["rummy"], seats: int | None = None, **more: Unpack[Dealing]) -> RummyPosition: ...
@overload
def new(name: Literal["rurare"], seats: int | None = None, **more: Unpack[Dealing]) -> RuRaRePosition: ...
@overload
def new(name: Game, seats: int | None = None, **more: Unpack[Dealing]) -> Position: ...
def new(
    name: Game,
    seats: int | None = None,
    *,
    seed: int | None = None,
    key: bytes | None = None,
    options: Mapping[str, Any] | None = None,
) -> Position:
    """The first position of a game: dealt from a seed, from a key of 32 bytes, or from the operating system.

    Without `seats` there are four, or as many as the game has.

    >>> import erre
    >>> position = erre.new("rage", seats=4, seed=7)
    >>> position.phase
    'bidding'
    >>> erre.new("rage", seats=4, seed=7, options={"bidding": "open"}).turn
    [1]
    """
    played = game(name)
    return Position.new(played, usual_seats(played) if seats is None else seats, options, key=key, seed=seed).position


def load(given: Mapping[str, Any] | str | PathLike[str]) -> Position:
    """A position from its JSON: a mapping, a text, or a file. `str(position)` and `position.to_json()` write it.

    >>> import erre
    >>> position = erre.new("rurare", seats=2, seed=7)
    >>> erre.load(str(position)) == position
    True
    """
    content = read_json(given)
    name = content.get("game")
    if not isinstance(name, str):
        raise BadPosition('a position says which game it belongs to: {"game": …}')
    return Position.from_json(game(name), content)


def read_json(given: Mapping[str, Any] | str | PathLike[str]) -> Mapping[str, Any]:
    """The object that a text or a file holds."""
    if isinstance(given, Mapping):
        return given
    content = json_of(read_text(given))
    if not isinstance(content, dict):
        raise BadPosition(f"a position is an object, not {quote(content)}")
    return content


def read_text(given: object) -> str:
    """The text that is given, or that of a file."""
    if not isinstance(given, str | PathLike):
        raise BadNotation(f"a position is a mapping, its JSON as text, or the path of a file, not {quote(given)}")
    if isinstance(given, str):
        if not given.strip():
            raise BadNotation("the text of a position is needed, and this one is empty")
        if is_json(given):
            return given
    try:
        return Path(given).read_text("utf-8")
    except UnicodeDecodeError:
        raise BadNotation(f"no position can be read in {quote(str(given))}: it is not text") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadNotation(f"no position can be read in {quote(str(given))}: {why}") from None


def is_json(text: str) -> bool:
    """Whether a text is meant as JSON, and not as the path of a file."""
    try:
        json.loads(text)
    except RecursionError:
        return True
    except ValueError:
        return text.lstrip().startswith("{")
    return True


def json_of(text: str) -> Any:
    """What a text in JSON holds."""
    if not text.strip():
        raise BadNotation("no position can be read there: the file is empty")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else f"this is not JSON: {error}"
        raise BadNotation(f"no position can be read there: {why}") from None


def read_record(path: str | PathLike[str]) -> GameRecord:
    """The record of a game from its file; BadRecord if it is broken.

    >>> import erre
    >>> record = erre.read_record("game.jsonl")
    >>> record.game.name, len(record.moves)
    ('rurare', 2)
    >>> record.verify().verdict
    'proven'
    """
    if not isinstance(path, str | PathLike):
        raise BadRecord(f"the path of a record is needed, not {quote(path)}")
    return GameRecord.read(Path(path))


def bot(name: Game, level: str = "champion", *, seed: int | None = None) -> Bot:
    """A bot of a game: `advise(view)` returns its move with the reason, `move(view)` only the move.

    With a seed and a budget in playouts its answers are reproducible.

    >>> import erre
    >>> position = erre.new("rage", seats=4, seed=7, options={"bidding": "open"})
    >>> greedy = erre.bot("rage", "greedy", seed=1)
    >>> position = position.play(greedy.move(position.view(1))).position
    >>> position.turn
    [2]
    """
    from erre.bots.roster import make_bot

    return make_bot(game(name), level, None if seed is None else check_seed(seed))


def solve(view: View) -> list[Move]:
    """The best moves of a view by an exact solver, where the game brings one; none if there is nothing to do.

    A game brings one as a module `solve` with a function `solve(view)`. Rummy's finds the lays with the most tiles.

    >>> import erre
    >>> position = erre.new("rummy", seats=2, seed=7)
    >>> erre.solve(position.view(position.turn[0]))
    [Lay(melds=[['R11b', 'J1=R12', 'R13b']])]
    """
    played = game_of(view)
    module = companion(played, "solve")
    if module is None:
        raise BadOptions(f"{played.title} has no exact solver; ask a bot")
    moves: list[Move] = module.solve(view)
    return moves


def imagine(view: View, *, seed: int | None = None) -> Position:
    """A complete position that fits a view: everything that its seat cannot see is dealt at random.

    >>> import erre
    >>> view = erre.new("rage", seats=4, seed=7).view(0)
    >>> erre.imagine(view, seed=1).view(0) == view
    True
    """
    from erre.bots.kernel_bot import fresh_luck

    played = game_of(view)
    refuse_spectator(played, view)
    return Position(played, played.imagine(view, fresh_luck(None if seed is None else check_seed(seed))))


def beliefs(view: View, *, samples: int = SAMPLES, seed: int | None = None) -> Beliefs:
    """For every seat the probability that it holds a piece, likeliest first, from sampled positions.

    >>> import erre
    >>> view = erre.new("rage", seats=4, seed=7).view(0)
    >>> card = view.hand[0]
    >>> chances = erre.beliefs(view, samples=50, seed=1)
    >>> chances[0].get(card)
    1.0
    """
    from erre.bots.beliefs import beliefs as sampled
    from erre.bots.kernel_bot import fresh_luck

    played = game_of(view)
    refuse_spectator(played, view)
    return sampled(played, view, fresh_luck(None if seed is None else check_seed(seed)), samples)


def refuse_spectator(played: AnyGame, view: View) -> None:
    """A spectator holds nothing, so there is no seat whose knowledge could be used."""
    if played.seat_of(view) < 0:
        raise BadOptions("the view of a seat is needed, not a spectator's")


@cache
def games_by_view() -> dict[type[View], AnyGame]:
    """Every game by the type of its views."""
    return {one.view_type: one for one in all_games()}


def game_of(view: View) -> AnyGame:
    """The game that a view belongs to."""
    found = games_by_view().get(type(view))
    if found is None:
        raise BadOptions(f"the view of a game is needed, as position.view(seat) returns it, not {quote(view)}")
    return found
