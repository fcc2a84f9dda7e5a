"""A server of its own process, so that it can be killed like one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from hatch_build import build_client

ROOT = Path(__file__).resolve().parents[2]
LONGEST_START = 300  # seconds: where the rules are not compiled yet, that comes first


def build_pages() -> None:
    """The pages as these sources make them; ERRE_PAGES=as-they-are leaves what is built."""
    if os.environ.get("ERRE_PAGES") != "as-they-are":
        build_client(ROOT)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Served:
    """A server on one port with one data folder, over any number of its lives."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "erre.cli.serve", "--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--data", str(self.folder), "--tempo", "0", "--quiet"]
        with (self.folder / "serve.log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, env=environment())
        end = time.monotonic() + LONGEST_START
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server does not start:\n{(self.folder / 'serve.log').read_text()[-3000:]}")
            time.sleep(0.1)

    def answers(self) -> bool:
        """Whether it is there."""
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=2) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """End it without a word, as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=120)


def environment() -> dict[str, str]:
    """This process's environment with our sources in reach."""
    source = os.environ.get("ERRE_SOURCE", str(ROOT / "src"))
    path = os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "ERRE_LIMITS": "0", "PYTHONPATH": path}
