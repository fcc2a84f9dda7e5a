"""A turn of Rummy being built: a table of one's own that can be changed and taken back until it is done."""

from __future__ import annotations

from erre.core.errors import BadNotation
from erre.core.record import NONE
from erre.games.rummy.notation import Written, format_written, parse_tile
from erre.games.rummy.rules.melds import meld_points
from erre.games.rummy.rules.no_meld import named, row, why_no_meld
from erre.games.rummy.steps import name_of

Melds = list[list[str]]


class Draft:
    """Where every tile lies just now: in a meld, loose, or on the rack. Each tile is in exactly one place."""

    def __init__(self, table: Melds, rack: list[str]) -> None:
        self.first: tuple[Melds, list[str]] = ([list(meld) for meld in table], list(rack))
        self.melds, self.rack = [list(meld) for meld in table], list(rack)
        self.loose: list[str] = []
        self.past: list[tuple[Melds, list[str], list[str]]] = []

    @property
    def is_touched(self) -> bool:
        """Whether anything lies elsewhere than at the start of the turn."""
        return (self.melds, self.rack) != self.first or bool(self.loose)

    def remember(self) -> None:
        """Keep the draft as it is, for undo."""
        self.past.append(([list(meld) for meld in self.melds], list(self.rack), list(self.loose)))

    def undo(self) -> bool:
        """Take the last change back; False where there is none."""
        if not self.past:
            return False
        self.melds, self.rack, self.loose = self.past.pop()
        return True

    def reset(self) -> None:
        """Everything as it was at the start of the turn; undo brings it back."""
        self.remember()
        self.melds, self.rack, self.loose = [list(meld) for meld in self.first[0]], list(self.first[1]), []

    def put(self, number: int | None, words: list[str], *, add: bool = False) -> None:
        """A meld of these tiles: a new one, or in the place of meld `number`; with `add`, besides what lies there."""
        if number is not None and not 1 <= number <= len(self.melds):
            raise BadNotation(f"there is no meld {number}: the melds are 1 to {len(self.melds)}")
        if not words:
            raise BadNotation("name the tiles, as in: new R5 R6 R7")
        wanted = [parse_tile(word) for word in words]
        self.remember()
        try:
            self.place(number, wanted, add)
        except BadNotation:
            self.undo()
            raise

    def place(self, number: int | None, wanted: list[Written], add: bool) -> None:
        """Move tiles into a meld of the draft, or into a new one without a number; `put` undoes it if that fails."""
        at = len(self.melds) if number is None else number - 1
        old = [] if number is None else self.melds[at]
        if number is None:
            self.melds.append([])
        self.melds[at] = []
        pile = [] if add else list(old)
        tiles = [self.take(word, pile) for word in wanted]
        if add:
            self.melds[at] = old
            for tile in tiles:
                self.melds[at] = join(self.melds[at], tile)
        else:
            self.melds[at] = tiles
        own = {name_of(tile) for tile in self.first[1]}
        for tile in pile:
            (self.rack if name_of(tile) in own else self.loose).append(name_of(tile))
        self.melds = [meld for meld in self.melds if meld]

    def take(self, word: Written, pile: list[str]) -> str:
        """The tile that a word means, out of the old meld, the rack, what lies loose, or another meld."""
        for place in (pile, self.rack, self.loose, *self.melds):
            for tile in place:
                held = parse_tile(name_of(tile))
                if held.kind == word.kind and word.copy in (NONE, held.copy):
                    place.remove(tile)
                    return format_written(Written(held.kind, held.copy, word.stands))
        raise BadNotation(f"there is no {format_written(word)} left to take")

    def text(self) -> str:
        """The move that this draft is."""
        return " ".join(["lay", *(f"[{' '.join(meld)}]" for meld in self.melds)])


def cells_of(meld: list[str]) -> list[int]:
    """A meld as kernels know it."""
    return [parse_tile(tile).cell for tile in meld]


def problem(meld: list[str]) -> str | None:
    """Why this is no meld; None if it is one."""
    why = why_no_meld(cells_of(meld))
    return None if why is None else why.words


def points(meld: list[str]) -> int:
    """The points of a meld; 0 if it is none."""
    return 0 if problem(meld) else meld_points(row(named(cells_of(meld))), 0, len(meld))


def join(meld: list[str], tile: str) -> list[str]:
    """The meld with one more tile, at the first place where it makes a meld; at the end where there is none."""
    for at in range(len(meld), -1, -1):
        longer = [*meld[:at], tile, *meld[at:]]
        if problem(longer) is None:
            return longer
    return [*meld, tile]
