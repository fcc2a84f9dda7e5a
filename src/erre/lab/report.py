"""The HTML report of a tournament."""

from __future__ import annotations

from erre.games import game as find_game
from erre.lab.commands import command, wishes
from erre.lab.page import Dot, Hill, Line, course, heat_map, hills, intervals, page, section, table
from erre.lab.simulate_page import lengths, scaled
from erre.lab.standings import Duel, Standing, Standings


def page_of(standings: Standings) -> str:
    """The report of a tournament as one HTML page."""
    title = f"{find_game(standings.game).title}: {standings.games:,} games, {standings.seats} seats"
    best_first = sorted(standings.bots, key=lambda one: -one.rating)
    names = [one.bot for one in best_first]
    parts = [
        section(
            "Ratings",
            "Elo's scale around 1500, fitted to all comparisons at once; bars are 95 % intervals.",
            intervals(
                [Dot(one.bot, one.rating, one.rating_interval, f"{one.rating:.0f}") for one in best_first], ".0f"
            ),
        ),
        levels(standings, best_first),
        over_time(standings, names),
        section(
            "Head to head",
            "The share of comparisons in which the bot of the row did better than the bot of the column, at the same "
            "table; equal ones count half.",
            heat_map(names, {(duel.bot, duel.other): duel.share for duel in standings.duels}),
            duel_table(standings),
        ),
        section(
            "Points",
            "How often each bot ended with a number of points; the line is the mean.",
            hills([Hill(one.bot, f"mean {one.score:.1f}", one.scores, one.score) for one in best_first]),
        ),
        seat_advantage(standings),
        lengths(standings.lengths),
    ]
    return page(title, lead(standings), again(standings), parts)


def lead(standings: Standings) -> str:
    """The paragraph that says what was played, and how."""
    state = "" if standings.complete else "Interrupted: some seatings are missing. "
    return (
        f"{state}{standings.rounds:,} rounds of {standings.line_ups} seatings, the same deal for all of a round: "
        "any two bots sit in any two seats equally often."
    )


def again(standings: Standings) -> str:
    """The command that repeats the tournament."""
    games = standings.rounds * standings.line_ups
    more = wishes(standings.game, standings.options, standings.budget)
    bots = [one.bot for one in standings.bots]
    return command("tournament", standings.game, standings.seats, bots, games, standings.seed, more)


def levels(standings: Standings, bots: list[Standing]) -> str:
    """The figures of every bot, and how it stands to the next below it."""
    duels = {(duel.bot, duel.other): duel for duel in standings.duels}
    following = [*(one.bot for one in bots[1:]), ""]
    rows = [
        [
            one.bot,
            f"{one.rating:.0f}|{one.rating_interval[0]:.0f} to {one.rating_interval[1]:.0f}",
            f"{one.score:.2f}|± {(one.score_interval[1] - one.score_interval[0]) / 2:.2f}",
            f"{one.rank:.2f}|± {(one.rank_interval[1] - one.rank_interval[0]) / 2:.2f}",
            f"{one.wins:.1%}|{one.wins_interval[0]:.1%} to {one.wins_interval[1]:.1%}",
            against(duels.get((one.bot, below))),
        ]
        for one, below in zip(bots, following, strict=True)
    ]
    headings = ["bot", "rating", "mean points", "mean rank", "victories", "against the next"]
    note = "The best first. Against the next: the share of comparisons in which it did better than the bot below it."
    return section("Levels", note, table(headings, rows))


def against(duel: Duel | None) -> str:
    """A comparison as short text; p is that of the mean rank."""
    return f"{duel.share:.1%}|p {chance(duel.p_rank)}" if duel else ""


def chance(p: float) -> str:
    """The chance of such a difference between equals."""
    return f"= {p:.3f}" if p >= 0.001 else "< 0.001"


def over_time(standings: Standings, names: list[str]) -> str:
    """The plot of ratings over the games played."""
    order = [one.bot for one in standings.bots]
    moments = standings.history
    if len(moments) < 2:
        return ""
    lines = [
        Line(
            name,
            [moment.ratings[order.index(name)] for moment in moments],
            [moment.intervals[order.index(name)] for moment in moments],
        )
        for name in names
    ]
    note = "Ratings fitted again as rounds went by, with 95 % intervals; below, the rounds."
    return section("Ratings over time", note, course(lines, [moment.rounds for moment in moments]))


def seat_advantage(standings: Standings) -> str:
    """Wins by seat, over all players."""
    dots = [
        Dot(f"seat {seat}", 100 * one.share, scaled(one.interval), f"{one.share:.1%}")
        for seat, one in enumerate(standings.seat_wins)
    ]
    note = (
        "Share of victories in per cent, with 95 % intervals. Every bot sat in every seat equally often, so what "
        "differs is the seat. Dashed: an equal share."
    )
    return section("Seat advantage", note, intervals(dots, ".0f", 100 / standings.seats))


def duel_table(standings: Standings) -> str:
    """The figures of every pair, once."""
    rows = [
        [
            f"{one.bot} – {one.other}",
            f"{one.games:,}",
            f"{one.share:.1%}|{one.share_interval[0]:.1%} to {one.share_interval[1]:.1%}",
            f"{one.ahead:+.2f}",
            chance(one.p_rank),
            chance(one.p_sign),
        ]
        for one in standings.duels
        if one.share > 0.5 or (one.share == 0.5 and one.bot < one.other)
    ]
    return table(["pair", "games", "share", "ranks ahead", "p (mean rank)", "p (sign test)"], rows)
