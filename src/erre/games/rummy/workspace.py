"""Rummy: the workspace of the solver and of the rules about jokers.

It is one array of 64-bit integers for each thread, cut into named parts.

A part is the place where it begins. The fields of things that there are several of (nodes, choices, melds, ...) are
named by their offset from the place where the thing begins.
"""

from __future__ import annotations

from erre.games.rummy.components import COLOUR_COUNT, JOKERS, KINDS, MOST_MELDS, NATURAL_KINDS, TILES, VALUES

LAYERS = VALUES + 1
RUN_STATES = 35  # the lengths 1, 2 and 3 or more of at most four runs that are open at once
MOST_OPEN = 4
JOKER_STEPS = 3  # 0, 1 or 2 jokers
SLOTS = 2  # for old melds without jokers that share a tile's kind: there are two copies
ACTIVE = 1 << SLOTS  # sets of old runs of a colour that are being kept

# Nothing lost can be as much as this; sums of four still fit the memory of nodes.
NEVER = 1 << 20

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
SIDE_TIES = _side.of(NATURAL_KINDS)  # as TIES, but LINKED instead of what links the kind to its neighbours
SIDE_WEIGHT = _side.of(VALUES)  # what a tile of each number is worth
SIDE_GROUPS = _side.of(VALUES)  # the most groups there can be of each number
SIDE_BOUNDS = _side.of(COLOUR_COUNT * LAYERS * RUN_STATES * JOKER_STEPS)  # the least loss of a colour on its own
SIDE = _side.end

# A node of the search: the tiles of all numbers below are placed.
_node = _Parts()
NODE_RUNS = _node.of(COLOUR_COUNT)  # the state of the open runs of each colour
NODE_JOKERS = _node.of(1)  # jokers left
NODE_LOSS = _node.of(1)  # lost so far
NODE_CHILDREN = _node.of(1)  # where its children begin on the stack
NODE_KEPT_RUNS = _node.of(1)  # old runs that are being kept, SLOTS bits for each colour
NODE = _node.end

# A choice for one colour of a node: how many of its tiles go into runs.
_choice = _Parts()
CHOICE_RUNS = _choice.of(1)  # run tiles and, above TILE_BITS, the old runs kept
CHOICE_BOUND = _choice.of(1)  # the place of the next bound
CHOICE_JOKERS = _choice.of(1)  # jokers among the run tiles
CHOICE_LEAST = _choice.of(1)  # what is lost at the least
CHOICE_LEFT = _choice.of(1)  # tiles left for groups
CHOICE_MUST = _choice.of(1)  # those of them that must be grouped
CHOICE_ENDS = _choice.of(1)  # 1: a long run ends here
CHOICE_COST = _choice.of(1)  # what the old runs cost that would start here and are changed
CHOICE = _choice.end
CHOICES_STEP = (MOST_OPEN + 1) * ACTIVE * CHOICE  # room for the choices of one colour

# A child of a node on the stack.
CHILD_BOUND, CHILD_CHOICES, CHILD_LOSS = range(3)
CHILD = 3
CHILDREN = 1 << 9  # of one node: at most 3 x 3 x 3 x 5 choices for the runs, three for the jokers in groups

# The choices of a child as one number: for each colour the run tiles and the slots of the old runs that are kept from
# here on, then the jokers in groups, then the old groups that are kept.
TILE_BITS = 3
TILE_MASK = (1 << TILE_BITS) - 1
COLOUR_BITS = TILE_BITS + SLOTS
GROUP_JOKERS_AT = COLOUR_COUNT * COLOUR_BITS
GROUP_JOKERS_MASK = 3
KEPT_GROUPS_AT = GROUP_JOKERS_AT + 2

# What ties jokers that keep their place, as one number for each kind: how many lie in runs, how many in groups, and
# whether a run must have the kind with the one below or above it. Read from one side, the last two are LINKED: the run
# goes on from the kind before.
TIES_MASK = 3
GROUP_TIES_AT = 2
TIED_BELOW = 1 << 4
TIED_ABOVE = 1 << 5
LINKED = 1 << 4

SEEN_BITS = 12
SEEN = 1 << SEEN_BITS  # places in the memory of nodes already searched

# A joker of a table.
_joker = _Parts()
JOKER_MELD = _joker.of(1)
JOKER_FORM = _joker.of(1)  # of its meld: RUN or GROUP
JOKER_VALUE = _joker.of(1)  # the number it stands for
JOKER_COLOURS = _joker.of(1)  # bits of the colours it may stand for
JOKER_COMPANY = _joker.of(1)  # bits of the kinds that lie in its meld, jokers left aside
JOKER = _joker.end

# A meld being written.
MELD_FORM, MELD_START, MELD_EXTENT, MELD_JOKERS = range(4)  # start: kind or number; extent: length or colours
MELD = 4

_work = _Parts()
# Tiles of each kind that may be used, a joker that keeps its place counted as what it stands for.
HAVE = _work.of(KINDS)
MUST = _work.of(KINDS)  # those of them that must be used
KEPT = _work.of(KINDS)  # those of them that are jokers which keep what they stand for
TIES = _work.of(KINDS)  # where those must lie: in runs, in groups, in one run with the next tile below or above
WEIGHT = _work.of(VALUES)  # what a tile of each number is worth
SIDES = _work.of(2 * SIDE)
AGE = _work.of(1)  # of the memory: how many searches it has served
EXPANDED = _work.of(1)  # nodes opened by the search so far
NODES = _work.of(LAYERS * NODE)  # the nodes on the way to the one at work
CHOICES = _work.of(COLOUR_COUNT * CHOICES_STEP)  # of the node at work, by colour
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
SAME_MELD = _work.of(1)  # 1: a freed joker may lie in one meld with the tile that freed it
ANY_MELD = _work.of(1)  # 1: a joker that was not freed may lie in any meld as the same tile
MOST_JOKERS = _work.of(1)  # in one meld
TILE_WEIGHT = _work.of(1)  # what each tile laid counts
POINT_WEIGHT = _work.of(1)  # what each point of a tile laid counts; a joker has none

OLD_JOKERS = _work.of(1)  # jokers of the old table
OLD_JOKER = _work.of(JOKERS * JOKER)
OLD_COUNTS = _work.of(KINDS)  # tiles of each kind on the old table

# One case of what becomes of them: each is kept as a kind, or freed by a tile of a kind.
CASE_KIND = _work.of(JOKERS)  # the kind of each
FREED = _work.of(KINDS)  # jokers that tiles of each kind must free
FREE_JOKERS = _work.of(1)  # those and the jokers of the rack
MUST_JOKERS = _work.of(1)  # only those: they cannot go to the rack
LEFT_OUT = _work.of(1)  # the weight of jokers that stay on the rack

# Melds placed before the search: what is looked for (a kind, or JOKER_KIND), the next meld to try and how jokers fill
# it, the problem before.
MOST_PLACED = 4
COUNTED = 4 * KINDS  # HAVE, MUST, KEPT and TIES
PROBLEM = COUNTED + 3
PLACEMENT_OF, PLACEMENT_SHAPE, PLACEMENT_FILL, PLACEMENT_PROBLEM = range(4)
PLACEMENT = PLACEMENT_PROBLEM + PROBLEM
PLACEMENTS = _work.of(MOST_PLACED * PLACEMENT)

# Melds being written, those placed before the search first.
NEW_MELDS = _work.of(1)
PLACED = _work.of(1)
STAYING = _work.of(1)  # those melds, as bits, that are old ones and stay as they were: no joker joins them
FIRST_PLACED = _work.of(1)  # how many of them are settled before any meld is placed for another reason
MELDS = _work.of(LENGTHS * MELD)
NEW_CELLS = _work.of(CELLS)  # the same as cells
NEW_LENGTHS = _work.of(LENGTHS)
NEW_COUNTS = _work.of(KINDS)
NEW_JOKERS = _work.of(1)  # as OLD_JOKERS
NEW_JOKER = _work.of(JOKERS * JOKER)

# The best lay so far.
LAY_LOSS = _work.of(1)  # what stays on the rack, weighed
LAY_MELDS = _work.of(1)
LAY_CELLS = _work.of(CELLS)
LAY_LENGTHS = _work.of(LENGTHS)
LAY = _work.end - LAY_LOSS  # the size of all this
LAY_TILES = _work.of(1)  # tiles laid from the rack
LAY_POINTS = _work.of(1)  # their points

# Which tiles would help: how many more tiles could be laid with one more of each kind; NONE where there is none more.
HELP = _work.of(KINDS)

# Melds of an opening being tried, as places in the list of those that the rack can make. The list lies where the search
# has its stack, which is at rest then.
OPENING = _work.of(LENGTHS)
LISTED_NUMBER, LISTED_TILES, LISTED_WORTH = range(3)  # shape and places of jokers; its tiles; its points
LISTED = 3
MELD_LIST = STACK

# The lay that changes least: while it is searched 1 and what any lay loses, what changes cost that are settled before
# the search, and the old melds that it has not to care for, as bits.
COUNTING_CHANGES = _work.of(1)
CHANGED = _work.of(1)
SETTLED = _work.of(1)
# The problems that it is searched in: the old melds with jokers that stay, as bits, and the cases of the old jokers.
PROBLEM_STAY, PROBLEM_CASE_0, PROBLEM_CASE_1 = range(3)
PROBLEM_KIND = 3
PROBLEMS = _work.of(1)
PROBLEM_LIST = _work.of(PROBLEM_KIND * (2 * COLOUR_COUNT + 1) ** JOKERS)
WORKSPACE = _work.end

# Only that search needs what follows. A side of it has the old runs that start at each kind in two slots, the slots
# whose run goes on there, the old groups of each number (two), and its bounds.
OLD_RUN_LENGTH, OLD_RUN_MELD = range(2)
OLD_RUN = 2
OLD_GROUP_COLOURS, OLD_GROUP_MELD = range(2)
OLD_GROUP = 2
_change = _Parts()
OLD_RUN_STARTS = _change.of(NATURAL_KINDS * SLOTS * OLD_RUN)
OLD_RUN_GOES_ON = _change.of(NATURAL_KINDS + 1)
OLD_GROUPS = _change.of(VALUES * SLOTS * OLD_GROUP)
CHANGE_BOUNDS = _change.of(COLOUR_COUNT * LAYERS * ACTIVE * RUN_STATES * JOKER_STEPS)
CHANGE_SIDE = _change.end

CHANGE_SIDES = _work.of(2 * CHANGE_SIDE)
CHANGE_CHILDREN = 1 << 16
CHANGE_STACK = _work.of(CHANGE_CHILDREN * CHILD)
CHANGE_AGE = _work.of(1)
CHANGE_SEEN_BITS = 13
CHANGE_SEEN_KEY, CHANGE_SEEN_BUDGET = range(2)  # a node's key, and with its age the budget that did not suffice
CHANGE_SEEN = _work.of(2 << CHANGE_SEEN_BITS)
FORMER_LAY = _work.of(LAY)  # kept while a search forgets the rule about jokers
CHANGE_WORKSPACE = _work.end
