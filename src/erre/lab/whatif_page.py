"""A study of house rules as one page that needs nothing else."""

from __future__ import annotations

from html import escape

from erre.games import game as find_game
from erre.lab.report import LEFT, ROW, STYLE, WIDTH, html_table, line, shortened, svg, text
from erre.lab.whatif import MEANINGS, SHARES, Difference, Estimate, Figures, WhatIf


def amount(name: str, value: float, sign: str = "") -> str:
    """A figure as people read it."""
    return format(value, f"{sign}.1%") if name in SHARES else format(value, f"{sign}.2f")


def between(name: str, one: Estimate) -> str:
    """A figure with its interval."""
    return f"{amount(name, one.mean)} ± {amount(name, one.high - one.mean)}"


def verdict(name: str, one: Difference) -> str:
    """A difference, and whether it is one."""
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
    """The page."""
    title = f"What if? {find_game(study.game).title}, {study.seats} seats"
    games = study.rules[0].games
    names = list(MEANINGS)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{games:,} games for each set of rules, played by {escape(', '.join(study.bots))}; seed {study.seed}. "
        "Behind ± is half of the 95 % interval.</p>",
        "<h2>In short</h2><ul>" + "".join(f"<li>{escape(words)}</li>" for words in in_words(study)) + "</ul>",
        "<h2>Figures</h2>",
        html_table(
            ["", *(rules.label for rules in study.rules)],
            [[name, *(between(name, rules.figures[name]) for rules in study.rules)] for name in names],
        ),
        "<h2>Differences from the rules as printed</h2>",
        html_table(
            ["", *(rules.label for rules in study.rules[1:])],
            [
                [name, *(verdict(name, rules.against_first[name]) for rules in study.rules[1:])]
                for name in names
                if len(study.rules) > 1 and name in study.rules[1].against_first
            ],
        ),
        "<h2>Victories by seat</h2>",
        *(seat_plot(rules) for rules in study.rules),
        "<h2>What the figures mean</h2><dl>",
        *(f"<dt><b>{escape(name)}</b></dt><dd>{escape(words)}</dd>" for name, words in MEANINGS.items()),
        "</dl>",
    ]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return (
        f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def seat_plot(rules: Figures) -> str:
    """A dot for each seat, with its interval, and a line at an equal share."""
    equal = 1 / len(rules.seats)
    reach = max(0.02, *(max(abs(one.low - equal), abs(one.high - equal)) for one in rules.seats)) * 1.1

    def x(share: float) -> float:
        return LEFT + (share - equal + reach) / (2 * reach) * (WIDTH - LEFT - 60)

    bottom = ROW * (len(rules.seats) + 0.6)
    parts = [text(LEFT - 10, 14, shortened(rules.label), "end"), line(x(equal), 4, x(equal), bottom)]
    for seat, one in enumerate(rules.seats):
        y = ROW * (seat + 1)
        parts.append(text(LEFT - 10, y + 5, f"seat {seat}", "end"))
        parts.append(line(x(one.low), y, x(one.high), y, "#27c", 3))
        parts.append(f'<circle cx="{x(one.mean):.1f}" cy="{y}" r="5" fill="#27c"/>')
        parts.append(text(x(one.mean), y - 8, f"{one.mean:.1%}", "middle"))
    parts.append(text(x(equal), bottom + 14, f"{equal:.1%}", "middle"))
    return svg(bottom + 20, parts, f"Victories by seat: {escape(rules.label)}")
