"""A tournament as one page that needs nothing else: tables, and plots drawn as SVG."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import msgspec

from erre.games import game as find_game
from erre.lab.standings import Standing, Standings

WIDTH, LEFT, RIGHT, ROW = 720, 190, 30, 34  # pixels
HILL = 70  # the height of a distribution

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
table { border-collapse: collapse } td, th { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #ddd }
td:first-child, th:first-child { text-align: left }
svg { max-width: 100%; height: auto; font: 13px system-ui, sans-serif }
code { background: #f3f3f3; padding: .1rem .3rem }
@media (prefers-color-scheme: dark) {
  body { background: #181818; color: #ddd } td, th { border-color: #444 } code { background: #2a2a2a }
  svg text.plain { fill: #ddd }
}
"""


def page_of(standings: Standings) -> str:
    """The page."""
    title = f"{find_game(standings.game).title}: {standings.games:,} games, {standings.seats} seats"
    best_first = sorted(standings.bots, key=lambda one: -one.rating)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{facts(standings)}</p>",
        "<h2>Ratings</h2>",
        ratings_plot(best_first),
        score_table(best_first),
        "<h2>Head to head</h2>",
        "<p>The share of comparisons in which the bot of the row did better than the bot of the column, at the same "
        "table; equal ones count half.</p>",
        heat_map(standings, best_first),
        duel_table(standings),
        "<h2>Scores</h2>",
        distribution_plot(standings, best_first),
    ]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return (
        f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def facts(standings: Standings) -> str:
    """What it takes to play it again."""
    bots = ",".join(f'"{one.bot}"' if "," in one.bot else one.bot for one in standings.bots)
    command = (
        f"erre tournament {standings.game} --bots '{bots}' --seats {standings.seats} "
        f"--games {standings.rounds * standings.line_ups} --seed {standings.seed}{wishes(standings)}"
    )
    state = "" if standings.complete else "Broken off: some seatings are missing. "
    return (
        f"{state}{standings.rounds:,} rounds of {standings.line_ups} seatings, {standings.seconds:.0f} s. Ratings are "
        f"Elo's scale around 1500; bars are 95 % intervals.<br><code>{escape(command)}</code>"
    )


def wishes(standings: Standings) -> str:
    """The options and the budget of the command, where they are not the usual ones."""
    usual = msgspec.to_builtins(find_game(standings.game).options_type())
    chosen = {name: value for name, value in standings.options.items() if value != usual[name]}
    options = "".join(f" -o {name}={msgspec.json.encode(value).decode()}" for name, value in chosen.items())
    budget = msgspec.to_builtins(standings.budget) if standings.budget else {}
    return options + "".join(f" --{name} {value}" for name, value in budget.items())


def svg(height: float, parts: Iterable[str], label: str) -> str:
    """A drawing."""
    size = f'viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}"'
    return f'<svg {size} role="img" aria-label="{label}">{"".join(parts)}</svg>'


def text(x: float, y: float, words: str, anchor: str = "start", fill: str = "") -> str:
    """Words in a drawing."""
    colour = f'fill="{fill}"' if fill else 'class="plain"'
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {colour}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str = "#999", width: float = 1) -> str:
    """A line in a drawing."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"/>'


def shortened(name: str, most: int = 24) -> str:
    """A name that fits beside a plot."""
    return name if len(name) <= most else name[: most - 1] + "…"


def ratings_plot(bots: list[Standing]) -> str:
    """A dot for each bot, with its interval."""
    low = min(one.rating_interval[0] for one in bots) - 20
    high = max(one.rating_interval[1] for one in bots) + 20

    def x(rating: float) -> float:
        return LEFT + (rating - low) / (high - low) * (WIDTH - LEFT - 2 * RIGHT)

    parts = []
    for row, one in enumerate(bots):
        y = ROW * (row + 0.6)
        parts.append(text(LEFT - 10, y + 5, shortened(one.bot), "end"))
        parts.append(line(x(one.rating_interval[0]), y, x(one.rating_interval[1]), y, "#27c", 3))
        parts.append(f'<circle cx="{x(one.rating):.1f}" cy="{y}" r="6" fill="#27c"/>')
        parts.append(text(x(one.rating), y - 9, f"{one.rating:.0f}", "middle"))
    return svg(ROW * len(bots) + 6, parts, "Ratings with intervals")


def heat_map(standings: Standings, bots: list[Standing]) -> str:
    """A square for each pair: blue where the row did better, red where the column did."""
    share = {(duel.bot, duel.other): duel.share for duel in standings.duels}
    cell = min(90.0, (WIDTH - LEFT - RIGHT) / len(bots))
    parts = []
    for row, one in enumerate(bots):
        y = ROW + cell * row
        parts.append(text(LEFT - 10, y + cell / 2 + 5, shortened(one.bot), "end"))
        parts.append(text(LEFT + cell * (row + 0.5), ROW - 8, shortened(one.bot, 10), "middle"))
        for column, other in enumerate(bots):
            if (one.bot, other.bot) in share:
                parts += cell_of(LEFT + cell * column, y, cell, share[one.bot, other.bot])
    return svg(ROW + cell * len(bots) + 6, parts, "Head to head")


def cell_of(x: float, y: float, size: float, share: float) -> list[str]:
    """One square of the heat map."""
    strength = abs(share - 0.5) * 2
    red, green, blue = (40, 110, 200) if share >= 0.5 else (200, 70, 50)
    mixed = ",".join(str(round(240 + (c - 240) * strength)) for c in (red, green, blue))
    words = text(x + size / 2, y + size / 2 + 5, f"{share:.0%}", "middle", "#fff" if strength > 0.6 else "#222")
    return [f'<rect x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{size:.1f}" fill="rgb({mixed})"/>', words]


def distribution_plot(standings: Standings, bots: list[Standing]) -> str:
    """A hill for each bot: how often it scored what."""
    edges = standings.edges
    low, high = edges[0], edges[-1]

    def x(score: float) -> float:
        return LEFT + (score - low) / max(1.0, high - low) * (WIDTH - LEFT - RIGHT)

    parts = []
    for row, one in enumerate(bots):
        base = (HILL + 8) * (row + 1)
        most = max([1, *one.bars])
        hill = f"M{x(low):.1f},{base} "
        for k, bar in enumerate(one.bars):
            top = base - HILL * bar / most
            hill += f"L{x(edges[k]):.1f},{top:.1f} L{x(edges[k + 1]):.1f},{top:.1f} "
        parts.append(f'<path d="{hill}L{x(high):.1f},{base} Z" fill="#27c" fill-opacity="0.55"/>')
        parts.append(line(x(one.score), base, x(one.score), base - HILL, "#c52", 2))
        parts.append(text(LEFT - 10, base - 20, shortened(one.bot), "end"))
        parts.append(text(LEFT - 10, base - 4, f"mean {one.score:.1f}", "end"))
    bottom = (HILL + 8) * len(bots)
    for score in (low, (low + high) / 2, high):
        parts.append(text(x(score), bottom + 18, f"{score:.0f}", "middle"))
    return svg(bottom + 26, parts, "Distributions of scores")


def html_table(headings: list[str], rows: list[list[str]]) -> str:
    """A table."""
    head = "".join(f"<th>{escape(words)}</th>" for words in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(words)}</td>" for words in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def score_table(bots: list[Standing]) -> str:
    """The figures of every bot."""
    rows = [
        [
            one.bot,
            f"{one.rating:.0f} ({one.rating_interval[0]:.0f} to {one.rating_interval[1]:.0f})",
            f"{one.score:.2f} ({one.score_interval[0]:.2f} to {one.score_interval[1]:.2f})",
            f"{one.rank:.3f}",
            f"{one.wins:.1%} ({one.wins_interval[0]:.1%} to {one.wins_interval[1]:.1%})",
        ]
        for one in bots
    ]
    return html_table(["bot", "rating", "mean score", "mean rank", "victories"], rows)


def duel_table(standings: Standings) -> str:
    """The figures of every pair, once."""
    rows = [
        [
            f"{one.bot} – {one.other}",
            str(one.games),
            f"{one.share:.1%} ({one.share_interval[0]:.1%} to {one.share_interval[1]:.1%})",
            f"{one.ahead:+.2f}",
            f"{one.p_rank:.2g}",
            f"{one.p_sign:.2g}",
        ]
        for one in standings.duels
        if one.share > 0.5 or (one.share == 0.5 and one.bot < one.other)
    ]
    return html_table(["pair", "games", "share", "ranks ahead", "p (mean rank)", "p (sign test)"], rows)
