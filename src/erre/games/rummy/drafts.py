"""Rummy: what the rules say to a turn that is still being built. Each rule is asked where it lives, in `rules`."""

from __future__ import annotations

import msgspec

from erre.core.errors import NotYourTurn
from erre.core.record import NONE
from erre.games.rummy.components import FIRST_JOKER, KIND_BITS, OPENING_POINTS
from erre.games.rummy.from_view import state_from_view
from erre.games.rummy.lays import check_lay
from erre.games.rummy.moves import read_melds
from erre.games.rummy.notation import Written, format_kind, format_tile, parse_tile
from erre.games.rummy.reasons import Broken, Reason
from erre.games.rummy.rules.first_lay import must_open
from erre.games.rummy.rules.lay import why_too_many_jokers
from erre.games.rummy.rules.layouts import match_tiles, remember_jokers
from erre.games.rummy.rules.melds import meld_points
from erre.games.rummy.rules.no_meld import named, row, why_no_meld
from erre.games.rummy.state import TURN, Rummy
from erre.games.rummy.tables import Melds, rack_of
from erre.games.rummy.views import RummyView


class JudgedMeld(msgspec.Struct, frozen=True):
    """One meld of a draft: whether it is one, its tiles with what the jokers stand for, and its points."""

    valid: bool
    tiles: list[str]
    points: int
    why: Reason | None


class Opening(msgspec.Struct, frozen=True):
    """How far a first lay has come."""

    points: int
    needed: int


class JudgedDraft(msgspec.Struct, frozen=True):
    """A draft as the rules see it: each meld in its order, and whether the turn could end so."""

    melds: list[JudgedMeld]
    opening: Opening | None  # None for a seat that has opened
    ready: bool
    why: Reason | None  # why it is not ready


def judge_draft(view: RummyView, text: str) -> JudgedDraft:
    """Judge the melds that the seat of a view has in front of it, from that view only; refuses what is no draft."""
    s, seat = state_from_view(view), NONE if view.seat is None else view.seat
    if s.phase != TURN or s.turn != seat:
        raise NotYourTurn(f"it is not seat {seat}'s turn: there is no draft to judge")
    texts = read_melds(text)
    written = [[parse_tile(word) for word in meld] for meld in texts]
    tiles = match_tiles(s, seat, written)
    melds = [judge_meld(s, meld, numbers) for meld, numbers in zip(written, tiles, strict=True)]
    why = why_not_ready(s, seat, texts)
    return JudgedDraft(melds, judge_opening(s, seat, melds, tiles), why is None, why)


def judge_meld(s: Rummy, written: list[Written], tiles: list[int]) -> JudgedMeld:
    """Whether some tiles are a meld, and what it is worth."""
    cells = [word.cell for word in remember_jokers(s, written, tiles)]
    why = why_no_meld(cells)
    if why is not None:
        return JudgedMeld(False, [format_tile(tile) for tile in tiles], 0, why)
    full = named(cells)
    why = why_too_many_jokers(s, full)
    names = [format_as(tile, cell) for tile, cell in zip(tiles, full, strict=True)]
    return JudgedMeld(why is None, names, meld_points(row(full), 0, len(full)), why)


def format_as(tile: int, cell: int) -> str:
    """A tile in a meld: a joker with what it stands for there."""
    return f"{format_tile(tile)}={format_kind(cell & KIND_BITS)}" if tile >= FIRST_JOKER else format_tile(tile)


def judge_opening(s: Rummy, seat: int, melds: list[JudgedMeld], tiles: Melds) -> Opening | None:
    """The points of the melds that are made only of own tiles; None for a seat that has opened."""
    if not must_open(s, seat):
        return None
    own = set(rack_of(s, seat))
    points = sum(meld.points for meld, numbers in zip(melds, tiles, strict=True) if meld.valid and own >= set(numbers))
    return Opening(points, OPENING_POINTS)


def why_not_ready(s: Rummy, seat: int, texts: list[list[str]]) -> Reason | None:
    """Why the turn cannot end like this; None if it can."""
    try:
        check_lay(s, seat, texts)
    except Broken as broken:
        return broken.reason
    return None
