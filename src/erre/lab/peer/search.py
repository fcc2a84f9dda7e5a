"""Information-set Monte Carlo tree search in kernels, for any game of ours whose moves are all seen by everybody.

The functions here are templates, as in `erre.core.arena`; a game's rules take the place of the open names. A node is a
sequence of moves since the question was asked. Every playout runs in a world imagined anew, down the tree by the moves
that are legal there, each seat choosing what has served it best, and on by the fast policy.
"""

from __future__ import annotations

import math
from typing import Any

from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray

MOVE, MOVER, FIRST, NEXT, VISITS, CHANCES, TOTAL, FIELDS = range(8)
MOST_NODES = 1 << 16
MOST_STEPS = 128
KNOWN, WORLD, ROOM = range(3)  # the records that a search needs
ROOT = 0
CURIOSITY = 6.0  # points that a move never tried may be better than it looks
WILDNESS = 8  # every so many moves of a playout is any


def apply(s: Any, seat: int, move: int) -> None:
    """Open: carries out a legal move."""
    raise NameError("apply is bound by a game")


def legal(s: Any, seat: int, moves: IntArray) -> int:
    """Open: writes the legal moves of a seat, and says how many."""
    raise NameError("legal is bound by a game")


def is_over(s: Any) -> bool:
    """Open: whether a playout ends here."""
    raise NameError("is_over is bound by a game")


def score(s: Any, seat: int) -> int:
    """Open: what a playout was worth to a seat."""
    raise NameError("score is bound by a game")


def imagine(s: Any, seat: int, luck: IntArray, scratch: IntArray) -> None:
    """Open: deals anew what the seat cannot see."""
    raise NameError("imagine is bound by a game")


def quick_move(s: Any, seat: int, moves: IntArray, count: int) -> int:
    """Open: the move of the fast policy."""
    raise NameError("quick_move is bound by a game")


def descend(s: Any, luck: IntArray, moves: IntArray, nodes: IntArray, used: int, path: IntArray) -> int:
    """Open: see `descend_template`."""
    raise NameError("descend is bound by a game")


@rule
def child_of(nodes: IntArray, node: int, move: int) -> int:
    """The node after a move, or NONE."""
    child = nodes[node, FIRST]
    while child != NONE and nodes[child, MOVE] != move:
        child = nodes[child, NEXT]
    return child


@rule
def clear_tree(nodes: IntArray) -> None:
    """A tree of the root alone."""
    for k in range(FIELDS):
        nodes[ROOT, k] = 0
    nodes[ROOT, FIRST] = nodes[ROOT, NEXT] = nodes[ROOT, MOVE] = nodes[ROOT, MOVER] = NONE


@rule
def add_child(nodes: IntArray, node: int, used: int, move: int, mover: int) -> None:
    """Node number `used` comes after a move."""
    nodes[used, MOVE], nodes[used, MOVER] = move, mover
    nodes[used, FIRST] = NONE
    nodes[used, NEXT] = nodes[node, FIRST]
    nodes[used, VISITS] = nodes[used, TOTAL] = 0
    nodes[used, CHANCES] = 1
    nodes[node, FIRST] = used


@rule
def promise(nodes: IntArray, child: int) -> float:
    """What a move may be worth: what it was so far, and more the rarer it was tried when it could have been."""
    visits = 1.0 * nodes[child, VISITS]
    return nodes[child, TOTAL] / visits + CURIOSITY * math.sqrt(math.log(1.0 * nodes[child, CHANCES]) / visits)


def descend_template(s: Any, luck: IntArray, moves: IntArray, nodes: IntArray, used: int, path: IntArray) -> int:
    """Go down the tree to a move not tried yet and add it; the length of the path."""
    node, length = ROOT, 0
    while not is_over(s) and length < MOST_STEPS:
        seat = s.turn
        count = legal(s, seat, moves)
        best, high, untried = NONE, -1.0, 0
        for i in range(count):
            child = child_of(nodes, node, moves[i])
            if child == NONE:
                moves[untried] = moves[i]  # those not tried yet move to the front; the others are in the tree
                untried += 1
                continue
            nodes[child, CHANCES] += 1
            if promise(nodes, child) > high:
                best, high = child, promise(nodes, child)
        if untried > 0:
            if used < MOST_NODES:
                move = moves[roll(luck, untried)]
                add_child(nodes, node, used, move, seat)
                apply(s, seat, move)
                path[length] = used
                length += 1
            return length
        apply(s, seat, nodes[best, MOVE])
        node = best
        path[length] = node
        length += 1
    return length


def think_template(
    states: Any,
    seat: int,
    luck: IntArray,
    moves: IntArray,
    scratch: IntArray,
    nodes: IntArray,
    used: int,
    playouts: int,
) -> int:
    """Grow the tree by some playouts in worlds imagined from the first record; the nodes used afterwards."""
    for _ in range(playouts):
        states[WORLD] = states[KNOWN]
        s = states[WORLD]
        imagine(s, seat, luck, scratch)
        path = scratch[len(scratch) - MOST_STEPS :]
        length = descend(s, luck, moves, nodes, used, path)
        if length > 0 and path[length - 1] == used:
            used += 1
        while not is_over(s):
            count = legal(s, s.turn, moves)
            wild = roll(luck, WILDNESS) == 0
            apply(s, s.turn, moves[roll(luck, count)] if wild else quick_move(s, s.turn, moves, count))
        for i in range(length):
            nodes[path[i], VISITS] += 1
            nodes[path[i], TOTAL] += score(s, nodes[path[i], MOVER])
    return used


@rule
def favourite(nodes: IntArray) -> int:
    """The first move tried most often."""
    best = child = nodes[ROOT, FIRST]
    while child != NONE:
        if nodes[child, VISITS] > nodes[best, VISITS]:
            best = child
        child = nodes[child, NEXT]
    return nodes[best, MOVE]
