"""Calibration of Rage's bots: the chance that a bid was given, against how often such bids came true."""

from __future__ import annotations

import html
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

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
from erre.lab.threads import check_threads

BINS = 10
LEAST_PLAYOUTS = 200  # for a bid, where a level on its own would not search
MOST_MATCHES = 100_000

PlayedBid = tuple[float, bool]  # the chance that was given, and whether it came true


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
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Calibration:
    """Play matches with one level at all seats; compare the chance of every bid made with what came of it.

    An interrupt ends it early, with the matches played so far.
    """
    chosen = options or Options()
    check_calibration(level, seats, matches, threads)
    bot = bot_number(GAME, level)
    thinking = playouts or max(LEAST_PLAYOUTS, int(MANNERS[bot, PLAYOUTS]))
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    waiting = [pool.submit(play_match, bot, seats, chosen, seed, number, thinking) for number in range(matches)]
    bids: list[PlayedBid] = []
    played = 0
    try:
        for match in waiting:
            bids += match.result()
            played += 1
            if progress:
                progress(1)
    except KeyboardInterrupt:
        if not played:
            raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    given, kept = (np.array(column, float) for column in zip(*bids, strict=True))
    return summed_up(level, seats, chosen, played, seed, given, kept)


def check_calibration(level: str, seats: int, matches: int, threads: int | None) -> None:
    """Refuse what cannot be played."""
    GAME.check_seats(seats)
    if bot_number(GAME, level) < BEGINNER:
        raise BadOptions(f"the {level} bot gives its bids no chances; the five levels do")
    if not 1 <= matches <= MOST_MATCHES:
        raise BadOptions(f"matches: 1 to {MOST_MATCHES:,}, not {matches}")
    check_threads(threads)


def play_match(bot: int, seats: int, options: Options, seed: int, number: int, playouts: int) -> list[PlayedBid]:
    """One match: every bid made."""
    luck, moves, work = ints(2, np.int32), ints(MOST_LEGAL), ints(WORK, np.int64)
    seed_luck(luck, seed, number)
    s = GAME.start(seats, options, key_from_seed(seed, number))
    bids: list[PlayedBid] = []
    chances = [0.0] * seats
    while s.phase != OVER:
        if s.phase == SCORING:
            bids += [(chances[seat], bool(s.bids[seat] == s.tricks[seat])) for seat in range(seats)]
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
    return bids


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
