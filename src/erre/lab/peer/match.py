"""Games of OpenSpiel's oh_hell between its IS-MCTS bot and our search, with the same time for every move.

OpenSpiel's bot samples what others hold out of the cards that were dealt: it knows which cards take no part, which no
player may know. The fewer cards are dealt, the more that is worth; with twelve tricks at four seats three are left.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import msgspec
import numpy as np

from erre.core.chance import seed_luck
from erre.core.engine import bind
from erre.core.errors import BadOptions
from erre.core.record import IntArray, ints
from erre.lab.peer import oh_hell, search
from erre.lab.peer.oh_hell import CARDS, MOST_LEGAL, OhHell
from erre.lab.peer.search import FIELDS, KNOWN, MOST_NODES, MOST_STEPS, ROOM, clear_tree, favourite

RANKS = "23456789TJQKA"
SUIT_LETTERS = "CDSH"
FIRST_SLICE = 1000
EXPLORATION = 20.0  # of their bot: about the range of the scores, as its documentation advises
MOST_SIMULATIONS = 1 << 30


class Duel(msgspec.Struct, frozen=True):
    """What the games gave, by deal and seat; figures of speed are of this machine."""

    games: int
    seats: int
    milliseconds: int
    our_score: float
    their_score: float
    our_wins: float  # comparisons between one of ours and one of theirs in the same game; a tie is half
    our_playouts: float  # in a second of thinking
    their_playouts: float


def spiel() -> Any:
    """OpenSpiel, or a refusal that says what is missing."""
    try:
        import pyspiel
    except ImportError:
        raise BadOptions("the peer is OpenSpiel, which is not installed: pip install 'erre[bench]' adds it") from None
    return pyspiel


def peer_game(seats: int, tricks: int) -> Any:
    """OpenSpiel's game with a fixed number of tricks."""
    return spiel().load_game(
        "oh_hell", {"players": seats, "num_suits": 4, "num_cards_per_suit": 13, "num_tricks_fixed": tricks}
    )


@cache
def think() -> Callable[..., int]:
    """Our search, bound to the rules of oh_hell."""
    rules = {name: getattr(oh_hell, name) for name in ("apply", "legal", "is_over", "score", "imagine", "quick_move")}
    descend = bind(search.descend_template, "oh_hell", **rules)
    return bind(search.think_template, "oh_hell", descend=descend, **rules)


def own_hand(told: str, player: int) -> list[int]:
    """The cards that a player holds, out of the text of its information state."""
    lines = told.split(f"Player: {player}\n")[1].splitlines()[:4]
    words = {line.split(":")[0].strip(): line.split(":")[1].strip() for line in lines}
    return [RANKS.index(rank) * 4 + SUIT_LETTERS.index(suit) for suit, ranks in words.items() for rank in ranks]


def known(state: Any, player: int) -> OhHell:
    """Our record of what a player knows: its own cards, the trump, and the bids and cards that all have seen."""
    history = state.history()
    size, dealer = history[0], history[1]
    seats = state.num_players()
    dealt = 2 + seats * size
    s = OhHell.new()
    oh_hell.start(s, seats, size, dealer, history[dealt])
    for move in history[dealt + 1 :]:
        oh_hell.apply(s, s.turn, move)
    s.hands[player, : s.held[player]] = own_hand(state.information_state_string(player), player)
    return s


class OurBot:
    """Our search at a seat of OpenSpiel's game."""

    def __init__(self, seconds: float, seed: int) -> None:
        self.seconds = seconds
        self.playouts, self.spent = 0, 0.0
        self.states = OhHell.blank(ROOM)
        self.luck, self.moves = ints(2, np.int32), ints(MOST_LEGAL)
        self.scratch = ints(CARDS + MOST_STEPS, np.int32)
        self.nodes = cast(IntArray, np.zeros((MOST_NODES, FIELDS), np.int32))
        seed_luck(self.luck, seed, 0)

    def step(self, state: Any) -> int:
        """The move that the search tries most within the time."""
        start = time.perf_counter()
        player = state.current_player()
        s = known(state, player)
        self.states[KNOWN] = s.row
        count = oh_hell.legal(s, player, self.moves)
        if count == 1:
            return self.moves[0]
        clear_tree(self.nodes)
        used, size = 1, FIRST_SLICE
        thinking = time.thread_time()  # other programs on the machine do not count
        now = time.perf_counter()
        while used == 1 or now - start < 0.95 * self.seconds:
            used = think()(self.states, player, self.luck, self.moves, self.scratch, self.nodes, used, size)
            self.playouts += size
            now, before = time.perf_counter(), now
            size = max(50, int(size * (self.seconds - (now - start)) / (4 * (now - before))))
        self.spent += time.thread_time() - thinking
        return int(favourite(self.nodes))


class TheirBot:
    """OpenSpiel's IS-MCTS, with its own random playouts."""

    def __init__(self, seconds: float, seed: int, simulations: int = MOST_SIMULATIONS) -> None:
        library = spiel()
        evaluator = library.RandomRolloutEvaluator(1, seed)
        kind = library.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        self.bot = library.ISMCTSBot(
            seed, evaluator, EXPLORATION, simulations, -1, kind, False, False, seconds if seconds else -1.0
        )

    def step(self, state: Any) -> int:
        """Its move."""
        return int(self.bot.step(state))


def deal(game: Any, luck: np.random.Generator) -> Any:
    """A new state at its first bid."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions = state.legal_actions()
        state.apply_action(int(luck.choice(actions)))
    return state


def speed_of_peer(seats: int, tricks: int, seed: int, simulations: int = 400, moves: int = 12) -> float:
    """Simulations in a second of OpenSpiel's bot, over some moves of a game."""
    state = deal(peer_game(seats, tricks), np.random.default_rng(seed))
    bot = TheirBot(0.0, seed, simulations)
    spent = 0.0
    made = 0
    while not state.is_terminal() and made < moves:
        several = len(state.legal_actions()) > 1
        start = time.thread_time()
        move = bot.step(state)
        if several:
            spent += time.thread_time() - start
            made += 1
        state.apply_action(move)
    return simulations * made / spent


def duel(games: int, seats: int = 4, tricks: int = 12, milliseconds: int = 50, seed: int = 0) -> Duel:
    """Every deal twice, ours at the even seats and then at the odd ones."""
    game = peer_game(seats, tricks)
    ours, theirs = OurBot(milliseconds / 1000, seed), TheirBot(milliseconds / 1000, seed)
    ours.step(deal(game, np.random.default_rng(seed)))  # compiles the rules before it counts
    ours.playouts, ours.spent = 0, 0.0
    points: tuple[list[float], list[float]] = ([], [])
    wins: list[float] = []
    for number in range(games):
        state = deal(game, np.random.default_rng(seed + number // 2))
        side = number % 2
        while not state.is_terminal():
            player = state.current_player()
            state.apply_action((ours if player % 2 == side else theirs).step(state))
        scores = state.returns()
        mine, others = scores[side::2], scores[1 - side :: 2]
        points[0].extend(mine)
        points[1].extend(others)
        wins += [(a > b) + (a == b) / 2 for a in mine for b in others]
    return Duel(
        games,
        seats,
        milliseconds,
        float(np.mean(points[0])),
        float(np.mean(points[1])),
        float(np.mean(wins)),
        ours.playouts / max(ours.spent, 1e-9),
        speed_of_peer(seats, tricks, seed),
    )
