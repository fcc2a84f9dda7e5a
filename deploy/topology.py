"""The topology of compose.yaml on this machine, without containers: PostgreSQL, NATS, two workers and a proxy.

    python deploy/topology.py [--workers N]

The proxy is nginx with nginx.conf of this folder where nginx is installed (or named by NGINX), else a small one that
only shares connections out. Everything is on free ports of the loopback and goes when the script ends.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import re
import shutil
import signal
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [path for path in (str(ROOT), str(ROOT / "src")) if path not in sys.path]

from tests.real_servers import RealServer, own_folder, real_nats, real_postgres  # noqa: E402


class Worker(RealServer):
    """One `erre serve`."""

    def __init__(self, folder: Path, db: str, bus: str, settings: dict[str, str]) -> None:
        super().__init__(folder)
        self.settings = {"ERRE_DB": db, "ERRE_BUS": bus, "ERRE_WARM": "0", "ERRE_PROXIED": "1", **settings}

    def command(self) -> list[str]:
        return [sys.executable, "-m", "erre.cli.serve", "--host", "127.0.0.1", "--port", str(self.port)]

    def rights(self) -> dict[str, Any]:
        paths = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        return {"env": {**os.environ, **self.settings, "PYTHONPATH": paths}}

    def is_ready(self) -> bool:
        return answers(f"http://127.0.0.1:{self.port}/health")


class Nginx(RealServer):
    """nginx with the configuration of this folder, the names of the workers replaced by their ports."""

    def __init__(self, folder: Path, program: str, workers: list[Worker]) -> None:
        super().__init__(folder)
        self.program = program
        text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        text = re.sub(r"listen 80;", f"listen 127.0.0.1:{self.port};", text)
        first, *others = re.findall(r"^ *server worker\d.*\n", text, re.MULTILINE)
        servers = (first.replace("worker1:8377", f"127.0.0.1:{worker.port}") for worker in workers)
        text = text.replace(first, "".join(servers))
        for line in others:
            text = text.replace(line, "")
        places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        around = "".join(f"{place}_temp_path {folder}/{place};\n" for place in places)
        location = (ROOT / "deploy" / "erre-location.conf").read_text(encoding="utf-8")
        (folder / "erre-location.conf").write_text(location.replace("/var/log/nginx", str(folder)), encoding="utf-8")
        (folder / "erre.conf").write_text(text, encoding="utf-8")
        (folder / "nginx.conf").write_text(
            f"daemon off; pid {folder}/pid; {'user root;' if os.geteuid() == 0 else ''}\n"
            f"events {{}}\nhttp {{\naccess_log off;\n{around}include {folder}/erre.conf;\n}}\n",
            encoding="utf-8",
        )

    def command(self) -> list[str]:
        place = ["-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-e", "stderr"]
        return [self.program, *place]

    def rights(self) -> dict[str, Any]:
        return {}

    def is_ready(self) -> bool:
        return answers(f"http://127.0.0.1:{self.port}/health")


class SmallProxy(RealServer):
    """Shares connections out among workers, and passes over one that is gone; where there is no nginx."""

    def __init__(self, folder: Path, workers: list[Worker]) -> None:
        super().__init__(folder)
        self.ports = [str(worker.port) for worker in workers]

    def command(self) -> list[str]:
        return [sys.executable, __file__, "--share", str(self.port), *self.ports]

    def rights(self) -> dict[str, Any]:
        return {}

    def is_ready(self) -> bool:
        return answers(f"http://127.0.0.1:{self.port}/health")


async def share(port: int, workers: list[int]) -> None:
    """The small proxy itself: connections go to workers in turn."""
    turns = itertools.cycle(workers)

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in workers:
            with contextlib.suppress(OSError):
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", next(turns))
                await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))
                return
        writer.close()

    async with await asyncio.start_server(accept, "127.0.0.1", port) as server:
        await server.serve_forever()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes until one end is gone; then the other goes too."""
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


def answers(url: str) -> bool:
    """Whether an address answers well."""
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return int(answer.status) == 200
    except (OSError, urllib.error.HTTPError):
        return False


@dataclass
class Topology:
    """All that runs."""

    base: str  # where people come
    workers: list[Worker]
    proxy: str  # its name


@contextlib.contextmanager
def topology(count: int = 2, **settings: str) -> Iterator[Topology]:
    """Everything, from its start to its end."""
    with contextlib.ExitStack() as stack:
        postgres, nats = stack.enter_context(real_postgres()), stack.enter_context(real_nats())
        db = postgres.new_database()
        workers = [Worker(stack.enter_context(own_folder()), db, nats.url, settings) for _ in range(count)]
        for worker in workers:
            worker.start()
            stack.callback(worker.stop, signal.SIGTERM)
        program = os.environ.get("NGINX") or shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        folder = stack.enter_context(own_folder())
        proxy = Nginx(folder, program, workers) if program else SmallProxy(folder, workers)
        proxy.start()
        stack.callback(proxy.stop, signal.SIGTERM)
        yield Topology(f"http://127.0.0.1:{proxy.port}", workers, type(proxy).__name__)


def main() -> None:
    """Start everything and wait."""
    parser = argparse.ArgumentParser(description="PostgreSQL, NATS, workers and a proxy on this machine.")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--share", type=int, nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.share:
        asyncio.run(share(given.share[0], given.share[1:]))
        return
    with topology(given.workers) as here, contextlib.suppress(KeyboardInterrupt):
        ports = ", ".join(str(worker.port) for worker in here.workers)
        print(f"{here.base} ({here.proxy}); workers on ports {ports}. Ctrl-C ends them all.", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
