"""Playouts of oh_hell that are made for speed: a hand is 52 bits of one word, and choosing a card has no branches.

Nothing here is a second home of the rules: `oh_hell` has them, tests compare the two. What is bought is some two
million whole deals a second on one core, about fifty times what the peer's own playouts reach. Bit number `card` is
the card, so that higher bits are higher ranks, and every fourth bit is of the same suit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from erre.core.engine import rule
from erre.core.mode import INTERPRETED
from erre.core.record import IntArray


def interpreted_leading_zeros(bits: int) -> int:
    """Zeros before the first one of a 64-bit word."""
    return 64 - bits.bit_length()


def machine_leading_zeros() -> Any:
    """The same as one instruction of the processor."""
    from numba.cpython.unsafe.numbers import leading_zeros

    return leading_zeros


leading_zeros: Callable[[int], int] = interpreted_leading_zeros if INTERPRETED else machine_leading_zeros()

ANY = (1 << 52) - 1  # all cards
ONE_SUIT = 0x1111111111111  # every fourth bit
STEP, SHIFT, WORD = 6364136223846793005, 1442695040888963407, (1 << 63) - 1  # Knuth's linear generator, 63 bits
WILDNESS = 7  # every eighth card of a playout is any


@rule
def next_luck(word: int) -> int:
    """The next word of a playout's luck, never negative; its higher bits are the good ones."""
    # Unsigned on purpose: of signed numbers the compiler believes that they do not overflow, and leaves the mask out.
    return int(np.int64((np.uint64(word) * np.uint64(STEP) + np.uint64(SHIFT)) & np.uint64(WORD)))


@rule
def suit_of(bit: int) -> int:
    """All cards of a card's suit."""
    return ONE_SUIT << ((63 - leading_zeros(bit)) & 3)


@rule
def beating(bit: int, led: int, trumps: int) -> int:
    """The cards that beat a card that wins so far: higher ones of its suit, and trumps."""
    above = -(bit << 1)
    return trumps & above if bit & trumps else (led & above) | trumps


@rule
def masters(hand: int, others: int) -> int:
    """The cards of a hand above which no other hand holds one of the same suit."""
    covered = others | others >> 4
    covered |= covered >> 8
    covered |= covered >> 16
    covered |= covered >> 32
    return hand & ~covered


@rule
def pick(hand: int, led: int, beat: int, trumps: int, lead: int, wants: bool, is_last: bool, luck: int) -> int:
    """The card of the fast policy: take cheaply what is wanted; else lose with the highest card, or lead a low one.

    `led` are the cards that follow suit, `beat` those that would win; before the first card both are all cards, and
    `lead` are those that nobody beats in their suit.
    """
    follow = hand & led
    may = follow if follow != 0 else hand
    win = may & beat
    lose = may ^ win
    plain_win, plain = win & ~trumps, may & ~trumps
    cheap_win = plain_win if plain_win != 0 else win
    throw = plain if plain != 0 else may
    pool_wanted = cheap_win if win != 0 else throw
    pool_wanted = lead if lead != 0 else pool_wanted
    safe = may & ~lead
    safe_lead = safe & ~trumps if safe & ~trumps != 0 else safe
    pool_unwanted = lose if lose != 0 else cheap_win
    pool_unwanted = safe_lead if (lead != 0) & (safe != 0) else pool_unwanted
    pool = pool_wanted if wants else pool_unwanted
    high = ((plain_win | lead) != 0) & (not is_last) if wants else (lose != 0) | is_last
    wild = (luck & WILDNESS) == 0
    by = luck >> 4 & 31
    some = may >> by << by
    any_card = some if some != 0 else may
    pool = any_card if wild else pool
    high = high & (not wild)
    top = 1 << (63 - leading_zeros(pool))
    return top if high else pool & -pool


@rule
def play_out(
    hands: IntArray,
    wants: IntArray,
    won: IntArray,
    seats: int,
    seat: int,
    left: int,
    led: int,
    beat: int,
    winner: int,
    on_table: int,
    trumps: int,
    first: int,
    word: int,
) -> int:
    """Play to the end of the deal; the luck that is left.

    `wants` are the tricks that each seat still needs, and `first` is the card to begin with, or 0. The cards that win
    tricks, from this one on, are written to `won`.
    """
    best = everything = 0
    for other in range(seats):
        everything |= hands[other]
    while left > 0:
        while on_table < seats:
            hand = hands[seat]
            bit = hand if first == 0 else first
            if left > 1 and first == 0:
                word = next_luck(word)
                lead = masters(hand, everything ^ hand) if on_table == 0 else 0
                bit = pick(hand, led, beat, trumps, lead, wants[seat] > 0, on_table == seats - 1, word >> 40)
            first = 0
            hands[seat] = hand ^ bit
            everything ^= bit
            led = suit_of(bit) if on_table == 0 else led
            wins = (bit & beat) != 0
            winner = seat if wins else winner
            best = bit if wins else best
            beat = beating(bit, led, trumps) if wins else beat
            seat = seat + 1 if seat + 1 < seats else 0
            on_table += 1
        wants[winner] -= 1
        won[0] |= best
        seat = winner
        left -= 1
        on_table = 0
        led = beat = ANY
    return word
