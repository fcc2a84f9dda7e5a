"""The five levels at a table: each game's `advise`, with a name and its own random numbers."""

from __future__ import annotations

from erre.bots import bot_number, brain, level_of
from erre.bots.contract import Advice, Budget, check_question
from erre.bots.kernel_bot import fresh_luck
from erre.core.game import AnyGame, Move, View


class LevelBot:
    """A bot of one of the five levels."""

    def __init__(self, game: AnyGame, level: str, seed: int | None = None) -> None:
        self.game = game
        self.name = level.strip().lower()
        self.number = bot_number(game, level)
        self.luck = fresh_luck(seed)

    def reseed(self, seed: int) -> None:
        """Restart with this seed."""
        self.luck = fresh_luck(seed)

    def advise(self, view: View, budget: Budget | None = None) -> Advice:
        """Its move with the reason; without a budget, what its level usually takes."""
        check_question(self.game, view, budget)
        advice: Advice = brain(self.game).advise(view, level_of(self.number), budget, self.luck)
        return advice

    def move(self, view: View) -> Move:
        """Its move without the reason."""
        return self.advise(view).move
