"""Rage puzzles: what to bid, and which card to play, judged by simulated expectation.

Every legal move is played out in the same imagined worlds, so the difference of two moves is known better than either
of them. A move whose difference to the best one is within the noise is as right as the best one.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, ClassVar

import numpy as np

from erre.bots import CHAMPION_0_1
from erre.bots.kernel_bot import fresh_luck
from erre.bots.rage.level_settings import LEVEL_SETTINGS, TRIES
from erre.bots.rage.policy import quick_move
from erre.bots.rage.search import (
    COUNTED,
    COUNTS,
    DEALING_ROOM,
    EXACT,
    PLAYOUT_MOVES,
    POINTS,
    REST,
    ROOT,
    TRUTH,
    WORK,
    WORLD,
    clear_counts,
    try_moves,
)
from erre.bots.rage.worlds import bring_back, bring_back_truth, imagine_well, keep, keep_truth
from erre.core.game import Position
from erre.core.puzzles import Grade, Maker, Puzzle, Weighed
from erre.core.record import ints
from erre.games.rage import GAME
from erre.games.rage.components import MOST_LEGAL
from erre.games.rage.views import RageView

GRADER = CHAMPION_0_1  # fixed, so that the puzzles that are shipped stay what they are
FIRST_LOOK, WORLDS = 48, 480  # imagined worlds: to see whether there is a question at all, and to answer it
SAME = 0.3  # points that are worth no thought
SURE = 1.96  # standard errors
OBVIOUS = 8.0  # points by which the best move is so much better that everybody sees it
LEAST_CARDS = {"bid": 2, "card": 2}
SHORT_HAND, LONG_HAND, ENDGAME = 3, 8, 3


class Samples:
    """The points of each legal move in imagined worlds, one row for each world."""

    def __init__(self, view: RageView, seed: int) -> None:
        self.s, self.seat = GAME.state_from_view(view), GAME.seat_of(view)
        self.moves, self.work, self.luck = ints(MOST_LEGAL), ints(WORK, np.int64), fresh_luck(seed)
        self.count = int(GAME.kernels.legal(self.s, self.seat, self.moves))
        self.points: list[list[int]] = []
        clear_counts(self.count, self.work)

    def add(self, worlds: int) -> None:
        """Play every move out in more worlds."""
        s, work = self.s, self.work
        truth, margin, root = work[TRUTH:REST], work[REST:ROOT], work[ROOT:WORLD]
        tries = int(LEVEL_SETTINGS[GRADER, TRIES])
        keep_truth(s, truth, margin)
        keep(s, root)
        before = self.counted(POINTS)
        for _ in range(worlds):
            imagine_well(s, self.seat, tries, self.luck, work[DEALING_ROOM:PLAYOUT_MOVES])
            try_moves(s, self.seat, self.moves, self.count, 0, work)
            bring_back(s, root)
            after = self.counted(POINTS)
            self.points.append([new - old for new, old in zip(after, before, strict=True)])
            before = after
        bring_back_truth(s, truth, margin)

    def counted(self, what: int) -> list[int]:
        """What was counted for each move."""
        return [int(self.work[COUNTS + i * COUNTED + what]) for i in range(self.count)]

    def weighed(self) -> list[Weighed]:
        """Every move against the best one, the best first."""
        worlds, exact = len(self.points), self.counted(EXACT)
        by_move = list(zip(*self.points, strict=True))
        means = [sum(points) / worlds for points in by_move]
        best = max(range(self.count), key=lambda i: (means[i], -i))
        found = []
        for i in range(self.count):
            behind = [a - b for a, b in zip(by_move[best], by_move[i], strict=True)]
            mean = sum(behind) / worlds
            error = sqrt(sum((one - mean) ** 2 for one in behind) / worlds / (worlds - 1))
            name = GAME.format_move(GAME.decode(int(self.moves[i])))
            figures = (round(means[i], 2), round(mean, 2), round(SURE * error, 2), round(exact[i] / worlds, 2))
            found.append(Weighed(name, *figures))
        return sorted(found, key=lambda one: (one.behind, one.move != self.name(best)))

    def name(self, index: int) -> str:
        """A move in notation."""
        return GAME.format_move(GAME.decode(int(self.moves[index])))

    def quick(self) -> str:
        """What the quick bot would do."""
        return GAME.format_move(GAME.decode(int(quick_move(self.s, self.seat, self.moves, self.count))))


def is_as_good(one: Weighed) -> bool:
    """Whether a move cannot be told from the best one."""
    return one.behind <= max(SAME, one.doubt)


class RagePuzzles(Maker):
    """What do you bid; which card do you play."""

    game = GAME
    kinds: ClassVar = {"bid": 2, "card": 3}
    themes = ("zero", "long", "short", "actions", "trumps", "duck", "needAll", "lead", "last", "endgame", "trap")
    seats = (3, 4, 5)
    every = 5

    def kind_of(self, position: Position, seat: int) -> str | None:
        kind = {"bidding": "bid", "tricks": "card"}.get(position.phase)
        if kind is None or len(position.view(seat).hand) < LEAST_CARDS[kind]:
            return None
        return kind if len(position.legal(seat)) > 1 else None

    def make(self, view: RageView, kind: str, seed: int) -> Puzzle | None:
        samples = Samples(view, seed)
        samples.add(FIRST_LOOK)
        if not is_question(samples.weighed()):
            return None
        samples.add(WORLDS - FIRST_LOOK)
        weighed = samples.weighed()
        if not is_question(weighed):
            return None
        quick, fine = samples.quick(), [one.move for one in weighed if is_as_good(one)]
        gap = next(one.behind for one in weighed if not is_as_good(one))
        if quick in fine and gap >= OBVIOUS:
            return None
        return self.puzzle(
            view,
            kind,
            [sorted(view.hand), view.trick, view.trump, view.bids, view.tricks, view.seats],
            solution=weighed[0].move,
            fine=fine,
            weighed=weighed,
            goal=weighed[0].value,
            playouts=WORLDS,
            themes=themes_of(view, kind, weighed[0].move, quick in fine),
            rating=rating_of(view, len(fine) / len(weighed), gap, quick in fine),
        )

    def grade(self, puzzle: Puzzle, view: Any, answer: list[str], seconds: float | None) -> Grade:
        return self.grade_by_list(puzzle, view, answer[0])

    def is_sound(self, puzzle: Puzzle, view: RageView, seed: int) -> bool:
        """Played out in other worlds, the solution is still no worse than its interval allows."""
        samples = Samples(view, seed)
        samples.add(WORLDS)
        again = {one.move: one for one in samples.weighed()}
        best = next(one for one in puzzle.weighed if one.move == samples.weighed()[0].move)
        found = again[puzzle.solution]
        return found.behind <= SAME + found.doubt + best.doubt


def is_question(weighed: list[Weighed]) -> bool:
    """Whether there is a better and a worse half: most moves are surely behind the best ones."""
    fine = sum(map(is_as_good, weighed))
    return fine <= max(1, len(weighed) // 3) and fine < len(weighed)


def themes_of(view: RageView, kind: str, best: str, is_quick: bool) -> list[str]:
    """What a position is about."""
    cards = len(view.hand)
    trumps = sum(card[0] == view.trump for card in view.hand if view.trump)
    actions = sum(not card[0].isalpha() or card in ("J", "NT", "CT") for card in view.hand)
    found = {"trumps": 2 * trumps >= cards, "trap": not is_quick}
    if kind == "bid":
        found |= {
            "zero": best.split()[-1] == "0",
            "long": cards >= LONG_HAND,
            "short": cards <= SHORT_HAND,
            "actions": actions > 0,
            "last": sum(view.has_bid) == view.seats - 1,
        }
    else:
        seat = view.seat or 0
        need = (view.bids[seat] or 0) - view.tricks[seat]
        card = best.split()[-1]
        found |= {
            "actions": not card[0].isalpha() or card.startswith(("J", "NT", "CT")),
            "duck": need == 0,
            "needAll": need == cards,
            "lead": not view.trick,
            "last": len(view.trick) == view.seats - 1,
            "endgame": cards <= ENDGAME,
        }
    return [name for name, holds in found.items() if holds]


def rating_of(view: RageView, share: float, gap: float, is_quick: bool) -> float:
    """How hard it seems: few right answers, small differences, and a quick player who errs."""
    return 950 + 350 * (1 - share) + (450 if not is_quick else 0) + 300 / (1 + gap) + 15 * len(view.hand)


MAKER = RagePuzzles()
