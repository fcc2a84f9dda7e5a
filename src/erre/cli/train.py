"""`erre train`: self-play training of a game's network, with progress, checkpoints and a page of curves."""

from __future__ import annotations

import json
import math
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from erre.bots.network_files import read_weights
from erre.cli.kernels import prepare_kernels
from erre.cli.progress import counting
from erre.core.errors import BadOptions, Refusal
from erre.core.training import Fitting, Task
from erre.lab.result_files import check_writable
from erre.lab.training.curves import curves_page, fitting_page, read_log
from erre.lab.training.files import Files
from erre.lab.training.fitting import Run
from erre.lab.training.task import task_of

EVERY = 10.0  # seconds between two lines about the run
GPU_SECONDS, CPU_SECONDS = 480.0, 60.0
LEAST_GAMES, MOST_GAMES = 10, 1_000_000  # that a value can be fitted to
AGAINST, MOST_AGAINST = 0.25, 0.8  # the share of games in which the network of --against plays
CPU_SIZES = {"samples": 8192, "minibatch": 1024}  # where nothing else is asked for
NO_TORCH = "training needs torch: pip install 'erre[train]' adds it, or pip install torch"


def train_network(
    game: str,
    out: Path | None,
    seconds: float | None,
    cpu: bool,
    resume: bool,
    init: Path | None,
    html: Path | None,
    games: int | None,
    given: dict[str, Any],
    against: Path | None = None,
) -> None:
    """Train, and write weights, log, checkpoint and page; an interrupt loses at most a minute."""
    name = game.strip().lower()
    weights = out or Path(f"{name}.npz")
    given = {**given, "against": share_of(against, given.get("against"))}
    check_request(name, weights, seconds, {"--init": init, "--against": against}, html, given)
    task = task_of(name)
    if isinstance(task, Fitting):
        check_fitting(name, games, {**given, "seconds": seconds, "init": init})
        fit_value(name, task, games or task.games, given["seed"], Files(weights), resume, html)
        return
    if games is not None:
        raise BadOptions(f"--games: a network of {name} is trained for some --seconds, not for a number of games")
    if find_spec("torch") is None:
        raise Refusal(NO_TORCH)
    from erre.lab.training.run import device_of, run
    from erre.lab.training.settings import Settings

    device, files = device_of(cpu), Files(weights)
    check_checkpoint(files, resume)
    sizes = CPU_SIZES if device == "cpu" else {}
    settings = Settings(**{**sizes, **{key: value for key, value in given.items() if value is not None}})
    until = seconds or (CPU_SECONDS if device == "cpu" else GPU_SECONDS)
    prepare_kernels()
    with counting(f"Training {name}, seconds", max(1, round(until))) as forward:
        run(name, settings, until, device, files, init=init, against=against, resume=resume, tell=Teller(forward))
    if html is not None:
        html.write_text(curves_page(name, read_log(files.log), f"erre train {name} --out {weights}"), "utf-8")
    print(f"The weights: {weights}", file=sys.stderr)


def fit_value(name: str, task: Fitting, games: int, seed: int, files: Files, resume: bool, html: Path | None) -> None:
    """Play games and fit the game's value to them; the same seed gives the same weights."""
    check_checkpoint(files, resume)
    prepare_kernels()
    with counting(f"Training {name}, steps", -(-games // task.block) + task.epochs) as forward:
        run = Run(task, games, seed, files, lambda row: forward(1))
        figures = run.go(resume=resume)
    if html is not None:
        command = f"erre train {name} --games {games} --seed {seed} --out {files.weights}"
        html.write_text(fitting_page(name, read_log(files.log), task.outputs, command), "utf-8")
    print(json.dumps(figures))
    print(f"The weights: {files.weights}", file=sys.stderr)


def check_fitting(name: str, games: int | None, others: dict[str, Any]) -> None:
    """Refuse settings that a value has no use for."""
    if games is not None and not LEAST_GAMES <= games <= MOST_GAMES:
        raise BadOptions(f"--games: {LEAST_GAMES} to {MOST_GAMES:,}, not {games}")
    useless = [key for key, value in others.items() if value is not None and key != "seed"]
    if useless:
        raise BadOptions(
            f"--{useless[0]}: {name} has a value that is fitted to some --games from a --seed; it has no other settings"
        )


def check_checkpoint(files: Files, resume: bool) -> None:
    """Refuse to go on where nothing was begun."""
    if resume and not files.checkpoint.is_file():
        raise BadOptions(f"--resume: there is no checkpoint {files.checkpoint}")


def share_of(against: Path | None, share: float | None) -> float | None:
    """In what share of games a given network plays; none where none is given."""
    if against is None and share is not None:
        raise BadOptions("--against-share: --against names the weights that play in these games")
    return share if share is not None or against is None else AGAINST


def check_request(
    name: str,
    weights: Path,
    seconds: float | None,
    read: dict[str, Path | None],
    html: Path | None,
    given: dict[str, Any],
) -> None:
    """Refuse what cannot work, before anything takes time."""
    task = task_of(name)
    if seconds is not None and not 0 < seconds < math.inf:
        raise BadOptions(f"--seconds: more than 0, not {seconds:g}")
    for key in ("samples", "minibatch", "steps"):
        if given.get(key) is not None and given[key] < 1:
            raise BadOptions(f"--{key}: at least 1, not {given[key]}")
    for key in ("rate", "entropy", "last_entropy"):
        value = given.get(key)
        if value is not None and not 0 <= value <= 1:
            raise BadOptions(f"--{key.replace('_', '-')}: from 0 to 1, not {value:g}")
    if given.get("against") is not None and not 0 <= given["against"] <= MOST_AGAINST:
        raise BadOptions(f"--against-share: from 0 to {MOST_AGAINST}, not {given['against']:g}")
    for option, path in read.items():
        if path is not None and isinstance(task, Task):
            read_weights(path, name, task.kernels, option)
    if given.get("exploits") and read["--init"] is None:
        raise BadOptions("--exploit: --init names the weights to be beaten")
    if given.get("exploits") and read["--against"] is not None:
        raise BadOptions("--against: an exploiter only meets the weights of --init")
    if weights.suffix != ".npz":
        raise BadOptions(f"--out: a name that ends in .npz, not {weights}")
    check_writable("--out", weights)
    if html is not None:
        check_writable("--html", html)


class Teller:
    """Says now and then how a run is doing."""

    def __init__(self, forward: Any) -> None:
        self.forward, self.told, self.seconds = forward, time.monotonic(), 0

    def __call__(self, row: dict[str, Any]) -> None:
        """Note an iteration."""
        self.forward(int(row["seconds"]) - self.seconds)
        self.seconds = int(row["seconds"])
        if time.monotonic() - self.told >= EVERY:
            self.told = time.monotonic()
            main = row["tables"][0]
            print(
                f"{row['samples']:,} decisions; {main['seats']} seats: {main['points']:+.1f} points a game, "
                f"entropy {row['entropy']:.3f}",
                file=sys.stderr,
            )
