"""A bot in a package of its own: after `pip install`, `erre play rage --bots cautious` knows it."""

from __future__ import annotations

from erre.core.game import AnyGame, Move, View


class Cautious:
    """Bids as little as it can, and plays the first card that is allowed."""

    games = ("rage",)  # leave it out for a bot that plays every game
    help = "promises nothing, so it is never disappointed by much"

    def __init__(self, game: AnyGame, seed: int | None) -> None:
        self.game = game

    def move(self, view: View) -> Move:
        """The first legal move."""
        moves: list[Move] = self.game.legal(self.game.state_from_view(view), self.game.seat_of(view))
        return moves[0]
