"""What the conformance suite must be told of each game, and how it plays random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

from erre.bots.kernel_bot import KernelBot
from erre.core import chance
from erre.core.errors import BadOptions
from erre.core.game import AnyGame, Move
from erre.core.gamefile import GameFile, MoveLine, close_file, new_file
from erre.core.options import Declared, declared
from erre.core.position import Position
from erre.core.record import IntArray, ints
from erre.games import all_games, game

GAMES = all_games()


def rage_pieces(position: dict[str, Any]) -> Counter[str]:
    """The cards of a round of Rage, wherever they lie."""
    old = [card for trick in position["old_tricks"] for card in trick["cards"]]
    trick = [card for play in position["trick"] for card in play]
    held = [card for hand in position["hands"] for card in hand]
    cards = [*held, *old, *trick, *position["turned"], *position["stock"]]
    return Counter(card.split(":")[0] for card in cards)


def rurare_pieces(position: dict[str, Any]) -> Counter[str]:
    """The cards of a game of Ru-Ra-Re, wherever they lie."""
    count = Counter([card for row in position["rows"] for card in row] + position["pile"] + position["box"])
    for display in position["displays"]:
        count.update(display)
    return count


def rok_pieces(position: dict[str, Any]) -> Counter[str]:
    """The runes of ROK, wherever they are."""
    before_seats = [rune for place in ("treasure", "held") for runes in position[place] for rune in runes]
    balance = [rune for rune in position["balance"] if rune is not None]
    return Counter([*position["bag"], *(lying["rune"] for lying in position["table"]), *balance, *before_seats])


def rummy_pieces(position: dict[str, Any]) -> Counter[str]:
    """The tiles of a hand of Rummy, wherever they lie."""
    rows = [*position["racks"], *position["table"], position["pool"]]
    return Counter(tile.partition("=")[0] for row in rows for tile in row)


# How to count the pieces of a position; and the events that uncover what was hidden, which therefore may differ
# between two states that a seat cannot tell apart.
PIECES: dict[str, Callable[[dict[str, Any]], Counter[str]]] = {
    "rurare": rurare_pieces,
    "rage": rage_pieces,
    "rok": rok_pieces,
    "rummy": rummy_pieces,
}
UNCOVERING: dict[str, set[str]] = {
    "rurare": {
        "ChoicesRevealed",
        "RowTaken",
        "CardRemoved",
        "TurnCutShort",
        "CardsScored",
        "CardsDiscarded",
        "RowsRefilled",
        "GameEnded",
    },
    "rage": {"RoundDealt", "TrumpTurned", "BidsRevealed", "RoundScored", "MatchEnded"},
    "rok": {"RunesThrown"},
    "rummy": {"HandDealt", "TilesDrawn", "HandScored", "MatchEnded"},
}
# In ROK hands that take just anything bring nothing home, and a game of them alone goes on until the guard of §6.1:
# there a greedy bot makes most of the moves, and one in so many is any legal one.
WILD_MOVES = {"rok": 5}
BOTS_AT_TABLES = {"rok": [7, 0, 3, 1, 5]}  # seat by seat, where whole games run in every engine; else all are random


@dataclass(frozen=True)
class Setting:
    """A game with its seats, options and chance."""

    game: AnyGame
    seats: int
    options: dict[str, Any]
    seed: int

    def start(self) -> Position:
        """The first position."""
        return Position.new(self.game, self.seats, self.options, seed=self.seed).position

    def walk(self) -> Iterator[tuple[Position, int, Move]]:
        """A random game: every position, with the seat and the move that come next."""
        luck = random.Random(self.seed)
        wild = WILD_MOVES.get(self.game.name, 1)
        tame = KernelBot(self.game, "greedy", self.seed)
        position = self.start()
        while position.outcome is None:
            seat = luck.choice(position.turn)
            if wild == 1 or luck.randrange(wild) == 0:
                move = luck.choice(position.legal(seat))
            else:
                move = tame.move(position.view(seat))
            yield position, seat, move
            position = position.play(seat, move).position

    def record(self) -> GameFile:
        """The record of that random game, closed."""
        file = new_file(
            self.game,
            self.seats,
            self.game.read_options(self.options),
            [f"seat {seat}" for seat in range(self.seats)],
            chance.key_from_seed(self.seed),
            "2026-01-01T00:00:00+00:00",
        )
        position = self.start()
        for here, seat, move in self.walk():
            file.moves.append(MoveLine(seat, self.game.format_move(move), len(file.moves)))
            position = here.play(seat, move).position
        close_file(file, position.outcome)
        return file


def option_values(one: Declared) -> list[Any]:
    """The values an option can take, where they can be listed."""
    return [False, True] if one.kind == "switch" else list(one.choices)


def is_allowed(one: AnyGame, options: dict[str, Any]) -> bool:
    """Whether options do not contradict each other."""
    try:
        one.read_options(options)
    except BadOptions:
        return False
    return True


@st.composite
def settings_of(draw: st.DrawFn, name: str) -> Setting:
    """Any seats, options and seed of a game."""
    one = game(name)
    seats = draw(st.integers(one.least_seats, one.most_seats))
    fields = {o.written: option_values(o) for o in declared(one.options_type)}
    wishes = st.fixed_dictionaries({}, optional={k: st.sampled_from(v) for k, v in fields.items() if v})
    options = draw(wishes.filter(lambda chosen: is_allowed(one, chosen)))
    return Setting(one, seats, options, draw(st.integers(0, 2**31)))


def luck(number: int) -> IntArray:
    """Luck for imagining."""
    fresh = ints(2, np.int32)
    chance.seed_luck(fresh, 99, number)
    return fresh
