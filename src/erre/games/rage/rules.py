"""Rage: the rules, in the rulebook's order. RULES.md beside this file retells them."""

from __future__ import annotations

from erre.core.chance import draw
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.components import (
    ACTION_POINTS,
    BID,
    CHANGE_TRUMP,
    COLOUR_COUNT,
    COLOURED,
    DECK,
    DECK_SIZE,
    FIRST_JOLLY,
    JOLLY,
    JOLLY_VALUE,
    MINUS_FIVE,
    MOST_CARDS,
    MOST_PLAYS,
    NO_TRUMP,
    NO_TRUMP_DOMINATES,
    OPEN,
    PLUS_FIVE,
    RIGHT_BID,
    ROUNDS,
    SECRET,
    SLAM_TRICK_POINTS,
    TRICK_POINTS,
    TURNED_ROOM,
    WRONG_BID,
)
from erre.games.rage.state import BIDDING, DEALING, OVER, SCORING, TAKING, TRICKS, TURNING, Rage

# -- chapter 0: preparation


@rule
def set_up(s: Rage) -> None:
    """§0.4 The first dealer is chosen by lot."""
    s.round_no = 1
    s.dealer = draw(s, s.seats)
    s.phase = DEALING
    clear_sheet(s)


@rule
def clear_sheet(s: Rage) -> None:
    """An empty score sheet."""
    for row in range(ROUNDS):
        for seat in range(s.seats):
            s.sheet_bids[row, seat] = NONE


@rule
def left_of(s: Rage, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def pass_the_deal(s: Rage) -> None:
    """§0.5 After each round the player left of the dealer deals."""
    s.dealer = left_of(s, s.dealer)
    s.round_no += 1
    s.phase = DEALING


# -- chapter 1: dealing


@rule
def hand_size(s: Rage) -> int:
    """§1.1 Ten cards each in the first round, one fewer in each round after it, one in the tenth."""
    return MOST_CARDS + 1 - s.round_no


@rule
def deal(s: Rage) -> None:
    """§1.2 All cards are shuffled; each seat gets its hand, and the rest is the face-down stock."""
    clear_round(s)
    for i in range(DECK_SIZE):
        s.stock[i] = DECK[i]
    s.left = DECK_SIZE
    size = hand_size(s)
    changes = 0
    for seat in range(s.seats):
        for count in range(size):
            at = draw(s, s.left)
            card = s.stock[at]
            s.left -= 1
            s.stock[at] = s.stock[s.left]
            s.stock[s.left] = NONE
            put_in_hand(s, seat, count, card)
            changes += card == NO_TRUMP or card == CHANGE_TRUMP
        s.held[seat] = size
    shuffle_stock(s, 1 + changes)
    s.leader = left_of(s, s.dealer)
    s.turn = s.leader
    s.phase = TURNING


@rule
def shuffle_stock(s: Rage, colours: int) -> None:
    """Put the top of the stock in order by lot, down to the last coloured card that this round can turn.

    That is one for the start and one for each card dealt that changes trump. What lies below cannot come into play
    and stays as it is, which saves a third of the time of dealing.
    """
    top = s.left
    while colours > 0 and top > 0:
        at = draw(s, top)
        top -= 1
        card = s.stock[at]
        s.stock[at] = s.stock[top]
        s.stock[top] = card
        colours -= card < COLOURED


@rule
def clear_round(s: Rage) -> None:
    """Everything that belongs to one round alone goes back to empty."""
    s.led = s.trump = s.next_trump = NONE
    s.flip_pending = s.plays = s.trick_start = s.taken = s.turned_count = 0
    for seat in range(s.seats):
        s.bids[seat] = NONE
        s.tricks[seat] = s.bonus[seat] = s.voids[seat] = 0
    for i in range(TURNED_ROOM):
        s.turned[i] = NONE
    for i in range(MOST_PLAYS):
        s.played[i] = NONE
    for i in range(MOST_CARDS):
        s.leaders[i] = NONE
    for seat in range(s.seats):
        for i in range(MOST_CARDS):
            s.hands[seat, i] = NONE


@rule
def put_in_hand(s: Rage, seat: int, count: int, card: int) -> None:
    """§1.5 A hand is kept in order of colour and value: a card joins the `count` cards already there."""
    for i in range(count):  # every card is passed, without a branch to guess: faster than looking for the place
        here = s.hands[seat, i]
        s.hands[seat, i] = min(here, card)
        card = max(here, card)
    s.hands[seat, count] = card


@rule
def turn_trump(s: Rage) -> int:
    """§1.4 §7.3 Action cards turned for trump are passed over until a coloured card appears; if none does, no trump.

    The cards passed over lie beside the pile, seen by all. With the whole deck the stock cannot run out.
    """
    while s.left > 0:
        s.left -= 1
        card = s.stock[s.left]
        s.stock[s.left] = NONE
        s.turned[s.turned_count] = card
        s.turned_count += 1
        if card < COLOURED:
            return card >> 4
    return NONE


@rule
def turn_up(s: Rage) -> None:
    """§1.3 The top card of the stock is turned, and its colour is trump."""
    s.trump = turn_trump(s)
    s.flip_pending = 0
    if s.taken > 0:
        s.phase = TRICKS
        return
    s.phase = BIDDING
    if s.bidding != OPEN:
        s.turn = NONE


# -- chapter 2: bidding


@rule
def is_bidder(s: Rage, seat: int) -> bool:
    """§2.1 Bids go clockwise from the left of the dealer, who bids last; bids made at once come from all."""
    return s.turn == seat or s.turn == NONE


@rule
def is_bid(s: Rage, bid: int) -> bool:
    """§2.2 A bid is a number of tricks, from none to all of the round."""
    return 0 <= bid <= hand_size(s)


@rule
def bidding_moves(s: Rage, seat: int, moves: IntArray) -> int:
    """§7.4 The bids a seat may make now; one made at once with others may be changed until the last is in."""
    count = 0
    if is_bidder(s, seat):
        for bid in range(hand_size(s) + 1):
            if not bids_would_add_up(s, seat, bid):
                moves[count] = BID + bid
                count += 1
    return count


@rule
def apply_bid(s: Rage, seat: int, bid: int) -> None:
    """§2.3 The bid is noted; with the last one in, the first trick begins."""
    s.bids[seat] = bid
    if s.turn != NONE:
        s.turn = left_of(s, seat)
    for other in range(s.seats):
        if s.bids[other] == NONE:
            return
    s.turn = s.leader
    s.leaders[0] = s.leader
    s.phase = TRICKS


# -- chapter 3: tricks


@rule
def colour_of(card: int) -> int:
    """§3.8 A coloured card and a jolly that was named have a colour; other action cards have none."""
    if card < COLOURED:
        return card >> 4
    return card - JOLLY if card < NO_TRUMP else NONE


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
def name_jolly(moves: IntArray, count: int) -> int:
    """§3.14 Who plays the jolly names one of the six colours, any of them: the first is there, the others follow."""
    for colour in range(1, COLOUR_COUNT):
        moves[count] = JOLLY + colour
        count += 1
    return count


@rule
def in_hand(card: int) -> int:
    """A played card as it was in the hand: a jolly without the colour that was named."""
    return JOLLY if JOLLY <= card < NO_TRUMP else card


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
    if s.plays - s.trick_start == s.seats:
        s.phase = TAKING
    else:
        s.turn = left_of(s, seat)


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
def jolly_value() -> int:
    """§3.15 A jolly is the highest card of the colour named; a trump still beats it where that is another colour."""
    return JOLLY_VALUE


@rule
def second_jolly_wins(s: Rage) -> bool:
    """§3.16 Of two jollies of one colour the second is higher (or the first, by option)."""
    return s.jolly_order != FIRST_JOLLY


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
def bonus_of(card: int) -> int:
    """§3.9 §3.10 The winner of a trick gets five points for each +5 in it, and loses five for each -5."""
    if card == PLUS_FIVE:
        return ACTION_POINTS
    return -ACTION_POINTS if card == MINUS_FIVE else 0


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
    """§3.7 The round ends when no hand holds a card."""
    for seat in range(s.seats):
        if s.held[seat] > 0:
            return False
    return True


@rule
def renew_trump(s: Rage) -> None:
    """§3.12 After a trick without trump, if tricks remain, a new card is turned: trump for the rest of the round."""
    if s.next_trump != NONE:
        s.trump = s.next_trump
        s.next_trump = NONE
        s.flip_pending = 0
    s.phase = TURNING if s.flip_pending else TRICKS


# -- chapter 4: scoring


@rule
def trick_points(s: Rage, seat: int) -> int:
    """§4.1 A point for each trick taken."""
    return s.tricks[seat] * (SLAM_TRICK_POINTS if is_slam(s, seat) else TRICK_POINTS)


@rule
def bid_points(s: Rage, seat: int) -> int:
    """§4.3 §4.4 Ten points for a bid that came true, five lost for one that did not."""
    return RIGHT_BID if s.bids[seat] == s.tricks[seat] else WRONG_BID


@rule
def round_points(s: Rage, seat: int) -> int:
    """§4.2 The +5 and -5 cards in a seat's tricks count whether its bid came true or not."""
    return trick_points(s, seat) + bid_points(s, seat) + s.bonus[seat]


@rule
def score_round(s: Rage) -> None:
    """§4.5 The points go on the score sheet and into the totals, which may fall below zero."""
    row = s.round_no - 1
    for seat in range(s.seats):
        points = round_points(s, seat)
        s.sheet_bids[row, seat] = s.bids[seat]
        s.sheet_tricks[row, seat] = s.tricks[seat]
        s.sheet_points[row, seat] = points
        s.totals[seat] += points
        if s.bids[seat] == s.tricks[seat]:
            s.correct[seat] += 1
    if is_match_over(s):
        s.turn = NONE
        s.phase = OVER
    else:
        pass_the_deal(s)


# -- chapter 5: the end


@rule
def is_match_over(s: Rage) -> bool:
    """§5.1 The match ends with the tenth round."""
    return s.round_no == ROUNDS


@rule
def total(s: Rage, seat: int) -> int:
    """The points of a seat in all scored rounds."""
    return s.totals[seat]


@rule
def is_winner(s: Rage, seat: int) -> bool:
    """§5.2 The highest total of all rounds wins."""
    for other in range(s.seats):
        if s.totals[other] > s.totals[seat]:
            return False
        if s.totals[other] == s.totals[seat] and loses_tie(s, seat, other):
            return False
    return True


@rule
def loses_tie(s: Rage, seat: int, other: int) -> bool:
    """§5.3 Equal totals share the victory (or more correct bids decide, by option)."""
    return s.tie_break != 0 and s.correct[other] > s.correct[seat]


# -- chapter 6: variants


@rule
def bids_would_add_up(s: Rage, seat: int, bid: int) -> bool:
    """§6.1 Plus/minus one: the bids may not add up to the tricks of the round, which binds the last bidder."""
    if not s.plus_minus_one:
        return False
    total = bid
    for other in range(s.seats):
        if other != seat:
            if s.bids[other] == NONE:
                return False
            total += s.bids[other]
    return total == hand_size(s)


@rule
def bids_are_shown(s: Rage) -> bool:
    """§2.4 §6.2 Bids made aloud are known to all; hidden ones once all are in, before the first card."""
    return not bids_stay_secret(s) and (s.bidding == OPEN or s.phase != BIDDING)


@rule
def bids_stay_secret(s: Rage) -> bool:
    """§6.3 Secret bids are shown only after the last trick of the round."""
    return s.bidding == SECRET and s.phase < SCORING


@rule
def is_slam(s: Rage, seat: int) -> bool:
    """§6.4 Marcia: who takes every trick of the round gets two points for each; not where there is only one."""
    return bool(s.slam and s.tricks[seat] == hand_size(s) and hand_size(s) > 1)


# -- chapter 7: readings that have a rule of their own


@rule
def is_dominated(s: Rage) -> bool:
    """§7.1 Change-trump after no-trump: the last card decides; or, by option, the trick stays without trump."""
    return s.same_trick == NO_TRUMP_DOMINATES


# -- the three verbs, and the run of the game between moves


@rule
def acting(s: Rage) -> int:
    """The seats that play waits for, as bits."""
    if s.turn != NONE:
        return 1 << s.turn if s.phase == BIDDING or s.phase == TRICKS else 0
    waiting = 0
    if s.phase == BIDDING:
        for seat in range(s.seats):
            if s.bids[seat] == NONE:
                waiting |= 1 << seat
    return waiting


@rule
def legal(s: Rage, seat: int, moves: IntArray) -> int:
    """All moves of a seat."""
    if s.phase == TRICKS:
        return trick_moves(s, seat, moves)
    return bidding_moves(s, seat, moves) if s.phase == BIDDING else 0


@rule
def apply(s: Rage, seat: int, move: int) -> None:
    """Carry out a legal move."""
    s.moves_made += 1
    if move >= BID:
        apply_bid(s, seat, move - BID)
    else:
        apply_card(s, seat, move)


@rule
def is_automatic(s: Rage) -> bool:
    """Whether the game goes on by itself."""
    return s.phase != TRICKS and s.phase != BIDDING and s.phase != OVER


@rule
def advance(s: Rage) -> None:
    """One step that needs no player."""
    if s.phase == TAKING:
        take_trick(s)
    elif s.phase == SCORING:
        score_round(s)
    elif s.phase == DEALING:
        deal(s)
    else:
        turn_up(s)
