"""Runs on a real Ray cluster of several nodes, one of which is killed: the same rows as on one machine, to the byte."""

from __future__ import annotations

import json
import logging
import os
import shutil
import socketserver
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from erre.bots.contract import Budget
from erre.core.errors import BadOptions
from erre.games import game
from erre.lab import ray_tasks
from erre.lab.dataset import settings_of, write_dataset
from erre.lab.plan import Shard
from erre.lab.ray_tasks import (
    AHEAD,
    Cluster,
    Lost,
    Order,
    check_answers,
    files_on_ray,
    load_ray,
    on_ray,
    play_shard,
)
from erre.lab.simulate import Run
from erre.lab.threads import Executor, on_threads
from erre.lab.tournament import Tournament
from erre.lab.whatif import Study, rule_sets
from tests.cli.command import erre

# Ray leaves files and sockets of its own to the collector of rubbish.
pytestmark = pytest.mark.filterwarnings("default")

RURARE = game("rurare")
PLAIN = RURARE.read_options({})
SMALL: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 * 2**20}


@contextmanager
def cluster() -> Iterator[Any]:
    """A head and a node, as processes of their own; each has one processor."""
    load_ray()
    from ray.cluster_utils import Cluster as Nodes

    found: Any = Nodes(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False})
    try:
        found.add_node(**SMALL)
        yield found
    finally:
        found.shutdown()


def test_a_real_cluster(tmp_path: Path) -> None:
    """One test, since a cluster takes a while to start: each claim is a function below."""
    with cluster() as nodes:
        it_gives_the_same_file_as_one_machine(nodes.address, tmp_path)
        ray = load_ray()
        ray.init(address=nodes.address, log_to_driver=False, logging_level=logging.CRITICAL)  # workers stay from now on
        try:
            tournaments_and_studies_are_the_same_too(nodes.address, tmp_path)
            a_dataset_has_the_same_files(nodes.address, tmp_path)
            a_node_that_is_killed_costs_only_its_shards(nodes, tmp_path)
            a_shard_that_kills_whoever_plays_it_ends_the_run_in_words(nodes.address)
            a_worker_with_other_sources_is_refused(nodes.address)
            what_a_bot_does_wrong_there_is_told_here(nodes.address)
        finally:
            ray.shutdown()


def simulated(executor: Executor, out: Path, games: int = 300, budget: Budget | None = None) -> Run:
    """A simulation that keeps its games."""
    run = Run(RURARE, 3, games, "greedy,random,random", PLAIN, seed=7, out=out, budget=budget)
    run.play(executor)
    return run


def it_gives_the_same_file_as_one_machine(address: str, folder: Path) -> None:
    """And the same figures."""
    there = simulated(on_ray(address), folder / "there.csv").result()
    here = simulated(on_threads(1), folder / "here.csv").result()
    assert there.results == here.results
    assert (folder / "there.csv").read_bytes() == (folder / "here.csv").read_bytes()


def tournaments_and_studies_are_the_same_too(address: str, folder: Path) -> None:
    """In the other two kinds of files."""
    for name, executor in (("here", on_threads(2)), ("there", on_ray(address))):
        played = Tournament(RURARE, "greedy,random,casual", 3, 36, PLAIN, seed=4, out=folder / f"{name}.parquet")
        played.run(executor=executor)
        played.standings()
        sets = rule_sets(RURARE, [("deck", "reconstructed-b")])
        study = Study(RURARE, 2, sets, 40, "greedy", seed=1, out=folder / f"{name}.jsonl")
        study.run(executor)
        study.result()
    for kind in ("parquet", "jsonl"):
        assert (folder / f"there.{kind}").read_bytes() == (folder / f"here.{kind}").read_bytes()


def a_dataset_has_the_same_files(address: str, folder: Path) -> None:
    """A file is a shard; what is there already is not made again."""
    settings = settings_of(RURARE, "greedy,random", 2, 5, PLAIN, seed=3, games_per_file=2)
    assert write_dataset(settings, folder / "made_here") == 5
    kept = "rurare-00001.parquet"
    (folder / "made_there").mkdir()
    for name in ("dataset.json", kept):
        shutil.copy(folder / "made_here" / name, folder / "made_there" / name)
    assert write_dataset(settings, folder / "made_there", make=files_on_ray(address)) == 3
    here, there = (
        {path.name: path.read_bytes() for path in (folder / made).iterdir()} for made in ("made_here", "made_there")
    )
    assert len(here) == 4
    assert here == there


def a_node_that_is_killed_costs_only_its_shards(nodes: Any, folder: Path) -> None:
    """Those are played again, by others, and the file is the same."""
    doomed = nodes.add_node(**SMALL)
    sent: list[tuple[Shard, int]] = []
    said: list[str] = []
    send = Cluster.send

    def note(self: Cluster, shard: Shard, tries: int = 0) -> None:
        sent.append((shard, tries))
        send(self, shard, tries)

    def kill(_count: int) -> None:
        if run.played == 10:
            nodes.remove_node(doomed, allow_graceful=False)

    thinking = Budget(playouts=1)  # then a shard is one game
    there, here = folder / "killed.csv", folder / "unharmed.csv"
    run = Run(RURARE, 3, 36, "greedy,random,random", PLAIN, seed=7, out=there, budget=thinking)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Cluster, "send", note)
        patch.setattr(ray_tasks, "play_shard", stuck_on(doomed.node_id, folder / "begun"))
        run.play(on_ray(nodes.address, notice=said.append), progress=kill)
    assert run.result().complete
    again = [shard for shard, tries in sent if tries]
    assert 1 <= len(again) <= AHEAD * 3  # no more than were under way
    assert len(sent) == 36 + len(again)
    assert [words[:18] for words in said] == ["A worker was lost;"] * len(again)
    simulated(on_threads(1), here, 36, thinking).result()
    assert there.read_bytes() == here.read_bytes()


def stuck_on(node: str, begun: Path) -> Callable[[Order, tuple[int, int, int]], Any]:
    """A way to play shards: one node begins and never ends, and the others do not begin before it."""

    def play(order: Order, shard: tuple[int, int, int]) -> Any:
        import ray

        while ray.get_runtime_context().get_node_id() == node:
            begun.touch()
            time.sleep(0.05)
        while not begun.exists():
            time.sleep(0.05)
        return play_shard(order, shard)

    return play


def a_shard_that_kills_whoever_plays_it_ends_the_run_in_words(address: str) -> None:
    """After some tries."""
    run = Run(RURARE, 2, 20, "greedy", PLAIN)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ray_tasks, "TRIES", 2)
        patch.setattr(ray_tasks, "play_shard", die)
        with pytest.raises(Lost, match="lost 2 times"):
            run.play(on_ray(address))


def die(_order: object, _shard: object) -> None:
    """What a worker does that runs out of luck."""
    os._exit(1)


def a_worker_with_other_sources_is_refused(address: str) -> None:
    """Its games might be others."""
    run = Run(RURARE, 2, 20, "greedy", PLAIN)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ray_tasks, "sources_digest", lambda: "another")
        with pytest.raises(Lost, match="another version of erre"):
            run.play(on_ray(address))


def what_a_bot_does_wrong_there_is_told_here(address: str) -> None:
    """In its own words."""
    with pytest.raises(Lost, match="ended with code 1"):
        Run(RURARE, 2, 2, "cmd:false,greedy", PLAIN).play(on_ray(address))


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("nowhere", "write local, auto, HOST:PORT or ray://HOST:PORT"),
        ("host:port", "write local, auto, HOST:PORT or ray://HOST:PORT"),
        ("127.0.0.1:99999", "write local, auto, HOST:PORT or ray://HOST:PORT"),
        ("127.0.0.1:1", "nobody answers there"),
        ("x" * 70 + ".example:6379", "nobody answers there"),
        ("ray://127.0.0.1:1", "nobody answers there"),
    ],
)
def test_an_address_where_no_cluster_is_gets_refused(address: str, why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        check_answers(address)


def test_an_address_where_something_else_answers_gets_refused() -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), Parrot) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(BadOptions, match="is no Ray"):
            check_answers(f"127.0.0.1:{server.server_address[1]}")


class Parrot(socketserver.BaseRequestHandler):
    """Says what it hears."""

    def handle(self) -> None:
        """Once."""
        self.request.sendall(self.request.recv(9))


def test_a_cluster_is_started_where_none_is_named() -> None:
    words = ("simulate", "rurare", "--seats", "2", "--games", "64", "--seed", "3", "--json")
    there = erre(*words, "--ray", "local", "--threads", "1")
    assert there.returncode == 0, there.stderr
    assert json.loads(there.stdout)["results"] == json.loads(erre(*words).stdout)["results"]


def test_without_ray_the_command_that_adds_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOptions, match=r"pip install '\.\[lab\]'"):
        on_ray("local")
