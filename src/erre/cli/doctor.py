"""`erre doctor`: what is installed, what is ready, what is missing and how to get it."""

from __future__ import annotations

import os
import platform
import socket
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from erre import __version__
from erre.bots.plugins import BotFailure, load_plugin, plugins
from erre.cli.cache import look
from erre.cli.play import home
from erre.core.cores import usable_cores
from erre.core.gpu import NoGpu, cuda
from erre.core.mode import is_known_numba
from erre.games import all_games, broken_games
from erre.server.config import Config, read_config
from erre.server.https.tls import files_of
from erre.server.net.client_files import CLIENT
from erre.wasm.served import pieces_folder, read_made, why_not

State = Literal["ok", "note", "problem"]  # a note is something optional that is missing
MARKS = {"ok": ("✓", "green"), "note": ("·", "yellow"), "problem": ("✗", "red")}
REQUIRED = ("numba", "numpy", "msgspec", "cyclopts", "rich", "aiohttp", "openskill", "segno", "cryptography")
OPTIONAL = {
    "polars": ("results as Parquet", ".[lab]"),
    "ray": ("runs on a cluster", ".[lab]"),
    "gymnasium": ("environments for learners", ".[rl]"),
    "pettingzoo": ("environments for learners", ".[rl]"),
    "open-spiel": ("comparisons in erre bench", ".[bench]"),
    "asyncpg": ("many workers with PostgreSQL", ".[cluster]"),
    "nats-py": ("messages between workers", ".[cluster]"),
}


class Finding(msgspec.Struct, frozen=True):
    """The result of one check."""

    what: str
    state: State
    found: str
    advice: str = ""


def examine(json: bool) -> None:
    """Run all checks; exits with 1 if something required is missing."""
    found = list(findings())
    if json:
        print(msgspec.json.encode(found).decode())
    else:
        show(found)
    if any(finding.state == "problem" for finding in found):
        sys.exit(1)


def findings() -> Iterator[Finding]:
    """The results of all checks."""
    yield Finding("Erre", "ok", f"{__version__} in {Path(__file__).parents[1]}")
    yield Finding("Python", "ok", f"{platform.python_version()} on {platform.platform()}, {usable_cores()} cores")
    yield from packages()
    yield engine()
    yield machine_code()
    yield gpu()
    yield client()
    yield offline_play()
    yield port(Config().port)
    yield https()
    yield folder("games in the terminal", home())
    yield from games()
    yield from bots()


def packages() -> Iterator[Finding]:
    """Which Python packages are installed."""
    installed = {name: installed_version(name) for name in (*REQUIRED, *OPTIONAL)}
    lacking = [name for name in REQUIRED if not installed[name]]
    listed = ", ".join(f"{name} {installed[name]}" for name in REQUIRED if installed[name])
    yield Finding(
        "packages", "problem" if lacking else "ok", listed, f"pip install {' '.join(lacking)}" if lacking else ""
    )
    for name, (purpose, extra) in OPTIONAL.items():
        if installed[name]:
            yield Finding(name, "ok", f"{installed[name]}: {purpose}")
        else:
            yield Finding(name, "note", f"not installed: {purpose}", f"pip install '{extra}'")


def installed_version(name: str) -> str:
    """The version of a package; empty if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def engine() -> Finding:
    """Whether rules are compiled ahead."""
    if is_known_numba():
        return Finding("engine", "ok", "rules are compiled once and kept")
    advice = "install the version of numba that pyproject.toml names"
    return Finding("engine", "note", "this version of numba compiles the rules again in every process", advice)


def machine_code() -> Finding:
    """Which games are compiled."""
    cache = look()
    words = f"{cache.bytes / 1e6:.1f} MB in {cache.folder}"
    if cache.missing:
        return Finding("machine code", "note", f"{words}; not compiled: {', '.join(cache.missing)}", "erre compile")
    return Finding("machine code", "ok", f"{words}; all games are compiled")


def gpu() -> Finding:
    """Whether whole games run on a GPU."""
    try:
        cuda()
    except NoGpu as error:
        return Finding("GPU", "note", str(error), "pip install '.[gpu]' on a machine with an NVIDIA card")
    return Finding("GPU", "ok", "games can be simulated on it: erre simulate … --engine gpu")


def client() -> Finding:
    """Whether the browser client is built."""
    if (CLIENT / "index.html").is_file():
        return Finding("browser client", "ok", f"built in {CLIENT}")
    if is_checkout():
        return Finding("browser client", "note", "not built yet", "./erre builds it when it serves")
    return Finding(
        "browser client", "problem", "this package lacks it", "./erre wheel, in a checkout, builds one with it"
    )


def is_checkout() -> bool:
    """Whether this is the source of Erre next to its launcher, which builds what is missing."""
    return (Path(__file__).resolve().parents[3] / "hatch_build.py").is_file()


def offline_play() -> Finding:
    """Whether pages of this server can play offline."""
    folder = pieces_folder()
    if folder is not None:
        return Finding("offline play", "ok", f"{read_made(folder).bytes / 1e6:.1f} MB in {folder}")
    advice = "erre offline gathers its files now; erre serve does so in the background"
    why = why_not()
    return Finding("offline play", "note", f"not ready: {why}" if why else "its files are not gathered yet", advice)


def port(number: int) -> Finding:
    """Whether `erre serve` could listen."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", number))
        except OSError as error:
            advice = "another erre may be serving; erre serve --port chooses another port"
            return Finding("port", "note", f"{number} is taken ({error.strerror})", advice)
    return Finding("port", "ok", f"{number} is free")


def https() -> Finding:
    """Whether a certificate for the home network exists, and how long it lasts."""
    from cryptography import x509

    files = files_of(read_config({}, os.environ))
    if not files.certificate.is_file():
        why = "phones need it to install the app, to get messages and to use passkeys"
        return Finding("https", "note", f"no certificate yet: {why}", "erre --https makes one for the home network")
    try:
        ends = x509.load_pem_x509_certificate(files.certificate.read_bytes()).not_valid_after_utc
    except (OSError, ValueError):
        return Finding("https", "problem", f"{files.certificate} cannot be read", f"delete the folder {files.folder}")
    return Finding("https", "ok", f"certificate until {ends.date()} in {files.folder}; erre --https renews and uses it")


def folder(what: str, path: Path) -> Finding:
    """Whether a folder can be written to."""
    existing = next(parent for parent in (path, *path.parents) if parent.exists())
    if os.access(existing, os.W_OK):
        return Finding(what, "ok", f"kept in {path}")
    return Finding(what, "problem", f"{path} cannot be written", "ERRE_HOME names another folder")


def games() -> Iterator[Finding]:
    """Which games there are, and which cannot be used."""
    yield Finding("games", "ok", ", ".join(one.name for one in all_games()))
    for name, why in broken_games().items():
        yield Finding(f"game {name}", "problem", why, "repair or uninstall that package")


def bots() -> Iterator[Finding]:
    """Bots of other packages."""
    for name in plugins():
        try:
            load_plugin(name)
        except BotFailure as error:
            yield Finding(f"bot {name}", "problem", str(error), "repair or uninstall that package")
        else:
            yield Finding(f"bot {name}", "ok", "from another package")


def show(found: list[Finding]) -> None:
    """One line for each finding."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in found:
        mark, style = MARKS[finding.state]
        words = Text(finding.found).append(f"\n→ {finding.advice}" if finding.advice else "", style="bold")
        table.add_row(Text(mark, style=style), finding.what, words)
    Console(highlight=False).print(table)
