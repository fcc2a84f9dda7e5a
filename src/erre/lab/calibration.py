"""Calibration: compares the probabilities that bots gave their bids with how often such bids were met.

A game whose bots give such probabilities has a module `predictions` (see `erre.core.predictions`).
"""

from __future__ import annotations

import html
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np

from erre.bots import BEGINNER, bot_number
from erre.core.chance import check_seed
from erre.core.companions import companion
from erre.core.cores import usable_cores
from erre.core.errors import BadOptions
from erre.core.game import AnyGame, check_game, check_options
from erre.core.predictions import Prediction, Predictions
from erre.core.whole import counted, limited
from erre.games import all_games
from erre.lab.ratings import wilson
from erre.lab.threads import check_threads

BINS = 10
MOST_MATCHES = 100_000


class Bin(msgspec.Struct, frozen=True):
    """Bids whose chance was about the same; the interval holds the true share with 95 % confidence."""

    bids: int
    predicted: float  # the mean chance that was given
    kept: float  # the share that came true
    interval: tuple[float, float]


class Calibration(msgspec.Struct, frozen=True):
    """How reliable predictions are, and everything needed to repeat the run."""

    game: str
    level: str
    seats: int
    options: dict[str, object]
    matches: int
    seed: int
    bids: int
    predicted: float
    kept: float
    brier: float  # the Brier score: the mean squared error; 0.25 is guessing 50 %
    bins: list[Bin]  # by chance given, from the lowest; empty ones are left out


def predictions_of(game: AnyGame) -> Predictions:
    """The module of a game whose bots give their bids chances; refused for the others."""
    found: Predictions | None = companion(game, "predictions")
    if found is None:
        others = ", ".join(f"erre calibrate {one.name}" for one in games_with_predictions())
        raise BadOptions(f"{game.title} has no bids to calibrate: try {others}")
    return found


def games_with_predictions() -> list[AnyGame]:
    """The games that can be calibrated."""
    return [one for one in all_games() if companion(one, "predictions") is not None]


def calibrate(
    game: AnyGame,
    level: str = "champion",
    seats: int = 4,
    matches: int = 20,
    *,
    seed: int = 0,
    options: msgspec.Struct | None = None,
    playouts: int | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Calibration:
    """Play matches with one level at all seats; compare the chance of every bid made with what came of it.

    An interrupt ends it early, with the matches played so far.
    """
    chosen = check_options(check_game(game), game.options_type() if options is None else options)
    module = check_calibration(game, level, seats, matches, threads)
    seed, playouts = check_seed(seed), None if playouts is None else counted(playouts, "playout")
    bot = bot_number(game, level)
    thinking = playouts or module.playouts_of(bot)
    pool = ThreadPoolExecutor(threads or usable_cores())
    waiting = [pool.submit(module.play_match, bot, seats, chosen, seed, number, thinking) for number in range(matches)]
    bids: list[Prediction] = []
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
    return summed_up(game, level, seats, chosen, played, seed, given, kept)


def check_calibration(game: AnyGame, level: str, seats: int, matches: int, threads: int | None) -> Predictions:
    """The module that plays the matches; impossible settings are refused."""
    module = predictions_of(game)
    game.check_seats(seats)
    if bot_number(game, level) < BEGINNER:
        raise BadOptions(f"the {level} bot gives its bids no chances; the five levels do")
    limited(matches, "matches", 1, MOST_MATCHES)
    check_threads(threads)
    return module


def summed_up(
    game: AnyGame,
    level: str,
    seats: int,
    options: msgspec.Struct,
    matches: int,
    seed: int,
    given: np.ndarray[tuple[int], np.dtype[np.float64]],
    kept: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> Calibration:
    """The predictions sorted into bins, with what really happened."""
    bins = []
    for k in range(BINS):
        inside = (given * BINS).astype(int).clip(0, BINS - 1) == k
        if count := int(inside.sum()):
            share = float(kept[inside].mean())
            bins.append(Bin(count, float(given[inside].mean()), share, wilson(share, count)))
    brier = float(((given - kept) ** 2).mean())
    named = msgspec.to_builtins(options)
    return Calibration(
        *(game.title, level, seats, named, matches, seed),
        *(len(given), float(given.mean()), float(kept.mean()), brier, bins),
    )


# -- the plot

SIZE, EDGE = 420, 60  # of the square that is drawn in, and the margin around it


def calibration_svg(found: Calibration) -> str:
    """A plot that stands by itself: each point is a bin, its area the number of bids; on the line chances are true."""
    whole = SIZE + 2 * EDGE
    title = f"{found.game}, {found.level}, {found.seats} seats: {found.bids} bids, {found.kept:.0%} kept"
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
    """An SVG text element."""
    turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="13" text-anchor="{anchor}"{turn}>{html.escape(words)}</text>'
