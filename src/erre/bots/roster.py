"""Which bots exist, and `make_bot`, which creates any of them: built-in, from other packages, or other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable

from erre.bots import BEGINNER, CHAMPION_0_1, bots_for, brain, has_levels, help_of, numbers_of
from erre.bots.contract import Advice, Bot, Budget
from erre.bots.kernel_bot import KernelBot
from erre.bots.levels import LevelBot
from erre.bots.plugins import BotFailure, PluginBot, load_plugin, plugins, plugins_for
from erre.bots.process import PREFIX, ProcessBot, read_command
from erre.core.errors import BadOptions, quote
from erre.core.game import AnyGame, Move, View

MOST_FAILURES = 3  # failures after which a table stops asking a bot
COMMAND_HELP = 'another program, such as "cmd:python3 mybot.py" (see docs/bots.md)'
HINT_SEED = 1


def help_for(game: AnyGame) -> dict[str, str]:
    """Every bot that plays a game and how it plays, those of other packages included."""
    foreign = {name: words for name, words in plugins_for(game).items() if name not in bots_for(game)}
    return {**{name: help_of(game, name) for name in bots_for(game)}, **foreign, PREFIX + "…": COMMAND_HELP}


def make_bot(game: AnyGame, name: str, seed: int | None = None, *, notice: Callable[[str], None] | None = None) -> Bot:
    """The bot of that name; its luck comes from the seed.

    Bots from elsewhere may fail: then they raise a BotFailure, or, where `notice` is given, say it there and play a
    legal move instead, as a table needs it.
    """
    plain = plain_name(name)
    if plain in numbers_of(game):
        return LevelBot(game, plain, seed) if numbers_of(game)[plain] >= BEGINNER else KernelBot(game, plain, seed)
    check_name(game, plain)
    bot: Bot
    if plain.startswith(PREFIX):
        bot = ProcessBot(game, plain.removeprefix(PREFIX), seed)
    else:
        bot = PluginBot(game, plain, load_plugin(plain), seed)
    return bot if notice is None else TableBot(bot, notice)


def check_name(game: AnyGame, name: str) -> None:
    """Refuse the name of a bot that does not exist; nothing is started."""
    plain = plain_name(name)
    if plain.startswith(PREFIX):
        read_command(plain.removeprefix(PREFIX))
    elif plain not in numbers_of(game) and (plain not in plugins() or plain not in plugins_for(game)):
        there = ", ".join(help_for(game))
        raise BadOptions(f"{game.title} has no bot {quote(name)}; it has {there}")


def plain_name(name: str) -> str:
    """The canonical spelling of a bot's name; commands are left unchanged."""
    if not isinstance(name, str):
        raise BadOptions(f"the name of a bot is needed, not {quote(name)}")
    stripped = name.strip()
    return stripped if stripped.startswith(PREFIX) else stripped.lower()


def split_names(names: str) -> list[str]:
    """Names with commas between them; a command that has a comma of its own stands in quotes."""
    if not isinstance(names, str):
        raise BadOptions(f"names of bots are needed as one text, with commas between them, not {quote(names)}")
    try:
        return [plain_name(name) for name in next(csv.reader([names], skipinitialspace=True), [])]
    except csv.Error as error:  # longer than any name
        raise BadOptions(f"names of bots cannot be read in {quote(names)}: {error}") from None


def join_names(names: Iterable[str]) -> str:
    """The text that `split_names` takes apart into these names."""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(names)
    return text.getvalue()


def seat_names(game: AnyGame, seats: int, names: str) -> list[str]:
    """One bot for every seat; a single name serves all."""
    found = split_names(names)
    for name in found:
        check_name(game, name)
    if len(found) == 1:
        found *= seats
    if len(found) != seats:
        raise BadOptions(f"{len(found)} bots for {seats} seats of {game.title}: name one for each, or one for all")
    return found


def kernel_numbers(game: AnyGame, names: list[str]) -> list[int] | None:
    """The numbers of bots that play inside the kernels; None where one of them does not."""
    module, own = brain(game), numbers_of(game)
    most = CHAMPION_0_1 + 1 if hasattr(module, "act") else BEGINNER
    inside = getattr(module, "KERNEL_BOTS", own)
    numbers = [own[name] for name in names if name in inside and own[name] < most]
    return numbers if len(numbers) == len(names) else None


def hint(game: AnyGame, view: View, budget: Budget | None = None) -> Advice:
    """What the best bot of a game would do here, and why; with playouts for a budget, always the same.

    A game may have a hint of its own, which judges a position as the analysis of the game does afterwards.
    """
    if own := getattr(brain(game), "hint", None):
        advice: Advice = own(view, budget)
        return advice
    best = "champion" if has_levels(game) else list(bots_for(game))[-1]
    return make_bot(game, best, HINT_SEED).advise(view, budget)


class TableBot:
    """A foreign bot at a table: if it fails, a legal move is played instead and people see why."""

    def __init__(self, bot: Bot, notice: Callable[[str], None]) -> None:
        self.bot, self.notice = bot, notice
        self.game, self.name = bot.game, bot.name
        self.stand_in = KernelBot(bot.game, "greedy")
        self.failures = 0

    def advise(self, view: View, budget: Budget | None = None) -> Advice:
        """The bot's advice, or the stand-in's."""
        if self.failures < MOST_FAILURES:
            try:
                return self.bot.advise(view, budget)
            except BotFailure as failure:
                self.failures += 1
                for_good = " from now on" if self.failures == MOST_FAILURES else ""
                self.notice(f"{failure}. The greedy bot plays in its place{for_good}.")
        return self.stand_in.advise(view)

    def move(self, view: View) -> Move:
        """The bot's move, or a legal one if it fails."""
        return self.advise(view).move
