"""The HTML report of a simulation."""

from __future__ import annotations

from erre.games import game as find_game
from erre.lab.commands import command, wishes
from erre.lab.counts import Lengths
from erre.lab.page import Dot, Hill, hills, histogram, intervals, page, section, table
from erre.lab.simulate import Simulation

SURE = "95 % intervals"


def page_of(result: Simulation) -> str:
    """The report of a simulation as one HTML page."""
    title = f"{find_game(result.game).title}: {result.games:,} games, {result.seats} seats"
    state = "" if result.complete else "Interrupted: these are the games so far. "
    bots = [row.bot for row in result.results]
    again = command(
        "simulate",
        result.game,
        result.seats,
        bots,
        result.games,
        result.seed,
        wishes(result.game, result.options, result.budget),
    )
    return page(
        title,
        f"{state}Bars around dots are {SURE}. The same command gives the same games.",
        again,
        [seats(result), victories(result), scores(result), lengths(result.lengths)],
    )


def seats(result: Simulation) -> str:
    """The numbers of every seat."""
    rows = [
        [
            f"{row.seat} {row.bot}",
            f"{row.mean:.2f}|± {(row.mean_interval[1] - row.mean_interval[0]) / 2:.2f}",
            f"{row.deviation:.1f}",
            str(row.lowest),
            str(row.highest),
            f"{row.wins:.1%}|{row.wins_interval[0]:.1%} to {row.wins_interval[1]:.1%}",
        ]
        for row in result.results
    ]
    return section("Seats", "", table(["seat", "mean points", "deviation", "lowest", "highest", "victories"], rows))


def victories(result: Simulation) -> str:
    """Wins by seat, compared with an equal share."""
    dots = [
        Dot(f"{row.seat} {row.bot}", 100 * row.wins, scaled(row.wins_interval), f"{row.wins:.1%}")
        for row in result.results
    ]
    alike = len({row.bot for row in result.results}) == 1
    note = (
        "The same bot sits everywhere, so what differs is the seat."
        if alike
        else "Different bots sit here: seat and bot are not told apart. A tournament does that."
    )
    words = f"Share of victories in per cent, with {SURE}; shared ones count their part. Dashed: an equal share. {note}"
    return section("Seat advantage", words, intervals(dots, ".0f", 100 / result.seats))


def scaled(interval: tuple[float, float]) -> tuple[float, float]:
    """An interval in per cent."""
    return 100 * interval[0], 100 * interval[1]


def scores(result: Simulation) -> str:
    """The plot of how scores are distributed."""
    rows = [Hill(f"{row.seat} {row.bot}", f"mean {row.mean:.1f}", row.scores, row.mean) for row in result.results]
    return section("Points", "How often each seat ended with a number of points; the line is the mean.", hills(rows))


def lengths(found: Lengths) -> str:
    """The plot of how long games are."""
    half = (found.mean_interval[1] - found.mean_interval[0]) / 2
    note = (
        f"Moves in a game: {found.mean:.1f} ± {half:.1f} on average, {found.shortest:,} to {found.longest:,}, "
        f"standard deviation {found.deviation:.1f}."
    )
    return section("Lengths of games", note, histogram(found.distribution, found.mean, "lengths of games"))
