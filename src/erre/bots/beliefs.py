"""What a seat may believe: the chance that another holds a piece, by sampling the worlds that fit its view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from erre.core.errors import BadOptions
from erre.core.game import AnyGame, View
from erre.core.record import GameRecord, IntArray, ints

Holdings = Callable[[GameRecord, int], Iterable[str]]
Beliefs = dict[int, dict[str, float]]

SAMPLES = 2000


def rage_hand(s: GameRecord, seat: int) -> list[str]:
    """The cards in a hand of Rage."""
    from erre.games.rage.events import hand_of
    from erre.games.rage.state import Rage

    assert isinstance(s, Rage)
    return hand_of(s, seat)


def rummy_rack(s: GameRecord, seat: int) -> list[str]:
    """The tiles on a rack of Rummy."""
    from erre.games.rummy.components import RACKS, TILES
    from erre.games.rummy.notation import format_tile
    from erre.games.rummy.state import Rummy

    assert isinstance(s, Rummy)
    return [format_tile(tile) for tile in range(TILES) if s.place[tile] == RACKS + seat]


def rurare_display(s: GameRecord, seat: int) -> list[str]:
    """The kinds of cards in front of a seat of Ru-Ra-Re, which lie open."""
    from erre.games.rurare.notation import display_of
    from erre.games.rurare.state import RuRaRe

    assert isinstance(s, RuRaRe)
    return [kind for kind, count in display_of(s, seat).items() if count]


# Who holds what in a record. Games without an entry have no pieces that only their holder sees.
HOLDINGS: dict[str, Holdings] = {"rage": rage_hand, "rummy": rummy_rack, "rurare": rurare_display}


def beliefs(game: AnyGame, view: View, luck: IntArray, samples: int = SAMPLES) -> Beliefs:
    """For every seat the chance that it holds a piece (at least one, where there are several alike), likeliest first.

    The worlds are those of `imagine`, uniform over all that fit the view; a chance is off by 1 / sqrt(samples) or so.
    """
    if samples < 1:
        raise BadOptions(f"at least one sample is needed, not {samples}")
    holdings = HOLDINGS.get(game.name, nothing_hidden)
    start = game.known(view)
    seats, me = start.seats, game.seat_of(view)
    scratch = ints(game.kernels.scratch)
    found: list[Counter[str]] = [Counter() for _ in range(seats)]
    for _ in range(samples):
        world = start.copy()
        game.kernels.imagine(world, me, luck, scratch)
        for seat in range(seats):
            found[seat].update(set(holdings(world, seat)))
    return {seat: {piece: count / samples for piece, count in found[seat].most_common()} for seat in range(seats)}


def nothing_hidden(s: GameRecord, seat: int) -> list[str]:
    """The pieces of a seat where no seat holds any in secret."""
    return []
