"""Rage: the moves of a seat, and the refusal when a rule forbids one."""

from __future__ import annotations

import re

from erre.core.errors import BadNotation, IllegalMove, quote
from erre.core.game import Move
from erre.games.rage.components import BID, COLOUR_NAMES, JOLLY, MOST_CARDS, MOVE_CODES
from erre.games.rage.notation import CARD_EXAMPLES, format_card, format_play, parse_play
from erre.games.rage.rules.action_cards import in_hand
from erre.games.rage.rules.bidding import bids_would_add_up, is_bid
from erre.games.rage.rules.dealing import hand_size
from erre.games.rage.rules.tricks import must_follow
from erre.games.rage.state import BIDDING, Rage


class Bid(Move, frozen=True, tag="bid"):
    """Promise a number of tricks."""

    tricks: int


class PlayCard(Move, frozen=True, tag="play"):
    """Play a card; a jolly with its colour: `J:R`."""

    card: str


RageMove = Bid | PlayCard
CODES = range(MOVE_CODES)  # of all moves
MOST_DIGITS = 9


def format_move(move: RageMove) -> str:
    """`bid 3`, `Y8`, `J:R`; a bid may be read without its word."""
    match move:
        case Bid(tricks):
            return f"bid {tricks}"
        case PlayCard(card):
            return card


def parse_move(text: str) -> RageMove:
    """A move from its text."""
    words = text.split()
    if len(words) == 1 and re.fullmatch(r"[0-9]+", words[0], re.ASCII):
        return Bid(parse_count(words[0]))
    if words and words[0].lower() == "bid":
        if len(words) == 2 and re.fullmatch(r"[+-]?[0-9]+", words[1], re.ASCII):
            return Bid(parse_count(words[1]))
        raise BadNotation(f"{quote(text)} is no bid: write the number of tricks, as in 'bid 3'")
    if len(words) != 1:
        raise BadNotation(f"{quote(text)} is no move: bid as in 'bid 3' or '3'; {CARD_EXAMPLES}")
    if words[0].upper() == "J":
        return PlayCard("J")  # readable, though the colour is still missing
    return PlayCard(format_play(parse_play(words[0])))


def parse_count(word: str) -> int:
    """A number of tricks; of one with very many digits the first are enough to refuse it."""
    return int(word[:MOST_DIGITS])


def encode(move: RageMove) -> int:
    """A move as kernels know it."""
    match move:
        case Bid(tricks):
            return BID + tricks
        case PlayCard(card):
            return parse_play(card)


def decode(code: int) -> RageMove:
    """A move from its number."""
    return Bid(code - BID) if code >= BID else PlayCard(format_play(code))


def check_move(s: Rage, seat: int, move: RageMove) -> None:
    """Refuse a move of the seat whose turn it is, with the rule and the reason."""
    match move:
        case Bid(tricks):
            check_bid(s, seat, tricks)
        case PlayCard(card):
            check_card(s, seat, card)


def check_bid(s: Rage, seat: int, tricks: int) -> None:
    """Refuse a bid that is none, or that a variant forbids."""
    if s.phase != BIDDING:
        raise IllegalMove("§2.3", "the bids of this round are made: play a card")
    if not (0 <= tricks <= MOST_CARDS and is_bid(s, tricks)):
        raise IllegalMove("§2.2", f"a bid is a number of tricks, here from 0 to {hand_size(s)}")
    if bids_would_add_up(s, seat, tricks):
        raise IllegalMove("§6.1", f"with {tricks} the bids would add up to the {hand_size(s)} tricks of this round")


def check_card(s: Rage, seat: int, card: str) -> None:
    """Refuse a card that is not in the hand, has no colour named, or does not follow."""
    if s.phase == BIDDING:
        raise IllegalMove("§2.3", "no card is played before all bids are made")
    unnamed = card == "J"
    code = JOLLY if unnamed else parse_play(card)
    if in_hand(code) not in s.hands[seat, : s.held[seat]]:
        raise IllegalMove("§3.1", f"you do not hold {format_card(in_hand(code))}")
    if must_follow(s, seat) and (code >= JOLLY or code >> 4 != s.led):
        colour = COLOUR_NAMES[s.led]
        raise IllegalMove("§3.2", f"you hold {colour}, so you must play {colour}")
    if unnamed:
        raise IllegalMove("§3.14", "name the colour of your jolly, as in J:R")
