"""Games of OpenSpiel's oh_hell between its IS-MCTS bots and ours, which may have less time for a move than theirs.

OpenSpiel has this bot twice, in C++ and in Python. Both use the game's own `resample` to sample what others hold. As of
OpenSpiel 2.0.2, that function deals only from the cards that were really dealt. It therefore knows which cards are not
in play, which no player may know. The fewer cards are dealt, the more this is worth. With five tricks at four seats, it
is one point per game with 52 cards, and still half a point with a deck of six ranks, of which three cards are left
over. With twelve tricks, three cards of 52 are left over.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from erre.core.errors import BadOptions
from erre.lab.peer.learned import load_network
from erre.lab.peer.ours import OurBot
from erre.lab.ratings import wilson

EXPLORATION = 20.0  # of their bot: about the range of the scores, as its documentation advises
SIMULATIONS = {"c++": 800, "python": 40}  # of one move by which a speed is measured


class Duel(msgspec.Struct, frozen=True):
    """The results of a series of games between two bots."""

    peer: str
    games: int
    seats: int
    tricks: int
    ranks: int
    milliseconds: int  # of ours for a move
    their_milliseconds: int
    our_score: float
    their_score: float
    ahead: float  # the mean by which we are ahead in a game
    doubt: float  # its standard error; two games with the same deal count as one
    our_wins: float  # comparisons between one of ours and one of theirs in the same game; a tie is half
    wins_interval: tuple[float, float]
    network: str  # the file with the weights of ours; "" for none
    our_time: float  # milliseconds of processor time that a move with a choice took, on average
    their_time: float


class Speed(msgspec.Struct, frozen=True):
    """Playouts in a second of thinking, both in the same positions; of this machine."""

    peer: str
    decisions: int
    ours: float
    theirs: float


def spiel() -> Any:
    """OpenSpiel, or a refusal that says what is missing."""
    try:
        import pyspiel
    except ImportError:
        raise BadOptions("the peer is OpenSpiel, which is not installed: pip install '.[bench]' adds it") from None
    return pyspiel


def peer_game(seats: int, tricks: int, ranks: int = 13) -> Any:
    """OpenSpiel's game with a fixed number of tricks."""
    if seats * tricks >= 4 * ranks:
        raise BadOptions(f"{4 * ranks} cards are not enough for {tricks} tricks of {seats} seats and the trump")
    given = {"players": seats, "num_suits": 4, "num_cards_per_suit": ranks, "num_tricks_fixed": tricks}
    return spiel().load_game("oh_hell", given)


class TheirBot:
    """One of OpenSpiel's two IS-MCTS bots with its own random playouts.

    Its time is counted out in simulations, by how long those of the move before took: the Python bot knows no clock,
    and the clock of the C++ bot runs on while other programs have the core.
    """

    def __init__(self, peer: str, seconds: float, seed: int, simulations: int = 0) -> None:
        self.seconds, self.simulations, self.seed = seconds, simulations, seed
        self.make = {"c++": compiled_bot, "python": python_bot}[peer]
        self.each = {"c++": 2e-5, "python": 1e-3}[peer]  # seconds of a simulation
        self.luck = np.random.RandomState(seed)

    def step(self, state: Any) -> int:
        """The action that the player takes in a state."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return int(actions[0])
        count = self.simulations or max(len(actions), int(self.seconds / self.each))
        bot = self.make(state.get_game(), count, self.luck)
        start = time.thread_time()
        move = int(bot.step(state))
        self.each = max(1e-7, time.thread_time() - start) / count
        return move


def compiled_bot(game: Any, simulations: int, luck: np.random.RandomState) -> Any:
    """OpenSpiel's bot in C++."""
    library = spiel()
    seed = int(luck.randint(1 << 30))
    evaluator = library.RandomRolloutEvaluator(1, seed)
    kind = library.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return library.ISMCTSBot(seed, evaluator, EXPLORATION, simulations, -1, kind)


def python_bot(game: Any, simulations: int, luck: np.random.RandomState) -> Any:
    """OpenSpiel's bot in Python."""
    from open_spiel.python.algorithms import ismcts, mcts

    return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, luck), EXPLORATION, simulations, random_state=luck)


def deal(game: Any, luck: np.random.Generator) -> Any:
    """A new state at its first bid."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions = state.legal_actions()
        state.apply_action(int(luck.choice(actions)))
    return state


def measure_speed(
    peer: str, seats: int, tricks: int, ranks: int = 13, *, milliseconds: int = 50, seed: int = 0
) -> Speed:
    """Let both think about every decision of one random game; only the time that their threads ran counts."""
    luck = np.random.default_rng(seed)
    state = deal(peer_game(seats, tricks, ranks), luck)
    ours, theirs = OurBot(milliseconds / 1000, seed), TheirBot(peer, 0.0, seed, SIMULATIONS[peer])
    ours.step(state)  # compiles the rules before it counts
    ours.playouts, ours.spent = 0, 0.0
    decisions, spent = 0, 0.0
    while not state.is_terminal():
        if len(state.legal_actions()) > 1:
            decisions += 1
            ours.step(state)
            start = time.thread_time()
            theirs.step(state)
            spent += time.thread_time() - start
        state.apply_action(int(luck.choice(state.legal_actions())))
    return Speed(peer, decisions, ours.playouts / max(ours.spent, 1e-9), decisions * SIMULATIONS[peer] / spent)


def duel(
    games: int,
    seats: int = 4,
    tricks: int = 12,
    ranks: int = 13,
    *,
    peer: str = "c++",
    milliseconds: int = 50,
    their_milliseconds: int | None = None,
    seed: int = 0,
    leak: bool = False,
    network: Path | None = None,
    is_bare: bool = False,
) -> Duel:
    """Every deal twice, ours at the even seats and then at the odd ones; `leak` lets ours know what theirs knows.

    Both have `milliseconds` for a move, unless theirs has a time of its own. With a network, ours weighs its scores, or
    plays by it alone.
    """
    game = peer_game(seats, tricks, ranks)
    limits = milliseconds, milliseconds if their_milliseconds is None else their_milliseconds
    weights = None if network is None else load_network(network)
    ours = OurBot(milliseconds / 1000, seed, leak=leak, network=weights, is_bare=is_bare)
    theirs = TheirBot(peer, limits[1] / 1000, seed)
    ours.step(deal(game, np.random.default_rng(seed)))  # compiles the rules before it counts
    spent, moves = [0.0, 0.0], [0, 0]
    points: tuple[list[float], list[float]] = ([], [])
    wins: list[float] = []
    for number in range(games):
        state = deal(game, np.random.default_rng((seed, number // 2)))
        side = number % 2
        while not state.is_terminal():
            which = int(state.current_player() % 2 != side)
            start = time.thread_time()
            move = (ours, theirs)[which].step(state)
            if len(state.legal_actions()) > 1:
                spent[which] += time.thread_time() - start
                moves[which] += 1
            state.apply_action(move)
        scores = state.returns()
        mine, others = scores[side::2], scores[1 - side :: 2]
        points[0].append(float(np.mean(mine)))
        points[1].append(float(np.mean(others)))
        wins.append(float(np.mean([(a > b) + (a == b) / 2 for a in mine for b in others])))
    ahead = np.array(points[0]) - np.array(points[1])
    deals = np.array([ahead[k : k + 2].mean() for k in range(0, games, 2)])
    return Duel(
        peer,
        games,
        seats,
        tricks,
        ranks,
        *limits,
        float(np.mean(points[0])),
        float(np.mean(points[1])),
        float(ahead.mean()),
        float(deals.std(ddof=1) / len(deals) ** 0.5) if len(deals) > 1 else float("nan"),
        float(np.mean(wins)),
        wilson(float(np.mean(wins)), games),
        "" if network is None else str(network),
        1000 * spent[0] / max(1, moves[0]),
        1000 * spent[1] / max(1, moves[1]),
    )


def merged(parts: list[Duel]) -> Duel:
    """Several duels of the same kind as one."""
    games = np.array([part.games for part in parts], float)
    share = games / games.sum()

    def mean(name: str) -> float:
        return float(share @ np.array([getattr(part, name) for part in parts]))

    ours, theirs, wins = mean("our_score"), mean("their_score"), mean("our_wins")
    doubt = float(np.sqrt(((share * np.array([part.doubt for part in parts])) ** 2).sum()))
    count = int(games.sum())
    return msgspec.structs.replace(
        parts[0],
        games=count,
        our_score=ours,
        their_score=theirs,
        ahead=ours - theirs,
        doubt=doubt,
        our_wins=wins,
        wins_interval=wilson(wins, count),
        our_time=mean("our_time"),
        their_time=mean("their_time"),
    )
