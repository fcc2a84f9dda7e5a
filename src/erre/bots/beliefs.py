"""What a seat can infer: the probability that another seat holds a piece, by sampling states that fit its view."""

from __future__ import annotations

from collections import Counter

from erre.core.game import AnyGame, View
from erre.core.record import IntArray, ints
from erre.core.whole import counted

Beliefs = dict[int, dict[str, float]]

SAMPLES = 2000


def beliefs(game: AnyGame, view: View, luck: IntArray, samples: int = SAMPLES) -> Beliefs:
    """For every seat the chance that it holds a piece (at least one, where there are several alike), likeliest first.

    The worlds are those of `imagine`, uniform over all that fit the view; a chance is off by 1 / sqrt(samples) or so.
    """
    samples = counted(samples, "sample")
    start = game.state_from_view(view)
    seats, me = start.seats, game.seat_of(view)
    scratch = ints(game.kernels.scratch)
    found: list[Counter[str]] = [Counter() for _ in range(seats)]
    for _ in range(samples):
        world = start.copy()
        game.kernels.imagine(world, me, luck, scratch)
        for seat in range(seats):
            found[seat].update(set(game.held_pieces(world, seat)))
    return {seat: {piece: count / samples for piece, count in found[seat].most_common()} for seat in range(seats)}
