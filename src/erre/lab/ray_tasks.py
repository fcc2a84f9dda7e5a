"""Shards on a Ray cluster: tasks that any worker can run and that are repeated if a worker is lost.

A worker that receives a shard imports this file first. Compiled code may be imported only after the location of its
cache is known, so nothing from the games may be imported at the top of this file.
"""

from __future__ import annotations

import hashlib
import logging
import os
import socket
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from erre.core.cores import usable_cores
from erre.core.errors import BadOptions, Refusal
from erre.core.machine_code import PACKAGE, package_sources

if TYPE_CHECKING:
    from erre.lab.dataset import MakeFiles, Settings
    from erre.lab.plan import Job, Shard
    from erre.lab.player import Player
    from erre.lab.threads import Executor, Played

LOCAL = "local"
CLIENT = "ray://"  # of the address where a cluster takes callers that are no part of it
LAYERS = ("core", "games", "bots", "lab")
PATIENCE = 15.0  # seconds for a cluster to answer
TRIES = 6  # of a shard whose workers are lost
AHEAD = 2  # shards under way for each processor
SETTINGS = bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])  # an empty frame of HTTP/2: its length, its kind, flags, stream
STORE = 100 * 2**20  # bytes of shared memory of a cluster of one's own: shards are small


TOKENS = (
    "the cluster wants an authentication token that this machine does not have: give all machines the same one "
    "(ray get-auth-token --generate), or start every part with RAY_AUTH_MODE=disabled in a network that you trust"
)


Notice = Callable[[str], None]


class Lost(Refusal):
    """The cluster cannot do the work."""

    code = "cluster_lost"


class Order(NamedTuple):
    """What a worker must know: the job as JSON, the sources that it must have, and where machine code lies."""

    job: bytes
    sources: str
    cache: str | None
    is_dataset: bool = False  # the job is the settings of a dataset


def play_shard(order: Order, shard: tuple[int, int, int]) -> tuple[Any, ...] | str:
    """What a worker does: return the rows of a shard, or its file of a dataset; or the reason why there are none."""
    if order.cache and "ERRE_CACHE" not in os.environ and os.path.isdir(order.cache):
        os.environ["ERRE_CACHE"] = order.cache
    from erre.lab.plan import Shard

    if sources_digest() != order.sources:
        return f"the worker on {socket.gethostname()} has another version of erre: install the same everywhere"
    try:
        if order.is_dataset:
            return file_of(order.job, Shard(*shard))
        return tuple(player_of(order.job).play(Shard(*shard)))
    except Refusal as refusal:
        return str(refusal)


@cache
def sources_digest() -> str:
    """A hash over everything that determines a game's result: machines with equal hashes play the same games."""
    digest = hashlib.sha256()
    for path, text in sorted(package_sources().items()):
        inside = path.relative_to(PACKAGE)
        if inside.parts[0] in LAYERS:
            digest.update(f"{inside.as_posix()}\0{text}\0".encode())
    return digest.hexdigest()


@cache
def player_of(job: bytes) -> Player:
    """The player of a job, which a worker keeps."""
    import msgspec

    from erre.lab.plan import Job
    from erre.lab.player import Player

    return Player(msgspec.json.decode(job, type=Job))


def file_of(job: bytes, shard: Shard) -> tuple[bytes, str]:
    """A file of a dataset, and the version of the package that wrote it."""
    import msgspec

    from erre.lab.dataset import Maker, Settings
    from erre.lab.result_files import load_polars

    return Maker(msgspec.json.decode(job, type=Settings)).file(shard), load_polars().__version__


def on_ray(address: str, threads: int | None = None, notice: Notice = print) -> Executor:
    """An executor on the cluster at that address, or for `local` on one of its own; what is lost is said."""
    ray = load_ray()
    if address != LOCAL:
        check_answers(address)

    def play(job: Job, shards: Iterator[Shard]) -> Played:
        from erre.lab.plan import Rows

        if job.kind == "study":
            warm_up(job)
        with connected(ray, address, threads), closing(Cluster(ray, job, limit, notice).play(shards)) as played:
            for shard, found in played:
                yield shard, Rows(*found)

    limit = None if address == LOCAL else threads
    return play


def files_on_ray(address: str, notice: Notice = print) -> MakeFiles:
    """What makes the files of a dataset on the cluster at that address, or for `local` on one of its own."""
    ray = load_ray()
    if address != LOCAL:
        check_answers(address)

    def make(settings: Settings, shards: Iterator[Shard]) -> Generator[tuple[Shard, bytes], None, None]:
        from erre.lab.result_files import load_polars

        version = load_polars().__version__
        with connected(ray, address, None), closing(Cluster(ray, settings, None, notice).play(shards)) as played:
            for shard, (content, theirs) in played:
                if theirs != version:
                    raise Lost(f"a worker has polars {theirs}, and this machine {version}: install the same everywhere")
                yield shard, content

    return make


@contextmanager
def connected(ray: Any, address: str, threads: int | None) -> Iterator[None]:
    """A connection to the cluster, which ends afterwards unless it was there before."""
    with_us = ray.is_initialized()
    if not with_us:
        connect(ray, address, threads)
    try:
        yield
    finally:
        if not with_us:
            ray.shutdown()


def warm_up(job: Job) -> None:
    """Compile what `erre compile` leaves out once, so that other workers on this machine find it in the cache."""
    from erre.lab.plan import Shard
    from erre.lab.player import Player

    Player(job).play(Shard(0, 0, 1))


def load_ray() -> Any:
    """Import Ray without its telemetry and without a warning about GPUs."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise BadOptions("--ray needs the lab's extra: pip install '.[lab]'") from None
    return ray


def check_answers(address: str) -> None:
    """Refuse an address that does not answer, before Ray tries for minutes."""
    if address == "auto":
        return
    host, colon, port = address.removeprefix(CLIENT).rpartition(":")
    if not colon or not host or "/" in host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise BadOptions(f"--ray {address}: write local, auto, HOST:PORT or ray://HOST:PORT")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), PATIENCE) as connection:
            connection.settimeout(PATIENCE)
            ray_like = os.environ.get("RAY_USE_TLS") == "1" or speaks_grpc(connection)
    except (OSError, UnicodeError) as error:
        raise BadOptions(
            f"--ray {address}: nobody answers there ({getattr(error, 'strerror', None) or first_line(error)}). "
            "A cluster is started with ray start --head; --ray local needs none"
        ) from None
    if not ray_like:
        raise BadOptions(f"--ray {address}: whatever answers there is no Ray")


def speaks_grpc(connection: socket.socket) -> bool:
    """Whether the other side greets as HTTP/2 does, as Ray's processes do: with a frame of settings."""
    connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + SETTINGS)
    return connection.recv(9)[3:4] == SETTINGS[3:4]


def connect(ray: Any, address: str, threads: int | None) -> None:
    """Join the cluster, or start one."""
    quiet = {"log_to_driver": False, "logging_level": logging.CRITICAL}
    try:
        if address == LOCAL:
            own = {"num_cpus": threads or usable_cores(), "object_store_memory": STORE}
            ray.init(address=LOCAL, include_dashboard=False, **own, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError, ray.exceptions.RaySystemError) as error:
        if is_about_tokens(error):
            raise BadOptions(f"--ray {address}: {TOKENS}") from None
        raise BadOptions(f"--ray {address}: no cluster could be joined: {first_line(error)}") from None


def is_about_tokens(error: BaseException) -> bool:
    """Whether the cluster refused us because of a missing token."""
    text = str(error).lower()
    return "token" in text or "unauthenticated" in text


def first_line(error: BaseException) -> str:
    """What happened, in one line."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


class Cluster:
    """The shards under way on a cluster."""

    def __init__(self, ray: Any, job: Job | Settings, most: int | None, notice: Notice) -> None:
        import msgspec

        from erre.lab.dataset import Settings

        self.ray, self.most, self.notice = ray, most, notice
        place, is_dataset = os.environ.get("ERRE_CACHE"), isinstance(job, Settings)
        self.order = ray.put(Order(msgspec.json.encode(job), sources_digest(), place, is_dataset))
        # Shards that are lost are sent again here rather than by Ray, which would fill the screen.
        self.task = ray.remote(num_cpus=1, max_retries=0)(play_shard)
        self.under_way: dict[Any, tuple[Shard, int]] = {}

    def places(self) -> int:
        """How many shards may be under way: as many as was said, or as keep the processors of this moment busy."""
        return self.most or AHEAD * max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def send(self, shard: Shard, tries: int = 0) -> None:
        """Send a shard to a free worker."""
        self.under_way[self.task.remote(self.order, tuple(shard))] = shard, tries + 1

    def play(self, shards: Iterator[Shard]) -> Generator[tuple[Shard, Any], None, None]:
        """Keep the cluster busy, and hand over what comes back."""
        try:
            while True:
                for shard in islice(shards, max(0, self.places() - len(self.under_way))):
                    self.send(shard)
                if not self.under_way:
                    return
                done, _ = self.ray.wait(list(self.under_way), num_returns=1, timeout=1.0)
                for reference in done:
                    shard, tries = self.under_way.pop(reference)
                    if (found := self.fetch(reference, shard, tries)) is not None:
                        yield shard, found
        finally:
            for reference in self.under_way:
                self.ray.cancel(reference, force=True)

    def fetch(self, reference: Any, shard: Shard, tries: int) -> tuple[Any, ...] | None:
        """What came of a shard; nothing where it was lost and is sent again."""
        errors = self.ray.exceptions
        try:
            found: tuple[Any, ...] | str = self.ray.get(reference)
        except (errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError, errors.OutOfMemoryError):
            games = f"games {shard.first} to {shard.first + shard.size - 1}"
            if tries >= TRIES:
                raise Lost(f"{games} were lost {tries} times: every worker that plays them dies") from None
            self.notice(f"A worker was lost; {games} of table {shard.table} are played again.")
            self.send(shard, tries)
            return None
        except errors.RayError as error:
            raise Lost(f"a worker failed: {last_line(error)}") from None
        if isinstance(found, str):
            raise Lost(found)
        return found


def last_line(error: BaseException) -> str:
    """What happened, as the end of a worker's report says it."""
    return next(iter(reversed(str(error).strip().splitlines())), type(error).__name__)
