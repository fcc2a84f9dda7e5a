"""Rage with a few cards: one round, dealt from a small deck, played and scored by the rules of the real game.

The rulebook is for three players or more. The kernels play with two as well, and for two seats an equilibrium is
known to be what it should be, so that is the usual size here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Annotated

import msgspec

from erre.core.errors import BadOptions
from erre.core.record import NONE
from erre.core.subgame import Subgame, World
from erre.games import game
from erre.games.rage.components import COLOURS, MOST_CARDS, VALUES, Options
from erre.games.rage.state import BIDDING, DEALING, OVER, Rage

MOST_WORLDS = 20_000
Deal = tuple[tuple[int, ...], ...]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of the small version."""

    seats: Annotated[int, msgspec.Meta(ge=2, le=4)] = 2
    hand: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2  # cards of each seat
    colours: Annotated[int, msgspec.Meta(ge=1, le=6)] = 2
    values: Annotated[int, msgspec.Meta(ge=1, le=16)] = 3  # the cards 0, 1, … of each colour


def subgame(settings: Settings, options: Options) -> Subgame:
    """One round: every deal from the small deck is equally likely, and so is the card turned up for trump."""
    seats, hand = settings.seats, settings.hand
    deck = [colour * VALUES + value for colour in range(settings.colours) for value in range(settings.values)]
    if len(deck) < seats * hand:
        raise BadOptions(f"{len(deck)} cards are too few for {seats} hands of {hand}")
    count = math.prod(math.comb(len(deck) - seat * hand, hand) for seat in range(seats))
    count *= max(1, len(deck) - seats * hand)
    if count > MOST_WORLDS:
        raise BadOptions(f"this deck has {count:,} deals, and {MOST_WORLDS:,} can be looked at: take fewer cards")
    worlds = []
    for deal in deals(deck, seats, hand):
        left = [card for card in deck if all(card not in held for held in deal)]
        worlds += [world(deal, turned, left, options) for turned in left or [NONE]]
    title = f"Rage, {seats} seats, one round of {hand}, {COLOURS[: settings.colours]} 0 to {settings.values - 1}"
    even = [World(1 / len(worlds), record) for record in worlds]
    return Subgame(game("rage"), seats, title, even, is_over, is_public)


def deals(deck: list[int], seats: int, hand: int) -> Iterator[Deal]:
    """All ways to deal the hands."""
    if seats == 0:
        yield ()
        return
    for held in combinations(deck, hand):
        for others in deals([card for card in deck if card not in held], seats - 1, hand):
            yield (held, *others)


def world(deal: Deal, turned: int, left: list[int], options: Options) -> Rage:
    """A round that was dealt so; the last seat is the dealer."""
    rules = game("rage").kernels
    s = Rage.new()
    s.seats = len(deal)
    options.put(s)
    rules.set_up(s)
    s.dealer = len(deal) - 1
    s.round_no = MOST_CARDS + 1 - len(deal[0])
    rules.advance(s)  # deals from the whole deck
    for seat, held in enumerate(deal):
        s.hands[seat, : len(held)] = held
    s.stock[:] = NONE
    stock = [*(card for card in left if card != turned), *([turned] if turned != NONE else [])]
    s.stock[: len(stock)] = stock
    s.left = len(stock)
    s.drawn, s.block[:] = 0, 0
    rules.advance(s)  # turns the trump
    assert s.phase == BIDDING
    return s


def is_over(s: Rage) -> bool:
    """The round is scored: the match is over, or the next round would be dealt."""
    return s.phase in (OVER, DEALING)


def is_public(s: Rage) -> bool:
    """Hands are hidden throughout."""
    return False
