"""What most games need to imagine a world: other chance, and pieces in another order. Bots' luck decides."""

from __future__ import annotations

from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import GameState, IntArray

KEY_WORDS, BLOCK_WORDS = 8, 16


@rule
def renew_chance(s: GameState, luck: IntArray) -> None:
    """Another key, of which nothing is used yet: whatever comes by chance will be different."""
    s.drawn = 0
    for i in range(KEY_WORDS):
        s.key[i] = roll(luck, 1 << 31)
    for i in range(BLOCK_WORDS):
        s.block[i] = 0


@rule
def mix(luck: IntArray, pieces: IntArray, count: int) -> None:
    """Put the first pieces in any order, each equally likely."""
    for i in range(count - 1, 0, -1):
        j = roll(luck, i + 1)
        piece = pieces[i]
        pieces[i] = pieces[j]
        pieces[j] = piece
