"""The whole tree of a subgame, built by the game's own kernels and stored level by level in flat arrays.

A node is a state together with what every seat remembers. Seats that choose simultaneously do so one after another,
without seeing each other's choices. If every seat knows everything, nodes with the same state are one node, however
they were reached, so the tree of a game with public states is a graph. A node's level is the number of moves made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from erre.core.encoding import Encoding
from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.core.record import GameState, ints
from erre.core.subgame import Subgame, utilities
from erre.lab.envs.encodings import encoding_with
from erre.lab.envs.kernels import loops_of
from erre.lab.envs.vector import numbers

MOST_NODES = 2_000_000
TERMINAL = -1
Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
Memories = tuple[bytes, ...]


class InfoSet(NamedTuple):
    """What a seat knows when it decides."""

    seat: int
    actions: tuple[int, ...]
    first: int  # its first place among all (information set, action) pairs
    record: GameState  # of one of its nodes; the seat sees the same in all of them


@dataclass
class Level:
    """The nodes after some number of moves; edges lead to the next level."""

    actor: Whole  # the seat that decides; TERMINAL at the end
    info: Whole  # its information set; TERMINAL at the end
    utility: Floats  # by node and seat; 0 where play goes on
    parent: Whole  # of each edge
    child: Whole  # in the next level
    pair: Whole  # the (information set, action) pair of each edge


@dataclass
class Tree:
    """A subgame, laid out."""

    subgame: Subgame
    levels: list[Level] = field(default_factory=list)
    infos: list[InfoSet] = field(default_factory=list)
    chance: Floats = field(default_factory=lambda: np.zeros(0))  # of each node of the first level
    info_of_pair: Whole = field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.subgame.seats

    @property
    def pairs(self) -> int:
        """How many (information set, action) pairs there are: the length of a policy."""
        return len(self.info_of_pair)

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return sum(len(level.actor) for level in self.levels)


class Node(NamedTuple):
    """A node while the tree grows."""

    record: GameState
    memories: Memories


def tree_of(subgame: Subgame, most: int = MOST_NODES) -> Tree:
    """Lay out a subgame; refused if it has more nodes than `most`."""
    return Grower(subgame, most).grow()


class Grower:
    """Builds a tree level by level."""

    def __init__(self, subgame: Subgame, most: int) -> None:
        self.tree, self.subgame, self.most = Tree(subgame), subgame, most
        self.game: AnyGame = subgame.game
        self.encoding: Encoding = encoding_with(self.game, subgame.seats)
        loops_of(self.encoding)  # says how Python calls `observe` and `next_seat`
        self.moves, self.seen = ints(self.game.kernels.most_legal), numbers((self.encoding.size,), np.int16)
        self.known: dict[tuple[int, bytes], int] = {}
        self.owners: list[int] = []
        self.count = 0

    def grow(self) -> Tree:
        """Lay out the whole tree."""
        nodes, places = self.gather((self.begun(world.record), world.chance) for world in self.subgame.worlds)
        self.tree.chance = summed([place for place, _ in places], [share for _, share in places], len(nodes))
        while nodes:
            self.count += len(nodes)
            if self.count > self.most:
                raise BadOptions(f"{self.subgame.title}: more than {self.most:,} nodes; choose a smaller version")
            nodes = self.add_level(nodes)
        self.tree.info_of_pair = np.array(self.owners, np.int64)
        return self.tree

    def begun(self, record: GameState) -> Node:
        """A node of the first level."""
        return self.node(record, (b"",) * self.subgame.seats, TERMINAL, TERMINAL)

    def node(self, record: GameState, before: Memories, actor: int, action: int) -> Node:
        """A node after a move: the actor remembers its move, and all remember what they see now."""
        if self.subgame.is_public(record):
            return Node(record, (b"",) * self.subgame.seats)
        memories = []
        for seat, memory in enumerate(before):
            self.encoding.observe(record, seat, self.seen)
            own = action if seat == actor else TERMINAL
            memories.append(hashlib.blake2b(memory + bytes([own & 255]) + self.seen.tobytes(), digest_size=16).digest())
        return Node(record, tuple(memories))

    def gather(self, found: Any) -> tuple[list[Node], list[tuple[int, float]]]:
        """Nodes without repetition, and for each one found its place among them and what came with it."""
        nodes: list[Node] = []
        known: dict[tuple[bytes, Memories], int] = {}
        places: list[tuple[int, float]] = []
        for node, note in found:
            same = (node.record.to_bytes(), node.memories)
            if same not in known:
                known[same] = len(nodes)
                nodes.append(node)
            places.append((known[same], note))
        return nodes, places

    def add_level(self, nodes: list[Node]) -> list[Node]:
        """Write down a level; the nodes of the next one."""
        count, seats = len(nodes), self.subgame.seats
        actor, info = np.full(count, TERMINAL, np.int64), np.full(count, TERMINAL, np.int64)
        utility = np.zeros((count, seats))
        parents: list[int] = []
        pairs: list[int] = []
        made: list[tuple[Node, float]] = []
        for at, node in enumerate(nodes):
            if self.subgame.is_over(node.record):
                utility[at] = utilities(self.game, node.record, seats)
                continue
            seat = int(self.encoding.next_seat(node.record, numbers((2,), np.int32)))
            actor[at], info[at] = seat, self.info_of(node, seat)
            found = self.tree.infos[info[at]]
            for place, action in enumerate(found.actions):
                parents.append(at)
                pairs.append(found.first + place)
                made.append((self.after(node, seat, action), 0.0))
        following, places = self.gather(made)
        child = np.array([place for place, _ in places], np.int64)
        self.tree.levels.append(
            Level(actor, info, utility, np.array(parents, np.int64), child, np.array(pairs, np.int64))
        )
        return following

    def info_of(self, node: Node, seat: int) -> int:
        """The information set of the seat that decides."""
        public = self.subgame.is_public(node.record)
        self.encoding.observe(node.record, seat, self.seen)
        key = (seat, self.seen.tobytes() if public else node.memories[seat])
        if key not in self.known:
            self.known[key] = len(self.tree.infos)
            count = self.game.kernels.legal(node.record, seat, self.moves)
            actions = tuple(sorted(int(move) for move in self.moves[:count]))
            self.tree.infos.append(InfoSet(seat, actions, len(self.owners), node.record))
            self.owners += [self.known[key]] * len(actions)
        return self.known[key]

    def after(self, node: Node, seat: int, action: int) -> Node:
        """The node after a move and everything that follows by itself."""
        s, rules = node.record.copy(), self.game.kernels
        drawn = s.drawn
        rules.apply(s, seat, action)
        while not self.subgame.is_over(s) and rules.is_automatic(s):
            rules.advance(s)
        if s.drawn != drawn:
            raise BadOptions(f"{self.subgame.title}: chance decides something during play, which a tree does not show")
        return self.node(s, node.memories, seat, action)


def summed(places: npt.ArrayLike, shares: npt.ArrayLike, count: int) -> Floats:
    """The sum of all shares at each place."""
    return np.bincount(np.asarray(places, np.int64), np.asarray(shares, np.float64), count).astype(np.float64)


Policy = Floats  # the probability of every (information set, action) pair
Chooser = Callable[[InfoSet], Floats]


def uniform(tree: Tree) -> Policy:
    """Every action equally likely."""
    sizes = np.bincount(tree.info_of_pair).astype(np.float64)
    return np.asarray(1 / sizes[tree.info_of_pair])


def policy_by(tree: Tree, chooser: Chooser) -> Policy:
    """A policy that a function gives for each information set, in the order of its actions."""
    return np.concatenate([chooser(info) for info in tree.infos]) if tree.infos else np.zeros(0)
