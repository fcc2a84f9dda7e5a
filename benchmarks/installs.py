"""Install the package as people do, in fresh environments: `python benchmarks/installs.py [PYTHON …]`.

Builds the source distribution and from it a wheel, without the browser client. Then, for each Python given and each
extra, installs the wheel into an environment of its own, without a requirements file, and plays ten moves. Needs uv.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = ("", "rl", "lab", "bench", "cluster", "train", "gpu")
TRY = """
import importlib, platform, sys
import erre
position = erre.new("rurare", seats=2, seed=1)
for _ in range(10):
    if position.is_over:
        break
    seat = position.turn[0]
    position = position.play(seat, position.legal(seat)[0]).position
for module in sys.argv[1:]:
    importlib.import_module(module)
print(platform.python_version(), "plays", repr(position)[:30])
"""
MODULES = {
    "": [],
    "rl": ["erre.lab.envs.gymnasium", "erre.lab.envs.pettingzoo"],
    "lab": ["polars", "ray", "erre.lab.dataset"],
    "bench": ["erre.lab.envs.openspiel"],
    "cluster": ["asyncpg", "nats"],
    "train": ["torch", "erre.lab.training.ppo"],
    "gpu": ["numba.cuda", "erre.lab.envs.vector_gpu"],
}


def run(*words: str | Path, **more: str) -> str:
    """The output of a command; its errors, if it fails."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env={**os.environ, **more})
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def build(folder: Path) -> Path:
    """A wheel, built from the source distribution; without the npm registry there is no client in it."""
    offline = {"npm_config_registry": "http://127.0.0.1:9", "npm_config_fetch_retries": "0"}
    run("uv", "build", "--sdist", "--out-dir", folder, ROOT, **offline)
    sdist = next(folder.glob("*.tar.gz"))
    run("uv", "build", "--wheel", "--out-dir", folder, sdist, **offline)
    wheel = next(folder.glob("*.whl"))
    print(f"{sdist.name} {sdist.stat().st_size / 1e6:.1f} MB, {wheel.name} {wheel.stat().st_size / 1e6:.1f} MB")
    return wheel


def main() -> None:
    """Build and try."""
    pythons = sys.argv[1:] or [sys.executable]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build(folder)
        for python in pythons:
            for extra in EXTRAS:
                home = folder / f"{Path(python).name}-{extra}-{len(list(folder.iterdir()))}"
                run("uv", "venv", "--quiet", "--python", python, home)
                wanted = f"{wheel}[{extra}]" if extra else str(wheel)
                run("uv", "pip", "install", "--quiet", "--python", home / "bin" / "python", wanted)
                interpreted = {"NUMBA_DISABLE_JIT": "1", "ERRE_CACHE": str(folder / "cache")}  # not what is tried here
                said = run(home / "bin" / "python", "-c", TRY, *MODULES[extra], **interpreted)
                command = run(home / "bin" / "erre", "--version")
                print(f"{'erre[' + extra + ']' if extra else 'erre':14} {said}; erre --version: {command}", flush=True)


if __name__ == "__main__":
    main()
