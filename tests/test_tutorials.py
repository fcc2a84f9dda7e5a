"""Every tutorial does what it says: its blocks run in their order, in a folder of their own, as a reader would."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import warnings
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tests.forked import python

ROOT = Path(__file__).parent.parent
TORCH = "needs torch"
PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))


def site_builder() -> Any:
    """docs/site/build.py, which takes the pages apart in the same way."""
    spec = spec_from_file_location("site_builder", ROOT / "docs" / "site" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["site_builder"] = module
    spec.loader.exec_module(module)
    return module


def follow(page: Path, *, torch: bool) -> None:
    """Do all that a page says, in the folder one is in; the part for torch only where it is asked for."""
    names: dict[str, Any] = {}
    for language, title, code in site_builder().blocks_of(page.read_text("utf-8")):
        if title == TORCH and not torch:
            continue
        if title and title != TORCH:
            Path(title).write_text(code, "utf-8")
        elif language == "python":
            exec(compile(code, f"{page.name}, a block", "exec"), names)
        elif language == "sh":
            for line in code.splitlines():
                run(line)


def run(line: str) -> None:
    """A command as it is written; what it installs stays in the folder one is in."""
    path = os.pathsep.join([os.path.join(os.getcwd(), "installed"), *map(os.path.abspath, filter(None, sys.path))])
    env = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")} | {"PYTHONPATH": path}
    done = in_fork(line, env) if line.startswith("erre ") else in_shell(line, env)
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"


def in_fork(line: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """The command; what it says may go to a file."""
    words = shlex.split(line)
    target = words[words.index(">") + 1] if ">" in words else ""
    done = python("-P", "-m", *(words[: words.index(">")] if target else words), env=env)
    if target:
        Path(target).write_text(done.stdout, "utf-8")
    return done


def in_shell(line: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Anything else."""
    python = shlex.quote(sys.executable)
    alone = "--quiet --no-config --no-index --offline --no-cache --no-deps --no-build-isolation"
    install = f"{python} -m uv pip install {alone} --python {python} --target installed ."  # pip may not be there
    line = install if line == "pip install ." else line.replace("python3 ", f"{python} ")
    return subprocess.run(line, shell=True, env=env, capture_output=True, text=True)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_tutorial_runs_as_it_is_written(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo's own
        follow(page, torch=False)


@pytest.mark.skipif(not find_spec("torch"), reason="torch is not installed: it is too large for the development tools")
def test_training_with_torch_runs_as_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        follow(ROOT / "docs" / "tutorials" / "train.md", torch=True)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_notebook_holds_the_same_code_as_its_page(page: Path) -> None:
    text = page.read_text("utf-8")
    notebook = site_builder().notebook_of(text)
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for (language, title, code), cell in zip(site_builder().blocks_of(text), cells, strict=True):
        if title and title != TORCH:
            assert cell == f"%%writefile {title}\n{code.rstrip()}"
        elif language == "python":
            assert cell == code.rstrip()
        else:
            assert cell.replace("!", "") == code.rstrip()
