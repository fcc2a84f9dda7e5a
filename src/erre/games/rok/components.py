"""ROK, chapter 0: what lies on the table, and every number of the rulebook."""

from __future__ import annotations

import math
from typing import Annotated, Literal

import msgspec
import numpy as np

from erre.core.errors import BadOptions
from erre.core.options import GameOptions, codes, option

LEAST_SEATS = 2  # §0.1
MOST_SEATS = 5

RUNE_COUNT = 48  # §0.2 three colours of eight symbols, each twice, beside the Rune of Destiny and the bag
KIND_COUNT = 24
COLOUR_COUNT = 3
SYMBOL_COUNT = 8
COLOURS = "WGB"  # white, grey, black
COPIES = "ab"

THROWN_EACH = np.array([5, 4, 3, 2], np.int8)  # runes that each of 2, 3, 4 and 5 seats throws
MOST_THROWN = 12
MOST_ROUNDS = 200  # §6.1 a game that has not ended by then is counted as it stands

# The places where a rune can be. OUT: a partial position does not mention it.
BAG, TABLE, BALANCE, TREASURE, HELD, OUT = range(6)

# Lengths are thousandths of a rune's radius, speeds are 1/256 of that in a step. People read and write radii.
RADIUS = 1000
TABLE_RADIUS = 20 * RADIUS
HAND_RADIUS = 22 * RADIUS  # from where runes are thrown and slid: just outside the table
TOUCH = 2 * RADIUS  # runes whose middles are so far apart touch
SPREAD = 14 * RADIUS  # the runes are aimed at the inner part of the table
HAND_GAP = 2400  # between the runes that one hand throws
FINE = 256
FRICTION = 32 * FINE  # speed that a rune loses in a step
TOP_SPEED = 1700 * FINE  # of a slide with force 1; without an obstacle it goes 45 radii
MOST_STEPS = 64  # nothing is so fast that it still moves then
LANDING = 4  # a thrown rune flies to this share of its way before the end, lands, and slides the rest
GRID = 500  # the grid on which a free place is looked for
FARTHEST = 250 * RADIUS  # coordinates that a partial position may have
# Shares of the speed towards each other, in 256ths, that a collision gives to each of two runes, and to one that
# hits what does not move: a rune lying there, Destiny, the edge.
SHARED_BOUNCE = 205
FIXED_BOUNCE = 410
EDGE_BOUNCE = 384

TENTHS = 3600  # of a degree in a full turn
SINE_ONE = 65536
SINES = np.array([round(SINE_ONE * math.sin(math.radians(k / 10))) for k in range(901)], np.int32)

# Moves as numbers: a rune to grab, done, a kind to give, an order of seats, a slide.
DONE = RUNE_COUNT
GIVE_BASE = DONE + 1
ORDER_BASE = 100  # then the seats, each plus one, as digits to the base of six, the first one lowest
ORDER_DIGIT = 6
SLIDE_BASE = 8000  # then direction times 101 plus force
FORCES = 101  # hundredths, 0 to 100
AIM_SHIFT = 120  # directions are counted from -12 degrees, so that the slides which are listed fit 16 bits
# The slides that are listed: all others are as legal.
LISTED_AIMS = np.array([-100, -60, -20, 20, 60, 100], np.int16)
LISTED_FORCES = np.array([50, 58, 62, 66], np.int16)
MOST_LEGAL = 120  # orders of five seats

MOST_ATTEMPTS = 10  # slides that decide nothing before a lot is drawn
TIE = 3  # the contest for the victory; the others are named by their colour

GrabEnd = Literal["auto", "allDone", "timer"]
LoneRune = Literal["return", "penalty"]
PenaltyChoice = Literal["player", "oldest"]
CaptureScope = Literal["whole", "earlierRounds"]
OrderContest = Literal["slide", "random", "seat"]
TieBreak = Literal["slide", "shared", "random"]
SlideMode = Literal["skill", "random"]
AUTO, ALL_DONE, TIMER = codes(GrabEnd)
RETURN, PENALTY = codes(LoneRune)
PLAYER, OLDEST = codes(PenaltyChoice)
WHOLE, EARLIER_ROUNDS = codes(CaptureScope)
BY_SLIDE, BY_LOT, BY_SEAT = codes(OrderContest)
TIE_SLIDE, TIE_SHARED, TIE_LOT = codes(TieBreak)
BY_SKILL, BY_CHANCE = codes(SlideMode)

LONGEST_SCRAMBLE = 3600  # seconds
LONGEST_DECISION = 3600  # seconds
LONGEST_SIGNAL = 60  # seconds
LONGEST_PRESS_GAP = 1000  # milliseconds
# §3.9 One hand has to travel from rune to rune. A finger that stays in place taps about seven times in a second, so
# whoever presses two runes in less than this has used two hands, or a program.
PRESS_GAP = 120  # milliseconds
HALF_FORCE = 0.5  # of the slide that the clock makes
THOUSANDTHS = 1000  # what the probability of a face-up rune is kept in


class Options(GameOptions, frozen=True, kw_only=True):
    """The readings of what the rulebook leaves open."""

    face_up_probability: Annotated[
        float,
        option("how likely a thrown rune comes to lie face up, from 0 to 1", least=0, most=1, scale=THOUSANDTHS),
    ] = 0.5
    grab_end: Annotated[
        GrabEnd, option("the scramble ends when nothing is left to take, only when all are done, or by the timer")
    ] = "auto"
    grab_seconds: Annotated[
        int,
        option("seconds after which a live table ends the scramble; 0: no limit", least=0, most=LONGEST_SCRAMBLE),
    ] = 60
    press_gap_ms: Annotated[
        int,
        option(
            "the least milliseconds between two presses of one seat at a live table: one hand, which has to travel",
            least=0,
            most=LONGEST_PRESS_GAP,
        ),
    ] = PRESS_GAP
    signal_seconds: Annotated[
        int,
        option(
            "how long a live table waits for the first player's signal before it throws; 0: it throws by itself",
            least=0,
            most=LONGEST_SIGNAL,
        ),
    ] = 6
    decision_seconds: Annotated[
        int,
        option(
            "seconds for a penalty, a slide or an order at a live table, then the usual choice is made; 0: a bot takes "
            "over after a minute",
            least=0,
            most=LONGEST_DECISION,
        ),
    ] = 20
    lone_rune: Annotated[
        LoneRune, option("a rune taken alone while its twin still lies there: goes back, or is a wrong pair")
    ] = "return"
    penalty_choice: Annotated[
        PenaltyChoice, option("which pair is given for a wrong one: the player's choice, or the oldest")
    ] = "player"
    capture_scope: Annotated[
        CaptureScope,
        option("a capture takes the whole treasure of the colour, or only what earlier rounds brought"),
    ] = "whole"
    order_contest: Annotated[
        OrderContest,
        option("who chooses the order of captures of one colour: by sliding, by lot, or the first in seat order"),
    ] = "slide"
    count_balance_at_end: Annotated[bool, option("whether the Balance Rune counts as well at the end")] = False
    tie_break: Annotated[
        TieBreak, option("equal treasures at the end: a slide decides, the victory is shared, or a lot is drawn")
    ] = "slide"
    slide_mode: Annotated[SlideMode, option("players aim their slides, or chance does")] = "skill"

    def __post_init__(self) -> None:
        """Refuse a timer without an end; the probability is rounded as the state keeps it."""
        if self.grab_end == "timer" and self.grab_seconds == 0:
            raise BadOptions("grabEnd is timer, so grabSeconds must say how long the scramble lasts")
        rounded = round(self.face_up_probability * THOUSANDTHS) / THOUSANDTHS
        msgspec.structs.force_setattr(self, "face_up_probability", rounded)
