"""Our bots at a seat of OpenSpiel's oh_hell: what the seat knows becomes a question, and time becomes worlds.

With a network, the search adds what the network thinks of a move to what playouts have found, or the network decides
alone.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np

from erre.bots.network import Network
from erre.core.record import NONE, IntArray, ints
from erre.lab.peer import oh_hell, search
from erre.lab.peer.learned import Adviser
from erre.lab.peer.oh_hell import BIDDING, CARDS, MOST_LEGAL, MOST_SEATS, SUITS, OhHell
from erre.lab.peer.playouts import ANY, ONE_SUIT, beating, next_luck
from erre.lab.peer.search import ALIVE, COUNTED, COUNTS, DOUBT, FINE, QUESTION

RANKS = "23456789TJQKA"
SUIT_LETTERS = "CDSH"
FIRST_SLICE = 4  # worlds
WHOLE_TIME = 0.95
LESSONS = (300, 1500, 6000)  # deals by which the expected tricks of cards are learnt, each better than the one before
FIRST_EXPECTED = 25  # hundredths of a trick
PRIOR = 32  # sixteenths of a point that a move is behind for each score that a network puts it behind


def own_hand(told: str, player: int) -> list[int]:
    """The cards that a player holds, out of the text of its information state."""
    lines = told.split(f"Player: {player}\n")[1].splitlines()[:4]
    words = {line.split(":")[0].strip(): line.split(":")[1].strip() for line in lines}
    return [RANKS.index(rank) * 4 + SUIT_LETTERS.index(suit) for suit, ranks in words.items() for rank in ranks]


def state_from_view(state: Any, player: int) -> OhHell:
    """Our state of what a player knows: its own cards, the trump, and the bids and cards that all have seen."""
    history = state.history()
    size, dealer = history[0], history[1]
    seats, cards = state.num_players(), cards_in(state)
    dealt = 2 + seats * size
    s = OhHell.new()
    oh_hell.start(s, seats, size, dealer, history[dealt])
    for move in history[dealt + 1 :]:
        oh_hell.apply(s, s.turn, move if move < cards else CARDS + move - cards)
    s.hands[player, : s.held[player]] = own_hand(state.information_state_string(player), player)
    return s


def cards_in(state: Any) -> int:
    """The cards of the deck that a game is played with."""
    given = state.get_game().get_parameters()
    return int(given["num_suits"]) * int(given["num_cards_per_suit"])


def question(s: OhHell, player: int, unseen: list[int], expected: list[int], word: int) -> IntArray:
    """What a player asks; `unseen`: cards that others may hold, `expected`: tricks of plain cards, then of trumps."""
    q = ints(QUESTION, np.int64)
    led = ANY if s.led == NONE else ONE_SUIT << s.led
    trumps = ONE_SUIT << s.trump % SUITS
    others = [seat for seat in range(s.seats) if seat != player]
    q[search.SEATS], q[search.ME], q[search.IS_BIDDING] = s.seats, player, s.phase == BIDDING
    q[search.TURN], q[search.DEALER], q[search.ROUNDS] = s.turn, s.dealer, s.rounds
    q[search.LEFT], q[search.WINNER], q[search.ON_TABLE] = s.rounds - s.taken, s.winner, s.on_table
    q[search.LED], q[search.TRUMPS] = led, trumps
    q[search.BEAT] = ANY if s.best == NONE else beating(1 << s.best, led, trumps)
    q[search.UNSEEN], q[search.OTHERS], q[search.LUCK] = len(unseen), len(others), word
    q[search.ORDER : search.ORDER + len(others)] = others
    held, seats = s.held.tolist(), s.seats
    q[search.HELD : search.HELD + MOST_SEATS] = held
    q[search.BIDS : search.BIDS + MOST_SEATS] = s.bids
    q[search.TRICKS : search.TRICKS + MOST_SEATS] = s.tricks
    if player != NONE:
        q[search.HANDS + player] = sum(1 << card for card in s.hands[player, : held[player]].tolist())
    hopes = [expected[card // SUITS + (RANKED if trumps >> card & 1 else 0)] for card in range(CARDS)]
    q[search.CARD_EXPECTED : search.CARD_EXPECTED + CARDS] = hopes
    q[search.STEPS] = round(1024 * FINE / (DOUBT * s.rounds**0.5))
    owners = [seat for seat in others for _ in range(held[seat])]
    barred = [lacked(suits) for suits in s.voids.tolist()]
    q[search.OWNERS : search.OWNERS + CARDS] = NONE
    q[search.OWNERS : search.OWNERS + len(owners)] = owners
    q[search.BARRED : search.BARRED + len(owners)] = [barred[seat] for seat in owners]
    q[search.POOL : search.POOL + len(unseen)] = [1 << card for card in unseen]
    hoped = [0] * MOST_SEATS  # of the cards that each seat has played
    for card, by in enumerate(s.seen.tolist()):
        if 0 < by <= seats:
            hoped[by - 1] += hopes[card]
    q[search.EXPECTED : search.EXPECTED + MOST_SEATS] = hoped
    search.begin(q)
    return q


@cache
def lacked(voids: int) -> int:
    """The cards of the suits that a seat has shown not to hold."""
    return sum(ONE_SUIT << suit for suit in range(SUITS) if voids >> suit & 1)


RANKED = CARDS // SUITS  # places of plain cards among the expected tricks


@cache
def expected_of_cards(seats: int, tricks: int, cards: int) -> tuple[int, ...]:
    """Hundredths of a trick that a card may win, by rank, plain cards and then trumps: found by playing."""
    expected = [FIRST_EXPECTED] * 2 * RANKED
    for number, deals in enumerate(LESSONS):
        s = OhHell.new()
        oh_hell.start(s, seats, tricks, 0, 0)
        unseen = list(range(cards))
        held, won = ints(CARDS, np.int64), ints(CARDS, np.int64)
        search.learn_expected(question(s, NONE, unseen, expected, next_luck(number)), deals, held, won)
        for rank in range(cards // SUITS):
            trump, *plain = range(rank * SUITS, (rank + 1) * SUITS)
            expected[rank] = round(100 * sum(int(won[k]) for k in plain) / max(1, sum(int(held[k]) for k in plain)))
            expected[RANKED + rank] = round(100 * int(won[trump]) / max(1, int(held[trump])))
    return tuple(expected)


class OurBot:
    """Our search at a seat of OpenSpiel's game, with the advice of a network if there is one."""

    def __init__(
        self,
        seconds: float,
        seed: int,
        *,
        leak: bool = False,
        network: Network | None = None,
        prior: int = PRIOR,
        is_bare: bool = False,
    ) -> None:
        self.seconds, self.leak = seconds, leak
        self.playouts, self.spent = 0, 0.0
        self.word = next_luck(2 * seed + 1)
        self.adviser = None if network is None else Adviser(network)
        self.prior, self.is_bare = prior, is_bare

    def step(self, state: Any) -> int:
        """The move that brings most within the time, or the one that the network likes best."""
        start = time.thread_time()
        player = state.current_player()
        actions = state.legal_actions()
        if len(actions) == 1:
            return int(actions[0])
        cards = cards_in(state)
        s = state_from_view(state, player)
        if self.adviser is not None:
            self.adviser.ask(s, player, actions)
            if self.is_bare:
                return int(actions[self.adviser.best(s, player)])
        expected = list(expected_of_cards(s.seats, s.rounds, cards))
        q = question(s, player, self.unseen(state, s, player, cards), expected, self.word)
        moves, counts = ints(MOST_LEGAL, np.int64), ints(COUNTS, np.int64)
        for i, action in enumerate(actions):
            moves[i] = action - cards if s.phase == BIDDING else 1 << action
            counts[i * COUNTED + ALIVE] = 1
        if self.adviser is not None:
            self.adviser.put_bonuses(s, player, self.prior, counts)
        self.think(q, moves, len(actions), counts, start)
        self.word = int(q[search.LUCK])
        return int(actions[search.best_of(len(actions), counts)])

    def unseen(self, state: Any, s: OhHell, player: int, cards: int) -> list[int]:
        """The cards that others may hold; with the leak, for an experiment, those that they do hold."""
        own = set(s.hands[player, : s.held[player]].tolist())
        may = [card for card, by in enumerate(s.seen.tolist()[:cards]) if not by and card not in own]
        dealt = set(state.history()[2 : 2 + s.seats * s.rounds])
        return [card for card in may if card in dealt] if self.leak else may

    def think(self, q: IntArray, moves: IntArray, count: int, counts: IntArray, start: float) -> None:
        """Use the time up, or end when one move is surely the best; other programs on the machine do not count."""
        size = FIRST_SLICE
        begun = now = time.thread_time()
        while True:
            self.playouts += search.think(q, moves, count, counts, size)
            now, before = time.thread_time(), now
            rest = WHOLE_TIME * self.seconds - (now - start)
            if rest <= 0 or sum(int(counts[i * COUNTED + ALIVE]) for i in range(count)) == 1:
                break
            size = max(1, min(8 * size, int(size * rest / (4 * max(now - before, 1e-7)))))
        self.spent += now - begun
