"""Ru-Ra-Re puzzles: which row. All choose at once, so the solver answers with a mixture.

Every row that belongs to the mixture is right, and so is one whose difference to the best row is within the noise.
"""

from __future__ import annotations

from math import sqrt
from statistics import mean
from typing import Any, ClassVar

import numpy as np

from erre.bots import CHAMPION_0_1
from erre.bots.kernel_bot import fresh_luck
from erre.bots.rurare.advice import share, value
from erre.bots.rurare.layout import WORK
from erre.bots.rurare.levels import AHEAD
from erre.bots.rurare.search import conclude, open_search, think
from erre.core.game import Position
from erre.core.puzzles import Grade, Maker, Puzzle, Weighed
from erre.core.record import ints
from erre.games.rurare.components import MOST_LEGAL
from erre.games.rurare.from_view import state_from_view
from erre.games.rurare.game import GAME
from erre.games.rurare.moves import decode, format_move
from erre.games.rurare.rules.play import legal
from erre.games.rurare.views import RuRaReView

GRADER = CHAMPION_0_1  # fixed, so that the puzzles that are shipped stay what they are
RUNS, PLAYOUTS = 4, 500  # independent searches, and the playouts of each
SUPPORT = 0.05  # the chance from which on a row belongs to the mixture
SAME = 0.15  # points that are worth no thought
SURE = 3.18  # standard errors of a mean of four, for 95 %
CLEAR, MIXED = 0.9, 0.6  # the largest share of a mixture
OBVIOUS = 5.0  # points


class RuRaRePuzzles(Maker):
    """Which row do you choose."""

    game = GAME
    kinds: ClassVar = {"row": 1}
    themes = ("duel", "crowd", "clear", "mixed", "tempting", "lastTurn", "clash")
    seats = (2, 3, 4)
    every = 6

    def kind_of(self, position: Position, seat: int) -> str | None:
        view = position.view(seat)
        is_open = seat in view.turn and len(position.legal(seat)) > 2 and not any(view.has_chosen)
        return "row" if is_open and view.turn_no > 1 else None

    def make(self, view: RuRaReView, kind: str, seed: int) -> Puzzle | None:
        weighed = weigh(view, seed)
        fine = [one.move for one in weighed if is_as_good(one)]
        if len(fine) > max(2, len(weighed) // 3) or len(fine) == len(weighed):
            return None
        gap = next(one.behind for one in weighed if not is_as_good(one))
        tempting = f"row {1 + max(range(len(view.worth)), key=lambda row: (view.worth[row], -row))}"
        if tempting in fine and gap >= OBVIOUS:
            return None
        return self.puzzle(
            view,
            kind,
            [view.rows, view.displays, view.seat, view.active],
            solution=weighed[0].move,
            fine=fine,
            weighed=weighed,
            goal=weighed[0].value,
            playouts=RUNS * PLAYOUTS,
            themes=themes_of(view, weighed, tempting not in fine),
            rating=1000 + (450 if tempting not in fine else 0) + 350 / (1 + gap) + 60 * len(view.active),
        )

    def grade(self, puzzle: Puzzle, view: Any, answer: list[str], seconds: float | None) -> Grade:
        return self.grade_by_list(puzzle, view, answer[0])

    def is_sound(self, puzzle: Puzzle, view: RuRaReView, seed: int) -> bool:
        """Searched again with other luck, the solution is a row of the mixture or regretted no more than by noise."""
        again = weigh(view, seed)
        found = next(one for one in again if one.move == puzzle.solution)
        return found.share >= SUPPORT or found.behind <= SAME + found.doubt + puzzle.weighed[0].doubt


def weigh(view: RuRaReView, seed: int) -> list[Weighed]:
    """Every row with its share of the mixture and its regret, over several searches; the largest share first."""
    s, seat = state_from_view(view), view.seat or 0
    moves, work = ints(MOST_LEGAL), ints(WORK, np.int64)
    rows = moves[: int(legal(s, seat, moves))].tolist()
    runs = []
    for run in range(RUNS):
        luck = fresh_luck((seed * RUNS + run) % 2**62)
        open_search(s, work)
        think(s, seat, PLAYOUTS, int(AHEAD[GRADER]), False, luck, moves, work)
        conclude(s, seat, luck, work)
        runs.append({row: (value(work, seat, row), share(work, seat, row)) for row in rows})
    means = {row: mean(run[row][0] for run in runs) for row in rows}
    best = max(rows, key=lambda row: (means[row], -row))
    found = []
    for row in rows:
        behind = [run[best][0] - run[row][0] for run in runs]
        middle = mean(behind)
        error = sqrt(sum((one - middle) ** 2 for one in behind) / RUNS / (RUNS - 1))
        shares = mean(run[row][1] for run in runs)
        figures = (round(means[row], 2), round(middle, 2), round(SURE * error, 2), round(shares, 3))
        found.append(Weighed(format_move(decode(row)), *figures))
    return sorted(found, key=lambda one: (not is_as_good(one), -one.share, one.behind))


def is_as_good(one: Weighed) -> bool:
    """Whether a row belongs to the mixture, or cannot be told from the best one."""
    return one.share >= SUPPORT or one.behind <= max(SAME, one.doubt)


def themes_of(view: RuRaReView, weighed: list[Weighed], tempting: bool) -> list[str]:
    """What a position is about."""
    most = max(one.share for one in weighed)
    found = {
        "duel": len(view.active) == 2,
        "crowd": len(view.active) > 2,
        "clear": most >= CLEAR,
        "mixed": most < MIXED,
        "tempting": tempting,
        "lastTurn": view.last_turn,
        "clash": len(view.active) < view.seats,
    }
    return [name for name, holds in found.items() if holds]


MAKER = RuRaRePuzzles()
