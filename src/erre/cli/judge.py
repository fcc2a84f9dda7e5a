"""`erre judge`: whether one bot is better than another."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from erre.bots.contract import Budget
from erre.cli.lab_runs import Ways, play, tell
from erre.core.errors import BadOptions
from erre.games import game as find_game
from erre.games import usual_seats
from erre.lab.judge import Judge, Verdict
from erre.lab.judge_page import control_sentence, page_of, sentence


def judge_bots(
    name: str,
    bots: str,
    seats: int | None,
    deals: int,
    error: float,
    by: Any,
    given: dict[str, Any],
    seed: int,
    budget: Budget | None,
    design: Any,
    control: str | None,
    stop: bool,
    ways: Ways,
) -> None:
    """Play, and print the verdict; an interrupt prints what the last look said, or what there is without looks."""
    game = find_game(name)
    executor = ways.executor()
    chosen = usual_seats(game) if seats is None else seats
    judge = Judge(
        game,
        bots,
        chosen,
        game.read_options(given),
        deals=deals,
        error=error,
        by=by,
        seed=seed,
        budget=budget,
        design=design,
        control=control,
        stop=stop,
    )

    def run(progress: Any) -> None:
        judge.run(executor, progress)

    whole = play(run, judge.most_games, 0, game.name)
    if not judge.looks:
        raise BadOptions("nothing was played to the first look") if whole else KeyboardInterrupt
    verdict = judge.verdict()
    stopped = "" if whole else f"{verdict.games:,} games"
    tell(ways, verdict, lambda: page_of(verdict), lambda console: show(verdict, console), stopped=stopped)


def show(verdict: Verdict, console: Console) -> None:
    """The looks as a table, and the answer."""
    first, second = verdict.bots
    each = {"all": f"{verdict.seatings} seatings", "two": "two seatings", "one": "one seating"}[verdict.design]
    table = Table(title=f"{first} against {second}, {each} a deal, seed {verdict.seed}")
    for heading in ("deals", f"{first} ahead by", "interval", "comparisons won"):
        table.add_column(heading, justify="right")
    for look in verdict.looks:
        interval, won = f"{look.low:+.3f} to {look.high:+.3f}", f"{look.share:.1%} ± {look.reach:.1%}"
        table.add_row(f"{look.deals:,}", f"{look.mean:+.3f}", interval, won)
    console.print(table)
    console.print(sentence(verdict), markup=False)
    if verdict.control is not None:
        console.print(control_sentence(verdict), markup=False)
    console.print(f"Chance to name a winner between equals: at most {verdict.error:g}.", markup=False)
