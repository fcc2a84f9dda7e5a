"""The rows of a run as columns: one row per game, the same in every file format (docs/lab.md explains each)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from erre.core.errors import BadRecord
from erre.lab.plan import FACTS, Job, Rows

Column = Any  # an array of numbers, or a list of words
WORDS, WHOLE, TRUTH = "words", "whole", "truth"
TRUTHS = {"comeback", "mattered"}  # facts that are yes or no


class Columns:
    """What columns a job has, and the way there and back."""

    def __init__(self, job: Job) -> None:
        self.job, self.run = job, job.fingerprint()
        self.kinds: dict[str, str] = {}
        if len(job.tables) > 1:
            self.kinds["table"] = WHOLE
        if job.kind == "study":
            self.kinds["rules"] = WORDS
        self.kinds["game"] = WHOLE
        self.kinds |= {name: TRUTH if name in TRUTHS else WHOLE for name in FACTS[job.kind]}
        for seat in range(job.seats):
            self.kinds |= {f"bot_{seat}": WORDS, f"points_{seat}": WHOLE, f"won_{seat}": TRUTH}
        self.kinds["run"] = WORDS  # the last, so that a row cut short does not pass for a whole one

    def words(self, name: str) -> list[str]:
        """What a column of words says, table by table."""
        match name.partition("_"):
            case ("bot", _, seat):
                return [table.bots[int(seat)] for table in self.job.tables]
            case ("rules", _, _):
                return [table.label for table in self.job.tables]
            case _:
                return [self.run] * len(self.job.tables)

    def numbers(self, table: int, games: npt.NDArray[np.int64], rows: Rows) -> dict[str, npt.NDArray[Any]]:
        """The columns of a table that are no words."""
        found: dict[str, npt.NDArray[Any]] = {"table": np.full(len(games), table, np.int32), "game": games}
        for at, name in enumerate(FACTS[self.job.kind]):
            found[name] = rows.facts[:, at].astype(np.bool_) if name in TRUTHS else rows.facts[:, at]
        for seat in range(self.job.seats):
            found |= {f"points_{seat}": rows.points[:, seat], f"won_{seat}": rows.wins[:, seat]}
        return {name: found[name] for name, kind in self.kinds.items() if kind != WORDS}

    def rows(self, columns: Mapping[str, Column]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Rows]:
        """Tables, games and rows from columns that were read; those of words may be missing, but for the run."""
        if any(run != self.run for run in columns["run"]):
            raise BadRecord(
                "it holds another run: another game or rules, other seats, bots, seed or budget. Name another file"
            )
        games = whole(columns["game"], 2**62)
        tables = whole(columns["table"], len(self.job.tables)) if "table" in self.kinds else np.zeros_like(games)
        facts = [whole(columns[name], 2**31) for name in FACTS[self.job.kind]]
        seats = range(self.job.seats)
        points = [whole(columns[f"points_{seat}"], 2**31, -(2**31)) for seat in seats]
        wins = [np.asarray(columns[f"won_{seat}"], np.bool_) for seat in seats]
        counted = np.stack(points, axis=1).astype(np.int32), np.stack(facts, axis=1).astype(np.int32)
        return tables, games, Rows(counted[0], np.stack(wins, axis=1), counted[1])


def whole(column: Sequence[Any] | npt.NDArray[Any], limit: int, least: int = 0) -> npt.NDArray[np.int64]:
    """A column of whole numbers, each below the limit."""
    try:
        found = np.asarray(column).astype(np.int64)
    except (OverflowError, ValueError):
        raise BadRecord("there is a number that is none") from None
    if len(found) and not least <= found.min() <= found.max() < limit:
        raise BadRecord("there is a number that cannot be")
    return found
