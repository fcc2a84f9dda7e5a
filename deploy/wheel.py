"""`./erre wheel`: a wheel with the browser client and machine code, tried in an environment of its own.

The machine code is for processors that many machines have. Linux on x86-64 makes code for x86-64-v3 and for any
aarch64, other machines for their own kind. It fits the versions of Python and numba that built the wheel, on the same
operating system. Elsewhere it is ignored, and Erre compiles its rules on first use.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CARRIED = ROOT / "src" / "erre" / "kernels"
PIECES = ROOT / "src" / "erre" / "server" / "pieces"
TRY = """
import erre, sys
from pathlib import Path
from erre.bots.kernel_bot import KernelBot
from erre.core.machine_code import CARRIED
from erre.core.game import Position
from erre.games import all_games
from erre.games.compiling import missing
from erre.wasm.served import PIECES, SERVED, fresh_games, pieces_folder

package = Path(erre.__file__).parent
assert package.is_relative_to(sys.prefix), package
assert (package / "server" / "client" / "index.html").is_file(), "the browser client is not in the wheel"
assert fresh_games(SERVED) == sorted(game.name for game in all_games()), "WebAssembly is not in the wheel"
assert not has_pieces or pieces_folder() == PIECES, "what pages play offline with is not in the wheel"
assert not missing(), f"not in the wheel, or not fit for this machine: {missing()}"
for game in all_games():
    position, bot = Position.new(game, game.least_seats, seed=1).position, KernelBot(game, "greedy", seed=1)
    for _ in range(10):
        seat = position.turn[0]
        position = position.play(seat, bot.move(position.view(seat))).position
print(f"{len(list(CARRIED.iterdir()))} files of machine code, all games play")
"""


def main() -> None:
    """Build, and try."""
    with tempfile.TemporaryDirectory() as folder:
        bring_machine_code(Path(folder))
        run(sys.executable, "-m", "erre", "wasm")  # the rules for pages that check records by themselves
        has_pieces = bring_pieces()
        try:
            wheel = build()
        finally:
            shutil.rmtree(CARRIED)
            shutil.rmtree(PIECES, ignore_errors=True)
        print(f"built {wheel.relative_to(ROOT)} ({wheel.stat().st_size / 1e6:.1f} MB)", flush=True)
        try_in_fresh_environment(wheel, Path(folder), has_pieces)
    print(f"tried in a fresh environment: pip install {wheel.relative_to(ROOT)}")


def bring_machine_code(folder: Path) -> None:
    """Compile all games for the usual processors, into the package."""
    shutil.rmtree(CARRIED, ignore_errors=True)
    CARRIED.mkdir()
    for processor in ["usual", *(["aarch64"] if sys.platform == "linux" and platform.machine() == "x86_64" else [])]:
        run(sys.executable, "-m", "erre", "compile", ERRE_CPU=processor, ERRE_CACHE=str(folder / processor))
        for path in (folder / processor / "kernels").glob("[!.]*"):
            shutil.copy(path, CARRIED)


def bring_pieces() -> bool:
    """What pages play offline with; without npm or PyPI the wheel has none, and says so."""
    shutil.rmtree(PIECES, ignore_errors=True)
    if subprocess.call([sys.executable, "-m", "erre", "offline", "--out", str(PIECES)], cwd=ROOT) == 0:
        return True
    print("the wheel is built without offline play: a server gathers its files when it starts", flush=True)
    return False


def build() -> Path:
    """The wheel; the browser client is built on the way."""
    before = set((ROOT / "dist").glob("*.whl"))
    for old in before:
        old.unlink()
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel")
    (wheel,) = (ROOT / "dist").glob("*.whl")
    return wheel


def try_in_fresh_environment(wheel: Path, folder: Path, has_pieces: bool) -> None:
    """Install the wheel as anybody would, and play every game without compiling."""
    venv.create(folder / "fresh", with_pip=True)
    python = str(folder / "fresh" / ("Scripts" if os.name == "nt" else "bin") / "python")
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel))
    run(python, "-P", "-c", f"has_pieces = {has_pieces}\n{TRY}", ERRE_CACHE=str(folder / "empty"))
    run(python, "-P", "-m", "erre", "--version")


def run(*command: str, **more: str) -> None:
    """Run a program; what fails ends this one."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if command[0] == sys.executable:
        kept = dict(os.environ)
    code = subprocess.call(command, cwd=ROOT, env={**kept, **more})
    if code != 0:
        sys.exit(f"{' '.join(command[:5])} … ended with status {code}")


if __name__ == "__main__":
    main()
