"""Rummy: the workspace of bots behind the solver's, and states that are kept in it.

The state itself is the board on which plans and worlds are played: it is kept before and put back after, so that
nothing is allocated.
"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import JOKERS, MOST_MELDS, MOST_SEATS, TILES
from erre.games.rummy.state import Rummy
from erre.games.rummy.workspace import WORKSPACE

# The ways to play a turn: draw, lay the most, lay the most without jokers, lay what needs the table; and open with
# the fewest tiles.
HOLD, ALL, NO_JOKER, ONLY_LOOSE, FEWEST = range(5)
OWN_PLANS = 5
GIVEN = 5  # a lay that somebody made and wants to know the worth of: no bot chooses it
PLANS = 6
OUTPUTS = 2  # what the network says of a plan: see `value`
DESCRIBED = 24  # numbers that describe a plan to it
ROOM = 64  # for its layers

# What is kept of a state: where parts of it begin.
KEPT_PLACE = 0
KEPT_OPENED = 3 * TILES + MOST_MELDS + JOKERS
KEPT_HELD = KEPT_OPENED + MOST_SEATS
KEPT_FIELDS = KEPT_HELD + MOST_SEATS + 9 + 24

# The workspace: the truth and the state after each plan; luck; tallies.
_BASE = WORKSPACE
TRUTH = _BASE
PLANNED = TRUTH + KEPT_FIELDS
UNSEEN = PLANNED + PLANS * KEPT_FIELDS
LUCK = UNSEEN + TILES
TOTALS = LUCK + 2  # points of each plan, summed over the worlds
SPREAD = TOTALS + PLANS  # squares of their differences to the points of the usual plan
POINTS = SPREAD + PLANS  # in the world at hand
WINS = POINTS + PLANS  # worlds in which the seat won the hand
WORTH = WINS + PLANS  # 1: the plan is one to try
LAID = WORTH + PLANS  # tiles that it lays
WORLDS = LAID + PLANS
USUAL = WORLDS + 1  # the plan that is taken if no other is clearly better
VALUE = USUAL + 1  # of each plan: points of the hand and the chance to win it, as `value` writes them
DESCRIPTION = VALUE + PLANS * OUTPUTS
LAYERS = DESCRIPTION + DESCRIBED
WORK = LAYERS + 2 * ROOM


@rule
def keep(s: Rummy, work: IntArray, at: int) -> None:
    """Keep whatever may change in a hand."""
    for i in range(TILES):
        work[at + i] = s.place[i]
        work[at + TILES + i] = s.cells[i]
        work[at + 2 * TILES + i] = s.pool[i]
    at += 3 * TILES
    for i in range(MOST_MELDS):
        work[at + i] = s.lengths[i]
    at += MOST_MELDS
    for i in range(JOKERS):
        work[at + i] = s.stands[i]
    at += JOKERS
    for i in range(MOST_SEATS):
        work[at + i] = s.opened[i]
        work[at + MOST_SEATS + i] = s.held[i]
    at += 2 * MOST_SEATS
    work[at], work[at + 1], work[at + 2] = s.passes, s.winner, s.closed_from_hand
    work[at + 3], work[at + 4], work[at + 5] = s.left, s.melds, s.turn
    work[at + 6], work[at + 7], work[at + 8] = s.phase, s.moves_made, s.drawn
    at += 9
    for i in range(8):
        work[at + i] = s.key[i]
    for i in range(16):
        work[at + 8 + i] = s.block[i]


@rule
def bring_back(s: Rummy, work: IntArray, at: int) -> None:
    """The state as it was kept."""
    for i in range(TILES):
        s.place[i] = work[at + i]
        s.cells[i] = work[at + TILES + i]
        s.pool[i] = work[at + 2 * TILES + i]
    at += 3 * TILES
    for i in range(MOST_MELDS):
        s.lengths[i] = work[at + i]
    at += MOST_MELDS
    for i in range(JOKERS):
        s.stands[i] = work[at + i]
    at += JOKERS
    for i in range(MOST_SEATS):
        s.opened[i] = work[at + i]
        s.held[i] = work[at + MOST_SEATS + i]
    at += 2 * MOST_SEATS
    s.passes, s.winner, s.closed_from_hand = work[at], work[at + 1], work[at + 2]
    s.left, s.melds, s.turn = work[at + 3], work[at + 4], work[at + 5]
    s.phase, s.moves_made, s.drawn = work[at + 6], work[at + 7], work[at + 8]
    at += 9
    for i in range(8):
        s.key[i] = work[at + i]
    for i in range(16):
        s.block[i] = work[at + 8 + i]
