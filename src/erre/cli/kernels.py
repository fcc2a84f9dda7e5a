"""Machine code for all rules, made once and with a progress bar, so that nobody waits in the middle of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from erre.core.engine import INTERPRETED
from erre.core.machine_code import forget_old_code, is_complete, note_complete
from erre.games import game_names

Step = tuple[str, Callable[[], object]]


def is_prepared() -> bool:
    """Whether machine code for these sources is there."""
    return INTERPRETED or is_complete(" ".join(game_names()))


def prepare_kernels(*, again: bool = False, say_when_ready: bool = False) -> None:
    """Compile everything unless that was done; progress goes to standard error."""
    console = Console(stderr=True)
    if is_prepared() and not again:
        if say_when_ready:
            console.print("The rules are compiled already.")
        return
    steps = list(all_steps())
    columns = (TextColumn("Compiling the rules"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=console.is_terminal) as progress:
        task = progress.add_task("", total=len(steps))
        for label, compile_step in steps:
            progress.update(task, description=label)
            compile_step()
            progress.advance(task)
    note_complete(" ".join(game_names()))
    forget_old_code()
    if say_when_ready:
        console.print("The rules are compiled.")


def all_steps() -> Iterator[Step]:
    """What there is to compile, game by game."""
    from erre.bots import BEGINNER, has_levels
    from erre.bots.contract import Budget
    from erre.bots.kernel_bot import KernelBot, bot_arena, level_arena
    from erre.bots.roster import hint
    from erre.core.batch import play_batch
    from erre.core.game import AnyGame
    from erre.core.position import Position
    from erre.games import all_games

    def talk(game: AnyGame) -> None:
        """One whole game as people play it, checks, views and bots included."""
        bot = KernelBot(game, "greedy", seed=1)
        position = Position.new(game, game.least_seats, seed=1).position
        while position.outcome is None:
            seat = position.turn[0]
            position = position.play(seat, bot.move(position.view(seat))).position

    def guess(game: AnyGame) -> None:
        """What bots imagine."""
        position = Position.new(game, game.least_seats, seed=1).position
        game.imagine(position.view(0), KernelBot(game, "random", seed=1).luck)

    def think(game: AnyGame) -> None:
        """What the five levels weigh, once in every phase that a game comes to."""
        bot = KernelBot(game, "greedy", seed=1)
        position = Position.new(game, game.least_seats, seed=1).position
        met: set[str] = set()
        while position.outcome is None:
            seat = position.turn[0]
            if position.phase not in met:
                met.add(position.phase)
                hint(game, position.view(seat), Budget(playouts=1))
            position = position.play(seat, bot.move(position.view(seat))).position

    for game in all_games():
        batch = partial(play_batch, game, game.least_seats, game.read_options({}), 1)
        yield f"{game.title}: play", partial(talk, game)
        yield f"{game.title}: imagine", partial(guess, game)
        yield f"{game.title}: simulate", batch
        yield f"{game.title}: bots", partial(batch, loops=bot_arena(game), bots=[1] * game.least_seats)
        if has_levels(game):
            yield f"{game.title}: levels", partial(think, game)
            levels = [BEGINNER] * game.least_seats
            yield f"{game.title}: tournaments", partial(batch, loops=level_arena(game), bots=levels)
