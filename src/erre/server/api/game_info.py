"""The games as the lobby shows them, with their options."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from erre.core.game import AnyGame
from erre.core.options import Declared, declared
from erre.games import all_games, usual_seats
from erre.server.net.http import encode
from erre.server.net.http_types import GameInfo, OptionInfo
from erre.server.tables.bot_runner import offered_levels


@cache
def games_json() -> bytes:
    """The games as the lobby shows them."""
    return encode([game_info(game) for game in all_games()])


def game_info(game: AnyGame) -> GameInfo:
    """A game as the lobby shows it."""
    return GameInfo(
        name=game.name,
        title=game.title,
        least_seats=game.least_seats,
        most_seats=game.most_seats,
        usual_seats=usual_seats(game),
        minutes=game.minutes,
        usual_level=game.usual_level,
        is_race=game.is_race,
        plays_by_day=game.plays_by_day,
        options=[option_info(one) for one in declared(game.options_type)],
        bots=offered_levels(game),
        can_duplicate=game.can_duplicate,
    )


def option_info(one: Declared) -> OptionInfo:
    """One option: its type and its default."""
    kind: Literal["switch", "number", "choice", "text"] = "text" if one.kind == "other" else one.kind
    return OptionInfo(one.written, kind, msgspec.to_builtins(one.default), list(one.choices), one.what)
