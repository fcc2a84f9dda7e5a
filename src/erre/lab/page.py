"""Self-contained HTML pages: one style for all reports, on phones and desktops, light and dark.

Text is HTML, so that it keeps its size on a small screen; only shapes are drawn, and those may be stretched.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from erre.lab.counts import Distribution, Interval

STYLE = Path(__file__).with_name("page.css")
COLOURS = ("#3b82d6", "#d1622f", "#2f9e6e", "#a855c7", "#c2992b", "#d14a7a", "#5b6ee1", "#7a8a3a", "#3aa3b8", "#8d6e63")


class Dot(NamedTuple):
    """A figure with its interval."""

    label: str
    value: float
    interval: Interval
    said: str  # the number, formatted for people


class Hill(NamedTuple):
    """A distribution under a name."""

    label: str
    note: str
    distribution: Distribution
    mean: float


class Line(NamedTuple):
    """Values over time, with their intervals."""

    label: str
    values: list[float]
    intervals: list[Interval]


def page(title: str, lead: str, command: str, sections: Iterable[str]) -> str:
    """A whole page; `command` reproduces it."""
    head = (
        '<meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>{STYLE.read_text('utf-8')}</style>"
    )
    top = f"<h1>{escape(title)}</h1><p>{escape(lead)}</p><pre><code>{escape(command)}</code></pre>"
    return (
        f'<!doctype html><html lang="en"><head>{head}</head><body><main>{top}{"".join(sections)}</main></body></html>\n'
    )


def section(heading: str, note: str, *parts: str) -> str:
    """A part of a page, with a remark in smaller letters."""
    remark = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section><h2>{escape(heading)}</h2>{remark}{''.join(parts)}</section>"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """An HTML table; an empty heading gives a plain cell."""
    head = "".join(f"<th>{escape(words)}</th>" if words else "<td></td>" for words in headings)
    body = "".join("<tr>" + "".join(f"<td>{cell(words)}</td>" for words in row) + "</tr>" for row in rows)
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def cell(words: str) -> str:
    """A table cell; text after | is shown smaller."""
    plain, bar, aside = words.partition("|")
    return escape(plain) + (f" <small>{escape(aside)}</small>" if bar else "")


def percent(value: float, low: float, high: float) -> float:
    """Where a value lies between two others, as CSS counts."""
    return 100 * (value - low) / (high - low)


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    """About `count` round numbers between two others."""
    rough = (high - low) / count
    step = 10.0 ** math.floor(math.log10(rough))
    step *= next(factor for factor in (1, 2, 5, 10) if factor * step >= rough)
    return [step * k for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def axis(low: float, high: float, said: str) -> str:
    """The axis below a plot."""
    marks = []
    for value in ticks(low, high):
        at = percent(value, low, high)
        edge = "first" if at < 4 else "last" if at > 96 else ""
        marks.append(f'<span class="{edge}" style="left:{at:.2f}%">{escape(format(value, said))}</span>')
    return f'<div class="axis" aria-hidden="true">{"".join(marks)}</div>'


def reach(dots: Iterable[Dot], *more: float) -> Interval:
    """The ends of a scale that fits all intervals."""
    ends = [*more, *(end for dot in dots for end in dot.interval)]
    room = max(max(ends) - min(ends), 1e-9) * 0.06
    return min(ends) - room, max(ends) + room


def intervals(dots: Sequence[Dot], said: str, equal: float | None = None, scale: Interval | None = None) -> str:
    """A dot with its interval for each row, and a dashed line at what would be equal."""
    low, high = scale or reach(dots, *([] if equal is None else [equal]))
    line = "" if equal is None else f'<span class="equal" style="left:{percent(equal, low, high):.2f}%"></span>'
    rows = []
    for dot in dots:
        left, right = (percent(end, low, high) for end in dot.interval)
        marks = (
            f'<span class="bar" style="left:{left:.2f}%;width:{right - left:.2f}%"></span>'
            f'<span class="dot" style="left:{percent(dot.value, low, high):.2f}%"></span>'
        )
        rows.append(
            f'<div class="name">{escape(dot.label)}</div><div class="value">{escape(dot.said)}</div>'
            f'<div class="plot track">{line}{marks}</div>'
        )
    return f'<div class="rows">{"".join(rows)}{axis(low, high, said)}</div>'


def hills(rows: Sequence[Hill]) -> str:
    """Distributions one below the other, on the same scale; a line at each mean."""
    low, high = rows[0].distribution.edges[0], rows[0].distribution.edges[-1]
    parts = [
        f'<div class="name">{escape(row.label)}<br/><small>{escape(row.note)}</small></div>'
        f'<div class="value"></div><div class="plot">{drawn(row.distribution, row.mean, "hill", row.label)}</div>'
        for row in rows
    ]
    return f'<div class="rows">{"".join(parts)}{axis(low, high, ".0f")}</div>'


def histogram(distribution: Distribution, mean: float, label: str) -> str:
    """A large plot of one distribution, with its axis."""
    low, high = distribution.edges[0], distribution.edges[-1]
    return f'<div class="plot">{drawn(distribution, mean, "tall", label)}</div>{axis(low, high, ".0f")}'


def drawn(distribution: Distribution, mean: float, size: str, label: str) -> str:
    """A distribution as a shape."""
    edges, counts = distribution.edges, distribution.counts
    low, high, most = edges[0], edges[-1], max([1, *counts])
    shape = "M0,100"
    for bar, many in enumerate(counts):
        left, right = (10 * percent(edge, low, high) for edge in edges[bar : bar + 2])
        top = 100 - 96 * many / most
        shape += f" L{left:.1f},{top:.1f} L{right:.1f},{top:.1f}"
    middle = 10 * percent(mean + (edges[1] - edges[0]) / 2 * (edges[1] - edges[0] == 1), low, high)
    return (
        f'<svg class="{size}" viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(label)}"><path class="shape" d="{shape} L1000,100 Z"/>'
        f'<line class="base" x1="0" x2="1000" y1="100" y2="100"/>'
        f'<line class="mean" x1="{middle:.1f}" x2="{middle:.1f}" y1="0" y2="100"/></svg>'
    )


def heat_map(names: Sequence[str], shares: dict[tuple[str, str], float]) -> str:
    """A square for each pair: blue where the row did better, red where the column did."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = ""
    for one in names:
        cells = "".join(square(shares.get((one, other))) for other in names)
        body += f'<tr><th scope="row">{escape(one)}</th>{cells}</tr>'
    return (
        f'<div class="scroll" tabindex="0"><table class="heat"><thead><tr><td></td>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def square(share: float | None) -> str:
    """One square of the heat map."""
    if share is None:
        return "<td></td>"
    colour = "--blue" if share >= 0.5 else "--red"
    return f'<td style="background:rgb(var({colour}) / {110 * abs(share - 0.5):.0f}%)">{share:.0%}</td>'


def course(lines: Sequence[Line], times: Sequence[float]) -> str:
    """Values over time, each with a band for its interval."""
    low = min(low for line in lines for low, _ in line.intervals)
    high = max(high for line in lines for _, high in line.intervals)
    last = max(times[-1], 1)

    def at(time: float, value: float) -> str:
        return f"{10 * percent(time, 0, last):.1f},{1000 - 10 * percent(value, low, high):.1f}"

    marks = ticks(low, high, 6)
    shapes = [
        f'<line class="base" x1="0" x2="1000" y1="{1000 - 10 * percent(mark, low, high):.1f}" '
        f'y2="{1000 - 10 * percent(mark, low, high):.1f}"/>'
        for mark in marks
    ]
    for number, line in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        above = [at(time, high) for time, (_, high) in zip(times, line.intervals, strict=True)]
        below = [at(time, low) for time, (low, _) in zip(times, line.intervals, strict=True)]
        middle = [at(time, value) for time, value in zip(times, line.values, strict=True)]
        shapes.append(f'<path class="band" color="{colour}" d="M{" L".join(above + below[::-1])} Z"/>')
        shapes.append(f'<path stroke="{colour}" d="M{" L".join(middle)}"/>')
    scale = "".join(f'<span style="top:{100 - percent(mark, low, high):.2f}%">{mark:.0f}</span>' for mark in marks)
    drawing = (
        '<svg viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img" aria-label="over time">'
        f"{''.join(shapes)}</svg>"
    )
    return (
        f'<div class="course"><div class="scale" aria-hidden="true">{scale}</div>{drawing}{axis(0, last, ",.0f")}</div>'
        f'<ul class="legend">{"".join(legend(number, line) for number, line in enumerate(lines))}</ul>'
    )


def legend(number: int, line: Line) -> str:
    """The legend: which colour stands for which player."""
    colour = COLOURS[number % len(COLOURS)]
    return f'<li><i style="background:{colour}"></i>{escape(line.label)} {line.values[-1]:.0f}</li>'
