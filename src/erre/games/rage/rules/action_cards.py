"""Rage, chapter 3, action cards: what each of them does to a trick. Chapter 7 adds one reading."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.components import (
    ACTION_POINTS,
    COLOUR_COUNT,
    COLOURED,
    FIRST_JOLLY,
    JOLLY,
    JOLLY_VALUE,
    MINUS_FIVE,
    NO_TRUMP,
    NO_TRUMP_DOMINATES,
    PLUS_FIVE,
)
from erre.games.rage.rules.dealing import turn_trump
from erre.games.rage.state import Rage


@rule
def colour_of(card: int) -> int:
    """§3.8 A coloured card and a jolly that was named have a colour; other action cards have none."""
    if card < COLOURED:
        return card >> 4
    return card - JOLLY if card < NO_TRUMP else NONE


@rule
def in_hand(card: int) -> int:
    """A played card as it was in the hand: a jolly without the colour that was named."""
    return JOLLY if JOLLY <= card < NO_TRUMP else card


@rule
def name_jolly(moves: IntArray, count: int) -> int:
    """§3.14 Who plays the jolly names one of the six colours, any of them: the first is there, the others follow."""
    for colour in range(1, COLOUR_COUNT):
        moves[count] = JOLLY + colour
        count += 1
    return count


@rule
def lead_colour(s: Rage, card: int) -> None:
    """§3.17 An action card may lead; the first coloured card or jolly sets the colour to follow."""
    s.led = colour_of(card)


@rule
def end_trump(s: Rage) -> None:
    """§3.11 No-trump: there is no trump in this trick, not even for cards already played."""
    s.trump = s.next_trump = NONE
    s.flip_pending = 1


@rule
def change_trump(s: Rage) -> None:
    """§3.13 Change-trump: a card is turned at once; its colour, not the old one, is trump here and after."""
    colour = turn_trump(s)
    if s.flip_pending and is_dominated(s):
        s.next_trump = colour
    else:
        s.trump = colour
        s.flip_pending = 0


@rule
def jolly_value() -> int:
    """§3.15 A jolly is the highest card of the colour named; a trump still beats it where that is another colour."""
    return JOLLY_VALUE


@rule
def second_jolly_wins(s: Rage) -> bool:
    """§3.16 Of two jollies of one colour the second is higher (or the first, by option)."""
    return s.jolly_order != FIRST_JOLLY


@rule
def bonus_of(card: int) -> int:
    """§3.9 §3.10 The winner of a trick gets five points for each +5 in it, and loses five for each -5."""
    if card == PLUS_FIVE:
        return ACTION_POINTS
    return -ACTION_POINTS if card == MINUS_FIVE else 0


@rule
def is_dominated(s: Rage) -> bool:
    """§7.1 Change-trump after no-trump: the last card decides; or, by option, the trick stays without trump."""
    return s.same_trick == NO_TRUMP_DOMINATES
