"""`erre tournament`: progress with the time left, then tables, JSON, or a page with plots."""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from erre.bots.contract import Budget
from erre.cli.lab_runs import Ways, play, tell
from erre.games import game as find_game
from erre.games import usual_seats
from erre.lab.report import page_of
from erre.lab.standings import Duel, Standings
from erre.lab.tournament import Tournament


def play_tournament(
    name: str,
    bots: str,
    seats: int | None,
    games: int,
    given: dict[str, Any],
    seed: int,
    budget: Budget | None,
    ways: Ways,
) -> None:
    """Play, and print the standings; an interrupt prints those so far."""
    game = find_game(name)
    seats = usual_seats(game) if seats is None else seats
    executor = ways.executor()
    tournament = Tournament(game, bots, seats, games, game.read_options(given), seed=seed, budget=budget, out=ways.out)
    print(announced(tournament, games), file=sys.stderr)
    whole = play(
        lambda progress: tournament.run(progress=progress, executor=executor),
        tournament.games,
        tournament.played,
        game.name,
    )
    if not tournament.played:
        raise KeyboardInterrupt
    standings = tournament.standings()
    stopped = "" if whole else f"{standings.games:,} of {tournament.games:,} games"
    tell(ways, standings, lambda: page_of(standings), lambda console: show(standings, console), stopped=stopped)


def announced(tournament: Tournament, wanted: int) -> str:
    """What is going to be played."""
    tables = len(tournament.line_ups)
    words = f"{tournament.rounds:,} rounds of {tables} seatings: {tournament.games:,} games"
    if tournament.games > wanted:
        words += f" (not {wanted:,}: every round is played whole, so that no seat favours anybody)"
    return f"{words}, {tournament.played:,} of them played before" if tournament.played else words


def show(standings: Standings, console: Console) -> None:
    """The standings and the comparisons as tables."""
    title = find_game(standings.game).title
    table = Table(title=f"{standings.games:,} games of {title}, {standings.seats} seats, seed {standings.seed}")
    for heading in ("bot", "rating", "95 %", "mean score", "mean rank", "victories", "95 %"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=heading == "95 %")
    for one in sorted(standings.bots, key=lambda one: -one.rating):
        table.add_row(
            Text(one.bot),
            f"{one.rating:.0f}",
            f"{one.rating_interval[0]:.0f} to {one.rating_interval[1]:.0f}",
            f"{one.score:.2f} ± {half(one.score_interval):.2f}",
            f"{one.rank:.3f} ± {half(one.rank_interval):.3f}",
            f"{one.wins:.1%}",
            f"{one.wins_interval[0]:.1%} to {one.wins_interval[1]:.1%}",
        )
    console.print(table)
    console.print(duel_table(standings))
    seconds = f"{standings.seconds:.1f} s" if standings.seconds else "no time"
    console.print(f"{seconds}; {standings.line_ups} seatings a round, the same deal for all of them")


def duel_table(standings: Standings) -> Table:
    """Each bot against each that is rated below it."""
    rating = {one.bot: one.rating for one in standings.bots}
    order = sorted(rating, key=lambda bot: -rating[bot])
    table = Table(title="Head to head: the share of comparisons in which the first did better")
    for heading in ("first", "second", "share", "95 %", "ranks ahead", "p (rank)", "p (sign)"):
        table.add_column(
            heading, justify="left" if heading in ("first", "second") else "right", no_wrap=heading == "95 %"
        )
    for one in sorted(standings.duels, key=lambda duel: (order.index(duel.bot), order.index(duel.other))):
        if order.index(one.bot) < order.index(one.other):
            table.add_row(*duel_row(one))
    return table


def duel_row(one: Duel) -> list[Text | str]:
    """The table row of a comparison of two players."""
    low, high = one.share_interval
    between = f"{low:.1%} to {high:.1%}"
    chances = [chance(one.p_rank), chance(one.p_sign)]
    return [Text(one.bot), Text(one.other), f"{one.share:.1%}", between, f"{one.ahead:+.2f}", *chances]


def chance(p: float) -> str:
    """A p-value in few signs."""
    return f"{p:.3f}" if p >= 0.001 else "< 0.001"


def half(interval: tuple[float, float]) -> float:
    """Half the width of an interval."""
    return (interval[1] - interval[0]) / 2
