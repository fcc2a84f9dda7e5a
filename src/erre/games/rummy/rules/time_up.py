"""Rummy, chapter 1: what stays of a lay when the time is up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from erre.core.errors import IllegalMove
from erre.games.rummy.components import WHOLE_LAY
from erre.games.rummy.notation import Written, format_written, parse_tile
from erre.games.rummy.rules.lay import CouldOpen, check_lay, why_too_many_jokers
from erre.games.rummy.rules.layouts import Layout, match_tiles, remember_jokers
from erre.games.rummy.rules.no_meld import named, why_no_meld
from erre.games.rummy.state import Rummy
from erre.games.rummy.tables import rack_of, table_text

Texts = list[list[str]]  # melds, each tile as it is written


def salvage(s: Rummy, seat: int, texts: Iterable[Iterable[str]], could_open: CouldOpen) -> Layout | None:
    """§1.3 When the two minutes are up, tiles that are not in right melds go back to the rack; what is left of the lay.

    If what lies there without them is no table that the turn could end with, the old table stands with the right melds
    of own tiles (or not, by option); if that cannot be either, None: the whole turn is undone.
    """
    try:
        written = [[parse_tile(text) for text in meld] for meld in texts]
        tiles = match_tiles(s, seat, written)
    except IllegalMove:
        return None
    drafts = list(zip(written, tiles, strict=True))
    kept = allowed(s, seat, without_wrong_tiles(s, seat, drafts), could_open)
    if kept is not None or s.time_up_keeps == WHOLE_LAY:
        return kept
    return allowed(s, seat, own_melds(s, seat, drafts), could_open)


def without_wrong_tiles(s: Rummy, seat: int, drafts: Sequence[tuple[list[Written], list[int]]]) -> Texts:
    """The draft without the tiles of the rack that lie in no right meld."""
    rack = set(rack_of(s, seat))
    kept = []
    for words, tiles in drafts:
        right = is_right(s, words, tiles)
        kept.append([word for word, tile in zip(words, tiles, strict=True) if right or tile not in rack])
    return [[format_written(word) for word in words] for words in kept if words]


def own_melds(s: Rummy, seat: int, drafts: Sequence[tuple[list[Written], list[int]]]) -> Texts:
    """The old table, and the right melds of the draft that are made of tiles from the rack only."""
    rack = set(rack_of(s, seat))
    own = [words for words, tiles in drafts if rack >= set(tiles) and is_right(s, words, tiles)]
    return [*table_text(s), *([format_written(word) for word in words] for words in own)]


def is_right(s: Rummy, words: list[Written], tiles: list[int]) -> bool:
    """Whether some tiles are a meld, as far as one can say without the others."""
    cells = [word.cell for word in remember_jokers(s, words, tiles)]
    return why_no_meld(cells) is None and why_too_many_jokers(s, named(cells)) is None


def allowed(s: Rummy, seat: int, texts: Texts, could_open: CouldOpen) -> Layout | None:
    """The table of a lay that the turn could end with; None, if it could not."""
    try:
        return check_lay(s, seat, texts, could_open)
    except IllegalMove:
        return None
