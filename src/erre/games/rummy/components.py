"""Rummy, chapter 0: what lies on the table, and every number of the rulebook."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from erre.core.options import GameOptions, codes, option

LEAST_SEATS = 2  # §0.1
MOST_SEATS = 4

# §0.2 Four colours, the numbers 1 to 13 twice in each, and two jokers. A kind is colour * 13 + number - 1; a tile is
# its kind twice, plus 1 for copy b, so that both jokers, tiles 104 and 105, are of kind 52.
COLOURS = "BGRY"
COLOUR_NAMES = ("blue", "green", "red", "yellow")
COLOUR_COUNT = 4
VALUES = 13
COPIES = 2
JOKERS = 2
NATURAL_KINDS = COLOUR_COUNT * VALUES
JOKER_KIND = NATURAL_KINDS
KINDS = NATURAL_KINDS + 1
FIRST_JOKER = JOKER_KIND * COPIES
TILES = FIRST_JOKER + JOKERS

RACK_SIZE = 14  # dealt to each seat
TURN_SECONDS = 120
OPENING_POINTS = 30
JOKER_PENALTY = 25  # §4.3 what a joker left on a rack costs at the end
CLOSING_FACTOR = 2  # for the points of a hand closed from the hand

LEAST_MELD = 3
MOST_GROUP = COLOUR_COUNT
MOST_RUN = VALUES
MOST_MELDS = TILES // LEAST_MELD

# On the table a joker stands for a kind: its cell is JOKER_AS + that kind. The cell of any other tile is its kind.
JOKER_AS = 64
KIND_BITS = JOKER_AS - 1

# Where a tile is: out of a position that is written down in part, in the pool, on a rack, or on the table.
OUT = -1
POOL = 0
RACKS = 1  # and the seat
TABLE = RACKS + MOST_SEATS

# Moves as kernels know them: draw, pass, the clock; and lays that change nothing on the table but add to it: the first
# lay of a rack, a new meld of some shape, or one tile that joins a meld.
DRAW, PASS, TIMEOUT, OPEN, NEW_MELD = range(5)
RUN_SHAPES = 66  # of one colour: lengths 3 to 13
GROUP_SHAPES = 5  # of one number: all four colours, or one of them missing
SHAPES = COLOUR_COUNT * RUN_SHAPES + VALUES * GROUP_SHAPES
ADD = NEW_MELD + SHAPES  # and meld * KINDS + kind
MOST_LEGAL = 4 + SHAPES + 3 * MOST_MELDS  # a meld takes at most two kinds of tiles, and a joker

RUN, GROUP = 1, 2
JokerRule = Literal["replace", "replaceFromRack", "free"]
BlockedScoring = Literal["difference", "fullSum", "none"]
NextStarter = Literal["lot", "left", "winner"]
TimeUpKeeps = Literal["rightMelds", "wholeLay"]
REPLACE, REPLACE_FROM_RACK, FREE = codes(JokerRule)
DIFFERENCE, FULL_SUM, UNSCORED = codes(BlockedScoring)
BY_LOT, TO_THE_LEFT, THE_WINNER = codes(NextStarter)
RIGHT_MELDS, WHOLE_LAY = codes(TimeUpKeeps)

MOST_HANDS = 100
LONGEST_TURN = 86_400


class Options(GameOptions, frozen=True, kw_only=True):
    """The variant of the rulebook and the readings of what it leaves open."""

    joker_rule: Annotated[
        JokerRule,
        option(
            "a joker on the table is freed when its tile, from rack or table, takes its place; when that tile "
            "comes from the rack; or at any time"
        ),
    ] = "replace"
    joker_same_meld: Annotated[
        bool, option("a joker that was freed may lie in one meld with the tile that freed it")
    ] = False
    joker_any_meld: Annotated[
        bool, option("a joker that was not freed may lie in any meld, as long as it stands for the same tile there")
    ] = False
    table_use_in_opening_turn: Annotated[
        bool, option("whoever has laid the first 30 points may use the table in the same turn")
    ] = False
    close_from_hand: Annotated[
        bool, option("whoever lays the whole rack at once as a first lay needs no 30 points and scores double")
    ] = False
    close_from_hand_uses_table: Annotated[bool, option("closing from the hand may use the table")] = False
    blocked_scoring: Annotated[
        BlockedScoring,
        option("nobody goes on: losers pay the difference to the lowest rack, their whole rack, or nothing"),
    ] = "difference"
    turn_seconds: Annotated[int, option("the time for a turn", least=1, most=LONGEST_TURN)] = TURN_SECONDS
    clock_alone: Annotated[bool, option("that time also runs for one person who plays against bots")] = False
    time_up_keeps: Annotated[
        TimeUpKeeps,
        option("when the time is up, what lies in right melds stays; or the lay without its wrong tiles, or nothing"),
    ] = "rightMelds"
    timeout_draw: Annotated[
        int, option("tiles drawn by whoever has laid nothing when the time is up", least=0, most=RACK_SIZE)
    ] = 1
    max_jokers_per_meld: Annotated[int, option("the most jokers in one meld", least=1, most=JOKERS)] = JOKERS
    hands: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=MOST_HANDS)] | None,
        option("the hands of a match; by default as many as there are players"),
    ] = None
    next_starter: Annotated[
        NextStarter,
        option("who begins the later hands: a random player, the player left of the last one, or the winner"),
    ] = "lot"
    match_tie_break: Annotated[Literal["shared"], option("equal totals share the victory")] = "shared"
