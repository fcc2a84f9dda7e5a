"""Ru-Ra-Re, chapter 0: what lies on the table, and every number of the rulebook."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
import numpy as np

from erre.core.errors import BadOptions, quote
from erre.core.options import GameOptions, Number, codes, option

LEAST_SEATS = 2  # §0.1
MOST_SEATS = 4

MOST_ROWS = 8  # §0.2 eight number cards, each the head of a row, and 112 playing cards
ROWS_BEYOND_SEATS = 4  # two seats have six rows
ROW_CARDS = 3
DECK_SIZE = 112

# §0.3 The deck is a table: a kind, whether its cards stay after the first scoring (green tick) or go to the
# box (red cross), and how many there are in the decks reconstructed-a, -b, -c and -d. Certain are ten kings,
# eight farmers and five of each animal; the other counts are not known and were reconstructed.
DECK_TABLE = (
    ("king", True, (10, 10, 10, 10)),
    ("church", False, (8, 8, 10, 8)),
    ("points2", False, (5, 6, 5, 6)),
    ("points3", False, (5, 6, 5, 6)),
    ("points4", False, (5, 6, 5, 6)),
    ("knight", True, (15, 12, 15, 14)),
    ("sheep", True, (5, 5, 5, 5)),
    ("horse", True, (5, 5, 5, 5)),
    ("pig", True, (5, 5, 5, 5)),
    ("cow", True, (5, 5, 5, 5)),
    ("goat", True, (5, 5, 5, 5)),
    ("chicken", True, (5, 5, 5, 5)),
    ("goose", True, (5, 5, 5, 5)),
    ("rabbit", True, (5, 5, 5, 5)),
    ("farmer", False, (8, 8, 8, 8)),
    ("wife", False, (8, 8, 8, 8)),
    ("house", False, (8, 8, 6, 6)),
)
KINDS = tuple(line[0] for line in DECK_TABLE)
KIND_COUNT = 17
KING, CHURCH, POINTS2, POINTS3, POINTS4, KNIGHT, SHEEP = range(7)
FARMER, WIFE, HOUSE = range(14, 17)
ANIMALS = KINDS[SHEEP:FARMER]
STAYS = np.array([line[1] for line in DECK_TABLE], np.int8)  # §0.4 a green tick: 1; a red cross: 0

DeckName = Literal["reconstructed-a", "reconstructed-b", "reconstructed-c", "reconstructed-d"]
DECK_NAMES: tuple[DeckName, ...] = get_args(DeckName)
DECKS: dict[str, dict[str, int]] = {
    name: {line[0]: line[2][k] for line in DECK_TABLE} for k, name in enumerate(DECK_NAMES)
}
LEAST_CARDS = MOST_ROWS * ROW_CARDS  # of a deck of one's own: all rows of four seats can be laid out
MOST_CARDS = 160  # of a deck of one's own: the room in the state

# Cards in use with 2, 3 and 4 seats; a deck of one's own keeps the share.
USED = np.array([80, 102, 112], np.int16)

THIRTEEN = 13  # cards in front of somebody that end the first phase

MOST_FOR_KINGS = 36
CHURCH_POINTS = 10
PAIR_POINTS = 7  # a farmer and a wife
HOUSE_POINTS = 7  # more for a pair with a house

# The categories of a scoring, in the rulebook's order; the eight kinds of animals count one by one.
KINGS, CHURCHES, POINTS, KNIGHTS, FIRST_ANIMAL = range(5)
FARM = FIRST_ANIMAL + len(ANIMALS)
CATEGORY_COUNT = 13
FIRST, SECOND = range(2)  # the two scorings

MOST_LEGAL = MOST_ROWS  # a move is a row, counted from 0

MissedFirstScoring = Literal["finalOnly", "both"]
CutShortTurn = Literal["waits", "counts"]
FINAL_ONLY, BOTH = codes(MissedFirstScoring)
WAITS, COUNTS = codes(CutShortTurn)

# §6.3 A live table may set a time for choosing. The seat that lets it pass gets a row by lot, out of those with cards.
LONGEST_TIMEOUT = 3600  # seconds


class Options(GameOptions, frozen=True, kw_only=True):
    """The deck, and the readings of what the rulebook leaves open."""

    deck: Annotated[DeckName, option("which reconstruction of the printed deck is played with")] = "reconstructed-a"
    counts: Annotated[
        dict[str, Number],
        option("other numbers of cards, by kind: what is printed at the top left of the cards you own"),
    ] = msgspec.field(default_factory=dict)
    allow_custom_total: Annotated[bool, option(f"let the deck add up to another number than {DECK_SIZE}")] = False
    missed_first_scoring: Annotated[
        MissedFirstScoring,
        option("the first phase has not ended before the last turn: one scoring at the end, or both in a row"),
    ] = "finalOnly"
    cut_short_turn: Annotated[
        CutShortTurn,
        option("13 cards after a turn that was cut short: the first scoring waits for a whole turn, or comes at once"),
    ] = "waits"
    tie_break: Annotated[Literal["shared"], option("equal totals share the victory")] = "shared"
    choice_timeout_sec: Annotated[
        int,
        option(
            "seconds to choose a row at a live table, then one is chosen by lot; 0: no limit",
            least=0,
            most=LONGEST_TIMEOUT,
        ),
    ] = 0

    def __post_init__(self) -> None:
        """Refuse a deck that cannot be; of the counts, those that say what the deck says anyway are dropped."""
        for kind, count in self.counts.items():
            check_count(kind, count)
        check_total(sum(self.cards().values()), self.allow_custom_total)
        own = {kind: count for kind, count in self.cards().items() if count != DECKS[self.deck][kind]}
        msgspec.structs.force_setattr(self, "counts", own)

    def cards(self) -> dict[str, int]:
        """How many cards of each kind there are."""
        return {**DECKS[self.deck], **self.counts}

    def numbers(self) -> dict[str, Any]:
        return {**super().numbers(), "counts": list(self.cards().values())}

    @classmethod
    def values(cls, s: Any) -> dict[str, Any]:
        return {**super().values(s), "counts": dict(zip(KINDS, s.counts.tolist(), strict=True))}


def check_count(kind: str, count: int) -> None:
    """Refuse a kind that does not exist, or a number of cards that cannot be."""
    if kind not in KINDS:
        raise BadOptions(f"there is no kind {quote(kind)}; the kinds are {', '.join(KINDS)}")
    if not 0 <= count <= MOST_CARDS:
        raise BadOptions(f"{kind}: a deck cannot have {count} of them, only 0 to {MOST_CARDS}")


def check_total(total: int, custom: bool) -> None:
    """§0.5 The counts add up to 112; another sum must be asked for, and must lay out the rows and fit the record."""
    if not custom and total != DECK_SIZE:
        raise BadOptions(f"the deck adds up to {total} cards, not {DECK_SIZE}: allowCustomTotal permits another sum")
    if total < LEAST_CARDS:
        raise BadOptions(f"the deck adds up to {total} cards: too few to lay out the rows, which take {LEAST_CARDS}")
    if total > MOST_CARDS:
        raise BadOptions(f"the deck adds up to {total} cards: {MOST_CARDS} are the most there is room for")
