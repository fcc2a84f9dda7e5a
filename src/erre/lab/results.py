"""The results of a run: every game played, in memory and, if a file is given, on disk.

During a run, its shards are written to a journal next to the file (`games.csv.part`). Even if the process is killed,
the journal is complete up to its last line. At the end, all games are written to the file, in order, and the journal is
deleted.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from erre.core.errors import BadRecord
from erre.lab.columns import Columns
from erre.lab.journal import Journal
from erre.lab.plan import FACTS, Job, Rows, Shard, Truth
from erre.lab.result_files import Block, check_out, read_path, read_results, write_results


class Results:
    """Points, victories and facts by table and game; `done` says which games were played."""

    def __init__(self, job: Job, rounds: int, out: Path | None = None) -> None:
        out = None if out is None else read_path(out)
        self.job, self.rounds, self.out = job, rounds, out
        tables = len(job.tables)
        self.points = np.zeros((tables, rounds, job.seats), np.int32)
        self.wins = np.zeros((tables, rounds, job.seats), np.bool_)
        self.facts = np.zeros((tables, rounds, len(FACTS[job.kind])), np.int32)
        self.done = np.zeros((tables, rounds), np.bool_)
        self.journal: Journal | None = None
        if out is not None:
            check_out(out)
            self.open(out)

    def open(self, out: Path) -> None:
        """Read what was played before, and prepare to write."""
        journal = Journal(out.with_name(out.name + ".part"), self.job)
        try:
            for tables, games, rows in read_results(out, Columns(self.job)):
                self.put(tables, games, rows)
            self.kept = self.played
            for shard, rows in journal.read():
                games = shard.first + np.arange(shard.size)
                self.put(np.full(shard.size, shard.table), games, rows)
        except BadRecord:
            journal.close(remove=journal.path.stat().st_size == 0)
            raise
        self.journal = journal

    def put(self, tables: npt.NDArray[np.int64], games: npt.NDArray[np.int64], rows: Rows) -> None:
        """Add games from a file, if they belong to this run."""
        if len(games) == 0:
            return
        if tables.min() < 0 or tables.max() >= len(self.job.tables) or games.min() < 0:
            raise BadRecord(f"{self.out} has games that this run does not have")
        if games.max() >= self.rounds:
            raise BadRecord(
                f"{self.out} has more games than are asked for: ask for at least "
                f"{(int(games.max()) + 1) * len(self.job.tables):,}, or name another file"
            )
        self.points[tables, games], self.wins[tables, games], self.facts[tables, games] = rows
        self.done[tables, games] = True

    @property
    def played(self) -> int:
        """Games played so far."""
        return int(self.done.sum())

    def missing(self, shards: Iterator[Shard]) -> Iterator[Shard]:
        """What of these shards is still to be played."""
        for shard in shards:
            for start, count in gaps(self.done[shard.table, shard.first : shard.first + shard.size]):
                yield Shard(shard.table, shard.first + start, count)

    def take(self, shard: Shard, rows: Rows) -> None:
        """Add a finished shard, and write it to the journal."""
        where = (shard.table, slice(shard.first, shard.first + shard.size))
        self.points[where], self.wins[where], self.facts[where] = rows
        self.done[where] = True
        if self.journal is not None:
            self.journal.write(shard, rows)

    def table(self, table: int) -> Block:
        """The games of a table that were played."""
        done = self.done[table]
        rows = Rows(self.points[table][done], self.wins[table][done], self.facts[table][done])
        return table, np.flatnonzero(done), rows

    def save(self) -> None:
        """Write the file of results and delete the journal; does nothing without a file."""
        if self.journal is None or self.out is None:
            return
        if self.played > self.kept:
            blocks = (self.table(table) for table in range(len(self.job.tables)))
            write_results(self.out, Columns(self.job), blocks)
            self.kept = self.played
        self.journal.close(remove=True)
        self.journal = None

    def release(self) -> None:
        """Close the journal; if it holds games, it stays, and the next run resumes from it."""
        if self.journal is not None:
            self.journal.close(remove=self.played == self.kept)
            self.journal = None


def gaps(done: Truth) -> Iterator[tuple[int, int]]:
    """Where games are still to be played: first and count of each stretch."""
    if not done.any():
        yield 0, len(done)
        return
    edges = np.flatnonzero(np.diff(np.concatenate(([True], done, [True])).astype(np.int8)))
    for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        yield start, end - start
