"""Ru-Ra-Re: where things lie in the workspace of a search, 64-bit words all of them."""

from __future__ import annotations

from erre.bots.rurare.learned import NET
from erre.games.rurare.components import CATEGORY_COUNT, KIND_COUNT, MOST_CARDS, MOST_ROWS, MOST_SEATS, ROW_CARDS
from erre.games.rurare.imagine import SCRATCH

# A table, kept to be put back: see `worlds`.
SCALARS = 11
ROWS = SCALARS
DEPTHS = ROWS + MOST_ROWS * ROW_CARDS
SEATS = DEPTHS + MOST_ROWS  # shown, chosen, revealed, first scores and totals of each seat
DISPLAYS = SEATS + 5 * MOST_SEATS
BOX = DISPLAYS + MOST_SEATS * KIND_COUNT
SEEN = BOX + KIND_COUNT
PILE = SEEN + KIND_COUNT
TABLE = PILE + MOST_CARDS

TRUTH = 0  # the table as it is
CHANCE = TRUTH + TABLE  # its key and block of chance
SHEET = CHANCE + 24  # its score sheet
WORLD = SHEET + 2 * MOST_SEATS * CATEGORY_COUNT  # the table of an imagined world
POOL = WORLD + TABLE  # scratch of `imagine`

# What a search has found.
MATRIX_SIZE = MOST_ROWS * MOST_ROWS
SUMS = POOL + SCRATCH  # duel: values by seat, own row and other's row; crowd: by seat and row, alone and met
COUNTS = SUMS + 2 * MATRIX_SIZE  # playouts behind them: duel by both rows; crowd as the sums
PAYOFFS = COUNTS + MATRIX_SIZE  # their means
REGRETS = PAYOFFS + 2 * MATRIX_SIZE  # by seat and row
MIX = REGRETS + MOST_SEATS * MOST_ROWS  # the strategies now, in ONEths
AVERAGE = MIX + MOST_SEATS * MOST_ROWS  # their weighted sums; after solving the mixtures themselves, in ONEths
VALUES = AVERAGE + MOST_SEATS * MOST_ROWS  # what each row is worth against the others' mixtures, in parts
PRIORS = VALUES + MOST_SEATS * MOST_ROWS  # what each row adds to a seat's expected points, before any playout
GUESSES = PRIORS + MOST_SEATS * MOST_ROWS  # values as they were found, while others are guessed
MIXED = GUESSES + MOST_SEATS * MOST_ROWS  # mixtures summed over guesses
ENDS = MIXED + MOST_SEATS * MOST_ROWS  # expected points of each seat at the end of a playout
PLAYED = ENDS + MOST_SEATS  # playouts so far
PREFERENCES = PLAYED + 1  # the network's scores, by seat and row
NETWORK = PREFERENCES + MOST_SEATS * MOST_ROWS  # the network's list of features and its layers
WORK = NETWORK + NET
