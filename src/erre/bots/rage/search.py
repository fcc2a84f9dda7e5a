"""Rage: the search. Every legal move is played out to the end of the round in many imagined worlds.

Playouts are played by the fast policy. A level may add what the network thinks of a move to what they have found.
All moves meet the same worlds, so that luck does not decide between them; those that fall behind are given up.
"""

from __future__ import annotations

from erre.bots.consultation import output
from erre.bots.network import SCORE
from erre.bots.rage.features import canonical, colour_ranks
from erre.bots.rage.learned import NET, consult
from erre.bots.rage.level_settings import FORGETS, LEVEL_SETTINGS, PRIOR, RIVALRY, TRIES
from erre.bots.rage.policy import quick_move
from erre.bots.rage.worlds import MARGIN, PLACE, bring_back, bring_back_truth, forget, imagine_well, keep, keep_truth
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.components import MOST_LEGAL
from erre.games.rage.imagine import SCRATCH
from erre.games.rage.rules.play import advance, apply, legal
from erre.games.rage.rules.scoring import round_points
from erre.games.rage.state import BIDDING, SCORING, TRICKS, Rage

# What is counted for each move; the bonus is what the network adds to its worth.
ALIVE, VISITS, WORTH, SQUARES, POINTS, EXACT, BONUS, COUNTED = range(8)

# The workspace, part by part: where each begins.
TRUTH = 0
REST = TRUTH + PLACE
ROOT = REST + MARGIN
WORLD = ROOT + PLACE
DEALING_ROOM = WORLD + PLACE
PLAYOUT_MOVES = DEALING_ROOM + SCRATCH
COUNTS = PLAYOUT_MOVES + MOST_LEGAL
NETWORK = COUNTS + MOST_LEGAL * COUNTED
WORK = NETWORK + NET

UNIT = 16  # of worth in a point
FAR_BEHIND = 10 * UNIT
FIRST_LOOK = 32  # worlds after which moves that fall behind are first given up
ENOUGH = 128  # worlds in which the best move is tried, so that its numbers mean something
SURE = 9.0  # variances of a difference by which they must be behind, squared


@rule
def next_seat(s: Rage) -> int:
    """A seat that play waits for."""
    if s.turn != NONE:
        return s.turn
    seat = 0
    while s.bids[seat] != NONE:
        seat += 1
    return seat


@rule
def play_round(s: Rage, moves: IntArray) -> None:
    """Play to the end of the round by the fast policy; it stops where a seat has nothing to play."""
    while s.phase != SCORING:
        if s.phase == TRICKS or s.phase == BIDDING:
            seat = next_seat(s)
            count = legal(s, seat, moves)
            if count == 0:
                return
            apply(s, seat, quick_move(s, seat, moves, count))
        else:
            advance(s)


@rule
def worth_of(s: Rage, seat: int, rivalry: int) -> int:
    """What a round is worth to a seat: its points, less part of what the others have on average."""
    others = 0
    for other in range(s.seats):
        if other != seat:
            others += round_points(s, other)
    return UNIT * round_points(s, seat) - rivalry * others // (s.seats - 1)


@rule
def clear_counts(count: int, work: IntArray) -> None:
    """Nothing is known of any move."""
    for i in range(COUNTS, COUNTS + count * COUNTED, COUNTED):
        work[i + ALIVE] = 1
        for k in range(VISITS, COUNTED):
            work[i + k] = 0


@rule
def put_bonuses(s: Rage, seat: int, prior: int, luck: IntArray, moves: IntArray, count: int, work: IntArray) -> None:
    """How far the network puts each move behind the one that it likes best, as worth; FAR_BEHIND at most."""
    net = work[NETWORK:WORK]
    consult(s, seat, 0, luck, net)
    ranks = colour_ranks(s, seat)
    best = -(1 << 40)
    for i in range(count):
        best = max(best, output(net, canonical(moves[i], ranks)))
    for i in range(count):
        behind = (best - output(net, canonical(moves[i], ranks))) * prior // SCORE
        work[COUNTS + i * COUNTED + BONUS] = -min(behind, FAR_BEHIND)


@rule
def try_moves(s: Rage, seat: int, moves: IntArray, count: int, rivalry: int, work: IntArray) -> int:
    """Play every move that is still in question out in the world of the state; how many."""
    world, others = work[WORLD:DEALING_ROOM], work[PLAYOUT_MOVES:COUNTS]
    keep(s, world)
    played = 0
    for i in range(count):
        at = COUNTS + i * COUNTED
        if work[at + ALIVE] == 0:
            continue
        if played > 0:
            bring_back(s, world)
        apply(s, seat, moves[i])
        play_round(s, others)
        worth = worth_of(s, seat, rivalry) + work[at + BONUS]
        work[at + VISITS] += 1
        work[at + WORTH] += worth
        work[at + SQUARES] += worth * worth
        work[at + POINTS] += round_points(s, seat)
        work[at + EXACT] += s.tricks[seat] == s.bids[seat]
        played += 1
    return played


@rule
def best_of(count: int, work: IntArray) -> int:
    """The move in question that is worth most so far."""
    best = -1
    for i in range(count):
        at = COUNTS + i * COUNTED
        if work[at + ALIVE] == 1 and (best < 0 or work[at + WORTH] > work[COUNTS + best * COUNTED + WORTH]):
            best = i
    return best


@rule
def spread(at: int, work: IntArray) -> float:
    """The variance of a move's worth."""
    visits = 1.0 * work[at + VISITS]
    mean = work[at + WORTH] / visits
    return work[at + SQUARES] / visits - mean * mean


@rule
def give_up(count: int, work: IntArray) -> None:
    """Moves that are surely behind the best are in question no more."""
    best = COUNTS + best_of(count, work) * COUNTED
    visits = 1.0 * work[best + VISITS]
    for i in range(count):
        at = COUNTS + i * COUNTED
        behind = (work[best + WORTH] - work[at + WORTH]) / visits
        doubt = SURE * (spread(best, work) + spread(at, work) + UNIT)
        if at != best and work[at + ALIVE] == 1 and behind * behind * visits > doubt:
            work[at + ALIVE] = 0


@rule
def in_question(count: int, work: IntArray) -> int:
    """How many moves are still in question."""
    alive = 0
    for i in range(count):
        alive += work[COUNTS + i * COUNTED + ALIVE]
    return alive


@rule
def think(
    s: Rage, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int, playouts: int, work: IntArray
) -> int:
    """Go on counting for some playouts; how many were played. The state is afterwards what it was."""
    truth, margin, root = work[TRUTH:REST], work[REST:ROOT], work[ROOT:WORLD]
    keep_truth(s, truth, margin)
    enough = 1
    if LEVEL_SETTINGS[bot, FORGETS]:
        forget(s)
    if LEVEL_SETTINGS[bot, PRIOR] > 0:
        enough = ENOUGH
        put_bonuses(s, seat, LEVEL_SETTINGS[bot, PRIOR], luck, moves, count, work)
    keep(s, root)
    played = visits = 0
    while played < playouts and (visits < enough or count == 1 or in_question(count, work) > 1):
        imagine_well(s, seat, LEVEL_SETTINGS[bot, TRIES], luck, work[DEALING_ROOM:PLAYOUT_MOVES])
        played += try_moves(s, seat, moves, count, LEVEL_SETTINGS[bot, RIVALRY], work)
        bring_back(s, root)
        visits = work[COUNTS + best_of(count, work) * COUNTED + VISITS]
        if visits >= FIRST_LOOK and visits & (visits - 1) == 0:
            give_up(count, work)
    bring_back_truth(s, truth, margin)
    return played
