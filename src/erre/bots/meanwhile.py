"""Bots while their game is being compiled: strong ones would take minutes for a move, so weaker ones stand in."""

from __future__ import annotations

from collections.abc import Callable

from erre.bots.contract import LEVELS, Advice, Bot, Budget
from erre.core.game import Move, View
from erre.games.compiling import Workshop

GENTLE = LEVELS[:2]  # they keep a human tempo while the rules are interpreted


def level_now(workshop: Workshop, game: str, level: str) -> str:
    """The level that a bot plays at."""
    return GENTLE[-1] if is_too_strong(level) and not workshop.is_ready(game) else level


def is_too_strong(level: str) -> bool:
    """Whether a bot needs machine code."""
    return level in LEVELS and level not in GENTLE


class PatientBot:
    """A strong bot that lets a weaker one play until its game is compiled."""

    def __init__(self, make: Callable[[str], Bot], name: str, workshop: Workshop) -> None:
        self.make, self.workshop = make, workshop
        self.bot = make(name)
        self.game, self.name = self.bot.game, self.bot.name
        self.gentle: Bot | None = None

    def advise(self, view: View, budget: Budget | None = None) -> Advice:
        """The advice of the bot that plays now."""
        return self.playing.advise(view, budget)

    def move(self, view: View) -> Move:
        """The move of the bot that plays now."""
        return self.playing.move(view)

    @property
    def playing(self) -> Bot:
        """The bot that plays now: the strong one, or its stand-in."""
        level = level_now(self.workshop, self.game.name, self.name)
        if level == self.name:
            return self.bot
        self.gentle = self.gentle or self.make(level)
        return self.gentle
