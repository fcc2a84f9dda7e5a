"""Plays shards, in a local thread or in a remote worker."""

from __future__ import annotations

import msgspec

from erre.core.batch import Engine
from erre.games import game as find_game
from erre.lab.plan import Job, Rows, Shard
from erre.lab.series import Series
from erre.lab.study import study_games


class Player:
    """Everything that it takes to play any shard of a job; many threads may share one."""

    def __init__(self, job: Job, engine: Engine = "cpu") -> None:
        self.job, self.engine, self.game = job, engine, find_game(job.game)
        self.series: dict[bytes, Series] = {}
        self.by_table = [self.series_of(table.options) for table in job.tables]

    def series_of(self, options: dict[str, object]) -> Series:
        """The series of some rules; tables with the same share it, and with it the programs that were started."""
        key = msgspec.json.encode(options, order="sorted")
        if key not in self.series:
            read = self.game.read_options(options)
            self.series[key] = Series(self.game, self.job.seats, read, self.job.seed, self.job.budget)
        return self.series[key]

    def play(self, shard: Shard) -> Rows:
        """The games of a shard, on the thread that asks."""
        series, bots = self.by_table[shard.table], self.job.tables[shard.table].bots
        if self.job.kind == "study":
            return study_games(self.game, self.job.seats, series.options, bots, self.job.seed, shard.first, shard.size)
        scores = series.play(bots, shard.first, shard.size, engine=self.engine, threads=1)
        return Rows(scores.points, scores.wins, scores.moves[:, None])

    def close(self) -> None:
        """End the programs that were started."""
        for series in self.series.values():
            series.close()
