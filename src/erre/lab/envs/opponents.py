"""Which seat is the learner's, and which bots hold the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from erre.bots.roster import join_names, kernel_numbers, seat_names
from erre.core.batch import MOST_BOTS
from erre.core.encoding import Encoding
from erre.core.errors import BadOptions, quote
from erre.core.whole import seat_number

Opponents = str | Sequence[str]
Seat = int | Literal["rotate"] | Sequence[int]  # of the learner; a sequence has one for each place
ROTATE = "rotate"


def opponents_of(encoding: Encoding, seat: int, opponents: Opponents) -> list[str]:
    """A name for every seat, the learner's own included, whose name is not used.

    One name serves all; several, in a list or with commas, are those of the other seats in their order.
    """
    seat = seat_number(seat, encoding.seats)
    text = opponents if isinstance(opponents, str) else join_names(named(opponents))
    names = seat_names(encoding.game, encoding.seats - 1, text)
    return [*names[:seat], names[0], *names[seat:]]


def named(opponents: object) -> Sequence[str]:
    """Names in a list; anything else is refused."""
    if not isinstance(opponents, Sequence) or not all(isinstance(one, str) for one in opponents):
        raise BadOptions(f"opponents are a name, or a list with one for each other seat, not {quote(opponents)}")
    return opponents


def bots_by_seat(encoding: Encoding, opponents: Opponents) -> npt.NDArray[np.int8]:
    """The number of the bot at each seat, for each seat that may be the learner's.

    Refused for bots that do not play inside the kernels.
    """
    found = np.zeros((encoding.seats, MOST_BOTS), np.int8)
    for seat in range(encoding.seats):
        names = opponents_of(encoding, seat, opponents)
        numbers = kernel_numbers(encoding.game, names)
        if numbers is None:
            raise BadOptions(
                f"{', '.join(dict.fromkeys(names))}: not all of them play inside the kernels, as bots in a vector of "
                "games must"
            )
        found[seat, : encoding.seats] = numbers
    return found


def learners_of(encoding: Encoding, games: int, seat: Seat | None) -> npt.NDArray[np.int8]:
    """The learner's seat in the first game of each place."""
    if isinstance(seat, str):
        if seat != ROTATE:
            raise BadOptions(f"the learner's seat is a number, 'rotate' or one number for each game, not {seat!r}")
        return (np.arange(games) % encoding.seats).astype(np.int8)
    try:
        seats = np.asarray(0 if seat is None else seat)
    except ValueError:  # lists of different lengths
        seats = np.zeros(0)
    if not np.issubdtype(seats.dtype, np.integer) or seats.shape not in ((), (games,)):
        raise BadOptions(f"the learner's seat is a number, 'rotate' or {games} numbers, one for each game")
    for one in np.unique(seats).tolist():
        seat_number(one, encoding.seats)
    return np.broadcast_to(seats, games).astype(np.int8)


def is_rotating(seat: Seat | None) -> int:
    """By how much the learner's seat moves on from game to game."""
    return int(isinstance(seat, str) and seat == ROTATE)


def bots_used(bots: npt.NDArray[np.int8]) -> tuple[int, ...]:
    """The numbers that occur, each once."""
    return tuple(sorted({int(bot) for bot in np.ravel(bots[:, : len(bots)])}))
