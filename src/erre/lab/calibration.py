"""Calibration of Rage's bots: the chance that a bid was given, against how often such bids came true."""

from __future__ import annotations

import html
from collections.abc import Callable

import msgspec
import numpy as np

from erre.bots import BEGINNER, bot_number
from erre.bots.rage.levels import decide
from erre.bots.rage.manners import MANNERS, PLAYOUTS
from erre.bots.rage.search import COUNTED, COUNTS, EXACT, VISITS, WORK, best_of, clear_counts, think
from erre.core.chance import key_from_seed, seed_luck
from erre.core.errors import BadOptions
from erre.core.record import IntArray, ints
from erre.games.rage import GAME
from erre.games.rage.components import BID, MOST_LEGAL, Options
from erre.games.rage.rules import advance, apply, is_automatic, legal
from erre.games.rage.state import BIDDING, OVER, SCORING, Rage
from erre.lab.ratings import wilson

BINS = 10


class Bin(msgspec.Struct, frozen=True):
    """Bids whose chance was about the same; the interval holds the true share with 95 % confidence."""

    bids: int
    predicted: float  # the mean chance that was given
    kept: float  # the share that came true
    interval: tuple[float, float]


class Calibration(msgspec.Struct, frozen=True):
    """How far predictions can be trusted, and what it takes to run this again."""

    level: str
    seats: int
    options: dict[str, object]
    matches: int
    seed: int
    bids: int
    predicted: float
    kept: float
    brier: float  # the mean square of what predictions were off by; 0.25 is what a coin gets
    bins: list[Bin]  # by chance given, from the lowest; empty ones are left out


def calibrate(
    level: str = "champion",
    seats: int = 4,
    matches: int = 20,
    *,
    seed: int = 0,
    options: Options | None = None,
    playouts: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Calibration:
    """Play matches with one level at all seats; compare the chance of every bid made with what came of it."""
    chosen = options or Options()
    GAME.check_seats(seats)
    bot = bot_number(GAME, level)
    if bot < BEGINNER or matches < 1:
        raise BadOptions(f"calibration plays one match or more with one of the five levels, not {matches} with {level}")
    given: list[float] = []
    kept: list[bool] = []
    for number in range(matches):
        play_match(bot, seats, chosen, seed, number, playouts or max(200, int(MANNERS[bot, PLAYOUTS])), given, kept)
        if progress:
            progress(number + 1)
    return summed_up(level, seats, chosen, matches, seed, np.array(given), np.array(kept, float))


def play_match(
    bot: int, seats: int, options: Options, seed: int, number: int, playouts: int, given: list[float], kept: list[bool]
) -> None:
    """One match; the chance given to every bid made, and whether it came true, are added to the lists."""
    luck, moves, work = ints(2, np.int32), ints(MOST_LEGAL), ints(WORK, np.int64)
    seed_luck(luck, seed, number)
    s = GAME.start(seats, options, key_from_seed(seed, number))
    chances = [0.0] * seats
    while s.phase != OVER:
        if s.phase == SCORING:
            given += chances
            kept += [s.bids[seat] == s.tricks[seat] for seat in range(seats)]
        if is_automatic(s):
            advance(s)
            continue
        seat = GAME.turn(s)[0]
        count = legal(s, seat, moves)
        if s.phase == BIDDING:
            bid, chances[seat] = predicted_bid(s, seat, bot, luck, moves, count, playouts, work)
            apply(s, seat, bid)
        else:
            apply(s, seat, decide(s, seat, bot, luck, moves, count, work))


def predicted_bid(
    s: Rage, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int, playouts: int, work: IntArray
) -> tuple[int, float]:
    """The bid that a search finds best, and the chance that it gives it."""
    clear_counts(count, work)
    think(s, seat, bot, luck, moves, count, playouts, work)
    index = best_of(count, work)
    at = COUNTS + index * COUNTED
    assert moves[index] >= BID
    return moves[index], int(work[at + EXACT]) / int(work[at + VISITS])


def summed_up(
    level: str,
    seats: int,
    options: Options,
    matches: int,
    seed: int,
    given: np.ndarray[tuple[int], np.dtype[np.float64]],
    kept: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> Calibration:
    """The predictions in bins."""
    bins = []
    for k in range(BINS):
        inside = (given * BINS).astype(int).clip(0, BINS - 1) == k
        if count := int(inside.sum()):
            share = float(kept[inside].mean())
            bins.append(Bin(count, float(given[inside].mean()), share, wilson(share, count)))
    brier = float(((given - kept) ** 2).mean())
    named = msgspec.to_builtins(options)
    return Calibration(
        level, seats, named, matches, seed, len(given), float(given.mean()), float(kept.mean()), brier, bins
    )


# -- the plot

SIZE, EDGE = 420, 60  # of the square that is drawn in, and the margin around it


def calibration_svg(found: Calibration) -> str:
    """A plot that stands by itself: each point is a bin, its area the number of bids; on the line chances are true."""
    whole = SIZE + 2 * EDGE
    title = f"Rage, {found.level}, {found.seats} seats: {found.bids} bids, {found.kept:.0%} kept"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" font-family="sans-serif">',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="{whole}" height="{whole}" fill="white"/>',
        text(whole / 2, EDGE / 2, title, "middle"),
        line((0, 0), (1, 1), "#999999", dashed=True),
    ]
    for k in range(0, 11, 2):
        share = k / 10
        parts += [line((share, 0), (share, 1), "#eeeeee"), line((0, share), (1, share), "#eeeeee")]
        x, y = place(share, share)
        parts += [text(x, EDGE + SIZE + 18, f"{10 * k} %", "middle"), text(EDGE - 8, y + 4, f"{10 * k} %", "end")]
    parts += [text(whole / 2, whole - 14, "chance given to the bid", "middle")]
    parts += [text(14, whole / 2, "share that came true", "middle", turned=True)]
    most = max(part.bids for part in found.bins)
    for part in found.bins:
        x, y = place(part.predicted, part.kept)
        parts += [line((part.predicted, part.interval[0]), (part.predicted, part.interval[1]), "#1f6f8b")]
        radius = 3 + 9 * (part.bids / most) ** 0.5
        words = f"{part.bids} bids given {part.predicted:.0%}: {part.kept:.0%} came true"
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#1f6f8b" fill-opacity="0.75">']
        parts += [f"<title>{words}</title></circle>"]
    return "\n".join([*parts, "</svg>\n"])


def place(across: float, up: float) -> tuple[float, float]:
    """Where a pair of shares lies on the plot."""
    return EDGE + SIZE * across, EDGE + SIZE * (1 - up)


def line(start: tuple[float, float], end: tuple[float, float], colour: str, dashed: bool = False) -> str:
    """A line between two pairs of shares."""
    (a, b), (c, d) = place(*start), place(*end)
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    return f'<line x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" y2="{d:.1f}" stroke="{colour}"{dashes}/>'


def text(x: float, y: float, words: str, anchor: str, turned: bool = False) -> str:
    """Words at a place."""
    turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="13" text-anchor="{anchor}"{turn}>{html.escape(words)}</text>'
