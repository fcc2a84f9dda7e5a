"""Rage: advice at a table, from nothing but a view, within a budget, with the reason in one sentence."""

from __future__ import annotations

import time

import numpy as np

from erre.bots import BOTS, CHAMPION, CHAMPION_0_1
from erre.bots.contract import Advice, Budget, Choice
from erre.bots.rage.chances import chance_of_champion
from erre.bots.rage.level_settings import LEVEL_SETTINGS, PLAYOUTS, PRIOR
from erre.bots.rage.levels import unless_searched
from erre.bots.rage.search import (
    BONUS,
    COUNTED,
    COUNTS,
    ENOUGH,
    EXACT,
    POINTS,
    UNIT,
    VISITS,
    WORK,
    best_of,
    clear_counts,
    in_question,
    think,
)
from erre.core.errors import NotYourTurn
from erre.core.record import NONE, IntArray, ints
from erre.games.rage import GAME
from erre.games.rage.components import MOST_LEGAL
from erre.games.rage.moves import Bid, RageMove
from erre.games.rage.state import Rage
from erre.games.rage.views import RageView

REASONS = {
    "rage.bid": "bid {bid}: {exact} % exact, expected {points} in this round",
    "rage.bidOver": "bid {bid}: {exact} % exact, expected {points} in this round; next best: {second} with {behind}",
    "rage.play": "{card}: {exact} % to make your bid, expected {points} in this round",
    "rage.playOver": "{card}: {exact} % to make your bid, expected {points} in this round; "
    "next best: {second} with {behind}",
    "rage.only": "{card}: the only card you may play; {exact} % to make your bid, expected {points} in this round",
    "rage.lost": "{card}: your bid is lost, expected {points} in this round",
}

CHAMPIONS, CHAMPION_TIME = (CHAMPION, CHAMPION_0_1), 300  # milliseconds
UNLIMITED = 1 << 40
SHORT_LOOK = 48  # playouts with which levels that do not search still say what their move is worth
SLICES, MOST_GROWTH = 12, 64  # parts of the time left that are used at once; how much larger than the part before
WHOLE_TIME = 0.9  # of the budget: the last slice may take a little longer than the ones before


class Thought:
    """A search under way for one seat, and what it has counted."""

    def __init__(self, view: RageView, level: str, luck: IntArray) -> None:
        self.bot = BOTS[level]
        self.s: Rage = GAME.state_from_view(view)
        self.seat = GAME.seat_of(view)
        self.luck = luck
        self.moves, self.work = ints(MOST_LEGAL), ints(WORK, np.int64)
        self.count: int = GAME.kernels.legal(self.s, self.seat, self.moves) if self.seat >= 0 else 0
        if self.count == 0:
            raise NotYourTurn("there is no move to advise: play does not wait for this seat")
        clear_counts(self.count, self.work)
        self.playouts = 0
        # The champion stops where the analysis of a game does, so that it says the same as a hint.
        self.most = GAME.analysis_playouts if self.bot == CHAMPION else UNLIMITED

    def think(self, playouts: int) -> None:
        """Go on for some playouts."""
        self.playouts += think(self.s, self.seat, self.bot, self.luck, self.moves, self.count, playouts, self.work)

    def think_until(self, start: float, seconds: float) -> None:
        """Go on until the time since the start is nearly used, or one move is surely the best."""
        end = start + seconds * WHOLE_TIME
        size = 1 if self.count > 1 else SHORT_LOOK
        now, before = time.perf_counter(), 0
        while self.playouts == 0 or (now < end and self.has_more_to_find()):
            self.think(min(size, self.most - self.playouts))
            then, now = now, time.perf_counter()
            each = max(now - then, 1e-7) / (self.playouts - before)
            before = self.playouts
            size = max(1, min(MOST_GROWTH * size, int((end - now) / (SLICES * each))))

    def has_more_to_find(self) -> bool:
        """Whether more playouts can change the move or its numbers."""
        if self.playouts >= self.most:
            return False
        best = COUNTS + best_of(self.count, self.work) * COUNTED
        is_learned = LEVEL_SETTINGS[self.bot, PRIOR] > 0
        return in_question(self.count, self.work) > 1 or bool(is_learned and self.work[best + VISITS] < ENOUGH)

    def chosen(self) -> int:
        """The move that the level makes of what was counted: it may slip, and the lowest ones do not search at all."""
        move = unless_searched(self.s, self.seat, self.bot, self.luck, self.moves, self.count, self.work)
        return best_of(self.count, self.work) if move == NONE else self.moves[: self.count].tolist().index(move)

    def counted(self, index: int, what: int) -> float:
        """The mean of something counted for a move."""
        at = COUNTS + index * COUNTED
        return int(self.work[at + what]) / max(1, int(self.work[at + VISITS]))

    def value(self, index: int) -> float:
        """The points that a move is expected to bring in this round, less what the network holds against it."""
        return self.counted(index, POINTS) + int(self.work[COUNTS + index * COUNTED + BONUS]) / UNIT

    def chance(self, index: int) -> float:
        """The chance that the bid comes true after a move."""
        share = self.counted(index, EXACT)
        return chance_of_champion(share) if self.bot == CHAMPION else share

    def choice(self, index: int) -> Choice:
        """What was found about a move."""
        visits = int(self.work[COUNTS + index * COUNTED + VISITS])
        return Choice(self.text(index), round(self.value(index), 3), visits / max(1, self.playouts))

    def text(self, index: int) -> str:
        """A move in the game's notation."""
        return GAME.format_move(GAME.decode(int(self.moves[index])))

    def advice(self, index: int) -> Advice:
        """The advice to make a move, with the reason."""
        move: RageMove = GAME.decode(int(self.moves[index]))
        numbers: dict[str, float | str] = {
            "exact": round(100 * self.chance(index)),
            "points": f"{self.value(index):+.1f}",
        }
        if isinstance(move, Bid):
            reason, numbers["bid"] = "rage.bid", move.tricks
        else:
            reason, numbers["card"] = self.reason(), self.text(index)
        others = sorted((i for i in range(self.count) if i != index), key=self.rank, reverse=True)
        second = max(others, key=self.value, default=index)
        if f"{reason}Over" in REASONS and second != index and self.value(second) <= self.value(index):
            reason += "Over"
            numbers |= {"second": self.text(second), "behind": f"{self.value(second):+.1f}"}
        choices = [self.choice(i) for i in (index, *others)]
        return Advice(move, reason, numbers, REASONS[reason].format(**numbers), choices, self.playouts)

    def rank(self, index: int) -> tuple[int, float]:
        """Moves that stayed in question longer come first, then those with more points."""
        return int(self.work[COUNTS + index * COUNTED + VISITS]), self.counted(index, POINTS)

    def reason(self) -> str:
        """Which sentence a card deserves."""
        if max(self.counted(i, EXACT) for i in range(self.count)) == 0:
            return "rage.lost"
        return "rage.only" if self.count == 1 else "rage.play"


def advise(view: RageView, level: str, budget: Budget | None, luck: IntArray) -> Advice:
    """What a level would do, and why; with playouts for a budget and the same luck always the same."""
    start = time.perf_counter()
    thought = Thought(view, level, luck)
    milliseconds = budget.milliseconds if budget else CHAMPION_TIME if thought.bot in CHAMPIONS else None
    if budget is not None and budget.playouts is not None:
        thought.think(max(1, budget.playouts))
    elif milliseconds is not None:
        thought.think_until(start, milliseconds / 1000)
    else:
        thought.think(max(SHORT_LOOK, int(LEVEL_SETTINGS[thought.bot, PLAYOUTS])))
    return thought.advice(thought.chosen())
