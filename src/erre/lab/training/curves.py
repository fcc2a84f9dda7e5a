"""The curves of a training run as a page, from its log."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from erre.lab.page import COLOURS, page, section

WIDTH, HEIGHT, MARGIN = 640, 220, 44
WHOLE = "printed rules"
Lines = dict[str, list[tuple[float, float]]]  # points by name


def read_log(path: Path) -> list[dict[str, Any]]:
    """The iterations of a run; a last line that was cut off is left out."""
    rows = []
    for line in path.read_text("utf-8").splitlines():
        try:
            rows.append(json.loads(line))
        except json.JSONDecodeError:
            break
    return rows


def curves_page(game: str, rows: list[dict[str, Any]], command: str) -> str:
    """Points, the critic's error and the entropy by decisions played, a line for every kind of table."""
    last = rows[-1] if rows else {"samples": 0, "seconds": 0}
    lead = f"{last['samples']:,} decisions in {last['seconds']:,.0f} seconds, {len(rows):,} iterations."
    parts = [
        section(
            "Points a game",
            "Mean of all seats that learn. It grows as plans come true, and falls as the others learn to prevent that.",
            *plot(by_table(rows, "points"), "points"),
        ),
        section(
            "Points ahead of the others",
            "At tables where an earlier network, or the one to be exploited, plays some seats.",
            *plot(by_table(rows, "ahead"), "points ahead"),
        ),
        section(
            "Points ahead of the given network",
            "At tables where the network of --against plays some seats.",
            *plot(by_table(rows, "ahead of given"), "points ahead"),
        ),
        section(
            "Entropy",
            "How undecided the network is, in nats; it falls as the network makes up its mind.",
            *plot(over_all(rows, "entropy"), "entropy"),
        ),
        section(
            "Error of the critic",
            "Mean squared error of the value that guides learning.",
            *plot(over_all(rows, "value error"), "value error"),
        ),
    ]
    return page(f"Training of {game}", lead, command, parts)


def fitting_page(game: str, rows: list[dict[str, Any]], outputs: tuple[str, ...], command: str) -> str:
    """How much of what came of the choices a value explains, epoch by epoch."""
    played = [row for row in rows if "games" in row]
    last = played[-1] if played else {"games": 0, "notes": 0}
    lead = f"{last['notes']:,} choices of {last['games']:,} games, {rows[-1]['seconds'] if rows else 0:,.0f} seconds."
    epochs = [row for row in rows if "epoch" in row]
    lines = {name: [(row["epoch"], row[name]) for row in epochs] for name in outputs if epochs}
    note = "Share of the variance in the games that were held back. One game is mostly luck, so it stays far below 1."
    return page(f"Training of {game}", lead, command, [section("What the value explains", note, *plot(lines, "share"))])


def table_name(row: dict[str, Any]) -> str:
    """Seats and options of a kind of table."""
    options = ", ".join(f"{name} {value}" for name, value in row["options"].items())
    return f"{row['seats']} seats, {options or WHOLE}"


def by_table(rows: list[dict[str, Any]], what: str) -> Lines:
    """A figure of every iteration by decisions played, a line for every kind of table that has it."""
    lines: Lines = {}
    for row in rows:
        for table in row["tables"]:
            if what in table:
                lines.setdefault(table_name(table), []).append((row["samples"], table[what]))
    return lines


def over_all(rows: list[dict[str, Any]], what: str) -> Lines:
    """A figure of every iteration, over all tables."""
    return {"all tables": [(row["samples"], row[what]) for row in rows]} if rows else {}


def plot(lines: Lines, what: str) -> tuple[str, ...]:
    """One figure with a legend; nothing where there is nothing to show."""
    if not lines:
        return ()
    ups = [value for line in lines.values() for _, value in line]
    low, high, most = min(ups), max(max(ups), min(ups) + 1e-9), max(1, *(line[-1][0] for line in lines.values()))

    def place(across: float, up: float) -> str:
        x = MARGIN + across / most * (WIDTH - 2 * MARGIN)
        y = HEIGHT - MARGIN / 2 - (up - low) / (high - low) * (HEIGHT - MARGIN)
        return f"{x:.1f},{y:.1f}"

    drawn = [
        f'<polyline fill="none" stroke="{COLOURS[i % len(COLOURS)]}" stroke-width="1.5" '
        f'points="{" ".join(place(*point) for point in line)}"><title>{escape(name)}</title></polyline>'
        for i, (name, line) in enumerate(lines.items())
    ]
    ends = (
        f'<text x="2" y="{HEIGHT - MARGIN / 2}" font-size="11" fill="currentColor">{low:,.2f}</text>'
        f'<text x="2" y="{MARGIN / 2 + 4}" font-size="11" fill="currentColor">{high:,.2f}</text>'
    )
    legend = ", ".join(
        f'<span style="color:{COLOURS[i % len(COLOURS)]}">{escape(name)}</span>' for i, name in enumerate(lines)
    )
    svg = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(what)}">{ends}{"".join(drawn)}</svg>'
    return svg, f'<p class="note">{legend}</p>'
