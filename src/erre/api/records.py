"""Records of finished games, as `erre.read_record` returns them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from erre.core import gamefile
from erre.core.errors import BadOptions
from erre.core.game import AnyGame, Outcome, Position
from erre.core.gamefile import GameFile, MoveLine, Proof, Step
from erre.core.picture_layout import strip
from erre.core.whole import counted, numbered
from erre.games import game


@dataclass(frozen=True)
class GameRecord:
    """A game from the first deal to its end, with everything that is needed to prove it."""

    file: GameFile
    game: AnyGame

    @classmethod
    def read(cls, path: Path) -> GameRecord:
        """A record from its file."""
        file = gamefile.read_file(path)
        return cls(file, game(file.header.game))

    @property
    def players(self) -> list[str]:
        """Who sat at each seat."""
        return self.file.header.players

    @property
    def moves(self) -> list[MoveLine]:
        """Every move: its `seat`, the text `move`, and `at`, milliseconds since the start."""
        return self.file.moves

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if the record breaks off."""
        return self.file.end.outcome if self.file.end else None

    def steps(self) -> Iterator[Step]:
        """The game again, move by move: each step has `move`, `position` and `events`. Every move is checked."""
        return gamefile.replay(self.file, self.game)

    def positions(self) -> Iterator[Position]:
        """The positions of the game, the first deal included."""
        return (step.position for step in self.steps())

    def verify(self) -> Proof:
        """Whether the deal is the promised one, all moves were legal and the outcome is true."""
        return gamefile.verify(self.file, self.game)

    def svg(self, *, first: int = 0, count: int = 4) -> str:
        """A picture of the replay: `count` positions from move `first` on, each under its move. Notebooks show it."""
        start, many = numbered(first, "move"), counted(count, "position")
        if start > len(self.moves):
            raise BadOptions(f"the record has {len(self.moves)} moves, and the picture would begin after move {start}")
        steps = islice(self.steps(), start, start + many)
        pictures = [
            (caption(start + at, step), step.position.picture(names=self.players)) for at, step in enumerate(steps)
        ]
        return strip(self.game.stills, pictures)

    def _repr_svg_(self) -> str | None:
        return None if self.file.key is None else self.svg()

    def __repr__(self) -> str:
        return f"<record of {self.game.title}: {', '.join(self.players)}, {len(self.moves)} moves>"


def caption(number: int, step: Step) -> str:
    """What stands above a position of a replay."""
    return f"move {number}, seat {step.move.seat}: {step.move.move}" if step.move else "the deal"
