"""Rage: the refusal of positions that cannot be."""

from __future__ import annotations

from collections import Counter

from erre.core.positions import demand, demand_each
from erre.core.record import NONE, ints
from erre.games.rage.components import (
    ACTION_COUNTS,
    ACTION_POINTS,
    BID,
    CHANGE_TRUMP,
    COLOURED,
    COPIES,
    DECK_SIZE,
    MINUS_FIVE,
    MOST_BONUS,
    MOST_CARDS,
    MOST_LEGAL,
    NO_TRUMP,
    PLUS_FIVE,
    RIGHT_BID,
    ROUNDS,
    TURNED_ROOM,
    WRONG_BID,
)
from erre.games.rage.notation import format_card, format_play
from erre.games.rage.rules.action_cards import colour_of, in_hand, is_dominated
from erre.games.rage.rules.bidding import bids_would_add_up
from erre.games.rage.rules.dealing import cards_dealt, clear_round, hand_size, left_of
from erre.games.rage.rules.play import advance, apply, legal
from erre.games.rage.rules.scoring import trick_points
from erre.games.rage.state import BIDDING, OVER, TAKING, TURNING, Rage
from erre.games.rage.views import Line, line_of, tricks_of
from erre.games.rage.written import Position

LEAST_LINE = WRONG_BID - MOST_BONUS  # the fewest points of a seat in a round


MOST_LINE = 100  # points in one round: no deal that fits the state gives as many


MOST_TOTAL = 10_000  # what a position written by hand may start with; the state has room for more


MOST_TRUMPS = 1 + ACTION_COUNTS[NO_TRUMP] + ACTION_COUNTS[CHANGE_TRUMP]  # of one round


def hand_cards(s: Rage) -> list[int]:
    """The cards in all hands."""
    return [card for seat in range(s.seats) for card in s.hands[seat, : s.held[seat]].tolist()]


def check_numbers(w: Position) -> None:
    """Refuse counts and seats out of their range, before anything is written."""
    demand(1 <= w.round <= ROUNDS, f"there is no round {w.round}: rounds go from 1 to {ROUNDS}")
    demand(w.dealer is None or 0 <= w.dealer < w.seats, f"the dealer's seat {w.dealer} does not exist")
    demand(w.leader is None or 0 <= w.leader < w.seats, f"the leader's seat {w.leader} does not exist")
    demand(len(w.hands) == w.seats, f"{w.seats} seats need {w.seats} hands, not {len(w.hands)}")
    size = MOST_CARDS + 1 - w.round
    demand_each("bids", w.bids, w.seats, 0, size)
    demand_each("tricks", w.tricks, w.seats, 0, size)
    demand_each("bonus", w.bonus, w.seats, -MOST_BONUS, MOST_BONUS)
    demand_each("totals", w.totals, w.seats, -MOST_TOTAL, MOST_TOTAL)
    scored = w.round if w.phase == "over" else w.round - 1
    # A partial position may begin with any number up to ten, and is played on from there.
    demand_each("correct", w.correct, w.seats, 0, ROUNDS + scored)
    demand(all(points % ACTION_POINTS == 0 for points in w.bonus or []), f"bonus: it comes in steps of {ACTION_POINTS}")
    for seat, hand in enumerate(w.hands):
        demand(len(hand) <= size, f"seat {seat} holds {len(hand)} cards, but round {w.round} gives it {size}")
    demand(len(w.stock) <= DECK_SIZE, "stock: it is larger than the deck")
    demand(len(w.turned or []) <= TURNED_ROOM, f"turned: a round cannot turn more than {TURNED_ROOM} cards")
    demand(not (w.flip_pending and w.trump), "flip_pending: a trump that is still to be turned cannot be known")
    demand(len(w.sheet) <= scored, f"sheet: {len(w.sheet)} lines, but {scored} rounds are scored")


def check_history(w: Position) -> None:
    """Refuse more tricks than the round has had, before anything is written."""
    size = MOST_CARDS + 1 - w.round
    taken = sum(w.tricks or [])
    old = w.old_tricks or []
    least, most = {"bidding": (0, 0), "tricks": (0, size - 1), "over": (0, size)}[w.phase]
    demand(least <= taken <= most, f"tricks: {taken} are taken, but at most {most} can be while it is {w.phase}")
    demand(len(old) <= taken, f"old_tricks: {len(old)}, but {taken} tricks are taken")
    demand(w.phase == "tricks" or not w.trick, "trick: cards lie there outside the tricks")
    demand(len(w.trick) < w.seats, "trick: it is complete, so its winner must have taken it")
    for trick in old:
        demand(len(trick.cards) == w.seats, "old_tricks: each has one card of every seat")
        demand(0 <= trick.leader < w.seats, "old_tricks: a leader's seat does not exist")
    demand(w.phase != "over" or w.round == ROUNDS, f"over: the match ends with round {ROUNDS}")
    demand(w.phase != "over" or not any(w.hands), "over: the hands are empty at the end")


def demand_not_void(s: Rage, seat: int, card: int) -> None:
    """Refuse a card of a colour that its seat did not follow before."""
    shown = card < COLOURED and s.voids[seat] >> colour_of(card) & 1
    demand(not shown, f"seat {seat} has {format_play(card)}, but did not follow that colour earlier in the round")


def cards_of(s: Rage) -> list[int]:
    """Every card of the position, as it is in the deck."""
    plays = [in_hand(card) for card in s.played[: s.plays].tolist()]
    return [*hand_cards(s), *plays, *s.turned[: s.turned_count].tolist(), *s.stock[: s.left].tolist()]


def check_cards(s: Rage) -> None:
    """Refuse a card that lies in more places than it has copies, and more turned cards than there is room for."""
    counts = Counter(cards_of(s))
    for card, count in counts.items():
        copies = int(COPIES[card])
        demand(count <= copies, f"{format_card(card)} is there {count} times, the deck has {copies}")
    taken = Counter(s.played[: s.trick_start].tolist())
    for card, sign in ((PLUS_FIVE, 1), (MINUS_FIVE, -1)):
        won = sum(max(0, sign * bonus) for bonus in s.bonus[: s.seats].tolist()) // ACTION_POINTS
        there = won + counts[card] - taken[card]
        demand(there <= COPIES[card], f"bonus: with it there are {there} of {format_card(card)}")
    turning = sum(card in (NO_TRUMP, CHANGE_TRUMP) for card in hand_cards(s)) + s.flip_pending
    turned = sum(card < COLOURED for card in s.turned[: s.turned_count].tolist())
    demand(turned + turning <= MOST_TRUMPS, "turned: more cards than trump changes")


def check_hands(s: Rage, w: Position) -> None:
    """Refuse hands that the tricks so far do not leave; a partial position may leave cards out."""
    n = s.seats
    for seat in range(n):
        has_played = (seat - s.leader) % n < s.plays - s.trick_start
        due = hand_size(s) - s.taken - has_played
        fits = s.held[seat] <= due if w.partial or s.phase == OVER else s.held[seat] == due
        demand(fits, f"seat {seat} holds {s.held[seat]} cards, but round {s.round_no} leaves it {due}")


def check_counts(s: Rage, w: Position) -> None:
    """Refuse hands, tricks and bids that cannot be together, even where cards are left out."""
    check_hands(s, w)
    old = tricks_of(s)
    for trick, given in zip(old, w.old_tricks or [], strict=True):
        demand(given.winner is None or given.winner == trick.winner, "old_tricks: the winner of a trick leads the next")
    waits = s.next_trump != NONE
    demand(not waits or (s.flip_pending != 0 and is_dominated(s)), "next_trump: no trump waits behind a no-trump here")
    last = s.bids[s.dealer]
    demand(last == NONE or not bids_would_add_up(s, s.dealer, last), "bids: their sum is forbidden by plusMinusOne")


def check_present(s: Rage, w: Position, missing: int) -> None:
    """Refuse a position that claims to be whole, but for the cards out of play, and is not."""
    lacks = f'{missing} of the {DECK_SIZE} cards are missing: say "partial": true if that is meant'
    demand(w.turned is None and w.old_tricks is None, lacks)
    turned = missing - s.taken * s.seats
    demand(turned > 0, f"{1 - turned} cards too many for {s.taken} tricks taken and a card turned for trump")
    demand(turned <= TURNED_ROOM, lacks)
    check_bids_made(s)
    demand(s.taken > 0 or s.leader == left_of(s, s.dealer), "leader: the player left of the dealer leads first")
    demand(s.trump != NONE or s.flip_pending != 0, "trump: there is one, but in a trick with a no-trump")
    for seat in range(s.seats):
        demand(s.tricks[seat] > 0 or s.bonus[seat] == 0, f"bonus: seat {seat} has points but no trick")
    may_flip = s.phase == OVER or NO_TRUMP in s.played[s.trick_start : s.plays].tolist()
    demand(may_flip or not s.flip_pending, "flip_pending: there is no no-trump in the trick")


def check_scores(s: Rage) -> None:
    """Refuse totals and correct bids that the score sheet does not lead to."""
    scored = ROUNDS if s.phase == OVER else s.round_no - 1
    lines = [line_of(s, row) for row in range(scored)]
    for row, line in enumerate(lines):
        if line is not None:
            check_line(s, row, line)
    blank = [row for row, line in enumerate(lines) if line is None]
    for seat in range(s.seats):
        written = [line for line in lines if line is not None]
        kept = sum(line.bids[seat] == line.tricks[seat] for line in written)
        most = kept + len(blank)
        fits = kept <= s.correct[seat] <= most
        demand(fits, f"correct: by the sheet seat {seat} has {span(kept, most)}, not {s.correct[seat]}")
        points = sum(line.points[seat] for line in written)
        least, most = points + len(blank) * LEAST_LINE, points + sum(most_points(s, row) for row in blank)
        fits = least <= s.totals[seat] <= most
        demand(fits, f"totals: by the sheet seat {seat} has {span(least, most)}, not {s.totals[seat]}")


def check_line(s: Rage, row: int, line: Line) -> None:
    """Refuse a line of the score sheet that no round leads to."""
    size = cards_dealt(row + 1)
    where = f"sheet: in round {row + 1}"
    demand(None not in line.bids, f"{where} all have bid")
    demand(sum(line.tricks) == size, f"{where} {size} tricks were taken, not {sum(line.tricks)}")
    bids = [bid for bid in line.bids if bid is not None]
    demand(not s.plus_minus_one or sum(bids) != size, f"{where} the sum of the bids is forbidden by plusMinusOne")
    for sign in (1, -1):
        won = [sign * points for points in line.bonus if sign * points > 0]
        demand(sum(won) <= MOST_BONUS, f"{where} there are more points than +5 and -5 cards")
    for seat, points in enumerate(line.bonus):
        in_fives = points % ACTION_POINTS == 0 and (points == 0 or line.tricks[seat] > 0)
        demand(in_fives, f"{where} seat {seat} cannot have {line.points[seat]} points")


def most_points(s: Rage, row: int) -> int:
    """The most points that a seat can have in a round."""
    size = cards_dealt(row + 1)
    return int(trick_points(s, size, size)) + RIGHT_BID + MOST_BONUS


def span(least: int, most: int) -> str:
    """A number, or the range that it lies in."""
    return str(least) if least == most else f"from {least} to {most}"


def check_bids_made(s: Rage) -> None:
    """Refuse a round that went on without a bid."""
    demand(s.phase == BIDDING or NONE not in s.bids[: s.seats].tolist(), "bids: all are made before the tricks begin")


def replayed(s: Rage) -> Rage:
    """The round of a position with every card in it, played again from the deal on."""
    n = s.seats
    again = s.copy()
    clear_round(again)
    hands = [s.hands[seat, : s.held[seat]].tolist() for seat in range(n)]
    plays = s.played[: s.plays].tolist()
    for i, card in enumerate(plays):
        hands[(s.leaders[i // n] + i) % n].append(in_hand(card))
    for seat, cards in enumerate(hands):
        again.hands[seat, : len(cards)] = sorted(cards)
        again.held[seat] = len(cards)
    pile = [*s.stock[: s.left].tolist(), *reversed(s.turned[: s.turned_count].tolist())]
    again.stock[: len(pile)] = pile
    again.left = len(pile)
    again.leader = again.turn = left_of(s, s.dealer)
    again.phase = TURNING
    advance(again)
    order = [(s.dealer + 1 + k) % n for k in range(n)]
    bids = [(seat, BID + s.bids[seat]) for seat in order if s.bids[seat] != NONE]
    for seat, move in [*bids, *((NONE, card) for card in plays)]:
        play_again(again, seat if again.turn == NONE else again.turn, move)
    if s.phase == OVER:
        again.phase, again.turn = OVER, NONE
    again.moves_made = s.moves_made
    return again


def play_again(s: Rage, seat: int, move: int) -> None:
    """One move of a round that is played again, up to where a seat is to act or the round is over."""
    moves = ints(MOST_LEGAL)
    count = legal(s, seat, moves)
    what = f"the bid of {move - BID}" if move >= BID else format_play(move)
    demand(move in moves[:count].tolist(), f"{what} of seat {seat} was no legal move")
    apply(s, seat, move)
    while s.phase == TAKING or s.phase == TURNING:
        advance(s)
