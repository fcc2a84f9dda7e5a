"""Ru-Ra-Re: the moves of a seat, and the refusal when a rule forbids one."""

from __future__ import annotations

import re

from erre.core.errors import BadNotation, IllegalMove, quote
from erre.core.game import Move
from erre.games.rurare.components import MOST_ROWS
from erre.games.rurare.rules.table import row_count
from erre.games.rurare.rules.turn import may_choose
from erre.games.rurare.state import RuRaRe


class ChooseRow(Move, frozen=True, tag="choose"):
    """Choose a row by its number, in secret until all have chosen."""

    row: int


RuRaReMove = ChooseRow
CODES = range(MOST_ROWS)  # of all moves


def format_move(move: RuRaReMove) -> str:
    """A move in notation, as in `row 6`."""
    return f"row {move.row}"


def parse_move(text: str) -> RuRaReMove:
    """A move from its text."""
    words = text.split()
    if len(words) == 2 and words[0].lower() == "row" and re.fullmatch(r"[+-]?[0-9]{1,4}", words[1], re.ASCII):
        return ChooseRow(int(words[1]))
    raise BadNotation(f"{quote(text)} is no move: write the row that you choose, as in 'row 6'")


def encode(move: RuRaReMove) -> int:
    """A move as kernels know it."""
    return move.row - 1


def decode(code: int) -> RuRaReMove:
    """A move from its number."""
    return ChooseRow(code + 1)


def check_move(s: RuRaRe, seat: int, move: RuRaReMove) -> None:
    """Refuse a row that is not there or has no card."""
    if not 1 <= move.row <= row_count(s):
        raise IllegalMove("§1.1", f"there is no such row: with {s.seats} players the rows are 1 to {row_count(s)}")
    if not may_choose(s, encode(move)):
        raise IllegalMove("§2.2", f"row {move.row} has no card left: choose another one")
