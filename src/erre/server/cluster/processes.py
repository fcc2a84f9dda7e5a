"""Several workers on one machine: a parent that starts, restarts and gracefully stops them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable

import aiohttp

from erre.server.config import Config
from erre.server.logs import log

BACKOFF = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds before a worker that died is started again
LASTING = 30.0  # seconds after which a worker counts as well
KIND_END = 30.0  # seconds that a worker has to stop
UP_WITHIN = 120.0
WATCH = 0.5

Say = Callable[[str], None]


class Worker:
    """One worker process, restarted whenever it ends."""

    def __init__(self, config: Config, number: int) -> None:
        self.number = number
        self.port = config.port + number if config.own_ports and config.port else config.port
        self.environment = worker_environment(config, self.port)
        self.process: asyncio.subprocess.Process | None = None
        self.died = 0  # times in a row

    async def start(self) -> None:
        """Start the worker's process."""
        command = [sys.executable, "-m", "erre.cli.serve"]
        self.process = await asyncio.create_subprocess_exec(*command, env=self.environment)
        log("a worker starts", number=self.number, pid=self.process.pid)

    async def stay(self, ended: asyncio.Event) -> None:
        """Start it again whenever it ends, until all shall end."""
        while not ended.is_set():
            began = time.monotonic()
            await self.start()
            assert self.process is not None
            code = await self.process.wait()
            if ended.is_set():
                return
            self.died = 0 if code == 0 or time.monotonic() - began > LASTING else self.died + 1
            wait = BACKOFF[min(self.died, len(BACKOFF) - 1)]
            log("a worker ended", number=self.number, code=code, again_in=wait)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), wait)

    def send(self, sign: signal.Signals) -> None:
        """Send a signal to the process, if it runs."""
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(sign)


class Workers:
    """All workers of this machine."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.workers = [Worker(config, number) for number in range(config.workers)]
        self.ended = asyncio.Event()
        self._rolling: asyncio.Task[None] | None = None

    async def run(self, ready: Callable[[], None]) -> None:
        """Run until somebody ends the parent; SIGHUP restarts the workers one by one."""
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, self.ended.set)
        loop.add_signal_handler(signal.SIGHUP, self.roll)
        staying = [asyncio.create_task(worker.stay(self.ended)) for worker in self.workers]
        greeting = asyncio.create_task(self._greet(ready))
        await self.ended.wait()
        greeting.cancel()
        for worker in self.workers:
            worker.send(signal.SIGTERM)
        _, late = await asyncio.wait(staying, timeout=KIND_END)
        if late:
            for worker in self.workers:
                worker.send(signal.SIGKILL)
            await asyncio.wait(late)

    async def _greet(self, ready: Callable[[], None]) -> None:
        """Print that all workers are up."""
        for worker in self.workers:
            await self._until_up(worker)
        ready()

    async def _until_up(self, worker: Worker) -> None:
        """Wait until a worker serves; on a port that all share, until any does."""
        host = "127.0.0.1" if self.config.host in ("0.0.0.0", "::") else self.config.host
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(UP_WITHIN), aiohttp.ClientSession() as http:
                scheme = "https" if self.config.is_secure else "http"
                while not await is_up(http, f"{scheme}://{host}:{worker.port}/health"):
                    await asyncio.sleep(0.2)

    def roll(self) -> None:
        """Start to restart all workers, one by one."""
        if self._rolling is None or self._rolling.done():
            self._rolling = asyncio.create_task(self._roll())

    async def _roll(self) -> None:
        for worker in self.workers:
            before = worker.process
            worker.send(signal.SIGTERM)
            while worker.process is before:
                await asyncio.sleep(0.1)
            await self._until_up(worker)
            if not self.config.own_ports:
                await asyncio.sleep(LASTING / 6)  # the others answer for it: give it time to come up


async def is_up(http: aiohttp.ClientSession, address: str) -> bool:
    """Whether a worker accepts connections."""
    try:
        # Who answers on this machine's own port needs no certificate.
        async with http.get(address, timeout=aiohttp.ClientTimeout(total=2), ssl=False) as answer:
            return answer.status == 200
    except (aiohttp.ClientError, OSError, TimeoutError):
        return False


def worker_environment(config: Config, port: int) -> dict[str, str]:
    """The settings of one worker, as environment variables."""
    own = {"port": port, "workers": 1, "share_port": not config.own_ports, "parent": os.getpid()}
    names = config.__struct_fields__
    settings = {name: own.get(name, getattr(config, name)) for name in names if name != "own_ports"}
    plain = {f"ERRE_{name.upper()}": word_of(value) for name, value in settings.items()}
    return {**{key: value for key, value in os.environ.items() if key != "ERRE_OWN_PORTS"}, **plain}


def word_of(value: object) -> str:
    """A setting as an environment variable."""
    return str(int(value)) if isinstance(value, bool) else str(value)


async def watch_parent(parent: int, end: Callable[[], None]) -> None:
    """End a worker whose parent is gone, since nobody would restart or stop it."""
    while os.getppid() == parent:
        await asyncio.sleep(WATCH)
    end()
    await asyncio.get_running_loop().create_future()  # until the shutdown cancels it: a return would count as a failure
