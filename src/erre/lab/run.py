"""A run: has an executor play the remaining shards and collects each as it finishes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from erre.core.batch import Engine
from erre.core.errors import BadOptions
from erre.lab.plan import Job, Rows, Shard, shard_size, shards
from erre.lab.results import Results
from erre.lab.threads import Executor, check_threads, on_threads

Progress = Callable[[int], None]


def executor_for(
    threads: int | None = None, engine: Engine = "cpu", ray: str | None = None, notice: Callable[[str], None] = print
) -> Executor:
    """Who plays: the threads of this machine, or a Ray cluster, whose losses are said to `notice`."""
    check_threads(threads)
    if ray is None:
        return on_threads(threads, engine)
    if engine == "gpu":
        raise BadOptions("--ray plays on the processors of a cluster: leave --engine gpu off")
    from erre.lab.ray_tasks import on_ray

    return on_ray(ray, threads, notice)


def play_run(
    job: Job,
    rounds: int,
    executor: Executor,
    take: Callable[[Shard, Rows], None],
    *,
    results: Results | None = None,
    engine: Engine = "cpu",
    progress: Progress | None = None,
) -> None:
    """Play the remaining games of every table and hand over each shard; an interrupt is passed on."""
    left = shards(len(job.tables), rounds, shard_size(job, rounds * len(job.tables), engine))
    if results is not None:
        left = results.missing(left)
    try:
        with closing(executor(job, left)) as played:
            for shard, rows in played:
                take(shard, rows)
                if progress:
                    progress(shard.size)
    except BaseException as error:
        if results is not None and not (isinstance(error, KeyboardInterrupt) and results.played):
            results.release()
        raise
