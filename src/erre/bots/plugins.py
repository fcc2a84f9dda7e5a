"""Foreign bots: finds those of other packages by their entry points, and checks what they return."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from erre.bots.contract import Advice, Budget, Choice, check_question
from erre.core.errors import Refusal
from erre.core.game import AnyGame, Move, View

GROUP = "erre.bots"  # of entry points
MOST_WORDS = 300  # characters of a reason, or of what a broken bot said, that are shown


class BotFailure(Refusal):
    """A bot crashed, did not answer, or returned something invalid."""

    code = "bot_failed"


def checked_move(game: AnyGame, name: str, view: View, move: Any) -> Move:
    """A foreign bot's move, given as text or as a move, after checking that it is legal."""
    try:
        wanted: Any = game.parse_move(move) if isinstance(move, str) else move
        if not isinstance(wanted, game.move_type):
            raise BotFailure(f"the bot {name} returned {type(move).__name__}, which is no move of {game.title}")
        game.check(game.state_from_view(view), game.seat_of(view), wanted)
    except BotFailure:
        raise
    except Refusal as refusal:
        raise BotFailure(f"the bot {name} wanted {shortened(move)}, which will not do: {refusal}") from None
    legal: Move = wanted
    return legal


def plain_advice(game: AnyGame, move: Move, name: str, why: str) -> Advice:
    """Advice of a bot that gives its move and perhaps a reason, and no figures."""
    text = game.format_move(move)
    said = shortened(why) if why else f"{text}: the bot {name} gives no reason"
    return Advice(move, "bots.foreign", {"move": text, "bot": name}, said, [Choice(text, 0.0, 1.0)])


def shortened(said: object) -> str:
    """What a foreign bot said, on one line that can be shown."""
    plain = "".join(c if c.isprintable() else " " for c in str(said)[: 4 * MOST_WORDS])
    return " ".join(plain.split())[:MOST_WORDS]


class PluginBot:
    """A bot of another package: whatever goes wrong in it is a BotFailure."""

    def __init__(self, game: AnyGame, name: str, make: Callable[[AnyGame, int | None], Any], seed: int | None) -> None:
        self.game, self.name, self.make = game, name, make
        self.reseed(seed)

    def reseed(self, seed: int | None) -> None:
        """Create the bot again with another seed."""
        self.bot = self.guarded(lambda: self.make(self.game, seed))

    def advise(self, view: View, budget: Budget | None = None) -> Advice:
        """Its advice if it gives any, otherwise just its move."""
        check_question(self.game, view, budget)
        if not hasattr(self.bot, "advise"):
            move = checked_move(self.game, self.name, view, self.guarded(lambda: self.bot.move(view)))
            return plain_advice(self.game, move, self.name, "")
        advice = self.guarded(lambda: self.bot.advise(view, budget))
        if not isinstance(advice, Advice):
            raise BotFailure(f"the bot {self.name} returned {type(advice).__name__}, which is no Advice")
        checked_move(self.game, self.name, view, advice.move)
        return advice

    def move(self, view: View) -> Move:
        """Its move without a reason."""
        return self.advise(view).move

    def guarded(self, call: Callable[[], Any]) -> Any:
        """Call into the other package, and turn any exception into a BotFailure."""
        try:
            return call()
        except Exception as error:
            raise BotFailure(f"the bot {self.name} broke down: {type(error).__name__}: {shortened(error)}") from error


@cache
def plugins() -> dict[str, Any]:
    """The entry points of other packages, by the bot's name."""
    return {point.name.lower(): point for point in entry_points(group=GROUP)}


def load_plugin(name: str) -> Any:
    """The factory of another package's bot."""
    try:
        return plugins()[name].load()
    except Exception as error:
        why = f"{type(error).__name__}: {shortened(error)}"
        raise BotFailure(f"the bot {name} of another package cannot be loaded: {why}") from error


def plugins_for(game: AnyGame) -> dict[str, str]:
    """The bots of other packages that play a game, with their descriptions."""
    found: dict[str, str] = {}
    for name, point in plugins().items():
        try:
            made = load_plugin(name)
        except BotFailure as failure:
            found[name] = str(failure)
            continue
        if game.name in getattr(made, "games", (game.name,)):
            found[name] = shortened(getattr(made, "help", "") or f"from {point.value}")
    return found
