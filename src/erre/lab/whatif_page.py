"""The HTML report of a study of house rules."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from erre.games import game as find_game
from erre.lab.commands import command, wishes
from erre.lab.page import Dot, intervals, page, reach, section, table
from erre.lab.whatif import MEANINGS, SHARES, Difference, Estimate, Figures, WhatIf


def amount(name: str, value: float, sign: str = "") -> str:
    """A number, formatted for people."""
    return format(value, f"{sign}.1%") if name in SHARES else format(value, f"{sign}.2f")


def between(name: str, one: Estimate, mark: str = " ") -> str:
    """A figure with its interval."""
    return f"{amount(name, one.mean)}{mark}± {amount(name, one.high - one.mean)}"


def verdict(name: str, one: Difference) -> str:
    """A difference, and whether it is significant."""
    return f"{amount(name, one.more, '+')} ± {amount(name, one.high - one.more)}" if one.sure else "no clear difference"


def in_words(study: WhatIf) -> list[str]:
    """What each change does, in one sentence each."""
    told = []
    for rules in study.rules[1:]:
        sure = [
            f"{name} {amount(name, one.more, '+')} ({amount(name, rules.figures[name].mean)})"
            for name, one in rules.against_first.items()
            if one.sure
        ]
        found = ", ".join(sure) if sure else "nothing that these games could tell from chance"
        told.append(f"{rules.label}: {found}")
    return told


def page_of(study: WhatIf) -> str:
    """The report of a study as one HTML page."""
    title = f"What if? {find_game(study.game).title}, {study.seats} seats"
    games = min(rules.games for rules in study.rules)
    state = "" if study.complete else "Interrupted: these are the games so far. "
    lead = f"{state}{games:,} games for each set of rules. Behind ± is half of the 95 % interval."
    parts = [
        section("In short", "", "<ul>" + "".join(f"<li>{escape(words)}</li>" for words in in_words(study)) + "</ul>"),
        section("Figures", "", figures(study)),
        differences(study),
        section(
            "Victories by seat",
            "Share of victories in per cent, with 95 % intervals. Dashed: an equal share.",
            *seat_plots(study),
        ),
        section("What the figures mean", "", meanings()),
    ]
    return page(title, lead, again(study), parts)


def again(study: WhatIf) -> str:
    """The command that repeats the study; the set with all changes is added automatically."""
    alone = [rules.options for rules in study.rules if len(rules.options) == 1]
    more = [word for options in alone for word in wishes(study.game, options)]
    return command("whatif", study.game, study.seats, study.bots, study.rules[0].games, study.seed, more)


def figures(study: WhatIf) -> str:
    """All numbers side by side."""
    rows = [[name, *(between(name, rules.figures[name], "|") for rules in study.rules)] for name in MEANINGS]
    return table(["", *(rules.label for rules in study.rules)], rows)


def differences(study: WhatIf) -> str:
    """How each set differs from the first."""
    others = study.rules[1:]
    if not others:
        return ""
    rows = [
        [name, *(verdict(name, rules.against_first[name]) for rules in others)]
        for name in MEANINGS
        if name in others[0].against_first
    ]
    return section("Differences from the rules as printed", "", table(["", *(rules.label for rules in others)], rows))


def meanings() -> str:
    """The explanation of each column."""
    told = (f"<dt>{escape(name)}</dt><dd>{escape(words)}</dd>" for name, words in MEANINGS.items())
    return f"<dl>{''.join(told)}</dl>"


def seat_plots(study: WhatIf) -> Iterator[str]:
    """For each set of rules a dot for each seat, with its interval, and a line at an equal share; all on one scale."""
    equal = 100 / study.seats
    scale = reach((dot for rules in study.rules for dot in seat_dots(rules)), equal)
    for rules in study.rules:
        yield f"<h3>{escape(rules.label)}</h3>{intervals(seat_dots(rules), '.0f', equal, scale)}"


def seat_dots(rules: Figures) -> list[Dot]:
    """Wins by seat in per cent."""
    return [
        Dot(f"seat {seat}", 100 * one.mean, (100 * one.low, 100 * one.high), f"{one.mean:.1%}")
        for seat, one in enumerate(rules.seats)
    ]
