"""What a wheel carries; `./erre wheel` also installs one and plays with it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatch_build import build_client

from erre.core import machine_code, native
from erre.core.engine import rule
from erre.core.entries import Module, entry
from erre.core.stills import FILE
from erre.games import game, game_names
from tests.forked import python

ROOT = Path(__file__).resolve().parents[1]


def test_a_wheel_carries_the_client_the_rules_and_machine_code(tmp_path: Path) -> None:
    build_client(ROOT)  # so that the copy needs no Node
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "web", tmp_path / "web", ignore=shutil.ignore_patterns("node_modules"))
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "src" / "erre" / "kernels").mkdir(exist_ok=True)
    (tmp_path / "src" / "erre" / "kernels" / "rage-0123").write_bytes(b"code")
    (tmp_path / "src" / "erre" / "server" / "engine").mkdir(exist_ok=True)
    (tmp_path / "src" / "erre" / "server" / "engine" / "rage.wasm").write_bytes(b"module")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=tmp_path, check=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
    assert {
        "erre/server/client/index.html",
        "erre/kernels/rage-0123",
        "erre/server/engine/rage.wasm",
        "erre/py.typed",
    } <= names
    assert {f"erre/games/{name}/RULES.md" for name in game_names()} <= names
    assert {f"erre/games/{name}/{FILE}" for name in game_names() if game(name).has_stills} <= names
    assert not [name for name in names if not name.startswith(("erre/", "erre-"))]


@rule
def doubled(n: int) -> int:
    return 2 * n


FOR_ARM = """
from erre.core.engine import rule
from erre.core.entries import Module, entry

@rule
def doubled(n: int) -> int:
    return 2 * n

module = Module("carried", [entry(doubled, int)])
print(module.make().object_file[18])  # the field of ELF that names the machine
assert module.is_kept()
try:
    module.load()
except RuntimeError as refusal:
    print(refusal)
"""
ELF_AARCH64 = 183


def test_code_can_be_made_for_a_processor_of_another_family(tmp_path: Path) -> None:
    wanted = {"ERRE_CPU": "aarch64", "ERRE_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT / "src")}
    done = python("-c", FOR_ARM, env={**os.environ, **wanted}, check=True)
    machine, *refusal = done.stdout.splitlines()
    assert int(machine) == ELF_AARCH64
    if platform.machine() != "aarch64":
        assert refusal == ["ERRE_CPU names a processor that this machine does not have: it is for compiling only"]


def test_code_for_a_usual_processor_is_used_where_it_is_carried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if machine_code.usual() is None:
        pytest.fail("this processor is older than those that a wheel is built for")
    built = Module("carried", [entry(doubled, int)])
    monkeypatch.setenv("ERRE_CACHE", str(tmp_path / "built"))
    monkeypatch.setenv("ERRE_CPU", "usual")
    built.make()
    assert native.context().codegen().aimed_at == machine_code.usual(), "not made for what its name tells"
    monkeypatch.delenv("ERRE_CPU")
    monkeypatch.setenv("ERRE_CACHE", str(tmp_path / "empty"))
    assert not Module("carried", [entry(doubled, int)]).is_kept()
    monkeypatch.setattr(machine_code, "CARRIED", tmp_path / "built" / "kernels")
    found = Module("carried", [entry(doubled, int)])
    assert found.is_kept()
    found.load()
    assert found.is_loaded
    assert doubled(21) == 42
    assert not os.path.exists(tmp_path / "empty")
