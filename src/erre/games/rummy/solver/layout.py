"""The solver's workspace: one array of 64-bit integers for each thread, cut into named parts."""

from __future__ import annotations

from erre.games.rummy.components import COLOUR_COUNT, JOKERS, KINDS, MOST_MELDS, NATURAL_KINDS, TILES, VALUES

LAYERS = VALUES + 1
RUN_STATES = 35  # the lengths 1, 2 and 3 or more of at most four runs that are open at once
MOST_OPEN = 4
JOKER_STEPS = 3  # 0, 1 or 2 jokers

# Nothing lost can be as much as this; sums of four still fit the memory of nodes.
NEVER = 1 << 20

SEEN_BITS = 12
SEEN = 1 << SEEN_BITS  # places in the memory of nodes already searched
CHILDREN = 1 << 9  # of one node: at most 3 x 3 x 3 x 5 choices for the runs, three for the jokers in groups
CHILD = 3  # its bound, its choices, its loss
NODE = 8  # a node: four run states, jokers left, loss, first child
CHOICE = 7  # run tiles, place of the next bound, jokers, loss at least, tiles left, how many must be grouped, run ended

CELLS = TILES + 4  # room for a table
LENGTHS = MOST_MELDS + 4


class _Parts:
    """Hands out the places of parts, one after the other."""

    def __init__(self) -> None:
        self.end = 0

    def of(self, size: int) -> int:
        """The place of the next part."""
        place = self.end
        self.end += size
        return place


# A side: the problem read from 1 to 13, or from 13 to 1.
_side = _Parts()
SIDE_HAVE = _side.of(NATURAL_KINDS)
SIDE_MUST = _side.of(NATURAL_KINDS)
SIDE_WEIGHT = _side.of(VALUES)  # what a tile of each number is worth
SIDE_GROUPS = _side.of(VALUES)  # the most groups there can be of each number
SIDE_BOUNDS = _side.of(COLOUR_COUNT * LAYERS * RUN_STATES * JOKER_STEPS)  # the least loss of a colour on its own
SIDE = _side.end

_work = _Parts()
HAVE = _work.of(
    KINDS
)  # tiles of each kind that may be used, a joker that keeps its place counted as what it stands for
MUST = _work.of(KINDS)  # those of them that must be used
KEPT = _work.of(KINDS)  # those of them that are jokers which keep what they stand for
WEIGHT = _work.of(VALUES)  # what a tile of each number is worth
SIDES = _work.of(2 * SIDE)
AGE = _work.of(1)  # of the memory: how many searches it has served
EXPANDED = _work.of(1)  # nodes opened by the search so far
NODES = _work.of(LAYERS * NODE)  # the nodes on the way to the one at work
CHOICES = _work.of(COLOUR_COUNT * (MOST_OPEN + 1) * CHOICE)  # of the node at work, by colour
STACK = _work.of(LAYERS * CHILDREN * CHILD)  # children still to be tried
WAY = _work.of(VALUES)  # the choices that led to the node at work
PATH = _work.of(VALUES)  # the choices of the best way found
PATH_SIDE = _work.of(1)  # and the side it was found on
SEEN_AT = _work.of(SEEN)
OPEN_RUNS = _work.of(COLOUR_COUNT * MOST_OPEN)  # of each colour, the runs being written that may still grow

# What is asked: the table and the rack, the rules of the table, and what a lay is judged by.
OLD_MELDS = _work.of(1)
OLD_CELLS = _work.of(CELLS)
OLD_LENGTHS = _work.of(LENGTHS)
RACK = _work.of(KINDS)  # tiles of each kind
JOKER_RULE = _work.of(1)  # REPLACE, REPLACE_FROM_RACK or FREE
SAME_MELD = _work.of(1)  # 1: a freed joker may go back into its meld
MOST_JOKERS = _work.of(1)  # in one meld
TILE_WEIGHT = _work.of(1)  # what each tile laid counts
POINT_WEIGHT = _work.of(1)  # what each point of a tile laid counts; a joker has none

# The jokers of the old table: meld, number, bits of the colours it may stand for.
OLD_JOKERS = _work.of(1)
OLD_JOKER = _work.of(JOKERS * 3)
OLD_COUNTS = _work.of(KINDS)  # tiles of each kind on the old table

# One way to treat them: kept as a kind, or freed by a tile of a kind.
FREED = _work.of(KINDS)  # jokers that tiles of each kind must free
FREE_JOKERS = _work.of(1)  # those and the jokers of the rack
MUST_JOKERS = _work.of(1)  # those alone: they cannot go to the rack
LEFT_OUT = _work.of(1)  # the weight of jokers that stay on the rack

# Melds pinned down: what is looked for (a kind, or JOKER_KIND), the next meld to try, and the problem before.
MOST_PINS = 4
PROBLEM = 3 * KINDS + 3
PIN = 2 + PROBLEM
PINS = _work.of(MOST_PINS * PIN)

# Melds being written, those pinned down first: form, start (kind or number), length or colours, jokers (as bits).
MELD = 4
NEW_MELDS = _work.of(1)
PINNED = _work.of(1)
STAYING = _work.of(1)  # those melds, as bits, that are old ones and stay as they were: no joker joins them
FIRST_PIN = _work.of(1)  # how many of them are settled before any meld is pinned down for another reason
MELDS = _work.of(LENGTHS * MELD)
NEW_CELLS = _work.of(CELLS)  # the same as cells
NEW_LENGTHS = _work.of(LENGTHS)
NEW_COUNTS = _work.of(KINDS)
NEW_JOKERS = _work.of(1)  # as OLD_JOKERS
NEW_JOKER = _work.of(JOKERS * 3)

# The best lay so far.
LAY_LOSS = _work.of(1)  # what stays on the rack, weighed
LAY_MELDS = _work.of(1)
LAY_CELLS = _work.of(CELLS)
LAY_LENGTHS = _work.of(LENGTHS)
LAY_TILES = _work.of(1)  # tiles laid from the rack
LAY_POINTS = _work.of(1)  # their points

# Which tiles would help: how many more tiles could be laid with one more of each kind; NONE where there is none more.
HELP = _work.of(KINDS)

# Melds of an opening being tried: shape, places of jokers and number of tiles, one after the other.
OPENING = _work.of(3 * LENGTHS)

# The lay that changes least: while it is searched 1 and what any lay loses, what changes cost that are settled before
# the search, and the old melds that it has not to care for, as bits.
QUIET = _work.of(1)
CHANGED = _work.of(1)
SETTLED = _work.of(1)
WORKSPACE = _work.end

# Only that search needs what follows. A side of it has the old runs that start at each kind in two slots (length and
# meld), the slots whose run goes on there, the old groups of each number (two of colours and meld), and its bounds.
SLOTS = 2
ACTIVE = 1 << SLOTS  # sets of old runs of a colour that are being kept
_calm = _Parts()
CALM_START = _calm.of(NATURAL_KINDS * SLOTS * 2)
CALM_ON = _calm.of(NATURAL_KINDS + 1)
CALM_GROUPS = _calm.of(VALUES * SLOTS * 2)
CALM_BOUNDS = _calm.of(COLOUR_COUNT * LAYERS * ACTIVE * RUN_STATES * JOKER_STEPS)
CALM_SIDE = _calm.end

CALM_SIDES = _work.of(2 * CALM_SIDE)
CALM_CHOICE = CHOICE + 1  # and what the changed runs cost that would start here
CALM_CHOICES = _work.of(COLOUR_COUNT * (MOST_OPEN + 1) * ACTIVE * CALM_CHOICE)
CALM_LEFT = _work.of(3 * COLOUR_COUNT)  # tiles for groups of each colour, those that must go there, and if a run ends
CALM_CHILDREN = 1 << 16
CALM_STACK = _work.of(CALM_CHILDREN * CHILD)
CALM_AGE = _work.of(1)
CALM_SEEN_BITS = 13
CALM_SEEN = _work.of(2 << CALM_SEEN_BITS)  # a node's key, and with its age the budget that did not suffice
QUIET_WORKSPACE = _work.end
