"""Rummy, chapter 1: what stays of a lay when the time is up."""

from __future__ import annotations

from collections.abc import Iterable

from erre.core.errors import IllegalMove
from erre.games.rummy.layouts import Layout, match_tiles
from erre.games.rummy.notation import format_written, parse_tile
from erre.games.rummy.rules.lay import check_lay
from erre.games.rummy.rules.no_meld import why_no_meld
from erre.games.rummy.state import Rummy
from erre.games.rummy.tables import rack_of


def salvage(s: Rummy, seat: int, texts: Iterable[Iterable[str]]) -> Layout | None:
    """§1.3 When the two minutes are up, tiles that are not in right melds go back to the rack; what is left of the lay.

    If that leaves no table, or too little for a first lay, the whole turn is undone.
    """
    rack = set(rack_of(s, seat))
    kept = []
    try:
        written = [[parse_tile(text) for text in meld] for meld in texts]
        for meld, tiles in zip(written, match_tiles(s, seat, written), strict=True):
            if why_no_meld([word.cell for word in meld]) is None:
                kept.append([format_written(word) for word in meld])
            elif still := [format_written(word) for word, tile in zip(meld, tiles, strict=True) if tile not in rack]:
                kept.append(still)
        return check_lay(s, seat, kept)
    except IllegalMove:
        return None
