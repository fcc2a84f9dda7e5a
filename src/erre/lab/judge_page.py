"""The HTML report of a judgement."""

from __future__ import annotations

import shlex

from erre.games import game as find_game
from erre.lab.commands import wishes
from erre.lab.judge import Verdict
from erre.lab.page import Dot, intervals, page, section, table


def sentence(verdict: Verdict) -> str:
    """The answer in one sentence."""
    last, (first, second) = verdict.last, verdict.bots
    unit = "points a game and seat" if verdict.by == "points" else "victories a game and seat"
    figures = (
        f"{last.mean:+.3f} {unit}, interval {last.low:+.3f} to {last.high:+.3f}, "
        f"{last.share:.1%} ± {last.reach:.1%} of comparisons, {last.deals:,} deals"
    )
    if verdict.winner is None:
        return f"No difference between {first} and {second} was found: {figures}."
    loser = second if verdict.winner == first else first
    return f"{verdict.winner} is better than {loser}: {first} is ahead by {figures}."


def control_sentence(verdict: Verdict) -> str:
    """What the control did to the variance; nothing without one."""
    if verdict.control is None:
        return ""
    did = f"The results of {verdict.control} in the same deals"
    if round(verdict.removed, 2) > 0:
        return f"{did} took out {verdict.removed:.0%} of the variance."
    if round(verdict.removed, 2) == 0:
        return f"{did} did not help: the variance is the same without them."
    return f"{did} did not help: the variance is {-verdict.removed:.0%} larger with them."


def command_of(verdict: Verdict) -> str:
    """The command that gives the same judgement."""
    words = ["erre", "judge", verdict.game, *verdict.bots, "--seats", str(verdict.seats), "--seed", str(verdict.seed)]
    words += ["--error", f"{verdict.error:g}", "--by", verdict.by, "--deals", str(verdict.last.deals)]
    words += wishes(verdict.game, verdict.options, verdict.budget)
    if verdict.design != "all":
        words += ["--design", verdict.design]
    if verdict.control is not None:
        words += ["--control", verdict.control]
    if not verdict.stop:
        words.append("--no-stop")
    return shlex.join(words)


def page_of(verdict: Verdict) -> str:
    """The report as one HTML page."""
    title = f"{find_game(verdict.game).title}, {verdict.seats} seats: {verdict.bots[0]} against {verdict.bots[1]}"
    dots = [
        Dot(f"{look.deals:,} deals", look.mean, (look.low, look.high), f"{look.mean:+.3f}") for look in verdict.looks
    ]
    how = f"Every deal is played in {verdict.seatings} seatings and counts once, with the mean over its seatings. "
    if verdict.design == "two":
        how = (
            f"Every deal is played in one of {verdict.seatings} even seatings, chosen at random, and in its opposite. "
        )
    if verdict.design == "one":
        how = f"Every deal is played in one of {verdict.seatings} seatings, chosen at random. "
    if verdict.control is not None:
        how += f"{control_sentence(verdict)} "
    method = f"{how}The chance to name a winner between equals is at most {verdict.error:g}, over all looks together."
    rows = [[f"{look.deals:,}", f"{look.mean:+.3f}", f"{look.low:+.3f} to {look.high:+.3f}"] for look in verdict.looks]
    return page(
        title,
        sentence(verdict),
        command_of(verdict),
        [
            section("Look by look", method, intervals(dots, "+.2f", 0.0)),
            section("Numbers", "", table(["deals", f"{verdict.bots[0]} ahead by", "interval"], rows)),
        ],
    )
