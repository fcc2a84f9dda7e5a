"""Rage, chapter 3: playing cards, and who takes the trick."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.components import CHANGE_TRUMP, JOLLY, MOST_CARDS, NO_TRUMP
from erre.games.rage.rules.action_cards import (
    bonus_of,
    change_trump,
    colour_of,
    end_trump,
    in_hand,
    jolly_value,
    lead_colour,
    name_jolly,
    second_jolly_wins,
)
from erre.games.rage.rules.dealing import left_of
from erre.games.rage.state import SCORING, TAKING, TRICKS, TURNING, Rage


@rule
def holds_colour(s: Rage, seat: int, colour: int) -> bool:
    """Whether a hand has a coloured card of that colour (a jolly is none)."""
    found = False
    for i in range(MOST_CARDS):  # every place, empty ones too: no branch to guess
        found |= s.hands[seat, i] >> 4 == colour
    return found


@rule
def must_follow(s: Rage, seat: int) -> bool:
    """§3.2 A hand that holds the led colour plays it."""
    return s.led != NONE and holds_colour(s, seat, s.led)


@rule
def trick_moves(s: Rage, seat: int, moves: IntArray) -> int:
    """§3.3 Who cannot follow plays any card: another colour, trump, or an action card; so does who leads.

    Written without a branch to guess, which was a fifth of a game's time: every place of the hand is written down,
    and counted if it may be played and is neither empty nor the twin of the card before.
    """
    if s.turn != seat:
        return 0
    led = s.led
    is_free = not must_follow(s, seat)
    count = 0
    last = NONE
    jollies = 0
    for i in range(MOST_CARDS):
        card = s.hands[seat, i]
        moves[count] = card
        count += (is_free or card >> 4 == led) and card > last
        jollies += card == JOLLY
        last = card
    return name_jolly(moves, count) if jollies > 0 and is_free else count


@rule
def take_from_hand(s: Rage, seat: int, card: int) -> None:
    """One card leaves a hand, which closes up."""
    for i in range(MOST_CARDS - 1):  # cards lie in order: from this one on, each makes room for the next
        here = s.hands[seat, i]
        s.hands[seat, i] = s.hands[seat, i + 1] if here >= card else here
    if s.hands[seat, MOST_CARDS - 1] >= card:
        s.hands[seat, MOST_CARDS - 1] = NONE
    s.held[seat] -= 1


@rule
def apply_card(s: Rage, seat: int, card: int) -> None:
    """§3.1 The leader plays first; then each seat clockwise plays one card."""
    take_from_hand(s, seat, in_hand(card))
    s.played[s.plays] = card
    s.plays += 1
    if s.led == NONE:
        lead_colour(s, card)
    else:
        s.voids[seat] |= (card >> 4 != s.led) << s.led  # an action card has no colour to follow with
    if card == NO_TRUMP:
        end_trump(s)
    elif card == CHANGE_TRUMP:
        change_trump(s)
    after = left_of(s, seat)
    if s.plays - s.trick_start == s.seats or s.held[after] == 0:  # only in a partial position a hand runs out before
        s.phase = TAKING
    else:
        s.turn = after


@rule
def strength(s: Rage, card: int) -> int:
    """§3.4 §3.5 Trump beats every other colour, the led colour beats the rest; within a colour the higher card wins."""
    colour = colour_of(card)
    if colour == NONE:
        return NONE
    value = jolly_value() if card >= JOLLY else card & 15
    if colour == s.trump:
        return 100 + value
    return value if colour == s.led else NONE


@rule
def winner(s: Rage) -> int:
    """§3.18 If only action cards without a jolly were played, the first card wins; otherwise the strongest does."""
    best = 0
    high = NONE
    for i in range(s.plays - s.trick_start):
        power = strength(s, s.played[s.trick_start + i])
        if power >= max(0, high + 1 - second_jolly_wins(s)):
            high = power
            best = i
    seat = s.leader + best
    return seat if seat < s.seats else seat - s.seats


@rule
def take_trick(s: Rage) -> None:
    """§3.6 The winner lays the trick aside, seen to be one more, and leads the next."""
    seat = winner(s)
    s.tricks[seat] += 1
    for i in range(s.trick_start, s.plays):
        s.bonus[seat] += bonus_of(s.played[i])
    s.taken += 1
    s.trick_start = s.plays
    s.leader = s.turn = seat
    s.led = NONE
    if is_round_over(s):
        s.phase = SCORING
        return
    s.leaders[s.plays // s.seats] = seat
    renew_trump(s)


@rule
def is_round_over(s: Rage) -> bool:
    """§3.7 The round ends when the hands are empty: all at once, but in a partial position with the first of them."""
    for seat in range(s.seats):
        if s.held[seat] == 0:
            return True
    return False


@rule
def renew_trump(s: Rage) -> None:
    """§3.12 After a trick without trump, if tricks remain, a new card is turned: trump for the rest of the round."""
    if s.next_trump != NONE:
        s.trump = s.next_trump
        s.next_trump = NONE
        s.flip_pending = 0
    s.phase = TURNING if s.flip_pending else TRICKS
