"""What the compiler promises: a raise traps, 64 bits stay 64 bits, and what needs a host is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from erre.wasm.link import BadObject, link
from tests.forked import python
from tests.wasm.compare import node

ASK = """
const module = new WebAssembly.Module(require('node:fs').readFileSync(process.argv[1]));
const { up_to_three, shifted, top_bits } = new WebAssembly.Instance(module).exports;
const said = (ask) => { try { return ask(); } catch (error) { return error.constructor.name; } };
console.log(JSON.stringify([up_to_three(3), said(() => up_to_three(4)), shifted(0), said(() => shifted(1)),
  top_bits(-(2n ** 62n)), said(() => top_bits(1)), WebAssembly.Module.imports(module).length]));
"""


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A module of rules that no game has, and why others cannot be compiled."""
    out = tmp_path_factory.mktemp("strange") / "strange.wasm"
    path = os.pathsep.join(filter(None, sys.path))
    done = python("-m", "tests.wasm.strange_rules", str(out), env={**os.environ, "PYTHONPATH": path}, check=True)
    return out, json.loads(done.stdout)


def test_a_raise_traps_and_seeds_have_64_bits(strange: tuple[Path, list[str]]) -> None:
    out, _ = strange
    said = subprocess.run([node(), "-e", ASK, str(out)], capture_output=True, check=True).stdout
    assert json.loads(said) == [3, "RuntimeError", 0, "RuntimeError", -(2**30), "TypeError", 0]


def test_allocation_and_the_c_library_are_refused(strange: tuple[Path, list[str]]) -> None:
    _, (allocated, sine) = strange
    assert "np.zeros" in allocated
    assert sine == "BadObject: sin is not defined"


def test_what_is_no_object_file_is_refused() -> None:
    with pytest.raises(BadObject):
        link(b"\x7fELF and so on", ["set_up"], {})
